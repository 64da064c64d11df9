"""HYG402: a feature that a literal switches off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Confidence, Edit, Fact, Finding, Fix, Place, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.analysis.facts import FunctionFacts
    from hygon_lint.analysis.hard_wired import HardWired
    from hygon_lint.analysis.literal_chains import Decided
    from hygon_lint.frontend.syntax import SyntaxFile
    from hygon_lint.project.checkout import Project


class FeatureHardDisabled(Rule):
    """A literal where a flag belongs leaves the two sides of a call with different ideas of the data.

    "Switched off for now" is written as `/*name*/false`, as `false &&`, or as an argument that is simply not passed
    on. The code around it goes on as if the feature were on: the host has swapped the rows, the caller has asked for
    a mask. Nothing fails to compile, and what comes out is a core dump or a wrong number somewhere else.
    """

    meta = Meta(
        id="HYG402",
        name="feature-hard-disabled",
        summary=Text(
            en="A feature that the code works out or accepts, and that a literal switches off.",
            zh="代码已经算出或接受了某个功能开关，却被字面量写死关闭。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-5", "DEBT-Q2", "GEN-DEAD-FEATURE", "GEN-UNFORWARDED"),
        cwe=(561, 1164),
        evidence=Evidence.CODE,
        triggers=("false", "true", "Tensor", "&& 0", "0 &&", "if(0)", "if (0)"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Four shapes. A boolean literal passed for a parameter (or stored in a field) that is named, by the "
            "declaration or a comment, like a flag which the function works out and has branched on. A condition that a "
            "literal decides: `false && x`, `x && 0`, `true || x`, `if constexpr (false)`. A parameter of a public entry "
            "that its body never mentions while a function it calls has it with a default. Silent: a literal in the arm "
            "where the flag is known to have that value, a field or strides set right after the call, calls that get "
            "the flag elsewhere, literal template arguments, messages of asserts, debug prints.",
            zh="四种形态：某个标志在函数中已算出并据此走过分支，随后传参（或写字段）处却写了布尔字面量，参数名由声明或注释得知；"
            "条件被字面量决定，如 `false && x`、`x && 0`、`true || x`、`if constexpr (false)`；"
            "公开接口的参数在函数体中从未出现，而它调用的函数有同名且带默认值的参数。以下不报：已知标志等于该字面量的分支、"
            "调用之后立即补设字段或步长、同一被调函数别处已传入该标志、模板参数里的字面量、断言信息、调试打印。",
        ),
        why=Text(
            en="The host reshapes and swaps for a feature that the kernel is told is off: strides and index arithmetic no "
            "longer agree, and the failure is a core dump without a trace to the literal. Where a condition is decided, "
            "an option of the interface does nothing, and its callers cannot tell.",
            zh="Host 端已为该功能做了变形与交换，传给 kernel 的却是“关闭”：步长与下标假设脱节，最终 core dump，"
            "而调用栈指不到这个字面量。条件被写死时，接口选项形同虚设，调用者却无从得知。",
        ),
        fix=Text(
            en="Pass the flag itself. Where the feature really must stay off, do not compute or accept it: take the "
            "preparation out, or refuse the option with a check.",
            zh="把标志本身传下去。若确实必须关闭，就不要再计算或接受它：去掉前面的变换，或用检查拒绝该选项。",
        ),
    )
    examples = (
        Example(
            path="decode_api.cpp",
            wrong="""\
#include <ATen/ATen.h>
struct DecodeParams { void *q; int rows; };
void fill(DecodeParams &p, const at::Tensor &q, int rows, bool groups_swapped);
void launch(DecodeParams &p);

void decode(at::Tensor q, int rows, int heads, int heads_kv) {
    const bool groups_swapped = rows == 1 && heads > heads_kv;
    if (groups_swapped) {
        q = q.reshape({heads_kv, heads / heads_kv, -1}).transpose(0, 1);
        rows = heads / heads_kv;
    }
    DecodeParams p;
    fill(p, q, rows, /*groups_swapped*/ false);  // expect: HYG402
    launch(p);
}
""",
            right="""\
#include <ATen/ATen.h>
struct DecodeParams { void *q; int rows; };
void fill(DecodeParams &p, const at::Tensor &q, int rows, bool groups_swapped);
void launch(DecodeParams &p);

void decode(at::Tensor q, int rows, int heads, int heads_kv) {
    const bool groups_swapped = rows == 1 && heads > heads_kv;
    if (groups_swapped) {
        q = q.reshape({heads_kv, heads / heads_kv, -1}).transpose(0, 1);
        rows = heads / heads_kv;
    }
    DecodeParams p;
    fill(p, q, rows, groups_swapped);
    launch(p);
}
""",
        ),
    )

    def visit_file(self, file: SyntaxFile) -> Iterator[Finding]:
        """Conditions that a literal decides."""
        from hygon_lint.analysis.literal_chains import decided_conditions

        for found in decided_conditions(file):
            fix = None
            if not found.alone:
                edit = Edit(file.source.place(found.span), "")
                fix = Fix(safe=False, edits=(edit,), message=Text(en="take the literal out", zh="去掉字面量"))
            yield self.at(
                file.source.place(found.span),
                _decided(found),
                confidence=Confidence.MEDIUM if found.alone else Confidence.HIGH,
                items=("DEBT-5", "GEN-DEAD-FEATURE"),
                fix=fix,
                context=found.condition,
            )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Literals in place of flags that were worked out."""
        from hygon_lint.analysis.hard_wired import hard_wired

        for found in hard_wired(fn):
            edit = Edit(found.literal.place, found.flag.name)
            computed = found.flag.kind != "param"
            yield self.at(
                found.literal,
                _literal(found),
                confidence=Confidence.HIGH if computed and not found.value else Confidence.MEDIUM,
                items=("DEBT-5", "DEBT-Q2") if found.rearranges else ("DEBT-5", "GEN-DEAD-FEATURE"),
                related=(Step(found.effect.place, Text(en="the flag takes effect here", zh="标志在此处生效")),),
                fix=Fix(safe=False, edits=(edit,), message=Text(en="pass the flag", zh="传入该标志")),
            )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Options of public entries that nothing reads."""
        from hygon_lint.project.entries import is_public_entry

        for fact in project.facts("unread_option"):
            if is_public_entry(project, fact.data["function"]):
                yield self._unread(fact)

    def _unread(self, fact: Fact) -> Finding:
        data = fact.data
        taken = Place(fact.place.path, *data["param_place"])
        fix = None
        if data["insert"]:
            edit = Edit(Place(fact.place.path, *data["insert"]), f", {data['param']}")
            fix = Fix(safe=False, edits=(edit,), message=Text(en="pass it on", zh="把它传下去"))
        return self.at(
            fact.place,
            Text(
                en=f"{data['function']} takes `{data['param']}` and never reads it; "
                f"{data['callee']} keeps its default for `{data['target']}`",
                zh=f"{data['function']} 接受 `{data['param']}` 却从未使用，{data['callee']} 的 `{data['target']}` 一直是默认值",
            ),
            confidence=Confidence.HIGH,
            items=("DEBT-5", "GEN-UNFORWARDED"),
            related=(Step(taken, Text(en="accepted here", zh="在此处接受")),),
            fix=fix,
            context=f"{data['function']} {data['param']} {data['callee']}",
        )


def _decided(found: Decided) -> Text:
    if found.alone:
        return Text(
            en="the condition is a literal false: the code behind it never runs",
            zh="条件就是字面量 false：其后的代码永远不会执行",
        )
    if found.holds:
        return Text(
            en=f"`{found.condition}` is always true because of the literal: the test beside it decides nothing",
            zh=f"`{found.condition}` 因字面量而恒为真，旁边的判断不起作用",
        )
    return Text(
        en=f"`{found.condition}` can never be true because of the literal: what it guards is switched off",
        zh=f"`{found.condition}` 因字面量而恒为假，其控制的功能被关闭",
    )


def _literal(found: HardWired) -> Text:
    value = "true" if found.value else "false"
    if not found.callee:
        return Text(
            en=f"`{found.target}` is set to {value} although the function works out `{found.flag.name}` and acts on it",
            zh=f"函数已算出 `{found.flag.name}` 并据此动作，这里却把 `{found.target}` 写死为 {value}",
        )
    return Text(
        en=f"{value} is passed to {found.callee} as `{found.target}` although the function works out "
        f"`{found.flag.name}` and acts on it",
        zh=f"函数已算出 `{found.flag.name}` 并据此动作，传给 {found.callee} 的 `{found.target}` 却写死为 {value}",
    )

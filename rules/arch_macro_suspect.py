"""HYG305: a preprocessor condition, or a number, that cannot mean the arch it seems to mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Confidence, Edit, Finding, Fix, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.frontend.syntax import SyntaxFile
    from hygon_lint.project import Project
    from hygon_lint.project.suspects import Suspect


class ArchMacroSuspect(Rule):
    """The preprocessor believes whatever it is told: a macro nobody defines is simply not defined.

    A misspelt arch macro, an arm that an earlier one has already taken, a guard for another card than the file's, a
    selector set to 0 and tested with `defined`: each compiles without a word, and one card runs the fallback, or
    another card's code. Arms are judged by trying every known arch and the host pass.
    """

    meta = Meta(
        id="HYG305",
        name="arch-macro-suspect",
        summary=Text(
            en="An arch macro, guard or number that cannot mean what it says.",
            zh="架构宏、架构条件或架构数值与其字面含义不符。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-1", "DEBT-3", "GEN-DEFINED-ZERO", "GEN-ARCH-CONSTANT", "GEN-FOLDER-ARCH"),
        cwe=(561, 697),
        evidence=Evidence.CODE,
        rests_on_names=True,
        tags=("arch", "preprocessor"),
    )
    doc = Doc(
        what=Text(
            en="Reports: a macro in a condition that looks like an arch's, that no compiler, file or build file defines "
            "(with the nearest known name); the same arch twice in one condition; an arm that earlier arms cover "
            "wholly, or that contradicts itself or the arm around it; a guard around the code of a file (or function) "
            "whose name says another arch; `#define X 0` tested with `defined(X)`; an arch macro that decides host "
            "code, or a constant that host code reads; a chain that leaves a variable unset on an arch that reaches its use; an exact comparison with the "
            "run-time name, which carries feature suffixes; a number in a list of arches that is no arch.",
            zh="报告以下情况：条件中形似架构宏、但编译器、源文件和构建文件都没有定义的宏（给出最接近的已知名称）；同一条件里"
            "重复写了同一架构；被前面的分支完全覆盖、或自相矛盾、或与外层条件矛盾的分支；文件（或函数）名对应某架构，而包住其代码的"
            "条件却是另一架构；`#define X 0` 却用 `defined(X)` 判断；用架构宏决定 host 端代码或 host 端用到的常量；某架构会用到、但条件链没有为其赋值的变量；"
            "与带特性后缀的运行时架构名做全等比较；架构编号列表中并不存在的编号。",
        ),
        why=Text(
            en="On the card that was meant, the fallback or another card's code runs. Nothing fails at build time.",
            zh="在本应命中的卡上，实际走的是回退分支或别的卡的代码，而编译期没有任何提示。",
        ),
        fix=Text(
            en="Spell the macro as the compiler does; order arms from special to general; test a 0/1 selector by its "
            "value; choose host code by a run-time query; give the chain an `#else` (with `#error` where no arch is left).",
            zh="按编译器的拼写书写宏；分支由特殊到一般排列；0/1 开关按值判断；host 端用运行时查询选择；为条件链补上 `#else`"
            "（不应到达时用 `#error`）。",
        ),
    )
    examples = (
        Example(
            path="tile_shape.h",
            wrong="""\
#if defined(__gfx936__) || defined(__GFX938__)  // expect: HYG305
constexpr int kTileRows = 128;
#elif defined(__gfx936__) && defined(WIDE_TILES)  // expect: HYG305
constexpr int kTileRows = 256;
#else
constexpr int kTileRows = 64;
#endif
""",
            right="""\
#if defined(__gfx936__) && defined(WIDE_TILES)
constexpr int kTileRows = 256;
#elif defined(__gfx936__) || defined(__gfx938__)
constexpr int kTileRows = 128;
#else
constexpr int kTileRows = 64;
#endif
""",
        ),
    )

    def visit_file(self, file: SyntaxFile) -> Iterator[Finding]:
        """What one file (and the macros of its checkout) can decide."""
        for check in _checks():
            for suspect in check(file):
                yield self.at(
                    file.source.place(suspect.span),
                    _words(suspect),
                    source=file.source,
                    confidence=suspect.confidence,
                    archs=suspect.archs,
                    related=tuple(Step(file.source.place(span), _NOTES[note]) for span, note in suspect.related),
                )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Misspelt macros and unset variables, once it is known what the build defines and for which arches."""
        known = {name for arch in project.arches.values() for name, _ in arch.macros}
        known |= {define.name for define in project.defines}
        for fact in project.facts("unknown_arch_macro"):
            name, nearest = fact.data["name"], fact.data["nearest"]
            if name not in known:
                message = Text(
                    en=f"no compiler and no file here defines {name}, so this is never true; did you mean {nearest}?",
                    zh=f"编译器和本工程都没有定义 {name}，该条件恒为假；是否应为 {nearest}？",
                )
                edit = Edit(fact.place, nearest)
                spelt = Text(en=f"spell it {nearest}", zh=f"改为 {nearest}")
                sure = Confidence.HIGH if fact.data["exact"] else Confidence.MEDIUM
                if fact.data["unseen"]:
                    sure = Confidence.LOW
                fix = Fix(safe=False, edits=(edit,), message=spelt)
                yield self.at(fact.place, message, confidence=sure, fix=fix, context=name)
        yield from self._unset(project)

    def _unset(self, project: Project) -> Iterator[Finding]:
        from hygon_lint.project.checkout import place_of

        built = {arch for one in project.lists if one.role in ("default", "supported") for arch in one.archs}
        for fact in project.facts("left_unset"):
            archs = [arch for arch in fact.data["archs"] if not built or arch in built]
            if not archs:
                continue
            path, name, listed = fact.place.path, fact.data["name"], ", ".join(archs)
            yield self.at(
                fact.place,
                Text(
                    en=f"no arm of this chain gives `{name}` a value on {listed}, where it is used afterwards",
                    zh=f"在 {listed} 上，该条件链没有任何分支为 `{name}` 赋值，而其后会用到它",
                ),
                confidence=Confidence.HIGH if fact.data["sure"] else Confidence.MEDIUM,
                archs=tuple(archs),
                related=tuple(Step(place_of(path, fact.data[key]), _NOTES[key]) for key in ("declared", "use")),
                context=f"unset {name}",
            )


def _checks() -> tuple[Callable[[SyntaxFile], Iterator[Suspect]], ...]:
    from hygon_lint.project.arch_constants import odd_constants
    from hygon_lint.project.arm_cover import unreachable
    from hygon_lint.project.guard_names import contradicted
    from hygon_lint.project.host_gates import decided_on_host
    from hygon_lint.project.macro_names import repeated
    from hygon_lint.project.runtime_names import compared_whole
    from hygon_lint.project.selectors import tested_by_presence

    return (repeated, unreachable, contradicted, tested_by_presence, decided_on_host, compared_whole, odd_constants)


_NOTES = {
    "first": Text(en="asked for here already", zh="这里已经判断过"),
    "winner": Text(en="this arm is taken instead", zh="实际命中的是这个分支"),
    "outer": Text(en="this is around it", zh="外层条件在此"),
    "function": Text(en="named for it here", zh="名称在此"),
    "error": Text(en="it ends here", zh="在此报错"),
    "presence": Text(en="only asked whether it is defined", zh="这里只判断是否定义"),
    "host-function": Text(en="a host function", zh="host 函数"),
    "host-use": Text(en="host code reads it here", zh="host 端在此使用"),
    "declared": Text(en="declared without a value", zh="声明时未赋值"),
    "use": Text(en="used here", zh="在此使用"),
}


def _words(suspect: Suspect) -> Text:
    names = (*suspect.names, "", "", "")
    name, archs = names[0], ", ".join(suspect.archs)
    spelt = " ".join(name.replace("\\\n", " ").split())
    return {
        "repeated": Text(
            en=f"{name} is asked for twice in one condition; another arch was probably meant",
            zh=f"同一条件里重复判断了 {name}，很可能本想写另一个架构",
        ),
        "covered": Text(
            en=f"this arm is never read: whenever `{spelt}` holds, an earlier arm has been taken",
            zh=f"该分支永远不会被编译：`{spelt}` 成立时，前面的分支已经命中",
        ),
        "never": Text(
            en=f"`{spelt}` holds on no arch here, so this arm is never read",
            zh=f"`{spelt}` 在此处对任何架构都不成立，该分支永远不会被编译",
        ),
        "file": Text(
            en=f"the path says {archs}, but the guard around this code leaves {archs} out",
            zh=f"路径对应 {archs}，包住这段代码的条件却把 {archs} 排除在外",
        ),
        "function": Text(
            en=f"`{name}` is named for {archs}, which this guard leaves with the stub",
            zh=f"`{name}` 的名称对应 {archs}，而该条件让 {archs} 只拿到空实现",
        ),
        "zero": Text(
            en=f"{name} is 0, yet it is tested with defined() only, so it counts as on; test its value",
            zh=f"{name} 定义为 0，却只用 defined()判断，因此等同于开启；应按值判断",
        ),
        "zero-elsewhere": Text(
            en=f"{name} is a 0/1 switch (0 in places), so whether it is defined says nothing; test its value",
            zh=f"{name} 是 0/1 开关（有处定义为 0），是否定义不说明问题；应按值判断",
        ),
        "host": Text(
            en=f"`{name}` runs on the host, where no arch macro is ever defined: the other way is always taken",
            zh=f"`{name}` 在 host 端运行，host 端从不定义架构宏，因此永远走另一个分支",
        ),
        "host-value": Text(
            en=f"{name} is {names[1]} in host code whatever the card, and something else on {archs}",
            zh=f"{name} 在 host 端恒为 {names[1]}，与 {archs} 上的取值不同",
        ),
        "whole-name": Text(
            en=f'the run-time name carries feature suffixes ({name[:-1]}:sramecc+:xnack-"), so it never equals {name}',
            zh=f'运行时架构名带有特性后缀（{name[:-1]}:sramecc+:xnack-"），不会与 {name} 全等',
        ),
        "no-arch": Text(
            en=f"{name} is {names[1]}, which is the number of no arch; {names[2]} was probably meant",
            zh=f"{name} 的值 {names[1]} 不是任何架构的编号；很可能应为 {names[2]}",
        ),
        "other-arch": Text(
            en=f"{name} is {names[1]}, which is {names[2]} and not {names[3]}",
            zh=f"{name} 的值 {names[1]} 对应 {names[2]}，而不是 {names[3]}",
        ),
    }[suspect.kind]

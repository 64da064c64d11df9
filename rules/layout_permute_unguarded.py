"""HYG405: queries permuted before a kernel of an arch that reads them as they lie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Confidence, Finding, Place, Severity, Step, Text
from hygon_lint.model.arches import known_arches
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.analysis.facts import FunctionFacts
    from hygon_lint.project.checkout import Project


class LayoutPermuteUnguarded(Rule):
    """The host lays the query heads out for one kernel; another arch's kernel of the same name wants them untouched.

    For grouped heads the common path turns `[tokens, kv heads, group, dim]` into `[tokens * group, kv heads, dim]`. The
    fp16 decode kernel of gfx92a reads the heads of a group side by side as they came. Permuted without asking for arch
    and type, the queries reach it with heads exchanged: numbers come out, all wrong.
    """

    meta = Meta(
        id="HYG405",
        name="layout-permute-unguarded",
        summary=Text(
            en="Queries are permuted on the host before a kernel of an arch that needs them flat.",
            zh="Host 端转置了 Q，而某架构的 kernel 要求 Q 保持原有的平铺顺序。",
        ),
        severity=Severity.ERROR,
        items=("DEBT-7.3",),
        cwe=(188,),
        evidence=Evidence.CODE,
        rests_on_names=True,
        triggers=("transpose", "permute", "swapaxes", "movedim"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="A `transpose` or `permute` of a tensor named for queries, followed by a call that runs a kernel of gfx92a: "
            "named for it, under a condition that only it meets (`arch_id == 930`, `is_gfx92a()`, the device's name), or in a "
            "function named for it, also through helpers; a callee in another file counts where the new order is written "
            "out by a reshape. Silent when a condition keeps the permutation away from that arch with fp16 data, when the "
            "route excludes fp16, and for keys, values and outputs. Which arch needs what is data in `model/host.toml`.",
            zh="对名称表明是 Q 的张量做 `transpose` 或 `permute`，之后调用 gfx92a 的 kernel：函数名带该架构、处于只有它满足的条件下"
            "（`arch_id == 930`、`is_gfx92a()`、设备名），或所在函数以它命名，也包括经由辅助函数；若新顺序已被 reshape 落盘，"
            "其他文件中的被调函数也算。以下不报：已有条件使该架构的 fp16 不走此转置、该路由排除了 fp16、对象是 K、V 或输出。"
            "各架构的要求是 `model/host.toml` 中的数据。",
        ),
        why=Text(
            en="The kernel multiplies the queries of one head with the keys of another: every output is wrong, nothing fails.",
            zh="kernel 会拿某个 head 的 Q 去乘另一个 head 的 K：输出全错，却没有任何报错。",
        ),
        fix=Text(
            en="Ask first: on that arch with fp16 reshape without the transpose, elsewhere permute as before.",
            zh="先判断：该架构且 fp16 时只做平铺 reshape、不转置，其余情况照旧。",
        ),
    )
    examples = (
        Example(
            path="decode_api.cpp",
            wrong="""\
#include <ATen/ATen.h>
int get_arch_id();
struct Params { void *q; };
void run_decode(Params &p);
void run_decode_gfx92a(Params &p);

void decode(at::Tensor q, int64_t tokens, int64_t heads_kv, int64_t group) {
    const int arch_id = get_arch_id();
    q = q.reshape({tokens, heads_kv, group, -1}).transpose(1, 2).reshape({tokens * group, heads_kv, -1});  // expect: HYG405
    Params p{q.data_ptr()};
    if (arch_id == 930) {
        run_decode_gfx92a(p);
    } else {
        run_decode(p);
    }
}
""",
            right="""\
#include <ATen/ATen.h>
int get_arch_id();
struct Params { void *q; };
void run_decode(Params &p);
void run_decode_gfx92a(Params &p);

void decode(at::Tensor q, int64_t tokens, int64_t heads_kv, int64_t group) {
    const int arch_id = get_arch_id();
    if (arch_id == 930 && q.scalar_type() == at::ScalarType::Half) {
        q = q.reshape({tokens * group, heads_kv, -1});
    } else {
        q = q.reshape({tokens, heads_kv, group, -1}).transpose(1, 2).reshape({tokens * group, heads_kv, -1});
    }
    Params p{q.data_ptr()};
    if (arch_id == 930) {
        run_decode_gfx92a(p);
    } else {
        run_decode(p);
    }
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Permutation and route in one function (or its helpers)."""
        from hygon_lint.analysis.query_layout import flat_faults, statement_of

        for fault in flat_faults(fn):
            yield self._finding(
                statement_of(fn, fault.permuted.event.call).place, fault.permuted.arch, fault.route.node.place
            )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Permutation here, route in a function of another file."""
        routes = {(f.data["function"], f.data["arch"]): f.place for f in project.facts("arch_route")}
        for fact in project.facts("query_permuted"):
            for callee in fact.data["callees"]:
                there = routes.get((callee, fact.data["arch"]))
                if there is not None and there.path != fact.place.path:
                    yield self._finding(fact.place, fact.data["arch"], there, fact.data["text"])
                    break

    def _finding(self, place: Place, arch: str, route: Place, context: str = "") -> Finding:
        return self.at(
            place,
            Text(
                en=f"the queries are permuted here also for {arch} with fp16, whose kernel reads them as they lie",
                zh=f"这里对 {arch} 的 fp16 同样转置了 Q，而该架构的 kernel 按平铺顺序读取 Q",
            ),
            confidence=Confidence.MEDIUM if context else Confidence.HIGH,
            archs=(arch,) if arch in known_arches() else (),
            related=(Step(route, Text(en=f"runs the kernel of {arch}", zh=f"在此处运行 {arch} 的 kernel")),),
            context=context,
        )

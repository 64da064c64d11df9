"""HYG201: a guard against 2^31 elements that leaves out a dimension."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.missing_dims import Incomplete, incomplete_guards
from hygon_lint.analysis.places import written_at
from hygon_lint.analysis.wrapwords import short
from hygon_lint.finding import Confidence, Edit, Finding, Fix, Severity, Step, Text
from hygon_lint.frontend.nodes import Expr
from hygon_lint.model.magnitudes import typical_of
from hygon_lint.project import Project
from hygon_lint.project.guarded_kernels import Uncounted
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

_USUAL = 64  # taken for a dimension whose name says nothing


class OverflowGuardMissingDimension(Rule):
    """A guard that multiplies three of four sizes guards a quarter of the tensor.

    Kernels index with 32-bit offsets, so the host refuses tensors of 2^31 elements or more, or means to: where the
    product leaves out the heads or the page size, it stays far below the limit while the tensor passes it, and the
    kernel behind the guard reads and writes at negative offsets.
    """

    meta = Meta(
        id="HYG201",
        name="overflow-guard-missing-dimension",
        summary=Text(
            en="A guard against 2^31 elements multiplies fewer dimensions than the tensor has.",
            zh="2^31 元素上限检查的乘积漏掉了张量的维度。",
        ),
        severity=Severity.ERROR,
        items=("DEBT-2",),
        cwe=(190, 1284),
        evidence=Evidence.CODE,
        rests_on_names=True,
        triggers=(
            "2147483647",
            "2147483648",
            "4294967295",
            "4294967296",
            "INT_MAX",
            "INT32_MAX",
            "UINT32_MAX",
            "numeric_limits",
            "<< 31",
            "<< 32",
            "<<31",
            "<<32",
            "0x7fffffff",
            "0x7FFFFFFF",
            "0x80000000",
            "0xffffffff",
            "0xFFFFFFFF",
            "0x100000000",
        ),
        tags=("overflow", "guard"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a comparison of a product of sizes with 2^31 or 2^32 (in any spelling: literals, `INT_MAX`, `1LL << 31`, "
            "`numeric_limits`) whose factors are sizes of one tensor and leave out a dimension that the code names: by `size(i)`, "
            "`sizes()[i]`, a shape or rank check, or a shape in a comment beside the parameter. `numel()`, strides, complete "
            "products in any order and through locals, and guards of other things (grid, batch count, a tensor of fewer "
            "dimensions) are silent. Where the kernel behind the guard is in the project, also through calls and in another file, its "
            "32-bit indices are compared with the guard: a parameter that an index multiplies and the product lacks is reported, "
            "unless the guard is about what another pointer points to or a further guard covers it.",
            zh="报告与 2^31 或 2^32 比较（字面量、`INT_MAX`、`1LL << 31`、`numeric_limits` 等任意写法）的尺寸乘积，其因子是某个张量的尺寸，"
            "却漏掉了代码中出现过的维度：`size(i)`、`sizes()[i]`、形状或秩检查、参数旁注释里的形状。`numel()`、stride、任意顺序或经局部变量的完整乘积，"
            "以及针对其他对象（grid、batch 数、维度更少的张量）的检查不报。若检查之后启动的 kernel 在项目内（可经过调用、位于其他文件），"
            "还会拿它的 32 位下标与检查对照：下标乘了某个参数而检查的乘积没有，就报告；检查针对的是另一个指针，或另有检查覆盖时不报。",
        ),
        why=Text(
            en="The check lets through what it was written to stop: 500,000 tokens of 64 heads by 128 are 4,096,000,000 elements, "
            "the product without the heads is 64,000,000.",
            zh="该拦的没拦住：500,000 个 token、64 个 head、head dim 128 共 4,096,000,000 个元素，漏乘 head 数后只有 64,000,000。",
        ),
        fix=Text(
            en="Compare the tensor's own element count: `TORCH_CHECK(q.numel() < int64_t(2147483648), ...)`.",
            zh="直接比较张量自身的元素总数：`TORCH_CHECK(q.numel() < int64_t(2147483648), ...)`。",
        ),
    )
    examples = (
        Example(
            path="api.cpp",
            wrong="""\
#include <ATen/ATen.h>

void prefill(const at::Tensor& q)
{
    const int64_t tokens = q.size(0), heads = q.size(1), dim = q.size(2);
    TORCH_CHECK(tokens * dim < int64_t(2147483648), "q is too large"); // expect: HYG201
    TORCH_CHECK(heads <= 128, "too many heads");
}
""",
            right="""\
#include <ATen/ATen.h>

void prefill(const at::Tensor& q)
{
    const int64_t tokens = q.size(0), heads = q.size(1), dim = q.size(2);
    TORCH_CHECK(q.numel() < int64_t(2147483648), "q is too large");
    TORCH_CHECK(heads <= 128, "too many heads");
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each incomplete guard, at the product."""
        if fn.function.device:
            return
        for found in incomplete_guards(fn):
            node = written_at(fn, found.guard.bound.product, found.guard.event.node)
            if node is None:
                continue
            yield self.at(
                node,
                _message(node.text, found),
                confidence=found.confidence,
                related=_related(node, found),
                fix=_fix(node, found),
            )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Each guard that lacks a factor of the index of the kernel behind it, at the product."""
        from hygon_lint.project.guarded_kernels import uncounted

        for found in uncounted(project):
            yield self.at(
                found.guard.place,
                _behind(found),
                confidence=Confidence.MEDIUM,
                related=(
                    Step(found.index, Text(en="the kernel's index", zh="kernel 中的下标")),
                    *found.route.steps,
                ),
                context=found.guard.text,
            )


def _behind(found: Uncounted) -> Text:
    names = ", ".join(f"`{name}`" for name in found.missing)
    names_zh = "、".join(f"`{name}`" for name in found.missing)
    kernel, text, product = found.route.kernel.data["name"], short(found.text), short(found.guard.text)
    return Text(
        en=f"`{product}` is compared with a 32-bit limit, but `{kernel}` behind it indexes `{found.pointer}` by `{text}` in 32 bits, "
        f"which also multiplies by {names}: put it into the product, or compute the index in 64 bits",
        zh=f"`{product}` 与 32 位上限比较，但其后的 `{kernel}` 用 `{text}` 按 32 位索引 `{found.pointer}`，"
        f"还乘了 {names_zh}：应把它计入乘积，或按 64 位计算下标",
    )


def _message(product: str, found: Incomplete) -> Text:
    tensor = found.shape.decl.name
    names = [found.shape.names.get(i, "") for i in found.missing]
    which_en = ", ".join(f"{i} (`{n}`)" if n else str(i) for i, n in zip(found.missing, names, strict=True))
    which_zh = "、".join(
        f"第 {i} 维（`{n}`）" if n else f"第 {i} 维" for i, n in zip(found.missing, names, strict=True)
    )
    times = 1
    for name in names:
        times *= typical_of(name) or _USUAL
    usual = " x ".join(f"{typical_of(name) or _USUAL}" for name in names)
    seen = -(-found.guard.bound.limit // times)
    return Text(
        en=f"`{short(product)}` is compared with 2^{found.guard.bound.limit.bit_length() - 1 if found.guard.bound.limit & 1 == 0 else found.guard.bound.limit.bit_length()} "
        f"but leaves out dimension {which_en} of `{tensor}`: with {usual} there it is only {seen:,} when `{tensor}` reaches the limit; "
        f"compare `{tensor}.numel()`",
        zh=f"`{short(product)}` 与上限比较，却漏乘了 `{tensor}` 的{which_zh}：该维为 {usual} 时，`{tensor}` 达到上限而乘积才 {seen:,}；"
        f"应比较 `{tensor}.numel()`",
    )


def _related(node: Expr, found: Incomplete) -> tuple[Step, ...]:
    steps = []
    if not found.guard.event.node.span.contains(node.span):
        steps.append(Step(found.guard.event.node.place, Text(en="compared with the limit here", zh="在此处与上限比较")))
    for index in found.missing:
        for term in found.shape.dims.get(index, ())[:1]:
            if term.node is not None:
                steps.append(
                    Step(
                        term.node.place,
                        Text(
                            en=f"dimension {index} of `{found.shape.decl.name}`",
                            zh=f"`{found.shape.decl.name}` 的第 {index} 维",
                        ),
                    )
                )
    return tuple(steps)


def _fix(node: Expr, found: Incomplete) -> Fix | None:
    if node.macro is not None and not node.macro.from_argument:
        return None
    text = f"{found.shape.decl.name}.numel()"
    message = Text(en="compare the tensor's element count", zh="比较张量的元素总数")
    return Fix(safe=found.confidence.value == "high", edits=(Edit(node.place, text),), message=message)

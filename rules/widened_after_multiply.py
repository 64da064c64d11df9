"""HYG202: a product that is widened to 64 bits after it was multiplied in 32."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.widening import Widening, widenings
from hygon_lint.analysis.wrapwords import stays_wide, type_name, widen_first, wrap_size
from hygon_lint.finding import Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class WidenedAfterMultiply(Rule):
    """The type of the arithmetic decides, not the type of its destination.

    `int64_t(a * b)` with two ints multiplies in 32 bits, wraps, and then sign-extends what is left of the product. The
    wide type around it hides the fault from every reader, and a guard that is written this way lets through exactly
    what it was written to stop: the wrapped product is small.
    """

    meta = Meta(
        id="HYG202",
        name="widened-after-multiply",
        summary=Text(
            en="A 32-bit product of runtime sizes is converted to 64 bits only after the multiplication.",
            zh="运行时尺寸先按 32 位相乘，乘完才转换成 64 位。",
        ),
        severity=Severity.ERROR,
        items=("DEBT-2", "GEN-WIDE-TOO-LATE"),
        cwe=(190, 681),
        evidence=Evidence.CODE,
        rests_on_names=True,
        triggers=("*", "<<"),
        tags=("overflow", "guard"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a product of at least two runtime sizes that is computed in 32 bits and then meets a 64-bit type: an "
            "explicit cast, an initialiser, a `size_t` argument or result, a comparison with a 2^31 or 2^32 limit, in host code "
            "also a subscript or a pointer sum; and a 64-bit product that is kept in an int on its way to a 64-bit type. Products that cannot wrap are silent: constants, ids within a block, values bounded "
            "by guards, masks or loops. Elements of a shape list (`view({a * b, -1})`) and the shared memory size of a launch "
            "are silent too.",
            zh="报告至少两个运行时尺寸按 32 位相乘、之后才遇到 64 位类型的写法：显式转换、初始化、`size_t` 形参或返回值、与 64 位上限比较，"
            "host 代码中还包括下标与指针加法。不可能回绕的乘积不报：常量、block 内编号、被条件/掩码/循环限定的值。形状列表的元素（`view({a * b, -1})`）"
            "与 launch 的 shared memory 大小也不报。",
        ),
        why=Text(
            en="The wrapped value is negative or small. A size check passes, an allocation is too short, an index points "
            "elsewhere: reads and writes out of bounds with no error at the place of the fault.",
            zh="回绕后的值是负数或很小的数：上限检查照样通过，分配的空间不够，下标指向别处，出错的地方却没有任何报错。",
        ),
        fix=Text(
            en="Widen the first operand, so that the whole chain is done in 64 bits: `int64_t(a) * b * c`. For a tensor's "
            "elements use `numel()`. `sizeof` widens only what follows it.",
            zh="先扩展第一个操作数，使整条乘法链按 64 位计算：`int64_t(a) * b * c`。张量的元素总数直接用 `numel()`。`sizeof` 只会扩展它后面的乘法。",
        ),
    )
    examples = (
        Example(
            path="guard.cpp",
            wrong="""\
#include <cstdint>
#include <stdexcept>

void check(int batch, int heads, int tokens, int dim)
{
    if (int64_t(batch * heads * tokens * dim) >= int64_t(2147483648)) // expect: HYG202
        throw std::runtime_error("too many elements");
}
""",
            right="""\
#include <cstdint>
#include <stdexcept>

void check(int batch, int heads, int tokens, int dim)
{
    if (int64_t(batch) * heads * tokens * dim >= int64_t(2147483648))
        throw std::runtime_error("too many elements");
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each widened product, where it is multiplied."""
        for found in widenings(fn):
            product = found.product
            stays = stays_wide(fn, product.node, found.node)
            yield self.at(
                product.node,
                _message(fn, found, stays),
                confidence=found.confidence,
                related=_related(found),
                fix=widen_first(product.node) if stays and product.kind == "product" else None,
            )


def _message(fn: FunctionFacts, found: Widening, stays: bool) -> Text:
    product = found.product
    size = wrap_size(fn, product)
    text, type_ = product.node.text, type_name(product)
    if product.kind == "narrowed":
        return Text(
            en=f"`{text}` is kept in {product.bits} bits (`{type_}`) and widened to `{found.target}` afterwards: {size.en}; "
            "keep it in 64 bits",
            zh=f"`{text}` 先存成 {product.bits} 位（`{type_}`），之后又扩展为 `{found.target}`：{size.zh}；应一直用 64 位保存",
        )
    if not found.target:
        return Text(
            en=f"`{text}` is multiplied in {product.bits} bits (`{type_}`) and compared with a limit that it cannot pass in that "
            f"width: {size.en} and the comparison holds; widen the first operand",
            zh=f"`{text}` 按 {product.bits} 位（`{type_}`）相乘，再与该位宽下不可能超过的上限比较：{size.zh}，比较照样成立；应先扩展第一个操作数",
        )
    remedy = Text(en="widen the first operand", zh="应先扩展第一个操作数")
    if not stays:
        remedy = Text(
            en="compute it in 64 bits and keep it in a 64-bit variable", zh="应按 64 位计算，并用 64 位变量保存"
        )
    return Text(
        en=f"`{text}` is multiplied in {product.bits} bits (`{type_}`) and widened to `{found.target}` only afterwards: "
        f"{size.en}; {remedy.en}",
        zh=f"`{text}` 按 {product.bits} 位（`{type_}`）相乘，之后才扩展为 `{found.target}`：{size.zh}；{remedy.zh}",
    )


def _related(found: Widening) -> tuple[Step, ...]:
    steps = []
    if not found.direct:
        steps.append(Step(found.node.place, Text(en="widened here", zh="在此处扩展为 64 位")))
    if found.sibling is not None:
        steps.append(
            Step(found.sibling.place, Text(en="a similar product is widened first", zh="类似的乘积是先扩展的"))
        )
    return tuple(steps)

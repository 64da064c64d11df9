"""HYG205: emptiness tested by a product that can wrap to zero."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.wrapwords import type_name
from hygon_lint.analysis.zero_tests import ZeroTest, zero_tests
from hygon_lint.finding import Edit, Finding, Fix, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class ProductComparedWithZero(Rule):
    """Powers of two multiply to exactly zero.

    `m * n * k == 0` reads like "one of them is 0". In 32 bits it is also true for 65,536 x 65,536: the product is 2^32,
    and what is left of it is 0. A real problem is then skipped as empty, with no error anywhere.
    """

    meta = Meta(
        id="HYG205",
        name="product-compared-with-zero",
        summary=Text(
            en="A 32-bit product of sizes is compared with zero; large sizes wrap to exactly zero.",
            zh="用 32 位的尺寸乘积与 0 比较；尺寸较大时乘积可能恰好回绕为 0。",
        ),
        severity=Severity.WARNING,
        items=("GEN-ZERO-PRODUCT", "DEBT-2"),
        cwe=(190, 697),
        evidence=Evidence.CODE,
        rests_on_names=True,
        triggers=("*",),
        tags=("overflow",),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a comparison with zero (`== 0`, `!= 0`, `> 0`, or use as a condition) of a 32-bit product of at least two "
            "runtime sizes that can pass 2^32. `numel() == 0`, 64-bit products and products that cannot get that large are silent.",
            zh="报告用至少两个运行时尺寸的 32 位乘积与 0 比较（`== 0`、`!= 0`、`> 0` 或直接当条件）且乘积可能超过 2^32 的写法。"
            "`numel() == 0`、64 位乘积、不可能那么大的乘积不报。",
        ),
        why=Text(
            en="Sizes that are powers of two, as tensors of models are, wrap to exactly zero; a test for `> 0` fails already when "
            "the product turns negative. The work is skipped or refused although nothing is empty.",
            zh="模型张量的尺寸多为 2 的幂，乘积正好可能回绕成 0；`> 0` 的判断在乘积变负时就已出错。实际不为空，却被跳过或拒绝。",
        ),
        fix=Text(
            en="Test each size by itself: `m == 0 || n == 0 || k == 0`.",
            zh="逐个判断：`m == 0 || n == 0 || k == 0`。",
        ),
    )
    examples = (
        Example(
            wrong="""\
__device__ void tile(int row, int col);

__global__ void grouped(int m, int n, int k)
{
    if (m * n * k == 0) // expect: HYG205
        return;
    tile(blockIdx.x, blockIdx.y);
}
""",
            right="""\
__device__ void tile(int row, int col);

__global__ void grouped(int m, int n, int k)
{
    if (m == 0 || n == 0 || k == 0)
        return;
    tile(blockIdx.x, blockIdx.y);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each test by product, where it is compared."""
        for test in zero_tests(fn):
            yield self.at(
                test.node,
                _message(test),
                confidence=test.confidence,
                related=_related(test),
                fix=_fix(test),
            )


def _message(test: ZeroTest) -> Text:
    product = test.product
    text, type_ = product.node.text, type_name(product)
    bits = product.bits
    side = 1 << (bits // 2)
    rest = len(product.factors) - 2
    shape = " x ".join([f"{side:,}", f"{side:,}", *["1"] * max(rest, 0)])
    return Text(
        en=f"`{text}` is compared with zero but multiplied in {bits} bits (`{type_}`): {shape} is 2^{bits}, which wraps to "
        "exactly 0; test each size by itself",
        zh=f"`{text}` 与 0 比较，却按 {bits} 位（`{type_}`）相乘：{shape} 等于 2^{bits}，恰好回绕为 0；应逐个判断各尺寸",
    )


def _related(test: ZeroTest) -> tuple[Step, ...]:
    if test.operands:
        return ()
    return (Step(test.product.node.place, Text(en="multiplied here", zh="在此处相乘")),)


def _fix(test: ZeroTest) -> Fix | None:
    """`a * b == 0` as `(a == 0 || b == 0)`, and the opposite for the opposite test."""
    if len(test.operands) < 2 or test.node.macro is not None or any(o.macro is not None for o in test.operands):
        return None
    empty = test.op in ("==", "<=", "<")
    word = " || " if empty else " && "
    tested = word.join(f"{operand.text} {'==' if empty else '!='} 0" for operand in test.operands)
    message = Text(en="test each size by itself", zh="逐个判断各尺寸")
    return Fix(safe=test.op in ("==", "!="), edits=(Edit(test.node.place, f"({tested})"),), message=message)

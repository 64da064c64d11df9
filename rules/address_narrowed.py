"""HYG206: a 64-bit address or offset that passes through 32 bits."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.squeezes import Squeeze, squeezes
from hygon_lint.analysis.wording import name_of
from hygon_lint.finding import Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class AddressNarrowed(Rule):
    """Both ends are 64 bits wide, the pipe between them is not.

    An offset is computed in 64 bits and ends in a 64-bit variable, but on its way it is handed to a lane builtin whose
    parameter and result are `int`, or staged in an `int` array. No warning is given, and the high half is gone.
    """

    meta = Meta(
        id="HYG206",
        name="address-narrowed",
        summary=Text(
            en="A 64-bit address or offset passes through 32 bits before it is used as one.",
            zh="64 位地址或偏移在使用之前经过了 32 位的中间环节。",
        ),
        severity=Severity.WARNING,
        items=("GEN-NARROW-ADDRESS", "DEBT-2"),
        cwe=(197, 681),
        evidence=Evidence.CODE,
        rests_on_names=True,
        tags=("address", "overflow"),
        supersedes=("HYG203", "HYG202"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a 64-bit value that is cut to 32 bits and used as an address afterwards: cast back to a pointer (also by way "
            "of an int array), passed through a 32-bit lane builtin (`readfirstlane`, `readlane`, DPP) into a 64-bit variable, or, "
            "in device code, an offset or pointer difference kept in an int and added to a pointer into global memory. Halves that "
            "are passed one by one and joined again are right, and so are LDS addresses, which are 32 bits.",
            zh="报告被截到 32 位、之后又当作地址使用的 64 位值：重新转换成指针（包括经 int 数组中转），经 32 位 lane 内建函数（`readfirstlane`、`readlane`、"
            "DPP）后存进 64 位变量，或在 device 代码中把偏移、指针差存成 int 再加到全局内存指针上。拆成两半分别传递再拼回的写法是对的，LDS 地址本来就是 32 位。",
        ),
        why=Text(
            en="Above 4 GiB (2 GiB for `int`, which also sign-extends) the address is wrong, however wide the variables at both "
            "ends are.",
            zh="超过 4 GiB（`int` 为 2 GiB，还会做符号扩展）后地址就是错的，两端的变量多宽都没有用。",
        ),
        fix=Text(
            en="Keep the value in `int64_t` or `uint64_t`; broadcast its two halves and join them: "
            "`uint64_t(readfirstlane(hi)) << 32 | uint32_t(readfirstlane(lo))`.",
            zh="用 `int64_t` 或 `uint64_t` 保存；广播时分成两半再拼回：`uint64_t(readfirstlane(hi)) << 32 | uint32_t(readfirstlane(lo))`。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>
#include <stdint.h>

__device__ void work(const float* p);

__global__ void groups(const float* p, const int64_t* offset_of)
{
    const int64_t offset = __builtin_amdgcn_readfirstlane(offset_of[blockIdx.x]); // expect: HYG206
    work(p + offset);
}
""",
            right="""\
#include <hip/hip_runtime.h>
#include <stdint.h>

__device__ void work(const float* p);

__global__ void groups(const float* p, const int64_t* offset_of)
{
    const uint64_t wide = offset_of[blockIdx.x];
    const uint32_t low = __builtin_amdgcn_readfirstlane(uint32_t(wide));
    const uint32_t high = __builtin_amdgcn_readfirstlane(uint32_t(wide >> 32));
    work(p + (uint64_t(high) << 32 | low));
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each value that loses its high half, where it does."""
        for found in squeezes(fn):
            yield self.at(found.node, _message(found), confidence=found.confidence, related=_related(found))


def _message(found: Squeeze) -> Text:
    value = name_of(found.wide)
    if found.kind == "lane":
        return Text(
            en=f"`{value}` is 64 bits wide, `{found.through}` takes and returns 32: the high half is lost although the result is "
            "kept in 64 bits; from 2 GiB (2^31) on the value is wrong; broadcast both halves and join them",
            zh=f"`{value}` 是 64 位，而 `{found.through}` 的参数和返回值都是 32 位：结果虽存为 64 位，高半部分已丢失，从 2 GiB（2^31）起数值就是错的；"
            "应分两半广播再拼回",
        )
    if found.kind == "address":
        return Text(
            en=f"the 64-bit address `{value}` is kept in 32 bits and made a pointer again: addresses from 4 GiB (2^32) on lose "
            "their high half; keep it in `uint64_t`",
            zh=f"64 位地址 `{value}` 先存成 32 位又转回指针：4 GiB（2^32）以上的地址会丢掉高半部分；应保存为 `uint64_t`",
        )
    return Text(
        en=f"the 64-bit offset `{value}` is kept in 32 bits and added to a pointer afterwards: from 2^31 elements on it points "
        "elsewhere; keep it in `int64_t`",
        zh=f"64 位偏移 `{value}` 存成 32 位之后又加到指针上：超过 2^31 个元素就会指向别处；应保存为 `int64_t`",
    )


def _related(found: Squeeze) -> tuple[Step, ...]:
    if found.use.span.contains(found.node.span):
        return ()
    words = {
        "address": Text(en="made a pointer here", zh="在此处转回指针"),
        "offset": Text(en="used as an offset here", zh="在此处用作偏移"),
        "lane": Text(en="used as 64 bits here", zh="在此处按 64 位使用"),
    }
    return (Step(found.use.place, words[found.kind]),)

"""HYG307: device code that takes a wave to have 32 lanes."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.lanes import Assumption, assumptions, for_another_platform
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import known_arches
from hygon_lint.model.waves import is_hip
from hygon_lint.project.wave_widths import short_widths
from hygon_lint.project.wording import listed
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class Wave32Assumption(Rule):
    """Sixty-four lanes, and half of them forgotten.

    Code that came from a 32-lane device counts lanes with `& 31`, keeps a ballot in an `unsigned`, or masks with
    `0xffffffff`. On Hygon's chips and AMD's CDNA a wave has 64 lanes: the upper half loses its vote, shares the
    lane numbers of the lower, or is left out of a shuffle. The audit names this as the root of its 54 disabled asserts.
    """

    meta = Meta(
        id="HYG307",
        name="wave32-assumption",
        summary=Text(
            en="A lane mask, lane index or wave width that assumes 32 lanes on arches that have 64.",
            zh="在 64 lane 的架构上，按 32 lane 处理的掩码、lane 编号或 wave 宽度。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-5", "GEN-WAVE-WIDTH"),
        cwe=(682,),
        evidence=Evidence.CODE,
        rests_on_names=True,
        triggers=(
            "ballot",
            "activemask",
            "match_any",
            "threadIdx",
            "_sync",
            "warp",
            "WARP",
            "wave",
            "WAVE",
            "Warp",
            "Wave",
        ),
        tags=("arch", "device"),
        needs_work=True,
        code_triggers=(
            "ballot",
            "activemask",
            "match_a",
            "shfl",
            "any_sync",
            "all_sync",
            "syncwarp",
            "read_exec",
            "threadIdx",
        ),
    )
    doc = Doc(
        what=Text(
            en="Reports a ballot cut to 32 bits, `0xffffffff` as the mask of a `_sync` function, `threadIdx.x & 31`, `% 32`, `/ 32` or `>> 5` "
            "kept as a lane or wave number, and a width constant whose arch list lacks 64-lane members of its family.",
            zh="报告被截到 32 位的 ballot、用作 `_sync` 函数掩码的 `0xffffffff`、以 `threadIdx.x & 31`、`% 32`、`/ 32`、`>> 5` 得到的 lane 或 wave 编号，"
            "以及架构列表漏掉同族 64 lane 成员的宽度常量。",
        ),
        why=Text(
            en="Half of the lanes are counted twice or not at all: reductions lose values, two lanes write one slot, tables are half used.",
            zh="一半的 lane 被重复计数或完全漏掉：归约丢值，两个 lane 写同一位置，表只用到一半。",
        ),
        fix=Text(
            en="Use `warpSize` (or the project's own width), 64-bit masks and `__popcll`/`__ffsll`; for groups of 32 on purpose, pass the "
            "width to the shuffles.",
            zh="使用 `warpSize`（或项目自己的宽度常量）、64 位掩码以及 `__popcll`/`__ffsll`；若确实要以 32 个 lane 为一组，请给 shuffle 传入宽度参数。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>

__device__ int votes(bool wanted)
{
    unsigned mask = __ballot(wanted); // expect: HYG307
    return __popc(mask);
}
""",
            right="""\
#include <hip/hip_runtime.h>

__device__ int votes(bool wanted)
{
    unsigned long long mask = __ballot(wanted);
    return __popcll(mask);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Masks and indices in device code of 64-lane arches."""
        function = fn.function
        if not function.device or not is_hip(function.source.path, function.source.data):
            return
        if for_another_platform(fn.unit.arch_class):
            return  # there a wave may well have 32 lanes
        known = known_arches()
        wide = tuple(name for name in fn.archs if name not in known or known[name].wave == 64)
        if not wide:
            return
        for found in assumptions(function):
            confidence = Confidence.HIGH if found.sure else Confidence.MEDIUM
            yield self.at(found.node, _message(found), confidence=confidence, archs=wide)

    def visit_file(self, file: SyntaxFile) -> Iterator[Finding]:
        """Width constants that depend on a list of arches."""
        for width in short_widths(file, known_arches().values()):
            condition = file.source.place(width.gate.arm.directive)
            missing = listed(width.missing)
            yield self.at(
                condition,
                Text(
                    en=f"`{width.name}` is 32 on {missing}, which have 64 lanes like {listed(width.listed)}: the list lacks them",
                    zh=f"`{width.name}` 在 {missing} 上为 32，而它们与 {listed(width.listed)} 一样有 64 个 lane：列表漏掉了它们",
                ),
                archs=width.missing,
                related=(Step(file.source.place(width.place), Text(en="they get this value", zh="它们得到这个值")),),
                source=file.source,
            )


def _message(found: Assumption) -> Text:
    if found.kind == "ballot":
        return Text(
            en=f"`{found.what}` has one bit for each of 64 lanes, and only the lower 32 are kept",
            zh=f"`{found.what}` 的 64 个 lane 各占一位，这里只保留了低 32 位",
        )
    if found.kind == "mask":
        return Text(
            en=f"the mask of `{found.what}` names 32 lanes, and a wave has 64: the upper half takes no part",
            zh=f"`{found.what}` 的掩码只包含 32 个 lane，而一个 wave 有 64 个：高半部分不参与",
        )
    return Text(
        en=f"`{found.what}` counts waves of 32 lanes, and a wave has 64: lanes 32 to 63 share the numbers of lanes 0 to 31",
        zh=f"`{found.what}` 按 32 个 lane 一组计数，而一个 wave 有 64 个：lane 32-63 与 lane 0-31 编号重复",
    )

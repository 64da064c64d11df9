"""HYG306: one of two sibling wrappers is enabled for fewer arches."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import known_arches
from hygon_lint.project.siblings import Shorter, shorter_gates
from hygon_lint.project.wording import listed
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class SiblingGateShorter(Rule):
    """Two wrappers of one instruction, two lists of arches.

    When a chip is added, its macro is added to the `#if` of the wrapper somebody tests, and forgotten at the next one.
    There the builtin gives way to a stub that compiles, returns zeros, and fails no build.
    """

    meta = Meta(
        id="HYG306",
        name="sibling-gate-shorter",
        summary=Text(
            en="A wrapper of a builtin that falls to a stub on arches for which a sibling wrapper uses the builtin.",
            zh="同一类内建指令的两个封装中，一个在另一个所支持的架构上退化成空实现。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-1", "GEN-SHORT-GATE"),
        cwe=(684,),
        evidence=Evidence.CODE,
        triggers=("__builtin_amdgcn", "__builtin_hcu", "DS_READ_MATRIX"),
        tags=("arch", "preprocessor"),
    )
    doc = Doc(
        what=Text(
            en="Compares `#if` chains inside functions that use one builtin, or builtins that differ only in tile shape or scale. Reports the "
            "chain whose arches are a strict subset of its sibling's when the missing ones fall to a stub (nothing, casts to void, a constant) and "
            "have the builtin: because the sibling uses the very same, or because the model says so.",
            zh="比较函数内使用同一内建（或仅 tile 形状、缩放不同的内建）的 `#if` 链。若某条链的架构是另一条的真子集，缺少的架构落入空实现（空、强转 void、返回常数），"
            "而这些架构确有该内建（另一处用的是同一内建，或架构数据中有记录），则报告。",
        ),
        why=Text(
            en="On the missing arches the wrapper silently yields zeros or leaves its output as it was: wrong numbers, no message.",
            zh="在缺少的架构上，该封装悄悄返回零或保持输出不变：数值错误，没有任何提示。",
        ),
        fix=Text(
            en="Give both wrappers the same condition (best one macro that says what is meant), or call the fuller wrapper; let the `#else` "
            "be an `#error` or a trap if an arch cannot do it.",
            zh="让两个封装使用同一条件（最好定义一个说明能力的宏），或改为调用更完整的封装；确实不支持的架构在 `#else` 里用 `#error` 或 trap。",
        ),
    )
    examples = (
        Example(
            wrong="""\
typedef float f4 __attribute__((ext_vector_type(4)));
typedef float f16 __attribute__((ext_vector_type(16)));

__device__ inline void mma_wide(long a, long b, f16& c)
{
#if defined(__gfx942__) || defined(__gfx950__)
    c = __builtin_amdgcn_mfma_f32_32x32x16_fp8_fp8(a, b, c, 0, 0, 0);
#endif
}

__device__ inline void mma_narrow(long a, long b, f4& c)
{
#if defined(__gfx942__) // expect: HYG306
    c = __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8(a, b, c, 0, 0, 0);
#endif
}
""",
            right="""\
typedef float f4 __attribute__((ext_vector_type(4)));
typedef float f16 __attribute__((ext_vector_type(16)));

__device__ inline void mma_wide(long a, long b, f16& c)
{
#if defined(__gfx942__) || defined(__gfx950__)
    c = __builtin_amdgcn_mfma_f32_32x32x16_fp8_fp8(a, b, c, 0, 0, 0);
#endif
}

__device__ inline void mma_narrow(long a, long b, f4& c)
{
#if defined(__gfx942__) || defined(__gfx950__)
    c = __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8(a, b, c, 0, 0, 0);
#endif
}
""",
        ),
    )

    def visit_file(self, file: SyntaxFile) -> Iterator[Finding]:
        """Each chain that a sibling shows to be too narrow, once."""
        arches = known_arches()
        seen: set[int] = set()
        for found in shorter_gates(file, arches.values()):
            arm = found.site.gate.arm
            if id(arm.chain) in seen:
                continue
            seen.add(id(arm.chain))
            missing = tuple(name for name in arches if name in found.missing)
            sibling = file.source.place(found.sibling.gate.arm.directive)
            yield self.at(
                file.source.place(Span(arm.directive.start, max(arm.condition.end, arm.directive.start + 1))),
                _message(found, missing),
                confidence=Confidence.HIGH if found.same_builtin else Confidence.MEDIUM,
                archs=missing,
                related=(Step(sibling, Text(en="the sibling's condition", zh="另一个封装的条件")),),
                source=file.source,
            )


def _message(found: Shorter, missing: tuple[str, ...]) -> Text:
    own, other = found.site.function, found.sibling.function
    builtin = found.site.builtin
    return Text(
        en=f"`{own}` falls to a stub on {listed(missing)}, which have `{builtin}`: its sibling `{other}` serves them",
        zh=f"`{own}` 在 {listed(missing)} 上是空实现，而这些架构有 `{builtin}`：同类的 `{other}` 已支持它们",
    )

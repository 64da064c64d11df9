"""HYG303: build flags and sources disagree on the hardware class of an arch."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.project import Project
from hygon_lint.project.classes import Blanket, Conflict, blankets, conflicts, stated_conflicts
from hygon_lint.project.wording import listed
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

_MOST_RELATED = 12
_NAMES = {"vgprs": ("VGPRs", "VGPR"), "co_issue_vgprs": ("VGPRs in co-issue mode", "co-issue VGPR")}


class ArchFeatureConflict(Rule):
    """The build says 512 registers, the sources say 768.

    Flags such as `-mllvm=-support-512-vgprs=true` put an arch in a hardware class; so do source conditions that group
    it with other arches for an instruction or a capability. Where a condition holds an arch together with the whole of
    the other class and none of its own, one of both sides is wrong. Which one is a question for the chip's manual: a
    fact in the configuration decides it.
    """

    meta = Meta(
        id="HYG303",
        name="arch-feature-conflict",
        summary=Text(
            en="An arch that build flags put in one hardware class and source conditions in another.",
            zh="某架构在编译选项中属于一种硬件规格，在源码条件中却属于另一种。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-3", "DEBT-Q1"),
        cwe=(1068,),
        evidence=Evidence.CODE,
        triggers=("gfx",),
        tags=("arch", "build"),
    )
    doc = Doc(
        what=Text(
            en="Compares the class that per-arch build flags give an arch (register file size, co-issue size) with the arch "
            "sets of `#if` conditions that grant something. Also reports flags given to every arch of a build although some of its "
            "arches have less, by the build's own per-arch branches or by the model.",
            zh="把按架构给出的编译选项（寄存器数、co-issue 大小）所划分的规格，与源码中带来某种能力的 `#if` 条件所列的架构集合相互对照。"
            "另外，对所有架构一律给出、而其中部分架构（依据构建脚本自身的分支或架构数据）达不到的选项也会报告。",
        ),
        why=Text(
            en="If the chip has the larger register file, the small setting makes the compiler spill to scratch memory; if it has the "
            "smaller one, the sources use instructions and tile sizes that it lacks: illegal instructions, or wrong results.",
            zh="若芯片的寄存器更多，较小的设置会让编译器把变量溢出到片外内存；若芯片的寄存器更少，源码就会用到它没有的指令和 tile 尺寸：非法指令或结果错误。",
        ),
        fix=Text(
            en="Ask the chip's manual, then move the arch in the build script or in the conditions, and write the fact down: "
            "`[tool.hygon-lint.arch.gfx946]` with `vgprs = 768`. With the fact, only the side that contradicts it is reported.",
            zh="查芯片手册确认后，在构建脚本或源码条件中移动该架构，并把结论写进配置：`[tool.hygon-lint.arch.gfx946]` 下写 `vgprs = 768`。写明之后，只报告与之矛盾的一侧。",
        ),
    )
    examples = (
        Example(
            wrong="""\
ARCHS = ["gfx928", "gfx936"]


def flags():
    out = [f"--offload-arch={arch}" for arch in ARCHS]
    out += ["-mllvm", "-support-768-vgprs=true"]  # expect: HYG303
    return out
""",
            right="""\
ARCHS = ["gfx928", "gfx936"]


def flags():
    out = [f"--offload-arch={arch}" for arch in ARCHS]
    for arch in ARCHS:
        if arch == "gfx936":
            out += [f"-Xarch_{arch}", "-mllvm=-support-768-vgprs=true"]
        else:
            out += [f"-Xarch_{arch}", "-mllvm=-support-512-vgprs=true"]
    return out
""",
            path="setup.py",
        ),
    )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Conflicts of build and sources, then flags that contradict facts, then flags for all."""
        told = set()
        for conflict in _united(conflicts(project)):
            told.add((conflict.arch, conflict.fact_name))
            if conflict.fact == conflict.own:
                yield from self._sources_wrong(project, conflict)
            else:
                yield self._build_side(project, conflict)
        for flags, arch, name, value, fact in stated_conflicts(project):
            if (arch, name) not in told:
                told.add((arch, name))
                unit = _NAMES.get(name, (name, name))
                text = Text(
                    en=f"{arch} is built with {value} {unit[0]} here, but the configuration says it has {fact}",
                    zh=f"{arch} 在此按 {value} {unit[1]} 编译，而配置中写明它有 {fact}",
                )
                yield self.at(flags.place, text, archs=(arch,), source=project.source(flags.place.path))
        for blanket in blankets(project):
            yield self._blanket(project, blanket)

    def _build_side(self, project: Project, conflict: Conflict) -> Finding:
        return self.at(
            conflict.flags.place,
            _message(conflict),
            confidence=Confidence.HIGH if conflict.stated or len(conflict.gates) > 1 else Confidence.MEDIUM,
            archs=(conflict.arch,),
            items=("DEBT-3",) if conflict.fact is not None else None,
            related=tuple(
                Step(
                    gate.place,
                    Text(en=f"here with {listed(conflict.others)}", zh=f"这里与 {listed(conflict.others)} 同组"),
                )
                for gate in conflict.gates[:_MOST_RELATED]
            ),
            source=project.source(conflict.flags.place.path),
        )

    def _sources_wrong(self, project: Project, conflict: Conflict) -> Iterator[Finding]:
        unit = _NAMES.get(conflict.fact_name, (conflict.fact_name, conflict.fact_name))
        text = Text(
            en=f"{conflict.arch} stands with {listed(conflict.others)} here ({conflict.other} {unit[0]}), but it has {conflict.own} like {listed(conflict.mates)}",
            zh=f"{conflict.arch} 在此与 {listed(conflict.others)} 同组（{conflict.other} {unit[1]}），但它与 {listed(conflict.mates)} 一样只有 {conflict.own}",
        )
        related = (Step(conflict.flags.place, Text(en="and is built so", zh="编译时也是如此")),)
        for gate in conflict.gates:
            yield self.at(
                gate.place,
                text,
                archs=(conflict.arch,),
                items=("DEBT-3",),
                related=related,
                source=project.source(gate.place.path),
            )

    def _blanket(self, project: Project, blanket: Blanket) -> Finding:
        unit = _NAMES.get(blanket.fact_name, (blanket.fact_name, blanket.fact_name))
        archs = tuple(arch for arch, _, _ in blanket.lacking)
        own = all(place is not None for _, _, place in blanket.lacking)
        has = listed(f"{arch} {value}" for arch, value, _ in blanket.lacking)
        text = Text(
            en=f"every arch of this build gets {blanket.value} {unit[0]}, but not all have that many: {has}",
            zh=f"这里对所有架构一律给出 {blanket.value} {unit[1]}，但并非都有这么多：{has}",
        )
        return self.at(
            blanket.flags.place,
            text,
            confidence=Confidence.HIGH if own else Confidence.MEDIUM,
            archs=archs,
            items=("DEBT-3",),
            related=tuple(
                Step(place, Text(en=f"{arch} gets {value} here", zh=f"{arch} 在此为 {value}"))
                for arch, value, place in blanket.lacking
                if place is not None
            ),
            source=project.source(blanket.flags.place.path),
        )


def _united(found: Iterator[Conflict]) -> list[Conflict]:
    """One conflict an arch and place of flags: the register file before what follows from it."""
    first: dict[tuple[str, int, int], Conflict] = {}
    for conflict in found:
        first.setdefault((conflict.arch, conflict.flags.place.line, conflict.flags.place.column), conflict)
    return list(first.values())


def _message(conflict: Conflict) -> Text:
    unit = _NAMES.get(conflict.fact_name, (conflict.fact_name, conflict.fact_name))
    arch, others, count = conflict.arch, listed(conflict.others), len(conflict.gates)
    en = f"{arch} is built with {conflict.own} {unit[0]} like {listed(conflict.mates)}, but {count} source condition(s) put it with {others} ({conflict.other})"
    zh = f"{arch} 在此与 {listed(conflict.mates)} 一样按 {conflict.own} {unit[1]} 编译，但源码中有 {count} 处条件把它与 {others}（{conflict.other}）归为一组"
    if conflict.fact is None:
        return Text(
            en=f"{en}; which side is right is an open question until the chip's manual answers it",
            zh=f"{zh}；哪一侧正确尚无定论，须以芯片手册为准",
        )
    return Text(en=f"{en}, and it has {conflict.fact}", zh=f"{zh}，而它实际有 {conflict.fact}")

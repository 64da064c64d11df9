"""HYG113: a word 3 whose filter bits add up, overflow their field, or belong to another row."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.filters import FilterFault, filter_faults
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class FilterFieldClobbered(Rule):
    """Word 3 is several fields, and addition does not know where one ends.

    The row filter shares its word with interleave and cache bits. Adding a second tile's filter onto the first one's,
    shifting by another amount, letting the count go negative or past the width of the field: each changes bits that
    mean something else.
    """

    meta = Meta(
        id="HYG113",
        name="filter-field-clobbered",
        summary=Text(
            en="Filter bits of a descriptor's word 3 that add up over tiles, leave their field, or belong to another row.",
            zh="描述符 word 3 的过滤位跨 tile 累加、超出字段，或属于另一行。",
        ),
        severity=Severity.ERROR,
        items=("MLS-2",),
        cwe=(682, 787),
        evidence=Evidence.CODE,
        tags=("descriptor", "tail"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a store to word 3 that adds or ORs filter bits onto a word that may already hold a filter (a second tile, "
            "a loop, a helper called for each tile), a shift that is not the field's, a count that can exceed the field on an "
            "arch or be negative, and a remapped tile whose filter was computed for a row it does not hold.",
            zh="报告对 word 3 的以下写入：在可能已含过滤值的字上再加/或过滤位（第二个 tile、循环、逐 tile 调用的函数）；移位量不是该字段的；"
            "行数可能超出某架构的字段宽度或为负；tile 已重映射但过滤值按另一行计算。",
        ),
        why=Text(
            en="The hardware reads the wrong number of rows, or other control bits change: interleave mode, cache swizzle.",
            zh="硬件会读错行数，或改动其它控制位：交错模式、cache swizzle。",
        ),
        fix=Text(
            en="Assign the word afresh for each tile, `srd[3] = mode | (clamp(count, 0, rows) << 8)`, with the count of the row that "
            "is really loaded.",
            zh="每个 tile 都重新赋值：`srd[3] = mode | (clamp(count, 0, rows) << 8)`，行数取实际加载的那一行。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <stdint.h>
typedef uint32_t word4 __attribute__((ext_vector_type(4)));
void __builtin_hcu_matrix_load_32x16_b16(word4 srd, void* lds, int, int, int, int, int);

__device__ void fetch(word4 root, void* lds, int first, int second)
{
    word4 srd = root;
    srd[3] = min(max(first, 0), 16) << 8;
    __builtin_hcu_matrix_load_32x16_b16(srd, lds, 0, 0, 0, 0, 0);
    srd[3] = srd[3] + (min(max(second, 0), 16) << 8); // expect: HYG113
    __builtin_hcu_matrix_load_32x16_b16(srd, lds, 0, 0, 0, 0, 0);
}
""",
            right="""\
#include <stdint.h>
typedef uint32_t word4 __attribute__((ext_vector_type(4)));
void __builtin_hcu_matrix_load_32x16_b16(word4 srd, void* lds, int, int, int, int, int);

__device__ void fetch(word4 root, void* lds, int first, int second)
{
    word4 srd = root;
    srd[3] = min(max(first, 0), 16) << 8;
    __builtin_hcu_matrix_load_32x16_b16(srd, lds, 0, 0, 0, 0, 0);
    srd[3] = min(max(second, 0), 16) << 8;
    __builtin_hcu_matrix_load_32x16_b16(srd, lds, 0, 0, 0, 0, 0);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each store to word 3 that something is wrong with."""
        for fault in filter_faults(fn):
            yield self.at(
                fault.node or fault.event.node,
                _message(fault),
                confidence=Confidence.HIGH if fault.sure else Confidence.MEDIUM,
                archs=fault.archs,
                related=tuple(
                    Step(call.place, Text(en="called from here", zh="由此处调用")) for call in fault.event.chain
                ),
            )


def _message(fault: FilterFault) -> Text:
    word, count, width = f"{fault.name}[3]", fault.count, fault.width
    match fault.kind:
        case "accumulates":
            return Text(
                en=f"`{count}` is added onto `{word}`, which may still hold the filter of another tile: the two counts add up and run "
                "into the next field; assign the word afresh for each tile",
                zh=f"`{count}` 加到了可能仍含另一 tile 过滤值的 `{word}` 上：两个行数相加并进入相邻字段；应对每个 tile 重新赋值",
            )
        case "shift":
            return Text(
                en=f"the row count `{count}` is shifted to bit {fault.shift}, but the filter field of `{word}` starts at bit {fault.low_bit}",
                zh=f"行数 `{count}` 被移到第 {fault.shift} 位，而 `{word}` 的过滤字段从第 {fault.low_bit} 位开始",
            )
        case "overflow":
            return Text(
                en=f"the row count `{count}` can be {fault.reach}, more than the {width}-bit filter field of `{word}` holds "
                f"({(1 << width) - 1}); clamp it first",
                zh=f"行数 `{count}` 可达 {fault.reach}，超过 `{word}` 的 {width} 位过滤字段的上限（{(1 << width) - 1}）；应先钳位",
            )
        case "negative":
            return Text(
                en=f"the row count `{count}` can be negative: shifted into `{word}` its sign fills every field above; clamp it to 0 first",
                zh=f"行数 `{count}` 可能为负：移入 `{word}` 后符号位会填满其上的所有字段；应先钳到 0",
            )
    return Text(
        en=f"the filter in `{word}` was computed for another row than the remapped tile holds: rows past the end are not filtered; "
        "recompute it from the row that is loaded",
        zh=f"`{word}` 中的过滤值不是按重映射后的行计算的：越界行没有被过滤；应按实际加载的行重算",
    )

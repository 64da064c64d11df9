"""HYG112: a remapped tile whose filter can stay full, so that the LDS keeps what was there."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.operands import Use, role_by_name, use_of, zeroed_before
from hygon_lint.analysis.tile_faults import stale_tile
from hygon_lint.analysis.tiles import Tile, tiles
from hygon_lint.analysis.wording import name_of
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class FilteredTileStaleLds(Rule):
    """Zero times NaN is NaN.

    A dead tile has been given a safe address, but its filter still covers every row: nothing is written to the LDS, and
    the next read finds whatever an earlier block left there. Softmax gives those columns a weight of exactly 0, and
    0 * NaN is NaN all the same: one stale bit pattern poisons the accumulator of the whole row.
    """

    meta = Meta(
        id="HYG112",
        name="filtered-tile-stale-lds",
        summary=Text(
            en="A remapped tile whose filter can stay full leaves stale LDS data that feed an accumulating MMA.",
            zh="tile 已重映射但过滤值仍可能为满，LDS 中的旧数据会进入累加 MMA。",
        ),
        severity=Severity.ERROR,
        items=("MLS-3", "DEBT-7.2"),
        cwe=(908,),
        evidence=Evidence.CODE,
        rests_on_names=True,
        tags=("descriptor", "tail", "nan"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports the store of a row filter that can be full although the base was remapped, when the tile is an operand "
            "(V of P x V) whose other side is only masked to zero. K is exempt (a select replaces its columns), Q is too (its "
            "rows are dropped). Silent when the filter follows the remapped row or is clamped below full, when the LDS is "
            "zeroed before, or the registers are selected or zeroed after the read.",
            zh="当基址已重映射而行过滤值仍可能为满，且该 tile 是另一侧仅被置零的操作数（P x V 中的 V）时，报告写入过滤值的语句。"
            "K 不报（其列由 select 替换），Q 不报（其行被丢弃）。过滤值随重映射的行重算或钳到满值以下、LDS 事先清零、读出后寄存器被选择或清零时不报。",
        ),
        why=Text(
            en="LDS is not cleared by the hardware. Stale bits that happen to be NaN or infinity survive a weight of 0 (IEEE 754: "
            "0 * NaN = NaN, NaN + x = NaN) and every later iteration.",
            zh="硬件不会清零 LDS。残留位若恰为 NaN 或 Inf，权重为 0 也救不回来（IEEE 754：0 * NaN = NaN，NaN + x = NaN），且会污染其后所有迭代。",
        ),
        fix=Text(
            en="Recompute the filter from the remapped row, or clamp it to `rows - 1` when the tile is dead, so that at least one "
            "valid row is loaded.",
            zh="按重映射后的行重算过滤值，或在 tile 全越界时钳到 `rows - 1`，保证至少装入一行合法数据。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <stdint.h>
typedef uint32_t word4 __attribute__((ext_vector_type(4)));
void __builtin_hcu_matrix_load_32x16_b16(word4 srd, void* lds, int, int, int, int, int);

__device__ void fetch_v(word4 v_root, void* v_lds, int wave, int64_t pitch, int valid)
{
    word4 v_srd = v_root;
    int filter = max(0, min(16, wave * 16 + 16 - valid));
    *(uint64_t*)&v_srd = (*(uint64_t*)&v_root + (filter == 16 ? 0 : wave * 16 * pitch)) & 0xffffffffffffull;
    v_srd[3] = filter << 8; // expect: HYG112
    __builtin_hcu_matrix_load_32x16_b16(v_srd, v_lds, 0, 0, 0, 0, 0);
}
""",
            right="""\
#include <stdint.h>
typedef uint32_t word4 __attribute__((ext_vector_type(4)));
void __builtin_hcu_matrix_load_32x16_b16(word4 srd, void* lds, int, int, int, int, int);

__device__ void fetch_v(word4 v_root, void* v_lds, int wave, int64_t pitch, int valid)
{
    word4 v_srd = v_root;
    int filter = max(0, min(16, wave * 16 + 16 - valid));
    *(uint64_t*)&v_srd = (*(uint64_t*)&v_root + (filter == 16 ? 0 : wave * 16 * pitch)) & 0xffffffffffffull;
    v_srd[3] = min(filter, 15) << 8;
    __builtin_hcu_matrix_load_32x16_b16(v_srd, v_lds, 0, 0, 0, 0, 0);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each remapped tile that poisons an accumulator in a state in which its filter is full."""
        seen: set[int] = set()
        for tile in tiles(fn):
            node = tile.filter_store.node
            use = use_of(tile)
            if id(node) in seen or (use.product is None and (use.seen or role_by_name(tile) != "v")):
                continue
            conditions = tuple(guard.term for guard in use.product.guards) if use.product is not None else ()
            if stale_tile(tile, conditions) is None or zeroed_before(tile):
                continue
            seen.add(id(node))
            yield self.at(
                node,
                _message(tile),
                confidence=Confidence.HIGH if use.product is not None else Confidence.MEDIUM,
                flow=_flow(tile, use),
            )


def _flow(tile: Tile, use: Use) -> tuple[Step, ...]:
    steps = [
        Step(tile.base_store.node.place, Text(en="the base is remapped here", zh="基址在此重映射")),
        Step(
            tile.filter_store.node.place, Text(en="the filter of the original tile is kept", zh="过滤值仍是原 tile 的")
        ),
        Step(tile.load.event.node.place, Text(en="nothing is written to the LDS", zh="LDS 没有被写入")),
    ]
    if use.product is not None:
        steps.append(Step(use.product.node.place, Text(en="0 * NaN is accumulated here", zh="0 * NaN 在此累加")))
    return tuple(steps)


def _message(tile: Tile) -> Text:
    name, count, height = tile.descriptor.name, name_of(tile.filter), name_of(tile.rows)
    return Text(
        en=f"the base of `{name}` is remapped for a dead tile but its filter `{count}` can still be {height}: no row is written, the LDS "
        f"keeps stale data, and 0 * NaN from it poisons the accumulator; keep the filter below {height} or recompute it from the remapped row",
        zh=f"`{name}` 的基址已为全越界 tile 重映射，但过滤值 `{count}` 仍可能等于 {tile.rows}：没有任何行写入，LDS 保留旧数据，0 * NaN 会毒化累加器；"
        f"应使过滤值小于 {height}，或按重映射后的行重算",
    )

"""HYG111: a tile that may be wholly past the end, loaded from its own address."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.tile_faults import DeadTile, dead_tile
from hygon_lint.analysis.tiles import tiles
from hygon_lint.analysis.wording import name_of
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class TailTileNotRemapped(Rule):
    """A filter is not a fence.

    The row filter tells a matrix load which rows not to write. It does not keep the load from being issued: with every
    row filtered, the address of the tile is still translated, and where no page is mapped the card faults. A tile that
    can lie wholly past the end must be given an address that is surely mapped, or not be loaded at all.
    """

    meta = Meta(
        id="HYG111",
        name="tail-tile-not-remapped",
        summary=Text(
            en="A tile that can be wholly out of range is loaded from its computed address.",
            zh="可能整块越界的 tile 仍按计算出的地址加载。",
        ),
        severity=Severity.ERROR,
        items=("MLS-2", "MLS-3", "DEBT-7.2"),
        cwe=(125, 119),
        evidence=Evidence.CODE,
        tags=("descriptor", "tail"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports the store of a descriptor's base when the rows past the end that its row filter is computed from can "
            "reach the height of the tile, and the base still moves with the tile then. Silent where base, row or id is "
            "replaced or the load skipped under a condition that holds whenever the filter is full, where the row is clamped "
            "to a valid one, and where the loop bound proves every tile partly valid.",
            zh="当行过滤值所依据的越界行数可能达到 tile 高度、而此时基址仍随 tile 移动，报告写入该基址的语句。"
            "以下情况不报：在过滤值为满时必然成立的条件下替换了基址/行号/编号或跳过加载；行号被钳到有效行；循环上界保证每个 tile 至少部分有效。",
        ),
        why=Text(
            en="Experiments show that a matrix load whose filter covers all rows still faults when its base is not mapped: "
            "predicate, address, mapping and transaction are four separate things.",
            zh="实验表明：即使过滤值覆盖全部行，基址未映射时矩阵加载仍会触发 VM Fault。逻辑谓词、地址、页映射、访存事务是四件不同的事。",
        ),
        fix=Text(
            en="Select a safe row before the address is computed: `const int row = past >= rows ? 0 : tile_row;` and compute both "
            "base and filter from it; for an operand of an accumulating MMA keep the filter below full as well.",
            zh="在计算地址之前先选安全行：`const int row = past >= rows ? 0 : tile_row;`，基址和过滤值都由它计算；"
            "若该操作数进入累加 MMA，过滤值还须小于满值。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <stdint.h>
typedef uint32_t word4 __attribute__((ext_vector_type(4)));
void __builtin_hcu_matrix_load_32x16_b16(word4 srd, void* lds, int, int, int, int, int);

__device__ void fetch(word4 root, void* lds, int wave, int64_t pitch, int valid)
{
    word4 srd = root;
    int filter = max(0, min(16, wave * 16 + 16 - valid));
    *(uint64_t*)&srd = (*(uint64_t*)&root + wave * 16 * pitch) & 0xffffffffffffull; // expect: HYG111
    srd[3] = filter << 8;
    __builtin_hcu_matrix_load_32x16_b16(srd, lds, 0, 0, 0, 0, 0);
}
""",
            right="""\
#include <stdint.h>
typedef uint32_t word4 __attribute__((ext_vector_type(4)));
void __builtin_hcu_matrix_load_32x16_b16(word4 srd, void* lds, int, int, int, int, int);

__device__ void fetch(word4 root, void* lds, int wave, int64_t pitch, int valid)
{
    word4 srd = root;
    int row = wave * 16 >= valid ? 0 : wave * 16;
    int filter = max(0, min(15, row + 16 - valid));
    *(uint64_t*)&srd = (*(uint64_t*)&root + row * pitch) & 0xffffffffffffull;
    srd[3] = filter << 8;
    __builtin_hcu_matrix_load_32x16_b16(srd, lds, 0, 0, 0, 0, 0);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each filtered tile with a state that shows the fault."""
        seen: set[int] = set()
        for tile in tiles(fn):
            if id(tile.base_store.node) in seen:
                continue
            found = dead_tile(tile)
            if found is None:
                continue
            seen.add(id(tile.base_store.node))
            known = tile.load.kind == "matrix_load"
            yield self.at(
                tile.base_store.node,
                _message(found),
                confidence=Confidence.HIGH if known else Confidence.MEDIUM,
                related=tuple(
                    Step(call.place, Text(en="called from here", zh="由此处调用")) for call in tile.base_store.chain
                ),
                flow=_flow(found),
            )


def _message(found: DeadTile) -> Text:
    tile, leaf = found.tile, name_of(found.leaf)
    past, height = name_of(tile.past), name_of(tile.rows)
    name = tile.descriptor.name
    example = ", ".join(
        f"{name_of(t)} = {found.state.values[id(t)]}"
        for t in (*tile.positions[:2], *tile.limits[:1])
        if id(t) in found.state.values
    )
    return Text(
        en=f"all {found.state.rows} rows of this tile can lie past the end (`{past}` reaches {found.state.rows}, e.g. {example}), yet the base of "
        f"`{name}` still moves with `{leaf}`: the filter does not keep the load from touching that address; select a valid row "
        f"when `{past} >= {height}`",
        zh=f"该 tile 的 {found.state.rows} 行可能全部越界（`{past}` 可达 {tile.rows}，例如 {example}），而 `{name}` 的基址仍随 `{leaf}` 移动："
        f"过滤值挡不住对该地址的访问；应在 `{past} >= {height}` 时改取有效行",
    )


def _flow(found: DeadTile) -> tuple[Step, ...]:
    tile = found.tile
    steps = []
    if tile.past.node is not None:
        steps.append(Step(tile.past.node.place, Text(en="rows past the end", zh="越界行数")))
    steps.append(Step(tile.filter_store.node.place, Text(en="the filter is stored here", zh="过滤值在此写入")))
    steps.append(
        Step(tile.base_store.node.place, Text(en="the base still moves with the tile", zh="基址仍随 tile 移动"))
    )
    steps.append(Step(tile.load.event.node.place, Text(en="the load is issued here", zh="加载在此发出")))
    return tuple(steps)

"""HYG102: a computed base address that is stored without the limit of its field."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.bases import Base, base_field, bases, is_limited
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.wording import name_of
from hygon_lint.finding import Confidence, Edit, Finding, Fix, Severity, Step, Text
from hygon_lint.frontend.nodes import Assign, Cast, Node, written
from hygon_lint.model import descriptor as layout
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class SrdBaseUnmasked(Rule):
    """Word 1 is not all address.

    The base field of a descriptor is 48 bits wide: word 0 and the low half of word 1. The upper half of word 1 holds
    stride and format bits. A 64-bit sum that goes negative, sign-extends or overflows leaves bits above 47, and a plain
    64-bit store puts them right into those fields.
    """

    meta = Meta(
        id="HYG102",
        name="srd-base-unmasked",
        summary=Text(
            en="A computed 64-bit base stored in words 0-1 of a descriptor without the 48-bit limit.",
            zh="计算得到的 64 位基址未截到 48 位就写入描述符的 word 0-1。",
        ),
        severity=Severity.ERROR,
        items=("MLS-1a",),
        cwe=(682, 787),
        evidence=Evidence.CODE,
        tags=("descriptor", "address"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a base address that comes from integer arithmetic, or that shares word 1 with other bits, and whose "
            "bits 48 to 63 can reach word 1: no mask, a mask on the offset only, or one wider than the field.",
            zh="报告由整数运算得到、或与其它位拼在同一个 word 1 中的基址，其第 48-63 位可能进入 word 1：没有掩码，只掩了偏移，或掩码比字段宽。",
        ),
        why=Text(
            en="The upper half of word 1 is not address: stray bits there change stride, swizzle or format of the load, or "
            "make the descriptor illegal.",
            zh="word 1 的高 16 位不是地址：多出来的位会改动步长、swizzle 或格式，甚至使描述符非法。",
        ),
        fix=Text(
            en="Limit the whole sum before storing it: `VA_LIMIT_BITS(base + offset)` or `& 0xffffffffffffull`; with halves "
            "stored apart, `& 0xffffu` on the high one.",
            zh="写入前对整个和取掩码：`VA_LIMIT_BITS(base + offset)` 或 `& 0xffffffffffffull`；分两半写入时对高半部分 `& 0xffffu`。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <stdint.h>
typedef uint32_t word4 __attribute__((ext_vector_type(4)));
void __builtin_hcu_matrix_load_32x16_b16(word4 srd, void* lds, int, int, int, int, int);

__device__ void fetch(word4 root, void* lds, int64_t bytes)
{
    word4 srd = root;
    *(uint64_t*)&srd = *(uint64_t*)&root + bytes; // expect: HYG102
    __builtin_hcu_matrix_load_32x16_b16(srd, lds, 0, 0, 0, 0, 0);
}
""",
            right="""\
#include <stdint.h>
typedef uint32_t word4 __attribute__((ext_vector_type(4)));
void __builtin_hcu_matrix_load_32x16_b16(word4 srd, void* lds, int, int, int, int, int);

__device__ void fetch(word4 root, void* lds, int64_t bytes)
{
    word4 srd = root;
    *(uint64_t*)&srd = (*(uint64_t*)&root + bytes) & 0xffffffffffffull;
    __builtin_hcu_matrix_load_32x16_b16(srd, lds, 0, 0, 0, 0, 0);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each base that reaches a load (or leaves the function) unlimited."""
        seen: set[int] = set()
        for base in bases(fn):
            if id(base.event.node) in seen or is_limited(fn, base) or _masked_later(base) or not _reaches(fn, base):
                continue
            if _mask_macro_misused(base):
                continue  # HYG104 speaks at the macro
            seen.add(id(base.event.node))
            yield self.at(
                base.event.node,
                _message(fn, base),
                confidence=Confidence.HIGH if base.descriptor.sure else Confidence.MEDIUM,
                related=tuple(
                    Step(call.place, Text(en="called from here", zh="由此处调用")) for call in base.event.chain
                ),
                flow=_flow(base),
                fix=_fix(base),
            )


def _mask_macro_misused(base: Base) -> bool:
    """The value comes out of a macro that masks a part of it."""
    value = getattr(base.event.node, "value", None)
    while isinstance(value, Cast):
        value = value.operand
    if not isinstance(value, Node) or value.macro is None:
        return False
    masks = (t for t in base.value.walk() if t.op == "&" and t.bits == 64)
    return any(side.op == "const" and (side.value or 0) >= 1 << 40 for mask in masks for side in mask.args)


def _masked_later(base: Base) -> bool:
    """Whether word 1 is put right by a later store before the descriptor is used, on every way from this one."""
    held = {guard.term for guard in base.event.guards}
    first_use = min(
        (load.event.index for load in base.descriptor.loads if load.event.index > base.event.index), default=None
    )
    for first, event in base.descriptor.stores:
        if event.index <= base.event.index or (first_use is not None and event.index > first_use):
            continue
        place = event.place
        if (
            place is not None
            and (first == 1 or (first == 0 and place.bits == 64))
            and held.issuperset(guard.term for guard in event.guards)
        ):
            return True
    return False


def _reaches(fn: FunctionFacts, base: Base) -> bool:
    """A root that is only moved on and copied, limited, into the descriptor that is used, is no descriptor yet."""
    if base.descriptor.loads:
        return any(load.event.index > base.event.index or load.event.loops for load in base.descriptor.loads)
    root = base.descriptor.key[0]
    copied = [
        other
        for other in bases(fn)
        if other.descriptor is not base.descriptor and any(t is base.value for t in other.value.walk())
    ]
    if copied:
        return False
    rest = any(first in (2, 3) for first, _ in base.descriptor.stores)
    return rest and not isinstance(root, str)


def _message(fn: FunctionFacts, base: Base) -> Text:
    bits = base_field(fn, base)
    mask = hex((1 << bits) - 1)
    value = name_of(base.value)
    if base.high is not None:
        return Text(
            en=f"the high half of `{value}` is stored in word 1 of `{base.descriptor.name}` without `& {hex((1 << (bits - 32)) - 1)}`: "
            f"address bits {bits} to 63 land in the stride and format bits of the word",
            zh=f"`{value}` 的高半部分写入 `{base.descriptor.name}` 的 word 1 时没有 `& {hex((1 << (bits - 32)) - 1)}`："
            f"地址的第 {bits}-63 位会落入该字的步长和格式位",
        )
    return Text(
        en=f"the 64-bit sum `{value}` is stored in words 0-1 of `{base.descriptor.name}` without the {bits}-bit limit: bits {bits} to 63 "
        f"land in the stride and format bits of word 1; mask the whole sum with `{mask}ull`",
        zh=f"64 位的和 `{value}` 未截到 {bits} 位就写入 `{base.descriptor.name}` 的 word 0-1：第 {bits}-63 位会落入 word 1 的步长和格式位；"
        f"应对整个和取掩码 `{mask}ull`",
    )


def _flow(base: Base) -> tuple[Step, ...]:
    steps = []
    if base.value.node is not None:
        steps.append(Step(base.value.node.place, Text(en="the address is computed here", zh="地址在此处计算")))
    steps.append(Step(base.event.node.place, Text(en="stored without a limit", zh="未加限制即写入")))
    for load in base.descriptor.loads[:1]:
        steps.append(Step(load.event.node.place, Text(en=f"used by `{load.name}`", zh=f"由 `{load.name}` 使用")))
    return tuple(steps)


def _fix(base: Base) -> Fix | None:
    node = base.event.node
    if not isinstance(node, Assign) or node.op != "=" or node.macro is not None or node.value.macro is not None:
        return None
    message = Text(en="limit the address to its field", zh="把地址截到字段宽度")
    if base.high is not None or not written(node.value).type.deref().is_integer:
        return None  # a pointer takes no mask
    new = f"({node.value.text}) & {hex(layout.base_mask())}ull"
    return Fix(safe=True, edits=(Edit(node.value.place, new),), message=message)

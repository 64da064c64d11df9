"""HYG101: 32-bit arithmetic on half of a descriptor's address."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.descriptors import Because
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.steps import AddressStep, address_steps
from hygon_lint.analysis.wording import name_of
from hygon_lint.finding import Confidence, Edit, Finding, Fix, Severity, Step, Text
from hygon_lint.frontend.nodes import Assign, Binary, Subscript, written
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

_SMALL_STEP = 1024  # bytes; a step no larger has medium confidence


class SrdWordArithmetic(Rule):
    """One half of an address is not an address.

    Words 0 and 1 of a descriptor are one 64-bit base address to the hardware and two unrelated `uint32_t` to C++.
    Adding to word 0 alone is legal, compiles without a warning, and works until the sum passes 2^32: then the carry
    is gone and the load reads 4 GiB too low. How small the step is does not matter, only where the allocator put the
    tensor: with a root at 0x1_FFFF_F000 a step of 8 KiB is enough.
    """

    meta = Meta(
        id="HYG101",
        name="srd-word-arithmetic",
        summary=Text(
            en="32-bit arithmetic on half of a descriptor's 64-bit base address, with no carry into the other half.",
            zh="对描述符 64 位基址的某一半做 32 位加减，进位没有传到另一半。",
        ),
        severity=Severity.ERROR,
        items=("MLS-1", "DEBT-7.1"),
        cwe=(190, 682),
        evidence=Evidence.CODE,
        tags=("descriptor", "address"),
        supersedes=("HYG103", "HYG203", "HYG202"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports an addition to word 0 of a resource descriptor (or to the low half of any address split in two "
            "32-bit values, in C++ or in inline assembly) whose carry does not reach the high half. Sums that are done "
            "in 64 bits and then cut off by a 32-bit store count as well: the high half does not see them.",
            zh="报告对资源描述符 word 0（或拆成两个 32 位值的地址的低半部分，包括内联汇编）的加法，且进位没有进入高半部分。"
            "先按 64 位算出和、再被 32 位赋值截断的写法同样报告：高半部分并没有得到进位。",
        ),
        why=Text(
            en="When the low half passes 2^32 the carry is lost and the hardware reads an address 4 GiB below the right "
            "one: a VM fault at best, silently wrong data at worst. No step is too small, because the root's low half "
            "can lie just below the boundary.",
            zh="低 32 位一旦越过 2^32，进位丢失，硬件访问的地址比正确地址低 4 GiB：轻则 VM Fault，重则静默读到错误数据。"
            "步长再小也不安全，因为根地址的低 32 位可能正好贴着边界。",
        ),
        fix=Text(
            en="Add in 64 bits and store both words at once, limited to the 48 bits of the base field: "
            "`*(uint64_t*)&srd = (*(uint64_t*)&root + uint64_t(offset)) & 0xffffffffffffull;`",
            zh="按 64 位相加，截到基址字段的 48 位，再一次写入两个字："
            "`*(uint64_t*)&srd = (*(uint64_t*)&root + uint64_t(offset)) & 0xffffffffffffull;`",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <stdint.h>
typedef uint32_t word4 __attribute__((ext_vector_type(4)));
void __builtin_hcu_matrix_load_32x16_b16(word4 srd, void* lds, int, int, int, int, int);

__device__ void fetch(word4 root, void* lds, uint32_t bytes)
{
    word4 srd = root;
    srd[0] = root[0] + bytes; // expect: HYG101
    __builtin_hcu_matrix_load_32x16_b16(srd, lds, 0, 0, 0, 0, 0);
}
""",
            right="""\
#include <stdint.h>
typedef uint32_t word4 __attribute__((ext_vector_type(4)));
void __builtin_hcu_matrix_load_32x16_b16(word4 srd, void* lds, int, int, int, int, int);

__device__ void fetch(word4 root, void* lds, uint32_t bytes)
{
    word4 srd = root;
    *(uint64_t*)&srd = (*(uint64_t*)&root + uint64_t(bytes)) & 0xffffffffffffull;
    __builtin_hcu_matrix_load_32x16_b16(srd, lds, 0, 0, 0, 0, 0);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each step on half an address whose carry is lost."""
        for step in address_steps(fn):
            yield self.at(
                step.node,
                _message(step),
                confidence=_confidence(fn, step),
                related=_related(step),
                flow=_flow(step),
                fix=_fix(fn, step),
            )


def _confidence(fn: FunctionFacts, step: AddressStep) -> Confidence:
    because = step.descriptor.because if step.descriptor is not None else {Because.LAYOUT}
    if because == {Because.NAME}:
        return Confidence.MEDIUM
    total = sum(fn.range_of(term, step.event.guards).magnitude for term in step.offset)
    known = all(fn.range_of(term, step.event.guards).known for term in step.offset)
    return Confidence.MEDIUM if known and total <= _SMALL_STEP else Confidence.HIGH


def _message(step: AddressStep) -> Text:
    added = " + ".join(name_of(term) for term in step.offset)
    base = name_of(step.base)
    place = step.event.place
    target = place.name if place is not None and place.name else "the low word"
    if step.wide:
        how_en = "the sum is 64 bits wide but the 32-bit store keeps its low half only"
        how_zh = "和是 64 位的，但 32 位赋值只保留低半部分"
    else:
        how_en = "the sum is 32 bits wide"
        how_zh = "加法只有 32 位"
    return Text(
        en=f"`{added}` is added to `{base}`, the low half of a 64-bit address, and stored in `{target}`: {how_en}, so a "
        "carry past 2^32 never reaches the high word and the load reads 4 GiB too low; add in 64 bits and store both words",
        zh=f"`{added}` 加到 64 位地址的低半部分 `{base}` 上并写入 `{target}`：{how_zh}，越过 2^32 的进位到不了高位字，"
        "访存地址会低 4 GiB；应按 64 位相加后同时写入两个字",
    )


def _related(step: AddressStep) -> tuple[Step, ...]:
    return tuple(Step(call.place, Text(en="called from here", zh="由此处调用")) for call in reversed(step.event.chain))


def _flow(step: AddressStep) -> tuple[Step, ...]:
    steps: list[Step] = []
    for term in step.offset:
        if term.node is not None and term.op != "const":
            steps.append(Step(term.node.place, Text(en="the offset is computed here", zh="偏移在此处计算")))
    steps.append(Step(step.event.node.place, Text(en="only the low word is written", zh="此处只写入低位字")))
    if step.descriptor is not None:
        for load in step.descriptor.loads[:1]:
            steps.append(
                Step(
                    load.event.node.place,
                    Text(en=f"the descriptor reaches `{load.name}`", zh=f"描述符送入 `{load.name}`"),
                )
            )
    return tuple(steps)


def _fix(fn: FunctionFacts, step: AddressStep) -> Fix | None:
    """`S[0] = R[0] + x` and `S[0] += x` as one masked 64-bit store."""
    node = step.node
    if not isinstance(node, Assign) or node.macro is not None or not isinstance(node.target, Subscript):
        return None
    if step.descriptor is None or step.descriptor.low_word:
        return None  # the 64-bit store begins where the object does
    target = node.target.base.text
    parts = (target, node.value.text) if node.op == "+=" else _parts(fn, step, node)
    if parts is None:
        return None
    source, offset = parts
    new = (
        f"*reinterpret_cast<uint64_t*>(&{target}) = (*reinterpret_cast<const uint64_t*>(&{source}) + "
        f"uint64_t({offset})) & 0xffffffffffffull"
    )
    message = Text(en="add in 64 bits and store both words", zh="按 64 位相加并同时写入两个字")
    return Fix(safe=False, edits=(Edit(node.place, new),), message=message)


def _parts(fn: FunctionFacts, step: AddressStep, node: Assign) -> tuple[str, str] | None:
    """The object whose word the step starts from, and what is added to that word."""
    value = written(node.value)
    if not isinstance(value, Binary) or value.op != "+":
        return None
    left = written(value.left)
    if not isinstance(left, Subscript) or fn.value(left) is not step.base:
        return None
    return left.base.text, value.right.text

"""Inline assembly: instructions with their operands as values, and what they leave in the outputs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hygon_lint.analysis import calls, contents, lvalues
from hygon_lint.analysis.events import Argument, AsmEvent, Instruction
from hygon_lint.analysis.memory import Place
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import Asm

if TYPE_CHECKING:
    from hygon_lint.analysis.flow import Flow

_OPERAND = re.compile(r"%(?:\[(\w+)\]|(\d+))")
_SPLIT = re.compile(r"[\n;]")
_COPIES = frozenset(("s_mov_b32", "v_mov_b32", "v_mov_b32_e32", "v_readfirstlane_b32", "s_mov_b64", "v_mov_b64"))
_OPERATORS = {"add": "+", "addc": "+", "sub": "-", "mul": "*", "lshl": "<<", "lshr": ">>", "and": "&", "or": "|"}
_ARITHMETIC = re.compile(r"[sv]_(addc?|sub|mul|lshl|lshr|and|or)(?:_(?:co|lo|hi|nc))*_([uib])(32|64)(?:_e32|_e64)?$")


_CARRY_OUT = re.compile(r"[sv]_(add|sub)(_co)?_[ui]32")
_WRITES_SCC = re.compile(r"s_(add|sub|cmp|bitcmp|and|or|xor|not|nand|nor|lsh|ash|bfe|min|max|abs|bcnt|ff|quadmask|wqm)")


def takes_carry(instructions: Sequence[Instruction]) -> bool:
    """Whether an add with carry takes the carry of an earlier add, with nothing between that overwrites the bit."""
    pending = False
    for instruction in instructions:
        name = instruction.name
        if "addc" in name or "subb" in name:
            if pending:
                return True
        elif _CARRY_OUT.match(name):
            pending = True
        elif _WRITES_SCC.match(name):
            pending = False
    return False


def execute(flow: Flow, node: Asm) -> None:
    """Evaluate the operands, run the instructions that are understood, make the other outputs unknown."""
    args = [calls.argument(flow, operand.expr) for operand in node.operands]
    places = [lvalues.place(flow, operand.expr) for operand in node.operands]
    names = {operand.name: i for i, operand in enumerate(node.operands) if operand.name}
    current: list[Term | None] = [arg.term for arg in args]
    written: set[int] = set()
    instructions = []
    for text in _SPLIT.split(node.template):
        line = text.split("//")[0].strip()
        if not line:
            continue
        name, _, rest = line.partition(" ")
        texts = tuple(part.strip() for part in _split(rest))
        numbers = [_number(part, names) for part in texts]
        instruction = Instruction(
            name,
            texts,
            tuple(_value(flow, part, n, current) for part, n in zip(texts, numbers, strict=True)),
            tuple(places[n] if n is not None and n < len(places) else None for n in numbers),
            tuple(args[n].words if n is not None and n < len(args) else None for n in numbers),
        )
        instructions.append(instruction)
        target = numbers[0] if numbers else None
        if target is not None and target < len(node.operands) and node.operands[target].output:
            result = _result(flow, node, instruction, takes_carry(instructions))
            if result is not None:
                current[target] = result
                written.add(target)
    flow.emit(AsmEvent(node, *flow.context(), 0, node, tuple(instructions), tuple(args)))
    for i, operand in enumerate(node.operands):
        if operand.output:
            _write(flow, node, args[i], places[i], current[i] if i in written else None)


def _split(text: str) -> list[str]:
    out, depth, part = [], 0, ""
    for char in text:
        if char == "," and depth == 0:
            out.append(part)
            part = ""
            continue
        depth += (char in "[(") - (char in "])")
        part += char
    if part.strip():
        out.append(part)
    return out


def _number(text: str, names: dict[str, int]) -> int | None:
    match = _OPERAND.match(text)
    if match is None:
        return None
    return names.get(match.group(1)) if match.group(1) else int(match.group(2))


def _value(flow: Flow, text: str, number: int | None, current: list[Term | None]) -> Term | None:
    if number is not None:
        return current[number] if number < len(current) else None
    try:
        return flow.terms.const(int(text.split()[0], 0), 32, True)
    except (ValueError, IndexError):
        return None


def _result(flow: Flow, node: Asm, instruction: Instruction, carried: bool) -> Term | None:
    operands = instruction.values
    if instruction.name in _COPIES and len(operands) >= 2:
        return operands[1]
    match = _ARITHMETIC.match(instruction.name)
    if match is None or len(operands) < 3:
        return None
    sources = [term for term in operands[1:] if term is not None]
    if len(sources) != 2:
        return None
    op, bits = _OPERATORS[match.group(1)], int(match.group(3))
    if match.group(1) in ("lshl", "lshr") and instruction.name.startswith("v_") and "rev" in instruction.name:
        sources.reverse()
    result = flow.terms.binary(op, sources[0], sources[1], bits, match.group(2) == "i", node)
    if match.group(1) == "addc":
        carry = flow.terms.fresh("sym", "carry" if carried else "scc", bits, False, (), node)
        result = flow.terms.binary("+", result, carry, bits, False, node)
    return result


def _write(flow: Flow, node: Asm, arg: Argument, place: Place | None, term: Term | None) -> None:
    if place is None:
        return
    if term is None:
        if contents.is_object(place.type):
            calls.overwrite(flow, place, node, "asm")
            return
        term = flow.terms.fresh("call", f"asm({place.name})", place.bits, place.type.signed, (), node)
    flow.store(place, term, node, arg.expr)

"""Device code that takes a wave to have 32 lanes: masks cut to 32 bits, lanes and waves counted by 32."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.frontend.arch_classes import ArchClass
from hygon_lint.frontend.nodes import (
    Binary,
    Call,
    Cast,
    Decl,
    Expr,
    Function,
    Literal,
    Member,
    Name,
    Node,
    VarDecl,
    plain,
)
from hygon_lint.frontend.other_arms import PLATFORM
from hygon_lint.model.waves import knows_widths, words
from hygon_lint.project.predicates import call_name, words_of

_ALL_32 = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Assumption:
    """What assumes 32 lanes. kind: "ballot", "mask", "index". `sure`: types prove it, no name."""

    kind: str
    node: Node
    what: str
    sure: bool


def for_another_platform(arch_class: ArchClass) -> bool:
    """Whether a class reads the arms of a build that is not for AMD or Hygon devices."""
    return any(name in arch_class.undefines for name, _ in PLATFORM)


def assumptions(function: Function) -> Iterator[Assumption]:
    """Everything in a device function that assumes 32 lanes."""
    seen = _Seen(function)
    for node in function.walk():
        if isinstance(node, Cast) and seen.is_cut_ballot(node):
            yield Assumption("ballot", node, node.operand.text, sure=True)
        elif isinstance(node, Call) and call_name(node) in words("masked") and node.args:
            mask = plain(node.args[0])
            if isinstance(mask, Literal) and mask.value == _ALL_32:  # -1 is widened to all 64
                yield Assumption("mask", mask, call_name(node), sure=True)
        elif isinstance(node, VarDecl) and node.init is not None and seen.is_lane_by_32(node):
            yield Assumption("index", node.init, node.decl.name, sure=False)


class _Seen:
    """What a function shows about its waves before any verdict."""

    def __init__(self, function: Function) -> None:
        self.inits: dict[int, Expr] = {}
        self.knows_64 = knows_widths(function.source.data)
        self.groups = False
        self.high_halves: set[str] = set()
        for node in function.walk():
            self._note(node)

    def _note(self, node: Node) -> None:
        if isinstance(node, VarDecl) and node.init is not None:
            self.inits[id(node.decl)] = node.init
        elif isinstance(node, Binary):
            right = plain(node.right)
            if isinstance(right, Literal) and (node.op, right.value) in _BY_64 and self.is_thread(node.left):
                self.knows_64 = True
            if node.op == ">>" and isinstance(right, Literal) and right.value == 32:
                self.high_halves.add(plain(node.left).text)
        elif isinstance(node, Call) and call_name(node) in words("shuffles"):
            last = plain(node.args[-1]) if len(node.args) >= 3 else None
            if isinstance(last, Literal) and isinstance(last.value, int) and last.value <= 32:
                self.groups = True
        elif isinstance(node, Name) and node.name == "warpSize":
            self.knows_64 = True

    def is_cut_ballot(self, node: Cast) -> bool:
        """Whether a cast cuts a 64-lane mask to its lower half, and nothing takes the upper one."""
        if not node.type.is_integer or node.type.bits != 32:
            return False
        operand = plain(node.operand)
        if operand.type.bits != 64:
            return False
        source = operand
        if isinstance(operand, Name) and operand.decl is not None:
            source = plain(self.inits.get(id(operand.decl), operand))
        if not isinstance(source, Call) or call_name(source) not in words("ballots"):
            return False
        return operand.text not in self.high_halves and source.text not in self.high_halves

    def is_lane_by_32(self, node: VarDecl) -> bool:
        """`lane = threadIdx.x & 31`, `warp = tid / 32`, unless the function shows that it means groups of 32."""
        init = plain(node.init) if node.init is not None else None
        if self.knows_64 or self.groups or not isinstance(init, Binary) or not _is_lane_name(node.decl):
            return False
        right = plain(init.right)
        if not isinstance(right, Literal) or (init.op, right.value) not in _BY_32:
            return False
        return self.is_thread(init.left)

    def is_thread(self, expr: Expr, depth: int = 0) -> bool:
        """Whether an expression is the thread's index in its block."""
        expr = plain(expr)
        if isinstance(expr, Member):
            return expr.name == "x" and expr.base is not None and plain(expr.base).text == "threadIdx"
        if isinstance(expr, Name) and expr.decl is not None and depth < 3:
            init = self.inits.get(id(expr.decl))
            return init is not None and self.is_thread(init, depth + 1)
        return False


_BY_32 = frozenset({("&", 31), ("%", 32), ("/", 32), (">>", 5)})
_BY_64 = frozenset({("&", 63), ("%", 64), ("/", 64), (">>", 6)})


def _is_lane_name(decl: Decl) -> bool:
    found = words_of(decl.name)
    return bool(found & words("lane_words")) and not found & words("part_words")

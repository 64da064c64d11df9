"""Registers that are added to, or read, before anything was written to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.conditions import conditions
from hygon_lint.analysis.events import AsmEvent, BranchEvent, CallEvent, Event, Guard, LoadEvent, Loop, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.limits import limits
from hygon_lint.analysis.lvalues import passed_by_reference
from hygon_lint.analysis.ranges import evaluate
from hygon_lint.analysis.sampling import leaves
from hygon_lint.analysis.terms import Term, reached
from hygon_lint.frontend.nodes import Call, Construct, Decl, Expr, Name, Node, Opaque, Type, VarDecl
from hygon_lint.model.functions import meanings

_PLAIN = re.compile(r"[A-Za-z_]\w*")
_ACCUMULATING = frozenset(("mma", "minimum", "maximum", "exponential", "fused_multiply_add", "absolute"))
_VECTOR = re.compile(r"(?:float|double|half|__half|u?char|u?short|u?int|u?long|u?longlong)[1-4]")


@dataclass(frozen=True, slots=True)
class Unwritten:
    """`decl` has no initialiser. kind: "added" (read, written back at `node`), "skipped" (only written in `loop`)."""

    kind: str
    decl: Decl
    declared: Node
    node: Node
    loop: Loop | None = None
    zero_known: bool = False  # the code itself reckons with a loop of no rounds


def unwritten(fn: FunctionFacts) -> Iterator[Unwritten]:
    """Each such variable of a function, at its first read."""
    declared = bare_registers(fn)
    if not declared:
        return
    uses: dict[int, list[Event]] = {key: [] for key in declared}
    for event in fn.trace.events:
        if isinstance(event, StoreEvent) and event.declares:
            continue
        for key in _touches(event) & declared.keys():
            uses[key].append(event)
    for key, node in declared.items():
        found = _added(fn, node, uses[key]) or _skipped(fn, node, uses[key])
        if found is not None:
            yield found


def bare_registers(fn: FunctionFacts) -> dict[int, VarDecl]:
    """The local numbers, vectors and arrays without initialiser, by id of the declaration."""
    if fn.function.body is None:
        return {}
    return {
        id(node.decl): node
        for node in fn.function.body.walk()
        if isinstance(node, VarDecl) and _is_bare(node) and _is_register(node.decl)
    }


def _is_bare(node: VarDecl) -> bool:
    """Whether a declaration gives no value; the constructor of a HIP vector gives none either."""
    init = node.init
    return init is None or (isinstance(init, Construct) and not init.args and not init.braced)


def _is_register(decl: Decl) -> bool:
    if decl.shared or decl.static or decl.kind != "local" or not decl.real:
        return False
    return _is_number(decl.type)


def _is_number(type_: Type) -> bool:
    """Arithmetic values, vectors and arrays of them; classes may have constructors."""
    if type_.kind in ("array", "vector") and type_.element is not None:
        return _is_number(type_.element)
    if type_.kind == "dependent":
        return type_.name != "auto" and _PLAIN.fullmatch(type_.name) is not None
    return type_.kind in ("int", "float", "bool") or (type_.kind == "record" and bool(_VECTOR.fullmatch(type_.name)))


def _touches(event: Event) -> set[int]:
    """The variables that an event reads from or writes to, by id of the declaration."""
    roots: list[object] = []
    if isinstance(event, StoreEvent | LoadEvent) and event.place is not None:
        roots.append(event.place.root)
    if isinstance(event, CallEvent | AsmEvent):
        roots += [arg.place.root for arg in event.args if arg.place is not None]
    return {id(root) for root in roots if isinstance(root, Decl)}


# ---------------------------------------------------------------- added to before it was written


def _added(fn: FunctionFacts, declared: VarDecl, uses: list[Event]) -> Unwritten | None:
    writes = [e for e in uses if isinstance(e, StoreEvent)]
    if not writes or any(_may_write(e, declared.decl) for e in uses if e.index < writes[0].index):
        return None
    first = writes[0]
    if not _reads_itself(fn, declared.decl, first, first.value) or _written_unseen(fn, declared.decl, first, uses):
        return None
    loops = {id(loop.node) for loop in first.loops}
    plain = [w for w in writes[1:] if not _reads_itself(fn, declared.decl, w, w.value)]
    if plain and (first.chain or any(id(guard.node) not in loops for guard in first.guards)):
        return None  # of two ways through the code, another may come first
    for write in writes[1:]:
        if not _reads_itself(fn, declared.decl, write, write.value) and not _is_later(fn, first, write):
            return None
    return Unwritten("added", declared.decl, declared, first.node)


def _may_write(event: Event, decl: Decl) -> bool:
    """Whether an assembly statement, or a function that is not seen, gets the variable to write to."""
    if isinstance(event, AsmEvent):
        return True
    if not isinstance(event, CallEvent) or event.followed:
        return False
    unseen = event.call.decl is None and not meanings(event.name)  # how it takes its arguments is not known
    return any(
        arg.place is not None
        and arg.place.root is decl
        and (unseen or passed_by_reference(event.call, i) or _is_address(arg.expr))
        for i, arg in enumerate(event.args)
    )


def _written_unseen(fn: FunctionFacts, decl: Decl, first: StoreEvent, uses: list[Event]) -> bool:
    """Whether an expression that could not be made out names the variable before its first write."""
    used = {id(part) for part in first.value.walk()}
    if any(isinstance(e, LoadEvent) and e.index < first.index and id(e.value) not in used for e in uses):
        return True
    return _named_in_opaque(fn, decl, first.node)


def _named_in_opaque(fn: FunctionFacts, decl: Decl, before: Node | None = None) -> bool:
    """Whether an expression that could not be made out names a variable (before a place)."""
    assert fn.function.body is not None
    return any(
        isinstance(node, Opaque)
        and (before is None or node.span.start < before.span.start)
        and any(isinstance(inner, Name) and inner.decl is decl for inner in node.walk())
        for node in fn.function.body.walk()
    )


def _is_address(expr: Expr) -> bool:
    return expr.type.deref().kind in ("pointer", "array")


def _reads_itself(fn: FunctionFacts, decl: Decl, event: StoreEvent, value: Term) -> bool:
    """Whether what is written to a variable is made of what it held; what a select chooses may never be chosen."""
    held = {id(e.value) for e in fn.trace.events[: event.index] if isinstance(e, LoadEvent) and _is_of(e, decl)}
    held |= {id(term) for (root, *_), term in fn.flow.initials.items() if root is decl}

    def made_of(part: Term) -> Iterator[Term]:
        if _is_made_of(part):
            yield from part.args
            yield from (piece for _, piece in fn.flow.objects.get(id(part), {}).values())

    return any(id(part) in held or (part.op == "sym" and part.decl is decl) for part in reached(value, made_of))


def _is_made_of(term: Term) -> bool:
    """Whether a value is made of its parts in a way that is known: arithmetic, a maximum, a matrix accumulate."""
    if term.op != "call":
        return term.op not in ("select", "load")
    name = term.node.name if isinstance(term.node, Call) else term.name
    return not meanings(name).isdisjoint(_ACCUMULATING)


def _is_of(event: LoadEvent, decl: Decl) -> bool:
    return event.place is not None and event.place.root is decl


def _is_later(fn: FunctionFacts, first: StoreEvent, write: StoreEvent) -> bool:
    """Whether a write surely comes after the first addition: later in the same round, or not in the first round."""
    shared = [a for a, b in zip(first.loops, write.loops, strict=False) if a.node is b.node]
    extra = [g for g in write.guards if all(g.term is not own.term for own in first.guards)]
    if write.index < first.index:
        return False
    if not shared:
        return True
    loops = {id(loop.node) for loop in write.loops}
    conditions_of_write = [g for g in extra if id(g.node) not in loops]
    opposite = {id(fn.flow.terms.negate(g.term)) for g in first.guards}
    if any(id(g.term) in opposite for g in conditions_of_write):
        return False
    return not conditions_of_write or any(_fails_at_first(g, shared) for g in conditions_of_write)


def _fails_at_first(guard: Guard, loops: list[Loop]) -> bool:
    """Whether a condition is surely false in the first round of the loops."""
    values: dict[int, int] = {}
    for loop in loops:
        if loop.counter is not None and loop.start is not None and loop.start.op == "const":
            values[id(loop.counter)] = loop.start.value or 0
    if any(id(leaf) not in values for leaf in leaves([guard.term])):
        return False
    return evaluate(guard.term, values) == 0


# ---------------------------------------------------------------- written only in a loop that may run no round


def _skipped(fn: FunctionFacts, declared: VarDecl, uses: list[Event]) -> Unwritten | None:
    writes = [e for e in uses if isinstance(e, StoreEvent) or (isinstance(e, CallEvent) and not e.followed)]
    if not writes or _named_in_opaque(fn, declared.decl):
        return None
    around = [loop for loop in writes[0].loops if all(any(o.node is loop.node for o in w.loops) for w in writes)]
    for loop in around:
        if not _may_be_empty(fn, loop, writes[0].guards):
            continue
        subject = conditions(fn).subject(loop.limit) if loop.limit is not None else frozenset[int]()
        for event in uses:
            if event.index < writes[-1].index or any(o.node is loop.node for o in event.loops):
                continue
            if isinstance(event, LoadEvent) and _is_open(fn, event, subject):
                return Unwritten("skipped", declared.decl, declared, event.node, loop, _reckons(fn, loop))
    return None


def _may_be_empty(fn: FunctionFacts, loop: Loop, guards: tuple[Guard, ...]) -> bool:
    """Whether a loop counts up from a constant to a runtime limit that is nowhere known to be larger."""
    if loop.limit is None or loop.start is None or loop.start.op != "const":
        return False
    known = limits(fn)
    before = tuple(guard for guard in guards if guard.node is not loop.node)
    return not known.is_fixed(loop.limit) and fn.range_of(loop.limit, before).low <= (loop.start.value or 0)


def _is_open(fn: FunctionFacts, read: LoadEvent, subject: frozenset[int]) -> bool:
    """Whether neither a condition before a read, nor a select on its value, speaks of the loop's limit."""
    about = conditions(fn)
    if about.speaks(read.guards, subject):
        return False
    for event in fn.trace.events[read.index + 1 :]:
        if not isinstance(event, StoreEvent) or not any(t is read.value for t in event.value.walk()):
            continue
        if about.speaks(event.guards, subject):
            return False
        if any(
            t.op == "select" and about.speaks_of(t.args[0], subject) and any(u is read.value for u in t.walk())
            for t in event.value.walk()
        ):
            return False
    return True


def _reckons(fn: FunctionFacts, loop: Loop) -> bool:
    """Whether the code tests for a loop of no rounds elsewhere."""
    assert loop.limit is not None
    loops = {id(own.node) for event in fn.trace.events for own in event.loops}
    for event in fn.trace.events:
        if isinstance(event, BranchEvent) and id(event.node) not in loops:
            for part in event.condition.walk():
                if part.op in ("<", "<=", ">", ">=", "==", "!=") and part.args[0] is loop.limit:
                    other = part.args[1]
                    if other.op == "const" and other.value in (0, 1):
                        return True
    return False

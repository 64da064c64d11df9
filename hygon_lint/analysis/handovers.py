"""What host functions hand to kernels and to other functions, and which sizes are known where they do.

Values are told apart within one function by labels, so that they can be followed into the callee's parameters when the
callee stands in another file: a number for a constant, `#2` for the value of the third parameter, a name with a number
for everything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd

from hygon_lint.analysis.events import CallEvent, CompareEvent
from hygon_lint.analysis.facts import FunctionFacts, both_ways, comparisons
from hygon_lint.analysis.guards32 import Bound, bound_of, flat, message_of
from hygon_lint.analysis.kernel_indices import parameter_of, position_of
from hygon_lint.analysis.launch_extents import extents_of
from hygon_lint.analysis.missing_dims import counts_all, incomplete_guards
from hygon_lint.analysis.places import written_at
from hygon_lint.analysis.terms import Term, bare, is_condition
from hygon_lint.analysis.wording import name_of
from hygon_lint.frontend.nodes import Call, Expr, Name, Node, plain
from hygon_lint.model.functions import meanings

Label = int | str
Factors = tuple[Label, ...]

_LARGEST_GATE = 1 << 20
_FEWEST_ARGUMENTS = 2


@dataclass(frozen=True, slots=True)
class Limit:
    """What holds of a product (or one value) at a handover.

    kind: "product" (below 2^31 or 2^32), "most" (at most `value`), "multiple" (of `value`), "flag" (a truth value of
    which nothing is known but that it is `value`). `told`: the guard was found to lack a dimension already. `whole`: it
    counts all elements of something.
    """

    kind: str
    factors: Factors
    value: int
    node: Node
    message: str = ""
    told: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Handover:
    """A launch, or a call that is not followed. `args` are the factors of each argument, `roots` what its data is
    called ("" where it cannot be told, `#2` for a parameter); `template` holds the constant template arguments. `tests`
    says for each argument that is a condition what holds when it is true, and when it is false."""

    event: CallEvent
    callee: str
    launch: bool
    args: tuple[Factors, ...]
    roots: tuple[str, ...]
    grid: tuple[Factors, ...] = ()
    block: tuple[Factors, ...] = ()
    template: tuple[int | None, ...] = ()
    limits: tuple[Limit, ...] = ()
    tests: tuple[tuple[int, tuple[Limit, ...], tuple[Limit, ...]], ...] = ()


def handovers(fn: FunctionFacts) -> Iterator[Handover]:
    """All of a host function."""
    labels = _Labels(fn)
    reader = _Limits(fn, labels)
    for event in fn.trace.events:
        if not isinstance(event, CallEvent) or event.followed:
            continue
        callee = _callee(event)
        launch = event.call.launch
        if not callee or (launch is None and not _may_launch(event)):
            continue
        limits = tuple(limit for guard in event.guards for limit in reader.of(guard.term, guard.node))
        args = tuple(labels.factors(a.term) if a.term is not None else () for a in event.args)
        roots = tuple(labels.root(a.expr) for a in event.args)
        grid: tuple[Factors, ...] = ()
        block: tuple[Factors, ...] = ()
        if launch is not None and len(launch) > 1:
            grid = tuple(labels.extent(term) for term in extents_of(fn, launch[0]))
            block = tuple(labels.factors(term) for term in extents_of(fn, launch[1]))
        yield Handover(
            event,
            callee,
            launch is not None,
            args,
            roots,
            grid,
            block,
            _template(event.call),
            limits,
            tuple(reader.tests(event)),
        )


def _may_launch(event: CallEvent) -> bool:
    """Whether a call hands several things to a function of the project."""
    decl = event.decl
    plainly = event.call.object is None and not event.name.startswith("operator") and not meanings(event.name)
    return plainly and len(event.args) >= _FEWEST_ARGUMENTS and (decl is None or decl.kind in ("function", "unknown"))


def _callee(event: CallEvent) -> str:
    """The function called, also through a local that holds its address."""
    decl = event.decl
    if decl is None or decl.kind != "local":
        return event.name
    names = [node.name for node in decl.init.walk() if isinstance(node, Name)] if decl.init is not None else []
    return names[0] if len(names) == 1 else ""


def _template(call: Call) -> tuple[int | None, ...]:
    return tuple(int(text) if text.isdigit() else None for text in call.template_args)


class _Labels:
    def __init__(self, fn: FunctionFacts) -> None:
        self._fn = fn
        self._numbers: dict[int, int] = {}

    def label(self, term: Term) -> Label:
        """The label of one value."""
        inner = bare(term)
        if inner.op == "const" and inner.value is not None:
            return inner.value
        position = parameter_of(self._fn, inner)
        if position is not None:
            return f"#{position}"
        number = self._numbers.setdefault(id(inner), len(self._numbers))
        called = self._fn.flow.called.get(id(term)) or self._fn.flow.called.get(id(inner)) or name_of(inner)
        return f"{called}@{number}"

    def factors(self, term: Term) -> Factors:
        """The labels of the factors of a product."""
        return tuple(self.label(part) for part in flat(term))

    def extent(self, term: Term) -> Factors:
        """What an extent of a launch counts, however many of it a block takes."""
        inner = bare(term)
        while inner.op in ("/", ">>", "+", "-"):
            inner = bare(inner.args[1] if bare(inner.args[0]).op == "const" else inner.args[0])
        return self.factors(inner)

    def root(self, expr: Expr) -> str:
        """The variable whose data a pointer argument is."""
        if expr.type.deref().kind not in ("pointer", "unknown", "dependent", "record"):
            return ""
        expr = plain(expr)
        names = [node for node in expr.walk() if isinstance(node, Name) and node.decl is not None]
        names = [node for node in names if node.decl is not None and node.decl.kind in ("local", "param")]
        if len(names) != 1 or names[0].decl is None:
            return ""
        decl = names[0].decl
        position = position_of(self._fn.function.params, decl)
        return decl.name if position is None else f"#{position}"


class _Limits:
    def __init__(self, fn: FunctionFacts, labels: _Labels) -> None:
        self._fn = fn
        self._labels = labels
        self._told = {id(bare(found.guard.bound.product)) for found in incomplete_guards(fn)}
        self._compared = {
            (id(event.left), id(event.right)): event.node
            for event in fn.trace.events
            if isinstance(event, CompareEvent)
        }

    def of(self, condition: Term, node: Node, holds: bool = True) -> Iterator[Limit]:
        """What a condition says when it holds (or, not `holds`, when it does not)."""
        listed = _one_of(condition) if holds else None
        if listed is not None:
            factors = self._labels.factors(listed[0])
            yield Limit("most", factors, max(listed[1]), node)
            if gcd(*listed[1]) > 1:
                yield Limit("multiple", factors, gcd(*listed[1]), node)
            return
        for op, left, right in comparisons(condition, holds):
            bound = bound_of(op, left, right)
            if bound is None:
                at = self._compared.get((id(left), id(right)), node)
                yield from _of_one(self._labels, op, left, right, at)
            elif (bound.product is left) == (op in ("<", "<=")):
                yield self._product(bound, node)
        for flag, value in _flags(condition, holds):
            yield Limit("flag", (self._labels.label(flag),), value, node)

    def tests(self, event: CallEvent) -> Iterator[tuple[int, tuple[Limit, ...], tuple[Limit, ...]]]:
        """What the arguments of a call that are conditions say."""
        for position, argument in enumerate(event.args):
            term = argument.term
            if term is not None and is_condition(term):
                true, false = (tuple(self.of(term, argument.expr, holds)) for holds in (True, False))
                yield position, true, false

    def _product(self, bound: Bound, node: Node) -> Limit:
        terms = [bare(t) for t in bound.factors]
        return Limit(
            "product",
            tuple(self._labels.label(t) for t in terms),
            bound.limit,
            written_at(self._fn, bound.product, node) or node,
            message_of(self._fn, node),
            id(bare(bound.product)) in self._told,
            any(counts_all(t) for t in terms),
        )


def _flags(condition: Term, holds: bool) -> Iterator[tuple[Term, int]]:
    """The plain truth values that a condition rests on."""
    if condition.op == "!":
        yield from _flags(condition.args[0], not holds)
    elif condition.op == ("&&" if holds else "||"):
        for part in condition.args:
            yield from _flags(part, holds)
    elif not is_condition(condition) and condition.op != "const":
        yield condition, int(holds)


def _of_one(labels: _Labels, op: str, left: Term, right: Term, node: Node) -> Iterator[Limit]:
    for comparison, value, end in both_ways(op, bare(left), bare(right)):
        if end.op != "const" or end.value is None or value.op == "const":
            continue
        if value.op == "%":
            step = bare(value.args[1])
            if comparison == "==" and end.value == 0 and step.op == "const" and (step.value or 0) > 1:
                yield Limit("multiple", labels.factors(value.args[0]), step.value or 0, node)
            continue
        most = end.value - (comparison == "<")
        if comparison in ("<", "<=", "==") and 0 < most <= _LARGEST_GATE:
            yield Limit("most", labels.factors(value), most, node)
            if comparison == "==":
                yield Limit("multiple", labels.factors(value), most, node)


def _one_of(condition: Term) -> tuple[Term, list[int]] | None:
    """The value, and the numbers of which it is one: `d == 64 || d == 128`."""
    parts = list(_cases(condition))
    if len(parts) < 2:
        return None
    about: Term | None = None
    values = []
    for part in parts:
        if part.op != "==" or bare(part.args[1]).op != "const":
            return None
        if about is not None and bare(part.args[0]) is not about:
            return None
        about = bare(part.args[0])
        values.append(bare(part.args[1]).value or 0)
    return (about, values) if about is not None else None


def _cases(condition: Term) -> Iterator[Term]:
    if condition.op == "||":
        for part in condition.args:
            yield from _cases(part)
    else:
        yield condition

"""Where a value is written: in an expression, or in the initialiser of a local that is used there."""

from __future__ import annotations

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.terms import Term, bare
from hygon_lint.frontend.nodes import Assign, Binary, Expr, Name, Node

_MAX_LOCALS = 3  # locals looked through


def in_expression(
    fn: FunctionFacts, term: Term, written: Node, operators: tuple[type[Expr], ...], depth: int = _MAX_LOCALS
) -> Expr | None:
    """The innermost node of the given classes below `written` whose value a term is."""
    nodes = [node for node in written.walk() if isinstance(node, Expr)]
    same = [node for node in nodes if isinstance(node, operators) and fn.flow.values.get(id(node)) is term]
    if same:
        return min(same, key=lambda node: node.span.end - node.span.start)
    for node in nodes if depth else ():
        if isinstance(node, Name) and node.decl is not None and node.decl.kind == "local" and node.decl.init:
            found = in_expression(fn, term, node.decl.init, operators, depth - 1)
            if found is not None:
                return found
    return None


def written_at(fn: FunctionFacts, term: Term, use: Node) -> Expr | None:
    """Where the operation behind a value is written, conversions around it left out."""
    term = bare(term)
    found = in_expression(fn, term, use, (Binary, Assign))
    if found is not None:
        return found
    return term.node if isinstance(term.node, Expr) else None

"""Every place of a build script where a condition or the key of a table names arches, whatever hangs on it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hygon_lint.project import words
from hygon_lint.project.build import ArchTest
from hygon_lint.project.python_scopes import Script, dotted

_NEGATIVE = (ast.NotEq, ast.NotIn)
_ENDS = ("sys.exit", "exit", "quit", "os._exit", "os.abort")
_ASKING = (ast.Eq, ast.In, *_NEGATIVE)


def mentions(script: Script, nodes: Iterable[ast.AST], tables: frozenset[ast.AST]) -> Iterator[ArchTest]:
    """The literals of comparisons, prefixes, `case` patterns and keys; `tables` are told elsewhere."""
    for node in nodes:
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], _ASKING):
            shuts = isinstance(node.ops[0], _NEGATIVE) != _is_negated(script, node)
            shuts = shuts and not _gives_up(script, node)  # who gives up on all others is for these
            part_of_name = isinstance(node.ops[0], (ast.In, ast.NotIn))
            yield from _named(script, node.left, shuts, prefix=part_of_name)
            yield from _named(script, node.comparators[0], shuts)
        elif isinstance(node, ast.Call) and dotted(node.func).endswith("startswith") and len(node.args) == 1:
            yield from _named(script, node.args[0], _is_negated(script, node), prefix=True)
        elif isinstance(node, ast.Dict) and node not in tables:
            for key in node.keys:
                if key is not None:
                    yield from _named(script, key, False)
        elif isinstance(node, ast.MatchValue):
            yield from _named(script, node.value, False)


def _named(script: Script, node: ast.expr, shuts: bool, *, prefix: bool = False) -> Iterator[ArchTest]:
    """The arches that a literal, or the literals of a list, stand for; with `prefix` also `gfx94`."""
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        for one in node.elts:
            yield from _named(script, one, shuts, prefix=prefix)
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return
    arch = words.arch_of_token(node.value)
    archs = (arch,) if arch else words.arches_like(node.value) if prefix else ()
    if archs:
        yield ArchTest(place=script.place(node), archs=archs, exact=bool(arch), shuts=shuts)


def _is_negated(script: Script, node: ast.AST) -> bool:
    parent = script.parents.get(node)
    return isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)


def _gives_up(script: Script, node: ast.AST) -> bool:
    """Whether a comparison, perhaps with others, decides an `if` that ends the script or raises."""
    child, parent = node, script.parents.get(node)
    while isinstance(parent, (ast.BoolOp, ast.UnaryOp)):
        child, parent = parent, script.parents.get(parent)
    if not isinstance(parent, ast.If) or child is not parent.test:
        return False
    last = parent.body[-1]
    if isinstance(last, ast.Raise):
        return True
    return isinstance(last, ast.Expr) and isinstance(last.value, ast.Call) and dotted(last.value.func) in _ENDS

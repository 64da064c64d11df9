"""What the strings of a Python build script can be, read off its syntax tree. Nothing is run.

A value is a text together with where each part of it was written and under which tests it arises. Variables are the
union of all that is assigned to them, parameters of all that is passed, calls of all that is returned; what cannot be
read leaves a hole (`HOLE`) in the text. A budget bounds the work on hostile files.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from hygon_lint.project.python_scopes import Scope, Script, dotted, environment_read, environment_subscript
from hygon_lint.project.values import HOLE, Piece, Test, Value, split

_TEXT_METHODS = frozenset(
    {"split", "replace", "removeprefix", "lower", "upper", "strip", "rstrip", "lstrip", "copy"}
) | {
    "items",
    "keys",
    "union",
    "values",
    "splitlines",
}
_MOST_VALUES = 200
_BUDGET = 60_000
_PASS_THROUGH = frozenset(
    {"list", "tuple", "set", "sorted", "reversed", "frozenset", "str", "dict.fromkeys", "deepcopy", "copy", "Path"}
)


class Values:
    """The values of a script's expressions, worked out on demand."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self._budget = _BUDGET
        self._busy: set[tuple[int, int]] = set()
        self._cuts = 0
        self._known: dict[tuple[int, int], list[Value]] = {}

    def of(self, node: ast.expr, scope: Scope | None = None) -> list[Value]:
        """What the expression can be: the strings, or the strings in the list, with holes where unknown."""
        scope = scope or self.script.scope_of(node)
        key = (id(node), id(scope))
        if key in self._known:
            return self._known[key]
        if key in self._busy or self._budget <= 0:
            self._cuts += 1
            return []
        self._budget -= 1
        self._busy.add(key)
        cuts = self._cuts
        try:
            found = self._values(node, scope)[:_MOST_VALUES]
        finally:
            self._busy.discard(key)
        if self._cuts == cuts or not self._busy:  # nothing below was cut short by a cycle
            self._known[key] = found
        return found

    def _values(self, node: ast.expr, scope: Scope) -> list[Value]:
        if isinstance(node, ast.Constant):
            if isinstance(node.value, (str, int)) and not isinstance(node.value, bool):
                return [Value(str(node.value), (Piece(0, node, self._owner(node)),))]
            return []
        if isinstance(node, ast.JoinedStr):
            return self._concat([self._part(part, scope) for part in node.values])
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            return [value for item in node.elts for value in self.of(item, scope)]
        if isinstance(node, ast.Starred):
            return self.of(node.value, scope)
        if isinstance(node, ast.Dict):
            return [value for key in node.keys if key is not None for value in self.of(key, scope)]
        if isinstance(node, ast.Name):
            return self._bound(node.id, scope)
        if isinstance(node, ast.Attribute):
            return self._bound(dotted(node), scope)
        if isinstance(node, ast.BinOp):
            return self._operation(node, scope)
        if isinstance(node, ast.BoolOp):
            return [value for one in node.values for value in self.of(one, scope)]
        if isinstance(node, ast.IfExp):
            return [
                replace(value, tests=(*value.tests, Test(node.test, holds)))
                for one, holds in ((node.body, True), (node.orelse, False))
                for value in self.of(one, scope)
            ]
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            return self.of(node.elt, self.script.scopes[node])
        if isinstance(node, ast.Subscript):
            return self._item(node, scope)
        if isinstance(node, ast.Call):
            return self._call(node, scope)
        return []

    def _owner(self, node: ast.expr) -> ast.expr:
        parent = self.script.parents.get(node)
        if isinstance(parent, (ast.List, ast.Tuple, ast.Set)):
            return parent
        return node

    def _part(self, part: ast.expr, scope: Scope) -> list[Value]:
        if isinstance(part, ast.FormattedValue):
            found = self.of(part.value, scope)
            return found or [Value(HOLE, (Piece(0, part, part),))]
        if isinstance(part, ast.Constant):
            return [Value(str(part.value), (Piece(0, part, part),))]
        return []

    def _concat(self, parts: Iterable[list[Value]]) -> list[Value]:
        found = [Value("", ())]
        for choices in parts:
            found = [one.joined(other) for one in found for other in choices][:_MOST_VALUES]
        return found

    def _bound(self, name: str, scope: Scope) -> list[Value]:
        hit = scope.lookup(name)
        if hit is None:
            return []
        bindings, home = hit
        return [
            replace(value, tests=value.tests + tuple(t for t in binding.tests if t not in value.tests))
            for binding in bindings
            for value in self.of(binding.expr, binding.scope or home)
        ]

    def _operation(self, node: ast.BinOp, scope: Scope) -> list[Value]:
        left, right = self.of(node.left, scope), self.of(node.right, scope)
        if isinstance(node.op, ast.Mod):
            return self._formatted(left, right)
        if not isinstance(node.op, ast.Add):
            return left + right
        if self._is_text(node.left, scope) or self._is_text(node.right, scope):
            hole = [Value(HOLE, ())]
            return self._concat([left or hole, right or hole])
        return left + right

    def _is_text(self, node: ast.expr, scope: Scope) -> bool:
        """Whether an operand of `+` is a string, not a list."""
        if isinstance(node, ast.Constant):
            return isinstance(node.value, str)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self._is_text(node.left, scope) or self._is_text(node.right, scope)
        return isinstance(node, ast.JoinedStr)

    def _formatted(self, left: list[Value], right: list[Value]) -> list[Value]:
        found = []
        for value in left:
            if value.text.count("%s") != 1:
                found.append(value.rewritten(value.text.replace("%s", HOLE).replace("%d", HOLE)))
                continue
            at = value.text.index("%s")
            for middle in right or [Value(HOLE, ())]:
                found.append(value.slice(0, at).joined(middle).joined(value.slice(at + 2, len(value.text))))
        return found

    def _item(self, node: ast.Subscript, scope: Scope) -> list[Value]:
        name = environment_subscript(node)
        if name:
            return []
        holder = node.value
        key = node.slice.value if isinstance(node.slice, ast.Constant) else None
        table = self._table(holder, scope)
        if table is not None:
            home = self.script.scope_of(table)
            return [
                value
                for k, v in zip(table.keys, table.values, strict=True)
                if key is None or not isinstance(k, ast.Constant) or k.value == key
                for value in self.of(v, home)
            ]
        found = self.of(holder, scope)
        if isinstance(node.slice, ast.Slice) and isinstance(node.slice.lower, ast.Constant):
            lower = node.slice.lower.value
            if isinstance(lower, int) and node.slice.upper is None and not isinstance(holder, (ast.List, ast.Tuple)):
                return [v.slice(lower, len(v.text)) if len(v.text) > lower else v for v in found]
        return found

    def _table(self, node: ast.expr, scope: Scope) -> ast.Dict | None:
        if isinstance(node, ast.Dict):
            return node
        if isinstance(node, (ast.Name, ast.Attribute)):
            hit = scope.lookup(dotted(node))
            for binding in hit[0] if hit else ():
                if isinstance(binding.expr, ast.Dict):
                    return binding.expr
        return None

    def _call(self, node: ast.Call, scope: Scope) -> list[Value]:
        read = environment_read(node)
        if read is not None:
            default = self.of(read[1], scope) if read[1] is not None else []
            return [replace(value, env=value.env or read[0]) for value in default]
        if isinstance(node.func, ast.Attribute):
            found = self._method(node, node.func, scope)
            if found is not None:
                return found
        name = dotted(node.func)
        if name.split(".")[-1] in _PASS_THROUGH or name in _PASS_THROUGH:
            return [value for arg in node.args for value in self.of(arg, scope)]
        return [
            replace(value, tests=value.tests + tuple(t for t in one.tests if t not in value.tests))
            for function in self.script.functions.get(name.split(".")[-1], ())
            for one in function.returns
            for value in self.of(one.expr, one.scope or function)
        ]

    def _method(self, node: ast.Call, func: ast.Attribute, scope: Scope) -> list[Value] | None:
        """The result of a method of strings, lists and tables; None when it is none that we read."""
        texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if func.attr == "join" and node.args:
            return self._join(self.of(func.value, scope), self.of(node.args[0], scope))
        if func.attr == "get":
            table = self._table(func.value, scope)
            if table is None:
                return None
            return [value for one in table.values for value in self.of(one, self.script.scope_of(table))]
        if func.attr == "format":
            return self._filled(self.of(func.value, scope), [v for arg in node.args for v in self.of(arg, scope)])
        if func.attr not in _TEXT_METHODS:
            return None
        found = self.of(func.value, scope)
        if func.attr == "split":
            return [part for v in found for part in split(v, texts[0] if texts else None)]
        if func.attr == "replace" and len(texts) == 2:
            return [_replaced(value, texts[0], texts[1]) for value in found]
        if func.attr == "removeprefix" and texts:
            return [v.slice(len(texts[0]), len(v.text)) if v.text.startswith(texts[0]) else v for v in found]
        if func.attr in ("lower", "upper"):
            return [replace(v, text=v.text.lower() if func.attr == "lower" else v.text.upper()) for v in found]
        return found

    def _join(self, glue: list[Value], items: list[Value]) -> list[Value]:
        if not items or len(items) > 64:
            return []
        found = items[0]
        for item in items[1:]:
            found = found.joined(glue[0] if glue else Value(" ", ())).joined(item)
        return [found]

    def _filled(self, templates: list[Value], given: list[Value]) -> list[Value]:
        found = []
        for template in templates:
            at = template.text.find("{}")
            if at < 0 or template.text.count("{}") > 1 or not given:
                found.append(template.rewritten(template.text.replace("{}", HOLE)))
                continue
            rest = template.slice(at + 2, len(template.text))
            found.extend(template.slice(0, at).joined(one).joined(rest) for one in given)
        return found


def _replaced(value: Value, old: str, new: str) -> Value:
    text = value.text.replace(old, new)
    return replace(value, text=text) if len(old) == len(new) else value.rewritten(text)

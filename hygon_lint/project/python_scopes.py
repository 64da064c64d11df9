"""The scopes of a Python build script: which names there are and what is assigned to them. Nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from hygon_lint.finding import Place
from hygon_lint.frontend.source import SourceText, Span
from hygon_lint.project.values import Test


@dataclass(slots=True)
class Binding:
    """One thing assigned to a name. `items`: the name runs over the elements (a loop)."""

    expr: ast.expr
    tests: tuple[Test, ...]
    items: bool = False
    scope: Scope | None = None  # where the expression is read, when not where the name lives


@dataclass(slots=True)
class Scope:
    """A module, function or comprehension, and what its names are bound to."""

    node: ast.AST
    parent: Scope | None
    names: dict[str, list[Binding]] = field(default_factory=dict)
    returns: list[Binding] = field(default_factory=list)
    name: str = ""

    def lookup(self, name: str) -> tuple[list[Binding], Scope] | None:
        """The bindings of a name in the nearest scope that has any."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name], scope
            scope = scope.parent
        return None


class Script:
    """A parsed build script: its tree, its scopes, and where things stand."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.tree = ast.parse(source.data.decode("utf-8", "replace"))
        self.parents: dict[ast.AST, ast.AST] = {}
        for node in ast.walk(self.tree):
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node
        self.module = Scope(self.tree, None)
        self.scopes: dict[ast.AST, Scope] = {self.tree: self.module}
        self.functions: dict[str, list[Scope]] = {}
        _Binder(self).visit(self.tree)
        self._bind_calls()

    # -------------------------------------------------------- places and surroundings

    def span(self, node: ast.AST) -> Span:
        """The bytes of a node."""
        start = self.source.line_start(node.lineno) + node.col_offset  # type: ignore[attr-defined]
        end = self.source.line_start(node.end_lineno) + node.end_col_offset  # type: ignore[attr-defined]
        return Span(start, end)

    def place(self, node: ast.AST) -> Place:
        """Where a node stands."""
        return self.source.place(self.span(node))

    def text(self, node: ast.AST) -> str:
        """The source of a node, white space folded."""
        return " ".join(self.source.text(self.span(node)).split())

    def scope_of(self, node: ast.AST) -> Scope:
        """The scope a node stands in."""
        current: ast.AST | None = node
        while current is not None:
            if current in self.scopes and current is not node:
                return self.scopes[current]
            current = self.parents.get(current)
        return self.module

    def tests_around(self, node: ast.AST) -> tuple[Test, ...]:
        """The tests that hold where a node stands, outermost first, up to the function around it."""
        tests: list[Test] = []
        child, parent = node, self.parents.get(node)
        while parent is not None and not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            if isinstance(parent, (ast.If, ast.IfExp, ast.While)) and child is not parent.test:
                body = parent.body if isinstance(parent.body, list) else [parent.body]
                tests.append(Test(parent.test, child in body))
            elif isinstance(parent, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
                if not isinstance(child, ast.comprehension):
                    tests.extend(Test(one, True) for gen in parent.generators for one in gen.ifs)
            elif isinstance(parent, ast.FunctionDef | ast.Module):
                tests.extend(self._returned_before(parent.body, child))
            child, parent = parent, self.parents.get(parent)
        return tuple(reversed(tests))

    def _returned_before(self, body: list[ast.stmt], child: ast.AST) -> Iterator[Test]:
        """`if test: return ...` before `child` in a function: the test fails from there on."""
        for statement in body:
            if statement is child:
                return
            if (
                isinstance(statement, ast.If)
                and not statement.orelse
                and isinstance(statement.body[-1], (ast.Return, ast.Raise, ast.Continue))
            ):
                yield Test(statement.test, False)

    def function_of(self, node: ast.AST) -> str:
        """The name of the function around a node, or ""."""
        current = self.parents.get(node)
        while current is not None:
            if isinstance(current, (ast.FunctionDef, ast.AsyncFunctionDef)):
                return current.name
            current = self.parents.get(current)
        return ""

    @cached_property
    def name_of(self) -> dict[ast.AST, str]:
        """Expression -> the variable, parameter, keyword or environment variable that it is assigned to."""
        names: dict[ast.AST, str] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign):
                names[node.value] = dotted(node.targets[0])
            elif isinstance(node, (ast.AnnAssign, ast.AugAssign)) and node.value is not None:
                names[node.value] = dotted(node.target)
            elif isinstance(node, ast.keyword) and node.arg:
                names[node.value] = node.arg
            elif isinstance(node, ast.Call):
                read = environment_read(node)
                if read is not None and read[1] is not None:
                    names[read[1]] = read[0]
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                for arg, default in parameters(node.args):
                    if default is not None:
                        names[default] = arg
        return names

    # -------------------------------------------------------- binding calls to parameters

    def _bind_calls(self) -> None:
        for node in ast.walk(self.tree):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            name = name or (node.func.attr if isinstance(node.func, ast.Attribute) else "")
            for scope in self.functions.get(name, ()):
                caller = self.scope_of(node)
                function = scope.node
                if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    continue
                names = [arg for arg, _ in parameters(function.args)]
                method = names[:1] in (["self"], ["cls"])
                for arg, value in zip(names[1:] if method else names, node.args, strict=False):
                    if not isinstance(value, ast.Starred):
                        scope.names.setdefault(arg, []).append(Binding(value, (), scope=caller))
                for keyword in node.keywords:
                    if keyword.arg in names:
                        scope.names.setdefault(keyword.arg, []).append(Binding(keyword.value, (), scope=caller))


class _Binder(ast.NodeVisitor):
    """Fills the scopes of a script."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.scope = script.module

    def bind(self, target: ast.expr, binding: Binding) -> None:
        if isinstance(target, (ast.Name, ast.Attribute)):
            self.scope.names.setdefault(dotted(target), []).append(binding)
        elif isinstance(target, (ast.Tuple, ast.List)) and not binding.items:
            if isinstance(binding.expr, (ast.Tuple, ast.List)) and len(binding.expr.elts) == len(target.elts):
                for one, value in zip(target.elts, binding.expr.elts, strict=False):
                    self.bind(one, Binding(value, binding.tests))
        elif isinstance(target, (ast.Tuple, ast.List)) and target.elts:
            self.bind(target.elts[0], binding)  # `for arch, x in table.items()`: the keys are what matters here

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self.bind(target, Binding(node.value, self.script.tests_around(node)))
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.bind(node.target, Binding(node.value, self.script.tests_around(node)))
        self.generic_visit(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.bind(node.target, Binding(node.value, ()))
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.bind(node.target, Binding(node.value, self.script.tests_around(node)))
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self.bind(node.target, Binding(node.iter, (), items=True))
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None:
            self.scope.returns.append(Binding(node.value, self.script.tests_around(node)))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        func = node.func
        if (
            isinstance(func, ast.Attribute)
            and func.attr in ("append", "extend", "add", "update", "insert")
            and node.args
            and isinstance(func.value, (ast.Name, ast.Attribute))
        ):
            name = dotted(func.value)
            home = self.scope.lookup(name)
            scope = home[1] if home else self.scope
            binding = Binding(node.args[-1], self.script.tests_around(node), scope=self.scope)
            scope.names.setdefault(name, []).append(binding)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._inside(node, node.name)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._inside(node, node.name)

    def _inside(self, node: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> None:
        outer = self.scope
        scope = Scope(node, outer, name=name)
        self.script.scopes[node] = scope
        self.script.functions.setdefault(name, []).append(scope)
        self.scope = scope
        for arg, default in parameters(node.args):
            scope.names.setdefault(arg, [])
            if default is not None:
                scope.names[arg].append(Binding(default, ()))
        self.generic_visit(node)
        self.scope = outer

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        outer = self.scope
        self.scope = Scope(node, outer)
        self.script.scopes[node] = self.scope
        for generator in node.generators:
            tests = tuple(Test(one, True) for one in generator.ifs)
            self.bind(generator.target, Binding(generator.iter, tests, items=True))
        self.generic_visit(node)
        self.scope = outer

    visit_ListComp = _comprehension
    visit_SetComp = _comprehension
    visit_GeneratorExp = _comprehension
    visit_DictComp = _comprehension


# ---------------------------------------------------------------- small readings of syntax


def dotted(node: ast.AST) -> str:
    """`a.b.c` of names and attributes, "" of anything else; `os.environ["X"]` reads as X."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        base = dotted(node.value)
        return f"{base}.{node.attr}" if base else ""
    if isinstance(node, ast.Subscript):
        return environment_subscript(node)
    return ""


def parameters(args: ast.arguments) -> Iterator[tuple[str, ast.expr | None]]:
    """Parameter names in order, with their defaults."""
    positional = [*args.posonlyargs, *args.args]
    blanks = len(positional) - len(args.defaults)
    for i, arg in enumerate(positional):
        yield arg.arg, args.defaults[i - blanks] if i >= blanks else None
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=False):
        yield arg.arg, default


def environment_read(node: ast.Call) -> tuple[str, ast.expr | None] | None:
    """(variable, default) of `os.environ.get(...)`, `os.getenv(...)`, `environ.setdefault(...)`."""
    name = dotted(node.func)
    if name.split(".")[-1] != "getenv" and not name.endswith(("environ.get", "environ.setdefault", "environ.pop")):
        return None
    if not node.args or not isinstance(node.args[0], ast.Constant) or not isinstance(node.args[0].value, str):
        return None
    default = node.args[1] if len(node.args) > 1 else None
    for keyword in node.keywords:
        default = keyword.value if keyword.arg == "default" else default
    return node.args[0].value, default


def environment_subscript(node: ast.Subscript) -> str:
    """The variable of `os.environ["X"]`, else ""."""
    if dotted(node.value).endswith("environ") and isinstance(node.slice, ast.Constant):
        return str(node.slice.value)
    return ""

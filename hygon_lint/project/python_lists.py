"""The arch lists of a build script: who wrote them, what they are called, whether they decide what is built."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from hygon_lint.finding import Place
from hygon_lint.project import words
from hygon_lint.project.build import ArchList
from hygon_lint.project.python_scopes import Script, dotted, environment_read
from hygon_lint.project.python_values import Values
from hygon_lint.project.values import Piece, Test, Value, split

_MOST_LINES = 8
_ADDERS = ("append", "extend", "add", "update", "insert")


@dataclass(slots=True)
class _Entry:
    """An arch list being collected: who wrote it, what flows into a build option."""

    archs: dict[str, None] = field(default_factory=dict)
    sink: str = ""
    tests: tuple[Test, ...] = ()
    env: str = ""


class Lists:
    """Collects the arch lists of one script."""

    def __init__(self, script: Script, values: Values) -> None:
        self.script = script
        self.values = values
        self.entries: dict[ast.AST, _Entry] = {}

    @property
    def archs(self) -> dict[str, None]:
        """Every arch in a list so far."""
        return {arch: None for entry in self.entries.values() for arch in entry.archs}

    def assigned(self, node: ast.AST) -> None:
        """Variables of the environment and of the script whose names say that they hold arches."""
        if isinstance(node, ast.Call):
            read = environment_read(node)
            if read is not None and read[1] is not None and words.is_arch_variable(read[0]):
                self.take(self.values.of(read[1]), read[0], bare=True)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                name = dotted(target).split(".")[-1]
                if words.is_arch_variable(name):
                    self.take(self.values.of(node.value), name, bare=True)
                elif words.is_arch_variable(_item(target)):  # perhaps the environment of a process: named, no default
                    self.take((replace(one, env=_item(target)) for one in self.values.of(node.value)), "", bare=True)

    def take(self, found: Iterable[Value], sink: str, *, bare: bool = False) -> None:
        """Collect the arches in texts that reach `sink`, each under the list that it was written in."""
        for value in found:
            for part in _arch_words(value):
                arch = words.arch_of_token(part.text, bare=bare)
                if arch is None or not part.pieces:
                    continue
                entry = self.entries.setdefault(_list_of(_writer(part)), _Entry())
                entry.archs[arch] = None
                entry.sink = entry.sink or sink
                entry.env = entry.env or part.env
                entry.tests += tuple(test for test in part.tests if test not in entry.tests)

    def plain_list(self, node: ast.expr) -> None:
        """A literal that is nothing but arches and reaches no build option we can see."""
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            texts = [one.value for one in node.elts if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if not texts or len(texts) != len(node.elts):
                return
            archs = [words.arch_of_token(text) for text in texts if text != "native"]
        elif isinstance(node, ast.Dict):
            texts = [one.value for one in node.values if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            archs = [words.arch_of_token(text) for text in texts if text != "native"]
            if len(archs) < 2 or len(texts) != len(node.values):
                return
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            archs = list(words.arch_list(node.value))
            parent = self.script.parents.get(node)
            if isinstance(parent, (ast.List, ast.Tuple, ast.Set, ast.Expr, ast.JoinedStr)) or parent in self.entries:
                return
        else:
            return
        if not archs or not all(archs) or node in self.entries or self._is_tested(node):
            return
        self.entries[node] = _Entry(archs=dict.fromkeys(arch for arch in archs if arch))

    def _is_tested(self, node: ast.AST) -> bool:
        parent = self.script.parents.get(node)
        if isinstance(parent, (ast.Compare, ast.MatchValue)):
            return True
        if isinstance(parent, ast.Dict) and node in parent.keys:
            return True
        return isinstance(parent, ast.Call) and dotted(parent.func).endswith(("startswith", "endswith"))

    def finished(self) -> Iterator[ArchList]:
        """The lists with their roles and what is added to them elsewhere."""
        named: dict[tuple[str, str], dict[str, None]] = {}
        for node, entry in self.entries.items():
            if self._extends(node):
                named.setdefault((self.name_of(node), self.script.function_of(node)), {}).update(entry.archs)
        for node, entry in self.entries.items():
            name = self.name_of(node) or entry.env or entry.sink
            function = self.script.function_of(node)
            tests = [self.script.text(t.node) for t in (*entry.tests, *self.script.tests_around(node)) if t.holds]
            role = words.role_of(name, function, *tests, self.script.source.path)
            if entry.sink:
                role = "default" if role == "supported" else role
            elif role == "default":
                role = "mention"
            added = self._siblings(node) | named.get((self.name_of(node), function), {})
            if self._extends(node):
                role = "addition"
            elif role == "default" and any(words.about_versions(self.script.text(t.node), name) for t in entry.tests):
                role = "conditional"
            yield ArchList(
                place=self.place_of(node),
                archs=tuple(entry.archs),
                name=name,
                role=role,
                additions=tuple(arch for arch in added if arch not in entry.archs),
                function=function,
            )

    def name_of(self, node: ast.AST) -> str:
        """The variable that a list is (part of) the value of."""
        current: ast.AST | None = node
        while current is not None and not isinstance(current, ast.stmt):
            if current in self.script.name_of:
                return self.script.name_of[current]
            parent = self.script.parents.get(current)
            adder = parent.func if isinstance(parent, ast.Call) and current in parent.args else None
            if isinstance(adder, ast.Attribute) and adder.attr in _ADDERS:
                return dotted(adder.value)
            current = parent
        return ""

    def _extends(self, node: ast.AST) -> bool:
        """Whether a list is added to a variable rather than being its value."""
        current: ast.AST | None = node
        while current is not None and not isinstance(current, ast.stmt):
            parent = self.script.parents.get(current)
            if isinstance(parent, ast.AugAssign):
                return True
            if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute) and current in parent.args:
                return parent.func.attr in _ADDERS
            current = parent
        return False

    def _siblings(self, node: ast.AST) -> dict[str, None]:
        """Arches of the lists that this one is concatenated with."""
        found: dict[str, None] = {}
        parent = self.script.parents.get(node)
        while isinstance(parent, ast.BinOp) and isinstance(parent.op, (ast.Add, ast.BitOr)):
            for value in self.values.of(parent):
                found.update(dict.fromkeys(words.arch_list(value.text)))
            parent = self.script.parents.get(parent)
        return found

    def place_of(self, node: ast.AST) -> Place:
        """Where a list stands; of a long one its first entry."""
        place = self.script.place(node)
        if place.end_line - place.line < _MOST_LINES:
            return place
        first = next(ast.iter_child_nodes(node), node)
        end = self.script.place(first)
        return Place(place.path, place.line, place.column, end.end_line, end.end_column)

    def offload(self, node: ast.expr) -> None:
        """Arches in options: `--offload-arch=...`, `-DGFX_VERSION=...`."""
        for value in self.values.of(node):
            for word in split(value, None) if "-" in value.text else ():
                mark = words.offload_mark(word.text)
                if mark and word.text.startswith(mark):
                    self.take([word.slice(len(mark), len(word.text))], mark.rstrip("="))
                    continue
                define = words.define_of(word.text)
                if define is not None and words.is_arch_variable(define[0]) and "=" in word.text:
                    rest = word.slice(word.text.index("=") + 1, len(word.text))
                    self.take([rest], define[0], bare=True)


def _item(target: ast.expr) -> str:
    """The X of `env["X"] = ...`, else ""."""
    key = target.slice if isinstance(target, ast.Subscript) else None
    return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else ""


def _list_of(piece: Piece) -> ast.AST:
    """The list that a word belongs to: the literal around it, or the text alone where that holds more than arches."""
    node = piece.node
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and words.arch_list(node.value, bare=True):
        return piece.owner  # type: ignore[no-any-return]
    return node  # type: ignore[no-any-return]


def _writer(word: Value) -> Piece:
    """Who wrote the number of an arch; `gfx` in front of it may come from elsewhere."""
    number = 3 if word.text.lower().startswith("gfx") else 0
    return next((piece for piece in reversed(word.pieces) if piece.start <= number), word.pieces[0])


def _arch_words(value: Value) -> Iterator[Value]:
    """The words of a text that may be a list of arches."""
    start = None
    for i, char in enumerate(value.text + " "):
        if char in ";, \t\n|/":
            if start is not None:
                yield value.slice(start, i)
            start = None
        elif start is None:
            start = i

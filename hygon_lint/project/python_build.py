"""Reads the arches of a Python build script (`setup.py` and its like) from its syntax tree. Nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from hygon_lint.finding import Place
from hygon_lint.frontend.source import SourceText
from hygon_lint.project import words
from hygon_lint.project.build import ArchFlags, ArchTable, BuildFile, Define, Variable
from hygon_lint.project.python_arch_tests import ArchTests
from hygon_lint.project.python_lists import Lists
from hygon_lint.project.python_mentions import mentions
from hygon_lint.project.python_scopes import Script, dotted, environment_read, environment_subscript
from hygon_lint.project.python_values import Values
from hygon_lint.project.values import HOLE, Test, Value, split

_SOURCE_SUFFIXES = (".cu", ".cpp", ".cc", ".cxx", ".hip", ".c")
_KERNEL_SUFFIXES = (*_SOURCE_SUFFIXES, ".co", ".hsaco", ".s", ".S")
_SCOPES = {"cxx": "host", "nvcc": "device", "hipcc": "device", "hip": "device", "cuda": "device"}
_HINTS = ("-", "gfx", "ARCH", "TARGET")


def read_python(source: SourceText) -> BuildFile:
    """What a Python build script says about arches."""
    try:
        script = Script(source)
        return _Reader(script).read()
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return BuildFile(path=source.path, kind="python", error=f"not read as Python: {type(error).__name__}")


@dataclass(slots=True)
class _Flags:
    archs: tuple[str, ...]
    flags: list[str] = field(default_factory=list)
    group: str = ""


class _Reader:
    def __init__(self, script: Script) -> None:
        self.script = script
        self.values = Values(script)
        self.tests = ArchTests(script, self.values)
        self.lists = Lists(script, self.values)
        self.flags: dict[tuple[Place, tuple[str, ...]], _Flags] = {}
        self.defines: dict[tuple[Place, str, str], Define] = {}
        self.variables: list[Variable] = []
        self.sources: dict[str, None] = {}
        self.tables: dict[ast.AST, ArchTable] = {}

    def read(self) -> BuildFile:
        nodes = list(ast.walk(self.script.tree))
        texts = [node for node in nodes if isinstance(node, ast.expr) and self._is_whole_text(node)]
        for node in nodes:
            self.lists.assigned(node)
            self._environment(node)
        for node in texts:
            self.lists.offload(node)
        self.tests.set_universe(nodes, self.lists.archs)
        for node in texts:
            self._string(node)
        for node in nodes:
            if isinstance(node, ast.expr):
                self.lists.plain_list(node)
            if isinstance(node, ast.Dict):
                self._compiler_table(node)
                self._kernel_table(node)
            elif isinstance(node, ast.keyword) and node.arg == "define_macros":
                self._macro_pairs(node.value)
        return BuildFile(
            path=self.script.source.path,
            kind="python",
            lists=tuple(sorted(self.lists.finished(), key=lambda one: one.place)),
            flags=tuple(
                ArchFlags(
                    place=place,
                    archs=archs,
                    flags=tuple(one.flags),
                    hardware=words.hardware_facts(one.flags),
                    group=one.group,
                )
                for (place, archs), one in sorted(self.flags.items(), key=lambda item: item[0][0])
            ),
            defines=tuple(self.defines.values()),
            variables=tuple(self.variables),
            sources=tuple(self.sources),
            tables=tuple(self.tables.values()),
            tests=tuple(mentions(self.script, nodes, frozenset(self.tables))),
        )

    def _environment(self, node: ast.AST) -> None:
        """Which environment variables the script reads and sets."""
        name, how = "", "read"
        if isinstance(node, ast.Call):
            read = environment_read(node)
            if read is not None:
                name, how = read[0], "set" if dotted(node.func).endswith("setdefault") else "read"
        elif isinstance(node, ast.Subscript):
            name, how = environment_subscript(node), "set" if isinstance(node.ctx, ast.Store) else "read"
        if name:
            self.variables.append(Variable(place=self.script.place(node), name=name, how=how))

    # -------------------------------------------------------- flags

    def _is_whole_text(self, node: ast.expr) -> bool:
        """A string expression that is not itself part of a longer one, and may hold an option."""
        if isinstance(node, ast.Constant):
            if not isinstance(node.value, str):
                return False
        elif not isinstance(node, (ast.JoinedStr, ast.BinOp)) and not _is_format(node):
            return False
        parent = self.script.parents.get(node)
        if isinstance(parent, (ast.JoinedStr, ast.FormattedValue, ast.Expr)):
            return False
        if isinstance(node, ast.BinOp) and not (_has_text(node.left) or _has_text(node.right)):
            return False
        if isinstance(parent, ast.Attribute) and _is_format(self.script.parents.get(parent)):
            return False
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, (ast.Add, ast.Mod)):
            return not (_has_text(parent.left) or isinstance(parent.op, ast.Mod))
        return any(hint in text for text in _constants(node) for hint in _HINTS)

    def _string(self, node: ast.expr) -> None:
        around = self.script.tests_around(node)
        limit = self._limited_by_previous(node)
        for value in self.values.of(node):
            if isinstance(node, ast.Constant) and value.text.endswith(_SOURCE_SUFFIXES):
                self.sources[value.text] = None
            if "-" not in value.text:
                continue
            only: tuple[str, ...] = limit[0] if limit else ()
            where = limit[1] if limit else None
            for word in split(value, None):
                if word.text.startswith(words.per_arch_mark()):
                    arch = words.arch_of_token(word.text[len(words.per_arch_mark()) :])
                    if arch and not isinstance(node, ast.JoinedStr):
                        only, where = (arch,), self.script.place(word.pieces[0].node if word.pieces else node)
                    continue
                self._flag(node, word, (*around, *word.tests), only, where)

    def _flag(
        self, node: ast.expr, word: Value, tests: tuple[Test, ...], only: tuple[str, ...], where: Place | None
    ) -> None:
        text = word.text
        if not text.startswith("-") or words.offload_mark(text):
            return
        define = words.define_of(text)
        if define is not None:
            name, value = define
            if words.is_arch_variable(name):
                self.variables.append(Variable(place=self.script.place(node), name=name, how="passed", value=value))
            else:
                self._define(node, name, value, tests)
            return
        archs, place, when = self.tests.archs_of(tests)
        key_arch, key_place = self._table_key(node)
        if key_arch:
            archs, place = (key_arch,), key_place
        if only:
            archs = tuple(arch for arch in only if not archs or arch in archs)
            place = where
        if not archs and (place or when or not words.hardware_facts([text])):
            return
        key = (place or self.script.place(node), archs)
        entry = self.flags.setdefault(key, _Flags(archs, group=self._group(node)))
        if text not in entry.flags and HOLE not in text:
            entry.flags.append(text)

    def _table_key(self, node: ast.AST) -> tuple[str, Place | None]:
        """The arch that is the key of the table entry a flag stands in."""
        child, parent = node, self.script.parents.get(node)
        while parent is not None and not isinstance(parent, ast.stmt):
            if isinstance(parent, ast.Dict) and child in parent.values:
                key = parent.keys[parent.values.index(child)]
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    arch = words.arch_of_token(key.value)
                    if arch:
                        return arch, self.script.place(key)
            child, parent = parent, self.script.parents.get(parent)
        return "", None

    def _limited_by_previous(self, node: ast.expr) -> tuple[tuple[str, ...], Place] | None:
        """`"-Xarch_gfx936", "-mllvm=..."` in a list: the second word is for that arch only."""
        parent = self.script.parents.get(node)
        if not isinstance(parent, (ast.List, ast.Tuple)) or node not in parent.elts:
            return None
        index = parent.elts.index(node)
        before = parent.elts[index - 1] if index else None
        if not isinstance(before, ast.Constant) or not isinstance(before.value, str):
            return None
        mark = words.per_arch_mark()
        if not before.value.startswith(mark) or " " in before.value.strip():
            return None
        arch = words.arch_of_token(before.value[len(mark) :])
        return ((arch,), self.script.place(before)) if arch else None

    def _group(self, node: ast.AST) -> str:
        return self.script.function_of(node) or self.lists.name_of(node)

    # -------------------------------------------------------- macros

    def _define(self, node: ast.expr, name: str, value: str, tests: tuple[Test, ...], scope: str = "") -> None:
        archs, _, when = self.tests.archs_of(tests)
        place = self.script.place(node)
        key = (place, name, value)
        old = self.defines.get(key)
        if old is not None and scope and old.scope not in ("", scope):
            scope = "both"
        group = old.group if old is not None else self.lists.name_of(node) or self.script.function_of(node)
        scope = scope or (old.scope if old is not None else "")
        self.defines[key] = Define(
            place=place, name=name, value=value, scope=scope, when=when, archs=archs, group=group
        )

    def _compiler_table(self, node: ast.Dict) -> None:
        """`{"cxx": [...], "nvcc": [...]}`: which macros reach the host compiler, which the device compiler."""
        for key, value in zip(node.keys, node.values, strict=True):
            if not isinstance(key, ast.Constant) or key.value not in _SCOPES:
                continue
            for found in self.values.of(value):
                for word in split(found, None):
                    define = words.define_of(word.text)
                    if define is None or not word.pieces or words.is_arch_variable(define[0]):
                        continue
                    source = word.pieces[0].node
                    whole = self.script.parents.get(source)
                    writer = whole if isinstance(whole, ast.JoinedStr) else source
                    tests = (*self.script.tests_around(writer), *word.tests)
                    self._define(writer, *define, tests, _SCOPES[key.value])

    def _kernel_table(self, node: ast.Dict) -> None:
        """`{"gfx936": ["a.hip"], "gfx938": ["b.hip"]}`."""
        keys = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
        archs = [words.arch_of_token(key) for key in keys if isinstance(key, str)]
        if len(archs) < 2 or len(archs) != len(keys) or not all(archs):
            return
        for value in node.values:
            found = [one.text for one in self.values.of(value)]
            if not found or not all(text.endswith(_KERNEL_SUFFIXES) for text in found):
                return
        named = tuple(arch for arch in archs if arch)
        self.tables[node] = ArchTable(place=self.lists.place_of(node), name=self.lists.name_of(node), archs=named)

    def _macro_pairs(self, node: ast.expr) -> None:
        for one in ast.walk(node):
            if isinstance(one, ast.Tuple) and len(one.elts) == 2:
                name, value = one.elts
                if isinstance(name, ast.Constant) and isinstance(name.value, str):
                    text = str(value.value) if isinstance(value, ast.Constant) and value.value is not None else "1"
                    self._define(one, name.value, text, self.script.tests_around(one), "both")


def _is_format(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format"


def _has_text(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return _has_text(node.left) or _has_text(node.right)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _constants(node: ast.expr) -> Iterator[str]:
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value

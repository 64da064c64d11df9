"""What clang drops, from the syntax tree: statements and functions that are in the text and not in the typed tree.

Each becomes an `Unseen` statement whose parts are the expressions found in it, with unknown types, so that rules which
look at names and text still see it. Only units with errors are looked at: clang drops nothing silently.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from hygon_lint.frontend.nodes import (
    UNKNOWN,
    Assign,
    At,
    Binary,
    Block,
    Call,
    Cast,
    Construct,
    Decl,
    Expr,
    Function,
    Literal,
    Member,
    Name,
    Node,
    Opaque,
    Select,
    Stmt,
    Subscript,
    Unary,
    Unit,
    Unseen,
    VarDecl,
)
from hygon_lint.frontend.preprocess import Reading
from hygon_lint.frontend.source import SourceText, Span
from hygon_lint.frontend.syntax import FunctionExtent, SyntaxFile
from hygon_lint.frontend.syntax_tree import SyntaxNode, walk

STATEMENT = "a statement could not be parsed"
FUNCTION = "a function could not be parsed"

_NO_STATEMENT = frozenset(("comment", "preproc_def", "preproc_function_def", "preproc_call", "preproc_include"))
_ARMS = ("preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "preproc_elifdef")
_MAX_DEPTH = 200
_WORD = re.compile(rb"\w")
_NAMES = frozenset(("identifier", "type_identifier", "field_identifier"))


def fill(syntax: SyntaxFile, unit: Unit, reading: Reading) -> None:
    """Add to a unit what its clang tree lacks of the arms that `reading` says are read."""
    if not unit.errors:
        return
    _Filling(syntax, unit, reading).run()


class _Filling:
    def __init__(self, syntax: SyntaxFile, unit: Unit, reading: Reading) -> None:
        self._syntax = syntax
        self._unit = unit
        self._source: SourceText = syntax.source
        dead = (arm.body for chain in syntax.chains for arm in chain.arms if reading.read(arm) is False)
        self._unread = [span for span in dead if span.end > span.start]
        self._silent = sorted(unit.silent)
        self._names: dict[str, Decl] = {}

    def run(self) -> None:
        bodies = {node.start_byte: node for node in walk(self._syntax.root) if node.type == "compound_statement"}
        for function in self._unit.functions:
            if function.body is not None:
                self._names = {param.name: param for param in function.params}
                self._fill_blocks(function.body, bodies)
        for variable in self._unit.globals:
            self._names = {}
            self._fill_blocks(variable, bodies)
        self._missing_functions(bodies)

    # ------------------------------------------------------------ statements

    def _fill_blocks(self, body: Node, bodies: dict[int, SyntaxNode]) -> None:
        blocks = []
        for node in body.walk():
            if isinstance(node, Block):
                blocks.append(node)
            elif isinstance(node, VarDecl):
                self._names.setdefault(node.decl.name, node.decl)
        for block in blocks:
            if block.macro is None and (twin := bodies.get(block.span.start)) is not None:
                self._fill_block(block, twin)

    def _fill_block(self, block: Block, twin: SyntaxNode) -> None:
        covered = [stmt.span for stmt in block.body] + self._silent
        added: list[Stmt] = []
        for statement in _statements(twin):
            if not self._is_read(statement):
                continue
            over = [s for s in covered if s.start < statement.end_byte and statement.start_byte < s.end]
            if not over:
                added.append(self._unseen(statement, STATEMENT))
            elif all(statement.start_byte <= s.start for s in over):
                for gap in self._gaps(statement, over):
                    added.extend(self._rest(statement, gap))
        if added:
            block.body = sorted([*block.body, *added], key=lambda stmt: stmt.span.start)

    def _gaps(self, statement: SyntaxNode, over: list[Span]) -> Iterator[Span]:
        """The stretches of a statement that clang has nothing of, and that hold words."""
        end = min(span.start for span in over)
        for span in (*sorted(over), Span(statement.end_byte, statement.end_byte)):
            if span.start > end and _WORD.search(self._syntax.lexed.code, end, span.start):
                yield Span(end, span.start)
            end = max(end, span.end)

    def _rest(self, statement: SyntaxNode, gap: Span) -> Iterator[Unseen]:
        """What clang dropped of a statement that it has a part of, as of a declaration without its initialiser."""
        parts = list(self._inside(statement, gap, 0)) or list(self._words(statement, gap))
        if parts:
            yield Unseen(self._source, At(gap), STATEMENT, parts)

    def _inside(self, node: SyntaxNode, gap: Span, depth: int) -> Iterator[Expr]:
        """The outermost expressions that lie in a stretch."""
        if depth > _MAX_DEPTH or node.end_byte <= gap.start or node.start_byte >= gap.end:
            return
        if gap.start <= node.start_byte and node.end_byte <= gap.end and _is_expression(node):
            yield self._expr(node, depth)
            return
        for child in node.named_children:
            yield from self._inside(child, gap, depth + 1)

    def _words(self, statement: SyntaxNode, gap: Span) -> Iterator[Expr]:
        """The names in a stretch whose structure the grammar takes for something else, arguments for parameters say."""
        for node in walk(statement):
            if gap.start <= node.start_byte and node.end_byte <= gap.end and node.type in _NAMES:
                yield self._name(node, 0)

    def _is_read(self, node: SyntaxNode) -> bool:
        return not any(span.start <= node.start_byte < span.end for span in self._unread)

    def _unseen(self, node: SyntaxNode, reason: str) -> Unseen:
        parts = list(self._expressions(node, 0))
        return Unseen(self._source, self._at(node), reason, parts)

    def _at(self, node: SyntaxNode) -> At:
        return At(Span(node.start_byte, node.end_byte))

    # ------------------------------------------------------------ functions

    def _missing_functions(self, bodies: dict[int, SyntaxNode]) -> None:
        seen = [function.body.span for function in self._unit.functions if function.body is not None]
        seen += [node.span for variable in self._unit.globals for node in variable.walk() if isinstance(node, Block)]
        for extent in self._syntax.functions:
            twin = bodies.get(extent.body.start)
            if twin is None or not self._is_read(twin):
                continue
            if not any(span.start < extent.body.end and extent.body.start < span.end for span in seen):
                self._names = {}
                self._unit.functions.append(self._function(extent, twin))

    def _function(self, extent: FunctionExtent, twin: SyntaxNode) -> Function:
        head = self._source.text(Span(extent.span.start, extent.body.start))
        kernel = "__global__" in head
        decl = Decl(extent.name, "function", UNKNOWN, extent.qualified, span=extent.span, real=False, kernel=kernel)
        lost: list[Stmt] = [self._unseen(node, FUNCTION) for node in _statements(twin) if self._is_read(node)]
        return Function(
            self._source,
            At(extent.span),
            extent.name,
            extent.qualified,
            decl,
            [],
            UNKNOWN,
            Block(self._source, self._at(twin), lost),
            device=kernel or "__device__" in head,
            host=not kernel and ("__host__" in head or "__device__" not in head),
            kernel=kernel,
        )

    # ------------------------------------------------------------ expressions

    def _expressions(self, node: SyntaxNode, depth: int) -> Iterator[Expr]:
        """The outermost expressions below a statement."""
        if depth > _MAX_DEPTH:
            return
        for child in node.named_children:
            if _is_expression(child):
                yield self._expr(child, depth)
            elif child.type not in _NO_STATEMENT and not child.type.endswith("type_specifier"):
                yield from self._expressions(child, depth + 1)

    def _expr(self, node: SyntaxNode, depth: int) -> Expr:
        handler = _HANDLERS.get(node.type)
        made = handler(self, node, depth + 1) if handler is not None and depth < _MAX_DEPTH else None
        return made if made is not None else self._opaque(node, depth)

    def _opaque(self, node: SyntaxNode, depth: int) -> Expr:
        return Opaque(self._source, self._at(node), UNKNOWN, list(self._expressions(node, depth + 1)), node.type)

    def _field(self, node: SyntaxNode, name: str, depth: int) -> Expr | None:
        child = node.child_by_field_name(name)
        return self._expr(child, depth) if child is not None else None

    def _text(self, node: SyntaxNode) -> str:
        return self._source.text(Span(node.start_byte, node.end_byte))

    def _operator(self, node: SyntaxNode) -> str:
        found = node.child_by_field_name("operator")
        return self._text(found) if found is not None else ""

    def _paren(self, node: SyntaxNode, depth: int) -> Expr | None:
        inner = [child for child in node.named_children if child.type != "comment"]
        return self._expr(inner[0], depth) if len(inner) == 1 else None

    def _name(self, node: SyntaxNode, _depth: int) -> Expr:
        text = self._text(node)
        last = text.rpartition("::")[2].split("<")[0].strip()
        return Name(self._source, self._at(node), UNKNOWN, last, self._names.get(text))

    def _number(self, node: SyntaxNode, _depth: int) -> Expr:
        text = self._text(node).replace("'", "")
        value: int | float | None
        try:
            value = int(text.rstrip("uUlLzZ"), 0)
        except ValueError:
            try:
                value = float(text.rstrip("fFlL"))
            except ValueError:
                value = None
        return Literal(self._source, self._at(node), UNKNOWN, value)

    def _string(self, node: SyntaxNode, _depth: int) -> Expr:
        return Literal(self._source, self._at(node), UNKNOWN, self._text(node).strip('"'))

    def _binary(self, node: SyntaxNode, depth: int) -> Expr | None:
        left, right = self._field(node, "left", depth), self._field(node, "right", depth)
        if left is None or right is None:
            return None
        return Binary(self._source, self._at(node), UNKNOWN, self._operator(node), left, right)

    def _assign(self, node: SyntaxNode, depth: int) -> Expr | None:
        left, right = self._field(node, "left", depth), self._field(node, "right", depth)
        if left is None or right is None:
            return None
        return Assign(self._source, self._at(node), UNKNOWN, self._operator(node) or "=", left, right)

    def _unary(self, node: SyntaxNode, depth: int) -> Expr | None:
        operand = self._field(node, "argument", depth)
        if operand is None:
            return None
        op = self._operator(node)
        if op in ("++", "--"):
            op = f"{op}x" if self._text(node).startswith(op) else f"x{op}"
        return Unary(self._source, self._at(node), UNKNOWN, op, operand)

    def _subscript(self, node: SyntaxNode, depth: int) -> Expr | None:
        base = self._field(node, "argument", depth)
        indices = node.child_by_field_name("indices") or node.child_by_field_name("index")
        inner = self._paren(indices, depth) if indices is not None else None
        if base is None or inner is None:
            return None
        return Subscript(self._source, self._at(node), UNKNOWN, base, inner)

    def _member(self, node: SyntaxNode, depth: int) -> Expr | None:
        base, name = self._field(node, "argument", depth), node.child_by_field_name("field")
        if name is None:
            return None
        text = self._text(name).removeprefix("template").strip().split("<")[0]
        return Member(self._source, self._at(node), UNKNOWN, base, text, self._operator(node) == "->")

    def _select(self, node: SyntaxNode, depth: int) -> Expr | None:
        found = [self._field(node, name, depth) for name in ("condition", "consequence", "alternative")]
        condition, then, other = found
        if condition is None or then is None or other is None:
            return None
        return Select(self._source, self._at(node), UNKNOWN, condition, then, other)

    def _cast(self, node: SyntaxNode, depth: int) -> Expr | None:
        value = self._field(node, "value", depth)
        return Cast(self._source, self._at(node), UNKNOWN, "c", value) if value is not None else None

    def _list(self, node: SyntaxNode, depth: int) -> Expr:
        return Construct(self._source, self._at(node), UNKNOWN, list(self._expressions(node, depth)), True)

    def _call(self, node: SyntaxNode, depth: int) -> Expr | None:
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if function is None or arguments is None:
            return None
        callee = self._expr(function, depth)
        args = [self._expr(child, depth) for child in arguments.named_children if child.type != "comment"]
        call = Call(self._source, self._at(node), UNKNOWN, "", args, callee=callee)
        if isinstance(callee, Member):
            call.name, call.object = callee.name, callee.base
        elif isinstance(callee, Name):
            call.name = callee.name
            call.qualified = "".join(self._text(function).split("<")[0].split())
        return call


def _is_expression(node: SyntaxNode) -> bool:
    return node.type in _HANDLERS or node.type.endswith("_expression")


def _statements(block: SyntaxNode) -> Iterator[SyntaxNode]:
    """The statements of a compound statement, those in arms included."""
    for child in block.named_children:
        if child.type in _ARMS:
            yield from _statements(child)
        elif child.type not in _NO_STATEMENT and child.type not in (
            "identifier",
            "preproc_defined",
            "binary_expression",
        ):
            yield child


_HANDLERS: dict[str, Callable[[_Filling, SyntaxNode, int], Expr | None]] = {
    "parenthesized_expression": _Filling._paren,
    "identifier": _Filling._name,
    "qualified_identifier": _Filling._name,
    "template_function": _Filling._name,
    "number_literal": _Filling._number,
    "string_literal": _Filling._string,
    "binary_expression": _Filling._binary,
    "assignment_expression": _Filling._assign,
    "unary_expression": _Filling._unary,
    "pointer_expression": _Filling._unary,
    "update_expression": _Filling._unary,
    "subscript_expression": _Filling._subscript,
    "field_expression": _Filling._member,
    "conditional_expression": _Filling._select,
    "cast_expression": _Filling._cast,
    "initializer_list": _Filling._list,
    "call_expression": _Filling._call,
}

"""Our typed tree: what rules see of C++. Built by `frontend.lower` (from clang) or `frontend.fallback` (syntax only).

Every node knows its place and, for expressions, its type. Implicit conversions are explicit `Cast` nodes of kind
"implicit" whose type differs in width, sign or kind from the operand's (conversions that change nothing are left out).
Parentheses are left out. Nodes compare by identity.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from hygon_lint.finding import Place
from hygon_lint.frontend.source import SourceText, Span

if TYPE_CHECKING:
    from hygon_lint.frontend.arch_classes import ArchClass


# ---------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class Type:
    """A C++ type, reduced to what analysis needs.

    kind: "int", "bool", "float", "enum", "pointer", "reference", "vector", "array", "record", "void", "function",
    "dependent" (a template parameter decides), "unknown" (from a stub, or not seen).
    bits: size in bits (0: unknown). `element` for pointers, references, vectors, arrays; `count` for vectors, arrays.
    """

    kind: str
    bits: int = 0
    signed: bool = False
    name: str = ""  # as spelt, without const/volatile
    element: Type | None = None
    count: int = 0
    const: bool = False
    fields: tuple[FieldType, ...] = ()  # of records, in order

    @property
    def is_integer(self) -> bool:
        """An integer, bool or enum of known width."""
        return self.kind in ("int", "bool", "enum")

    @property
    def known(self) -> bool:
        """Whether the type comes from a real declaration."""
        return self.kind not in ("unknown", "dependent")

    def deref(self) -> Type:
        """The type behind a reference, or the type itself."""
        return self.element if self.kind == "reference" and self.element else self

    def __str__(self) -> str:
        return self.name or self.kind


@dataclass(frozen=True, slots=True)
class FieldType:
    """A field of a record type; `offset` in bits from its start, None when the layout is not known."""

    name: str
    offset: int | None
    type: Type


UNKNOWN = Type("unknown")


# ---------------------------------------------------------------- places


@dataclass(frozen=True, slots=True)
class MacroUse:
    """The macro expansion that a node comes from."""

    name: str
    use: Span  # the whole expansion in this file, arguments included
    definition: Span | None  # where the node's tokens stand in the macro's body, when that is in this file
    from_argument: bool  # the tokens were passed in by the user of the macro


class Where(Protocol):
    """Where a node stands; a front end may work it out only when somebody asks."""

    def span(self) -> Span:
        """Where the user wrote it."""

    def macro(self) -> MacroUse | None:
        """The macro it comes from, if any."""


@dataclass(frozen=True, slots=True)
class At:
    """A place that is known from the start."""

    at: Span
    use: MacroUse | None = None

    def span(self) -> Span:
        return self.at

    def macro(self) -> MacroUse | None:
        return self.use


@dataclass(eq=False, slots=True, repr=False)
class Node:
    """Base of all nodes. `span` is where the user wrote it (for macros: see `macro`)."""

    source: SourceText
    where: Where

    @property
    def span(self) -> Span:
        """Byte range in the file; for text from a macro, the whole expansion."""
        return self.where.span()

    @property
    def macro(self) -> MacroUse | None:
        """The macro expansion that its first token comes from."""
        return self.where.macro()

    @property
    def place(self) -> Place:
        """Where to report it: a macro's body when the tokens stand there, else the text itself."""
        return self.source.place(self._written())

    @property
    def text(self) -> str:
        """Its source text, white space folded."""
        return " ".join(self.source.text(self._written()).split())

    def _written(self) -> Span:
        macro = self.where.macro()
        if macro is not None and macro.definition is not None and not macro.from_argument:
            return macro.definition
        return self.where.span()

    @property
    def context(self) -> str:
        """Normalised text for fingerprints."""
        return self.text[:400]

    def children(self) -> Iterator[Node]:
        """Child nodes in source order."""
        return iter(())

    def walk(self) -> Iterator[Node]:
        """This node and all below it, depth first, in source order."""
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(list(node.children())))


# ---------------------------------------------------------------- declarations


@dataclass(eq=False, slots=True, repr=False)
class Decl:
    """What a name refers to. One object per declaration and unit, so `is` compares."""

    name: str
    kind: str  # "local" | "param" | "global" | "field" | "function" | "enumerator" | "template-param" | "unknown"
    type: Type
    qualified: str = ""
    value: int | None = None  # constants, enumerators
    span: Span | None = None  # in this file, else None
    file: str = ""  # the file that declares it, when not this one
    static: bool = False
    shared: bool = False  # __shared__
    default: Expr | None = None  # parameter default
    has_default: bool = False
    init: Expr | None = None  # initialiser of a global or local constant in this file
    real: bool = True  # False: from a stub; nothing may be concluded from its type
    params: list[Decl] = field(default_factory=list)  # of functions
    offset: int | None = None  # of fields: bits from the start of the record, when the layout is known
    owner: str = ""  # qualified name of the class of a field or method
    device: bool = False  # of functions: __device__ or __global__
    kernel: bool = False  # of functions: __global__


# ---------------------------------------------------------------- expressions


@dataclass(eq=False, slots=True, repr=False)
class Expr(Node):
    """Base of expressions."""

    type: Type


@dataclass(eq=False, slots=True, repr=False)
class Literal(Expr):
    """An integer, character, boolean, floating or string literal, or nullptr (`value` None)."""

    value: int | float | str | None


@dataclass(eq=False, slots=True, repr=False)
class Name(Expr):
    """A use of a variable, parameter, constant, function or enumerator."""

    name: str
    decl: Decl | None


@dataclass(eq=False, slots=True, repr=False)
class Member(Expr):
    """`base.name` or `base->name`; `base` is None for an implicit `this->name`."""

    base: Expr | None
    name: str
    arrow: bool
    decl: Decl | None = None

    def children(self) -> Iterator[Node]:
        if self.base is not None:
            yield self.base


@dataclass(eq=False, slots=True, repr=False)
class Subscript(Expr):
    """`base[index]`."""

    base: Expr
    index: Expr

    def children(self) -> Iterator[Node]:
        yield self.base
        yield self.index


@dataclass(eq=False, slots=True, repr=False)
class Unary(Expr):
    """op: "-", "+", "~", "!", "*", "&", "++x", "--x", "x++", "x--"."""

    op: str
    operand: Expr

    def children(self) -> Iterator[Node]:
        yield self.operand


@dataclass(eq=False, slots=True, repr=False)
class Binary(Expr):
    """Arithmetic, comparison, logic, shifts, comma. `type` is the type the operation is done in (comparisons: bool)."""

    op: str
    left: Expr
    right: Expr
    op_span: Span | None = None

    def children(self) -> Iterator[Node]:
        yield self.left
        yield self.right


@dataclass(eq=False, slots=True, repr=False)
class Assign(Expr):
    """`=` and compound assignments; `op` is "=", "+=", ... `compute` is the type a compound is computed in."""

    op: str
    target: Expr
    value: Expr
    compute: Type | None = None

    def children(self) -> Iterator[Node]:
        yield self.target
        yield self.value


@dataclass(eq=False, slots=True, repr=False)
class Cast(Expr):
    """kind: "implicit", "c", "functional", "static", "reinterpret", "const", "dynamic"."""

    kind: str
    operand: Expr

    def children(self) -> Iterator[Node]:
        yield self.operand


def written(expr: Expr) -> Expr:
    """An expression without the implied conversions around it."""
    while isinstance(expr, Cast) and expr.kind == "implicit":
        expr = expr.operand
    return expr


def plain(expr: Expr) -> Expr:
    """An expression without the conversions around it, written or implied."""
    while isinstance(expr, Cast):
        expr = expr.operand
    return expr


@dataclass(eq=False, slots=True, repr=False)
class Select(Expr):
    """`condition ? then : other`."""

    condition: Expr
    then: Expr
    other: Expr

    def children(self) -> Iterator[Node]:
        yield self.condition
        yield self.then
        yield self.other


@dataclass(eq=False, slots=True, repr=False)
class Call(Expr):
    """A call. `name` is the unqualified callee (operators: "operator[]"), `decl` its declaration when seen.

    `args` exclude the object of a method call, which is `object`. `launch` holds grid, block, shared bytes and stream
    of a kernel launch. `template_args` holds the texts of explicit template arguments.
    """

    name: str
    args: list[Expr]
    object: Expr | None = None
    decl: Decl | None = None
    callee: Expr | None = None
    launch: list[Expr] | None = None
    template_args: tuple[str, ...] = ()
    qualified: str = ""
    template_exprs: list[Expr] = field(default_factory=list)

    def children(self) -> Iterator[Node]:
        if self.object is not None:
            yield self.object
        elif self.callee is not None and not isinstance(self.callee, Name):
            yield self.callee
        yield from self.launch or ()
        yield from self.template_exprs
        yield from self.args


@dataclass(eq=False, slots=True, repr=False)
class Construct(Expr):
    """A constructor call or `T{...}` of record type, or a braced list."""

    args: list[Expr]
    braced: bool

    def children(self) -> Iterator[Node]:
        yield from self.args


@dataclass(eq=False, slots=True, repr=False)
class SizeOf(Expr):
    """`sizeof`/`alignof`; `value` in bytes when known."""

    value: int | None
    operand_type: str = ""


@dataclass(eq=False, slots=True, repr=False)
class Lambda(Expr):
    """A lambda; its body is part of the function around it."""

    params: list[Decl]
    body: Block
    function: Function | None = None

    def children(self) -> Iterator[Node]:
        yield self.body


@dataclass(eq=False, slots=True, repr=False)
class Opaque(Expr):
    """An expression we do not model (or could not type); its parts are still visible."""

    parts: list[Expr]
    what: str = ""

    def children(self) -> Iterator[Node]:
        yield from self.parts


# ---------------------------------------------------------------- statements


@dataclass(eq=False, slots=True, repr=False)
class Stmt(Node):
    """Base of statements."""


@dataclass(eq=False, slots=True, repr=False)
class Block(Stmt):
    """`{ ... }`."""

    body: list[Stmt]

    def children(self) -> Iterator[Node]:
        yield from self.body


@dataclass(eq=False, slots=True, repr=False)
class VarDecl(Stmt):
    """A local or global variable."""

    decl: Decl
    init: Expr | None

    def children(self) -> Iterator[Node]:
        if self.init is not None:
            yield self.init


@dataclass(eq=False, slots=True, repr=False)
class ExprStmt(Stmt):
    """An expression as a statement."""

    expr: Expr

    def children(self) -> Iterator[Node]:
        yield self.expr


@dataclass(eq=False, slots=True, repr=False)
class If(Stmt):
    """`if`, with `constexpr` told apart."""

    condition: Expr
    then: Stmt
    other: Stmt | None
    constexpr: bool = False

    def children(self) -> Iterator[Node]:
        yield self.condition
        yield self.then
        if self.other is not None:
            yield self.other


@dataclass(eq=False, slots=True, repr=False)
class For(Stmt):
    """`for (init; condition; step) body`, also range-for (`range_var` set, `condition` the range)."""

    init: Stmt | None
    condition: Expr | None
    step: Expr | None
    body: Stmt
    range_var: Decl | None = None

    def children(self) -> Iterator[Node]:
        if self.init is not None:
            yield self.init
        if self.condition is not None:
            yield self.condition
        yield self.body
        if self.step is not None:
            yield self.step


@dataclass(eq=False, slots=True, repr=False)
class While(Stmt):
    """`while` and, with `at_end`, `do ... while`."""

    condition: Expr
    body: Stmt
    at_end: bool = False

    def children(self) -> Iterator[Node]:
        if self.at_end:
            yield self.body
            yield self.condition
        else:
            yield self.condition
            yield self.body


@dataclass(eq=False, slots=True, repr=False)
class Switch(Stmt):
    """`switch`; the cases stand in the body in order."""

    value: Expr
    body: Stmt

    def children(self) -> Iterator[Node]:
        yield self.value
        yield self.body


@dataclass(eq=False, slots=True, repr=False)
class Case(Stmt):
    """`case value:` or `default:` (value None) with the statement after it."""

    value: Expr | None
    body: Stmt | None

    def children(self) -> Iterator[Node]:
        if self.value is not None:
            yield self.value
        if self.body is not None:
            yield self.body


@dataclass(eq=False, slots=True, repr=False)
class Return(Stmt):
    """`return`."""

    value: Expr | None

    def children(self) -> Iterator[Node]:
        if self.value is not None:
            yield self.value


@dataclass(eq=False, slots=True, repr=False)
class Jump(Stmt):
    """kind: "break", "continue", "goto"."""

    kind: str


@dataclass(eq=False, slots=True, repr=False)
class AsmOperand:
    """One operand of an inline asm: `constraint` such as "+s" or "=v", `name` for `[name]`."""

    constraint: str
    expr: Expr
    output: bool
    name: str = ""


@dataclass(eq=False, slots=True, repr=False)
class Asm(Stmt):
    """Inline assembly. `template` is the joined text; operands are numbered outputs first, as %0, %1, ..."""

    template: str
    operands: list[AsmOperand]
    clobbers: tuple[str, ...]

    def children(self) -> Iterator[Node]:
        for operand in self.operands:
            yield operand.expr


@dataclass(eq=False, slots=True, repr=False)
class StaticAssert(Stmt):
    """`static_assert`."""

    condition: Expr | None
    message: str = ""

    def children(self) -> Iterator[Node]:
        if self.condition is not None:
            yield self.condition


@dataclass(eq=False, slots=True, repr=False)
class Unseen(Stmt):
    """A statement that could not be analysed; a blind spot."""

    reason: str
    parts: list[Expr] = field(default_factory=list)

    def children(self) -> Iterator[Node]:
        yield from self.parts


# ---------------------------------------------------------------- functions, records, units


@dataclass(eq=False, slots=True, repr=False)
class Function(Node):
    """A function with (or without) a body."""

    name: str
    qualified: str
    decl: Decl
    params: list[Decl]
    result: Type
    body: Block | None
    device: bool  # __device__ or __global__
    host: bool
    kernel: bool  # __global__
    owner: str = ""  # class it belongs to
    template_params: list[Decl] = field(default_factory=list)
    archs: tuple[str, ...] = ()  # the arches of the unit it was seen in; empty: all
    member_inits: list[tuple[str, Expr]] = field(default_factory=list)
    static: bool = False
    _nodes: list[Node] = field(default_factory=list, init=False)  # what `walk` gave the first time

    def walk(self) -> Iterator[Node]:
        """See `Node.walk`. Every rule walks a function, so the way is kept: not for trees that are still being made."""
        if not self._nodes:
            self._nodes = list(Node.walk(self))
        return iter(self._nodes)

    def children(self) -> Iterator[Node]:
        for _, init in self.member_inits:
            yield init
        if self.body is not None:
            yield self.body


@dataclass(eq=False, slots=True, repr=False)
class FieldDecl:
    """A field of a record; `offset` in bits when the layout is known, else None."""

    decl: Decl
    offset: int | None
    node: Node


@dataclass(eq=False, slots=True, repr=False)
class Record(Node):
    """A struct, class or union. `size` in bits when known (0: unknown)."""

    name: str
    qualified: str
    fields: list[FieldDecl]
    union: bool
    size: int = 0


@dataclass(eq=False, slots=True, repr=False)
class Unit:
    """One file parsed for one arch class."""

    source: SourceText
    arch_class: ArchClass
    functions: list[Function]
    records: list[Record]
    globals: list[VarDecl]
    asserts: list[StaticAssert]
    by_decl: dict[int, Function] = field(default_factory=dict)  # id(Decl) -> definition in this file
    arch_arms: list[tuple[Span, tuple[str, ...]]] = field(default_factory=list)  # preprocessor arms that name arches
    errors: list[tuple[int, str]] = field(default_factory=list)  # (offset, clang's message) in this file
    expansions: list[Span] = field(default_factory=list)  # macro uses in this file, arguments included
    silent: list[Span] = field(default_factory=list)  # local declarations that clang read and that give no node
    cut_off: list[Span] = field(default_factory=list)  # ends of functions that the analysis did not get to
    cache: dict[str, Any] = field(default_factory=dict)  # results of analyses of the whole unit, by name

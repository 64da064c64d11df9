"""What all of the lowering shares: the source, types, declarations, and where cursors stand."""

from __future__ import annotations

import re
from typing import Any

from hygon_lint.frontend import clang
from hygon_lint.frontend.nodes import UNKNOWN, Decl, FieldType, MacroUse, Type
from hygon_lint.frontend.source import SourceText, Span

# CXCursorKind numbers (Index.h); stable across releases.
STRUCT, UNION, CLASS, ENUM, FIELD, ENUMERATOR, FUNCTION, VAR, PARAM = 2, 3, 4, 5, 6, 7, 8, 9, 10
BASE = 44
TYPEDEF, METHOD, NAMESPACE, LINKAGE = 20, 21, 22, 23
CONSTRUCTOR, DESTRUCTOR, CONVERSION = 24, 25, 26
TEMPLATE_TYPE, TEMPLATE_VALUE, TEMPLATE_TEMPLATE = 27, 28, 29
FUNCTION_TEMPLATE, CLASS_TEMPLATE, PARTIAL = 30, 31, 32
FUNCTIONS = frozenset((FUNCTION, METHOD, CONSTRUCTOR, DESTRUCTOR, CONVERSION, FUNCTION_TEMPLATE))
RECORDS = frozenset((STRUCT, UNION, CLASS, CLASS_TEMPLATE, PARTIAL))
CUDA_DEVICE, CUDA_GLOBAL, CUDA_HOST, CUDA_SHARED = 413, 414, 415, 416

_INTEGERS = {  # CXTypeKind -> (bits, signed)
    4: (8, False), 5: (8, False), 6: (16, False), 7: (32, False), 8: (16, False), 9: (32, False), 10: (64, False),
    11: (64, False), 12: (128, False), 13: (8, True), 14: (8, True), 15: (32, True), 16: (16, True), 17: (32, True),
    18: (64, True), 19: (64, True), 20: (128, True),
}  # fmt: skip
_FLOATS = {21: 32, 22: 64, 23: 128, 30: 128, 31: 16, 32: 16, 39: 16}


_MOST_PARTS = 60  # of an expression from a macro's body that is looked for there
_WORD = re.compile(rb"[A-Za-z_]\w*")
_MACRO_HEAD = re.compile(rb"\w+(?:\([^)]*\))?")


class CursorWhere:
    """Works out a cursor's place and macro when asked, and keeps the answer."""

    __slots__ = ("_context", "_cursor", "_macro", "_span")

    def __init__(self, context: Context, cursor: Any) -> None:
        self._context = context
        self._cursor = cursor
        self._span: Span | None = None
        self._macro: MacroUse | None = None

    def span(self) -> Span:
        if self._span is None:
            self._span, self._macro = self._context.locate(self._cursor)
        return self._span

    def macro(self) -> MacroUse | None:
        self.span()
        return self._macro


class Context:
    """One translation unit being lowered. Not for reuse."""

    def __init__(self, source: SourceText, unit: clang.TranslationUnit, stubs: frozenset[str] = frozenset()) -> None:
        self.lib = clang.library()
        self.unit = unit  # must outlive every cursor
        self.source = source
        self.stubs = stubs
        self.decls: dict[int, Decl] = {}
        self._types: dict[tuple[int, int], Type] = {}
        self.expansions: dict[int, tuple[str, Span]] = {}  # start offset -> (macro name, whole expansion)
        self.definitions: dict[str, Span] = {}  # macro definitions in this file, the name included
        self._bodies: dict[tuple[str, tuple[str, ...]], Span | None] = {}
        self.stand_ins: dict[str, Any] = {}  # template parameter -> the struct that stands for it
        self.local_types: list[Any] = []  # cursors of records inside functions, to be read when these are done
        self.silent: list[Span] = []  # declarations and statements read that give no node

    # ------------------------------------------------------------ places

    def where(self, cursor: Any) -> CursorWhere:
        """The lazily computed place of a cursor."""
        return CursorWhere(self, cursor)

    def plain_span(self, cursor: Any) -> Span:
        """The cursor's extent in the file, macros not looked into."""
        extent = self.lib.clang_getCursorExtent(cursor)
        start = clang.offset(self.lib.clang_getRangeStart(extent))
        return Span(start, max(start, clang.offset(self.lib.clang_getRangeEnd(extent))))

    def locate(self, cursor: Any) -> tuple[Span, MacroUse | None]:
        """Span in the file and macro of a cursor. Inside an expansion the span is that of the expansion."""
        lib = self.lib
        extent = lib.clang_getCursorExtent(cursor)
        first, last = lib.clang_getRangeStart(extent), lib.clang_getRangeEnd(extent)
        start, end = clang.offset(first), clang.offset(last)
        expansion = self.expansions.get(start)
        if expansion is None:
            return Span(start, max(end, start)), None
        name, whole = expansion
        if end > whole.end:  # starts in the macro, goes on after it
            return Span(start, end), None
        argument = Span(clang.spelled(first), clang.spelled(last))
        if whole.start < argument.start < argument.end < whole.end:
            return argument, MacroUse(name, whole, None, True)
        return whole, MacroUse(name, whole, self._in_definition(cursor, name, whole), False)

    def _in_definition(self, cursor: Any, name: str, whole: Span) -> Span | None:
        """The range in a macro's body when all of the cursor's text stands there.

        libclang 18 gives no positions inside macro bodies (it gives that of the use; later ones give the beginning), so
        the names below the cursor are looked for in order.
        """
        names: list[str] = []
        stack = [cursor]
        parts = 0
        while stack:
            part = stack.pop()
            parts += 1
            start = self.lib.clang_getRangeStart(self.lib.clang_getCursorExtent(part))
            if parts > _MOST_PARTS or not self._of_a_body(clang.spelled(start), whole):
                return None  # passed in by the user of the macro, or too much to tell
            kids = clang.children(part)
            stack.extend(reversed(kids))
            spelled = clang.spelling(part)
            if not kids and spelled.isidentifier():
                names.append(spelled)
        key = (name, tuple(names))
        if key not in self._bodies:
            self._bodies[key] = self._find_in_bodies(name, names) if names else None
        return self._bodies[key]

    def _of_a_body(self, spelled: int, use: Span) -> bool:
        """Whether text whose place is told like this comes from a macro's body."""
        return spelled == use.start or any(body.start <= spelled < body.end for body in self.definitions.values())

    def _find_in_bodies(self, name: str, names: list[str]) -> Span | None:
        """Where names stand in this order in a macro's body, or in that of a macro it uses."""
        pattern = re.compile(rb"[\s\S]{0,80}?".join(rb"\b" + re.escape(n.encode()) + rb"\b" for n in names))
        own = self.definitions.get(name)
        text = self.source.data[own.start : own.end] if own is not None else b""
        used = (self.definitions.get(word.decode("utf-8", "replace")) for word in dict.fromkeys(_WORD.findall(text)))
        for body in (own, *used):
            if body is None:
                continue
            text = self.source.data[body.start : body.end]
            head = _MACRO_HEAD.match(text)
            match = pattern.search(text, head.end() if head else 0)
            if match is not None:
                return Span(body.start + match.start(), body.start + match.end())
        return None

    # ------------------------------------------------------------ types

    def type_of(self, cursor: Any) -> Type:
        """The type of an expression or declaration."""
        return self.type(self.lib.clang_getCursorType(cursor))

    def type(self, ctype: Any) -> Type:
        """A clang type as ours."""
        key = (ctype.data[0] or 0, ctype._kind_id)
        found = self._types.get(key)
        if found is None:
            self._types[key] = UNKNOWN  # ends recursion
            found = self._types[key] = self._type(ctype)
        return found

    def _type(self, ctype: Any) -> Type:
        lib = self.lib
        name = clang.type_spelling(ctype)
        const = bool(lib.clang_isConstQualifiedType(ctype))
        canonical = lib.clang_getCanonicalType(ctype)
        kind = canonical._kind_id
        bare = name.removeprefix("const ").removeprefix("volatile ")
        if bare.split("<")[0].split("::")[-1].strip(" *&") in self.stubs:
            return Type("unknown", name=bare)
        if kind == 3:
            return Type("bool", 8, False, bare, const=const)
        if kind in _INTEGERS:
            bits, signed = _INTEGERS[kind]
            return Type("int", bits, signed, bare, const=const)
        if kind in _FLOATS:
            return Type("float", _FLOATS[kind], True, bare, const=const)
        if kind == 2:
            return Type("void", name=bare)
        if kind == 101:
            return Type("pointer", 64, False, bare, self.type(lib.clang_getPointeeType(canonical)), const=const)
        if kind in (103, 104):
            return Type("reference", 0, False, bare, self.type(lib.clang_getPointeeType(canonical)))
        if kind in (113, 176):
            element = self.type(lib.clang_getElementType(canonical))
            count = int(lib.clang_getNumElements(canonical))
            return Type("vector", element.bits * count, False, bare, element, count, const)
        if kind in (112, 114, 115, 116):
            element = self.type(lib.clang_getArrayElementType(canonical))
            count = max(int(lib.clang_getArraySize(canonical)), 0) if kind == 112 else 0
            return Type("array", element.bits * count, False, bare, element, count, const)
        if kind == 106:
            underlying = lib.clang_getEnumDeclIntegerType(lib.clang_getTypeDeclaration(canonical))
            base = self.type(underlying)
            return Type("enum", base.bits or 32, base.signed, bare, const=const)
        if kind == 105:
            size = int(lib.clang_Type_getSizeOf(canonical))
            fields = self._fields(canonical)
            return Type("record", size * 8 if size > 0 else 0, False, bare, const=const, fields=fields)
        if kind in (110, 111):
            return Type("function", name=bare)
        if kind in (1, 26, 118) or "type-parameter" in clang.type_spelling(canonical):
            standing = self.stand_ins.get(bare)
            if standing is not None:
                return self.type(standing)
            fields = self._pattern_fields(ctype)
            if fields:
                return Type("record", 0, False, bare, const=const, fields=fields)
            return Type("dependent", name=bare, const=const)
        return Type("unknown", name=bare)

    def _pattern_fields(self, ctype: Any) -> tuple[FieldType, ...]:
        """The fields of a class template, for `S<T>` where T is a parameter around: those that T does not decide."""
        template = self.lib.clang_getTypeDeclaration(ctype)
        if template._kind_id != CLASS_TEMPLATE:
            return ()
        fields = (kid for kid in clang.children(template) if kid._kind_id == FIELD)
        return tuple(FieldType(clang.spelling(field), None, self.type_of(field)) for field in fields)

    def _fields(self, record: Any) -> tuple[FieldType, ...]:
        out: list[FieldType] = []
        declaration = self.lib.clang_getTypeDeclaration(record)
        for base in (kid for kid in clang.children(declaration) if kid._kind_id == BASE):
            inherited = self._fields(self.lib.clang_getCanonicalType(self.lib.clang_getCursorType(base)))
            # The first base lies at the start; where the others lie nobody asks.
            out.extend(inherited if not out else (FieldType(item.name, None, item.type) for item in inherited))
        for field in clang.fields(record):
            offset = int(self.lib.clang_Cursor_getOffsetOfField(field))
            out.append(FieldType(clang.spelling(field), offset if offset >= 0 else None, self.type_of(field)))
        return tuple(out)

    # ------------------------------------------------------------ declarations

    def decl_key(self, cursor: Any) -> int:
        """A key that is the same for all cursors of one declaration."""
        return int(self.lib.clang_getCanonicalCursor(cursor).data[0] or 0)

    def in_main_file(self, cursor: Any) -> bool:
        """Whether a cursor stands in the analysed file itself."""
        return self.unit.expands_in_main(self.lib.clang_getCursorLocation(cursor))

"""The binding to libclang: the one module that loads the library and names its functions.

Everything above works with raw `CXCursor` structures and the handful of C functions below, because wrapping each
cursor in Python objects costs more than parsing the file. A unit and its index must stay alive while cursors are used.
"""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

KEEP_GOING = 0x200  # a missing header must not end the parse
DETAILED_PREPROCESSING = 0x01  # macro expansions become cursors
INCOMPLETE = 0x02  # bodies of templates are read as written, not once for each of their instantiations


_PLACE = re.compile(r"(?<=\w) at /[^()]*:\d+:\d+(?=\))")
"""Where an unnamed thing stands, as clang calls it by: "(lambda at /buffer:8:13)"."""


class ClangError(Exception):
    """libclang could not be loaded, or could not parse at all."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One of clang's own messages about the buffer. `severity` 0..4 as in CXDiagnosticSeverity."""

    severity: int
    message: str
    offset: int
    in_main_file: bool


@cache
def _cindex() -> Any:
    from clang import cindex

    path = os.environ.get("HYGON_LINT_LIBCLANG")
    if path and not cindex.Config.loaded:
        cindex.Config.set_library_file(path)
    return cindex


class _String(ctypes.Structure):
    """CXString. Must be disposed of."""

    _fields_: ClassVar = [("spelling", ctypes.c_char_p), ("free", ctypes.c_int)]


@cache
def library() -> Any:
    """The loaded library with our own prototypes: no per-call checks, invalid results are told by their kind.

    Raises ClangError when it cannot be loaded or is too old.
    """
    cindex = _cindex()
    try:
        lib = ctypes.CDLL(cindex.conf.get_filename())
        assert cindex.conf.lib
    except (cindex.LibclangError, OSError) as error:
        raise ClangError(f"libclang cannot be loaded: {str(error).splitlines()[0]}") from error
    cursor, ctype, location, extent = cindex.Cursor, cindex.Type, cindex.SourceLocation, cindex.SourceRange
    integer, pointer, long = ctypes.c_int, ctypes.c_void_p, ctypes.c_longlong
    out = ctypes.POINTER(ctypes.c_uint)
    prototypes: list[tuple[str, list[Any], Any]] = [
        ("clang_Cursor_Evaluate", [cursor], pointer),
        ("clang_Cursor_getArgument", [cursor, integer], cursor),
        ("clang_Cursor_getNumArguments", [cursor], integer),
        ("clang_Cursor_getOffsetOfField", [cursor], long),
        ("clang_Cursor_getStorageClass", [cursor], integer),
        ("clang_Cursor_getVarDeclInitializer", [cursor], cursor),
        ("clang_EvalResult_dispose", [pointer], None),
        ("clang_EvalResult_getAsLongLong", [pointer], long),
        ("clang_EvalResult_getKind", [pointer], integer),
        ("clang_Location_isFromMainFile", [location], integer),
        ("clang_Range_isNull", [extent], integer),
        ("clang_Type_getSizeOf", [ctype], long),
        ("clang_Type_visitFields", [ctype, cindex.callbacks["fields_visit"], ctypes.py_object], integer),
        ("clang_disposeString", [_String], None),
        ("clang_equalCursors", [cursor, cursor], integer),
        ("clang_getArrayElementType", [ctype], ctype),
        ("clang_getArraySize", [ctype], long),
        ("clang_getCanonicalCursor", [cursor], cursor),
        ("clang_getCanonicalType", [ctype], ctype),
        ("clang_getClangVersion", [], _String),
        ("clang_getCursorBinaryOperatorKind", [cursor], integer),
        ("clang_getCursorExtent", [cursor], extent),
        ("clang_getCursorLocation", [cursor], location),
        ("clang_getCursorReferenced", [cursor], cursor),
        ("clang_getCursorSemanticParent", [cursor], cursor),
        ("clang_getCursorSpelling", [cursor], _String),
        ("clang_getCursorType", [cursor], ctype),
        ("clang_getCursorUnaryOperatorKind", [cursor], integer),
        ("clang_getElementType", [ctype], ctype),
        ("clang_getEnumConstantDeclValue", [cursor], long),
        ("clang_getEnumDeclIntegerType", [cursor], ctype),
        ("clang_getFile", [pointer, ctypes.c_char_p], pointer),
        ("clang_getInstantiationLocation", [location, pointer, out, out, out], None),
        ("clang_getNumElements", [ctype], long),
        ("clang_getNumOverloadedDecls", [cursor], integer),
        ("clang_getOverloadedDecl", [cursor, integer], cursor),
        ("clang_getPointeeType", [ctype], ctype),
        ("clang_getRangeEnd", [extent], location),
        ("clang_getRangeStart", [extent], location),
        ("clang_getResultType", [ctype], ctype),
        ("clang_getSpecializedCursorTemplate", [cursor], cursor),
        ("clang_getSpellingLocation", [location, pointer, out, out, out], None),
        ("clang_getTypeDeclaration", [ctype], cursor),
        ("clang_getTypeSpelling", [ctype], _String),
        ("clang_isConstQualifiedType", [ctype], integer),
        ("clang_isCursorDefinition", [cursor], integer),
        ("clang_visitChildren", [cursor, cindex.callbacks["cursor_visit"], ctypes.py_object], integer),
    ]
    for name, arguments, result in prototypes:
        try:
            function = getattr(lib, name)
        except AttributeError as error:
            raise ClangError(f"this libclang is too old: it has no {name}") from error
        function.argtypes, function.restype = arguments, result
    return lib


def is_null(cursor: Any) -> bool:
    """Whether a cursor stands for nothing."""
    return bool(70 <= cursor._kind_id <= 73 or cursor._kind_id == 0)


def _text(string: _String) -> str:
    raw = string.spelling
    library().clang_disposeString(string)
    return raw.decode("utf-8", "replace") if raw else ""


def library_path() -> str:
    """The file that the library was loaded from."""
    library()
    return str(_cindex().conf.get_filename())


def library_version() -> str:
    """The version string of the loaded libclang."""
    return _text(library().clang_getClangVersion())


class TranslationUnit:
    """A parsed buffer. Keeps the index and the unit alive together."""

    def __init__(
        self, path: str, data: bytes, args: Sequence[str], headers: Sequence[tuple[str, str | bytes]] = ()
    ) -> None:
        library()
        cindex = _cindex()
        self._index = cindex.Index.create()
        unsaved = [(path, data), *((name, text) for name, text in headers)]
        try:
            self._unit = self._index.parse(
                path, args=list(args), unsaved_files=unsaved, options=KEEP_GOING | DETAILED_PREPROCESSING | INCOMPLETE
            )
        except cindex.TranslationUnitLoadError as error:
            raise ClangError(f"libclang could not parse: {error}") from error
        self._main = library().clang_getFile(self._unit.obj, path.encode())
        self._expansion_of = library().clang_getInstantiationLocation

    @property
    def root(self) -> Any:
        """The cursor of the whole unit."""
        return self._unit.cursor

    def expands_in_main(self, location: Any) -> bool:
        """Whether a location stands in a macro that is used in the main file, wherever the macro is defined."""
        self._expansion_of(location, _FILE_REF, None, None, None)
        return _FILE.value is not None and _FILE.value == self._main

    def diagnostics(self) -> list[Diagnostic]:
        """clang's messages, in order."""
        lib = library()
        out = []
        for diagnostic in self._unit.diagnostics:
            location = diagnostic.location
            main = bool(lib.clang_Location_isFromMainFile(location))
            message = _PLACE.sub("", diagnostic.spelling)
            out.append(Diagnostic(diagnostic.severity, message, location.offset, main))
        return out


def children(cursor: Any) -> list[Any]:
    """The direct children of a cursor."""
    out: list[Any] = []
    library().clang_visitChildren(cursor, _collect(), out)
    return out


@cache
def _collect() -> Callable[..., int]:
    def collect(child: Any, _parent: Any, out: list[Any]) -> int:
        out.append(child)
        return 1  # CXChildVisit_Continue

    library()
    return _cindex().callbacks["cursor_visit"](collect)  # type: ignore[no-any-return]


def fields(ctype: Any) -> list[Any]:
    """The field cursors of a record type, in order; also of instantiated templates."""
    out: list[Any] = []
    library().clang_Type_visitFields(ctype, _collect_fields(), out)
    return out


@cache
def _collect_fields() -> Callable[..., int]:
    def collect(field: Any, out: list[Any]) -> int:
        out.append(field)
        return 1  # CXVisit_Continue

    library()
    return _cindex().callbacks["fields_visit"](collect)  # type: ignore[no-any-return]


def spelling(cursor: Any) -> str:
    """The cursor's own name."""
    return _text(library().clang_getCursorSpelling(cursor))


def type_spelling(ctype: Any) -> str:
    """A type as spelt."""
    return _text(library().clang_getTypeSpelling(ctype))


def offset(location: Any) -> int:
    """Byte offset of a location in its file; for text from a macro, where the macro is used."""
    library().clang_getInstantiationLocation(location, None, None, None, _OFFSET_REF)
    return int(_OFFSET.value)


def spelled(location: Any) -> int:
    """Byte offset of the text itself: of a macro's argument, where it is passed; -1 when it stands in another file."""
    lib = library()
    lib.clang_getInstantiationLocation(location, _FILE_REF, None, None, _OFFSET_REF)
    file = _FILE.value
    lib.clang_getSpellingLocation(location, _FILE_REF, None, None, _OFFSET_REF)
    return int(_OFFSET.value) if file == _FILE.value else -1


# Where the calls above leave their answers; a process lowers one file at a time.
_OFFSET, _FILE = ctypes.c_uint(), ctypes.c_void_p()
_OFFSET_REF, _FILE_REF = ctypes.byref(_OFFSET), ctypes.byref(_FILE)


def evaluate(cursor: Any) -> int | None:
    """The integer value of a literal or constant expression, by clang. Not for dependent expressions."""
    lib = library()
    result = lib.clang_Cursor_Evaluate(cursor)
    if not result:
        return None
    try:
        return int(lib.clang_EvalResult_getAsLongLong(result)) if lib.clang_EvalResult_getKind(result) == 1 else None
    finally:
        lib.clang_EvalResult_dispose(result)

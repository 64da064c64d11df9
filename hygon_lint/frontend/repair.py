"""Names that neither the checkout nor the shims declare: read off clang's messages, stubbed in the shape of their use.

A stub is an `__hl_unknown` (see shims/core.h): whatever is done with it gives another one. Nothing may be concluded
from its type, so every stub's name is handed to the lowering, which makes its types unknown. Names that the checkout
declares where the file's includes do not reach, and classes shown too briefly, are asked of the prelude instead.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field

from hygon_lint.frontend.prelude_scan import split_commas, without_comments
from hygon_lint.frontend.shims import UNKNOWN_CLASS

MAX_ROUNDS = 3

_UNDECLARED = (
    re.compile(r"unknown type name '([\w:]+)'"),
    re.compile(r"use of undeclared identifier '([\w:]+)'"),
    re.compile(r"no template named '(\w+)'(?: in namespace '([\w:]+)')?"),
    re.compile(r"no (?:member|type) named '(\w+)' in (?:namespace '([\w:]+)'|the global namespace)"),
    re.compile(r"no type or protocol named '(\w+)'"),
    re.compile(r"expected (?:a )?(?:class|namespace) name"),
)
_SHORT = (
    re.compile(r"implicit instantiation of undefined (?:template|member) '(?:[\w:]+::)?(\w+)"),
    re.compile(r"incomplete (?:result )?type '(?:const )?(?:\w+::)*(\w+)[^']*'"),
    re.compile(r"no (?:member|type|template) named '\w+' in '(?:const )?(?:\w+::)*(\w+)"),
)
_WANTS_TYPE = "template argument for non-type template parameter must be an expression"
_WANTS_VALUE = "template argument for template type parameter must be a type"
_MEMBER = re.compile(r"no (?:member|type|template) named '(\w+)' in '(?:const )?(?:\w+::)*(\w+)")
_DID_YOU_MEAN = re.compile(r"; did you mean .*$")
_NAME_AT = re.compile(r"(?:\w+\s*::\s*)*\w+")
_LITERAL = re.compile(
    r"true|false|-?\d[\w.]*|nullptr|sizeof\b.*|\(.*\)|.*(?:::value|_v<.*>|[-+*/%|&!=])\s*\w*|k[A-Z]\w*|[A-Z][A-Z0-9_]+"
)


@dataclass
class _Stub:
    """A name being stubbed, with what its uses say."""

    name: str
    namespace: bool = False
    type: bool = False
    function: bool = False
    arguments: list[str] | None = None  # of a template
    members: dict[str, _Stub] = field(default_factory=dict)


class Repair:
    """The repair of one file over its rounds and arch classes."""

    def __init__(self, data: bytes, declared: Container[str]) -> None:
        """`data` is the file's text; `declared` are the names that its checkout declares somewhere."""
        self._text = data.decode("utf-8", "replace")
        self._declared = declared
        self._data = data
        self._clean: str | None = None
        self._roots: dict[str, _Stub] = {}
        self._wanted: set[str] = set()
        self._kinds: dict[str, str] = {}  # template argument as written -> "class" or "auto", by clang's word

    @property
    def wanted(self) -> frozenset[str]:
        """Names to show whole, from anywhere in the checkout."""
        return frozenset(self._wanted)

    @property
    def stubs(self) -> frozenset[str]:
        """All stubbed names."""
        return frozenset(name for root in self._roots.values() for name in _names(root))

    def learn(self, errors: Sequence[tuple[int, str]]) -> bool:
        """Take in clang's messages (offset in the file, text); whether there is something new to try."""
        before = (len(self._wanted), self._size(), len(self._kinds))
        for offset, message in errors:
            message = _DID_YOU_MEAN.sub("", message)
            if message.startswith((_WANTS_TYPE, _WANTS_VALUE)):
                spelt = _NAME_AT.match(self._data[offset : offset + 400].decode("utf-8", "replace"))
                if spelt:
                    self._kinds[spelt.group()] = "class" if message.startswith(_WANTS_TYPE) else "auto"
                continue
            member = _MEMBER.search(message)
            if member and member.group(2) in self.stubs:
                self._add_member(member.group(2), member.group(1))
                continue
            for pattern in _SHORT:
                if (match := pattern.search(message)) and match.group(1) in self._declared:
                    self._wanted.add(match.group(1))
            for pattern in _UNDECLARED:
                if match := pattern.search(message):
                    groups = match.groups()
                    stub = self._undeclared(offset, groups[0] if groups else "", groups[1] if len(groups) > 1 else None)
                    if stub is not None and "type" in pattern.pattern and message.find(" type n") >= 0:
                        stub.type = True
                    break
        return (len(self._wanted), self._size(), len(self._kinds)) != before

    def text(self) -> str:
        """The stubs as a header to include last."""
        if not self._roots:
            return ""
        lines = ["#pragma clang force_cuda_host_device begin"]
        for root in self._roots.values():
            lines.extend(_write(root, "", self._kinds))
        lines.append("#pragma clang force_cuda_host_device end\n")
        return "\n".join(lines)

    # ------------------------------------------------------------ what is missing

    def _size(self) -> int:
        return sum(1 for root in self._roots.values() for _ in _names(root))

    def _undeclared(self, offset: int, name: str, namespace: str | None) -> _Stub | None:
        """Ask the prelude for a name, or stub it; the stub."""
        spelt = _NAME_AT.match(self._data[offset : offset + 400].decode("utf-8", "replace"))
        if not name:
            name = spelt.group() if spelt else ""
        parts = [part.strip() for part in name.split("::") if part.strip()]
        if not parts or self._ask_for(parts[-1], namespace):
            return None
        scope = namespace.split("::") if namespace else []
        return self._stub([*scope, *parts], namespaces=len(scope))

    def _ask_for(self, name: str, namespace: str | None) -> bool:
        """Whether the checkout declares a name (or names in a namespace so called) that was not asked for yet."""
        scope = namespace.split("::")[-1] + "::" if namespace else ""
        candidates = {f"{scope}{name}"} if name in self._declared else set()
        for inner in re.findall(rf"(?<![\w:]){re.escape(name)}\s*::\s*(\w+)", self._clean_text()):
            if inner in self._declared:
                candidates.add(f"{name}::{inner}")
        new = candidates - self._wanted
        self._wanted |= new
        return bool(new)

    def _stub(self, path: list[str], namespaces: int) -> _Stub | None:
        level = self._roots
        stub: _Stub | None = None
        for depth, part in enumerate(path):
            stub = level.setdefault(part, _Stub(part))
            stub.namespace = stub.namespace or depth < namespaces
            level = stub.members
        if stub is None:
            return None
        self._shape(stub)
        says_nothing = not (stub.members or stub.type or stub.function or stub.arguments)
        if len(path) == 1 and says_nothing and re.search(rf"\b{re.escape(stub.name)}\s*::", self._clean_text()):
            del self._roots[stub.name]  # a namespace of the checkout
            return None
        return stub

    def _shape(self, stub: _Stub) -> None:
        """Read every use of a name in the file."""
        text = self._clean_text()
        for match in re.finditer(rf"(?<![\w.])(?<!->){re.escape(stub.name)}\b", text):
            before = text[max(match.start() - 40, 0) : match.start()].rstrip()
            at = match.end()
            arguments, at = _template_arguments(text, at)
            if arguments is not None and stub.arguments is None:
                stub.arguments = arguments
            rest = text[at : at + 200].lstrip()
            if rest.startswith("::"):
                self._nested(stub, rest, arguments is not None)
            elif rest.startswith("("):
                stub.function = True
            elif rest.startswith("{") or re.match(r"[A-Za-z_]\w*", rest):
                stub.type = True
            elif rest.startswith(("*", "&", ">")):
                operand = re.search(r"[-+/%=|!(,]$|\breturn$", before)
                stub.type = stub.type or (not operand and _declares(stub.name, rest))
            elif before.endswith(("<", "(", ",")) and rest.startswith((">", ")", ",")):
                stub.type = stub.type or before.endswith("<") or rest.startswith(">")

    def _nested(self, stub: _Stub, rest: str, template: bool) -> None:
        match = re.match(r"::\s*(?:template\s+)?(\w+)", rest)
        if match is None or (f"{stub.name}::{match.group(1)}" in self._wanted and match.group(1) not in stub.members):
            return  # the checkout has it
        if template:
            stub.type = True
        inner = stub.members.setdefault(match.group(1), _Stub(match.group(1)))
        after = rest[match.end() :].lstrip()
        arguments, _ = _template_arguments(after, 0)
        if arguments is not None and inner.arguments is None:
            inner.arguments = arguments
        if after.startswith("::"):
            self._nested(inner, after, arguments is not None)
        elif after.startswith("("):
            inner.function = True
        elif after.startswith("{") or re.match(r"[A-Za-z_]\w*", after) or _declares(match.group(1), after):
            inner.type = True

    def _add_member(self, owner: str, name: str) -> None:
        for root in self._roots.values():
            for stub in _all(root):
                if stub.name == owner:
                    member = stub.members.setdefault(name, _Stub(name))
                    text = self._clean_text()
                    use = re.search(rf"(?:\.|->|::)\s*{re.escape(name)}\s*(\(|<)?", text)
                    member.function = bool(use and use.group(1))
                    stub.type = True

    def _clean_text(self) -> str:
        if self._clean is None:
            self._clean = without_comments(self._text)
        return self._clean


def _declares(name: str, after: str) -> bool:
    """Whether `name* x`, `name& x`, `name> x` read like a type: constants look different, and numbers follow values."""
    constant = re.fullmatch(r"k[A-Z]\w*|[A-Z][A-Z0-9_]+", name)
    return constant is None and bool(re.match(r"(?:[*&]+\s*(?:[A-Za-z_]\w*|[,)>])|>)", after))


def _template_arguments(text: str, at: int) -> tuple[list[str] | None, int]:
    """Explicit template arguments that start at `at`, and the position behind them; None when there are none."""
    match = re.compile(r"\s*<(?![<=\s])").match(text, at)
    if match is None:
        return None, at
    depth, start = 1, match.end()
    for i in range(start, min(len(text), start + 2000)):
        char = text[i]
        if char in "<({[":
            depth += 1
        elif char in ">)}]" and text[i - 1] != "-":
            depth -= 1
            if depth == 0:
                return _split_angles(text[start:i]), i + 1
        elif char == ";":
            break
    return None, at


def _split_angles(text: str) -> list[str]:
    hidden, depth = "", 0
    for char in text:
        depth += (char == "<") - (char == ">")
        hidden += "\x00" if char == "," and depth > 0 else char
    return [part.replace("\x00", ",") for part in split_commas(hidden) if part]


def _all(stub: _Stub) -> Iterable[_Stub]:
    yield stub
    for member in stub.members.values():
        yield from _all(member)


def _names(stub: _Stub) -> Iterable[str]:
    return (inner.name for inner in _all(stub) if not (inner.namespace and inner.members))


def _parameters(arguments: list[str], told: dict[str, str]) -> str:
    kinds = [told.get(a) or ("auto" if _LITERAL.fullmatch(a) else "class") for a in arguments]
    return ", ".join(f"{kind} T{i}" for i, kind in enumerate(kinds))


def _write(stub: _Stub, indent: str, kinds: dict[str, str], in_class: bool = False) -> Iterable[str]:
    """The declarations of a stub and what is in it."""
    static = "static " if in_class else ""
    is_space = not in_class and stub.arguments is None and not stub.type and not stub.function and bool(stub.members)
    if (stub.namespace and stub.members) or is_space:
        yield f"{indent}namespace {stub.name} {{"
        for member in stub.members.values():
            yield from _write(member, indent, kinds)
        yield f"{indent}}}"
    elif stub.function and not stub.type and not stub.members:
        prefix = f"{_parameters(stub.arguments, kinds)}, " if stub.arguments else ""
        yield f"{indent}template <{prefix}class... A> {static}{UNKNOWN_CLASS} {stub.name}(A &&...);"
    elif stub.type or stub.members or stub.arguments is not None:
        if stub.arguments is not None:
            yield f"{indent}template <{_parameters(stub.arguments, kinds) or 'class...'}>"
        yield f"{indent}struct {stub.name} : {UNKNOWN_CLASS} {{"
        yield f"{indent}using {UNKNOWN_CLASS}::{UNKNOWN_CLASS};"
        yield f"{indent}using {UNKNOWN_CLASS}::operator=;"
        for member in stub.members.values():
            yield from _write(member, indent, kinds, in_class=True)
        yield f"{indent}}};"
    elif in_class:
        yield f"{indent}static {UNKNOWN_CLASS} {stub.name};"
    else:
        yield f"{indent}extern {UNKNOWN_CLASS} {stub.name};"

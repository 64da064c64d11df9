"""A quick pass over a C++ file that finds its namespace-scope declarations and where their bodies stand.

It knows braces, parentheses, directives and `;`, nothing of types: what a declaration means is `prelude_entry`'s
business. Bodies are skipped at the speed of one regular expression. Unbalanced braces in `#if` arms do not matter:
the depth at `#else` is the depth at `#if`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_NOISE = re.compile(
    r"//[^\n]*(?:(?<=\\)\n[^\n]*)*|/\*[\s\S]*?(?:\*/|\Z)"
    r'|R"([^()\\ \n]{0,16})\([\s\S]*?\)\1"|"(?:[^"\\\n]|\\[\s\S])*"'
    r"|(?<![0-9A-Fa-f])'(?:[^'\\\n]|\\[\s\S])+'"
)
_MARK = re.compile(r'^[ \t]*\#(?:[^\n\\]|\\[\s\S])*|"(?:[^"\\\n]|\\[\s\S])*"|[{};()]', re.M)
_DIRECTIVE = re.compile(r"[ \t]*\#[ \t]*([a-z]+)[ \t]*([\s\S]*)")
_SPLICE = re.compile(r"\\\n")
_NAMESPACE = re.compile(r"\b(inline\s+)?namespace\b")
_NAMES = re.compile(r"[\w\s:]*")
_LINKAGE = re.compile(r'extern\s*"\s*[^"]*"$')
_ACCESS = re.compile(r"(?:public|private|protected)\s*:")
_GUARD = re.compile(r"!defined\((\w+)\)$")
_DIRECTIVE_LINES = re.compile(r"^[ \t]*\#(?:[^\n\\]|\\[\s\S])*", re.M)


@dataclass(slots=True)
class Raw:
    """One declaration as it stands: `head` up to its body or end, `body` inside the braces (None: it has none).

    `tail` is what follows the body up to `;` (declarators of a class, an initialiser's rest). `scope` names the
    namespaces around it ("" for an unnamed one, "inline v" for an inline one).
    """

    head: str
    body: str | None
    tail: str
    scope: tuple[str, ...]
    conditions: tuple[str, ...]
    order: int


@dataclass(slots=True)
class Macro:
    """A `#define` at any depth: `text` is the whole line, splices kept."""

    name: str
    text: str
    conditions: tuple[str, ...]
    order: int


@dataclass(slots=True)
class Scan:
    """What a file declares, in source order, and its includes: how they are spelt, and under which conditions."""

    declarations: list[Raw]
    macros: list[Macro]
    includes: list[tuple[str, tuple[str, ...]]]
    undefined: set[str]


def without_comments(text: str) -> str:
    """The text with comments and the insides of character literals blanked, line count kept."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")

    def blank(match: re.Match[str]) -> str:
        found = match.group()
        first = found[0]
        if first == '"':
            return found
        if first == "'":
            return found if found[1] not in '{}();"#' else "'_'"
        if first == "R":
            return '""' + "\n" * found.count("\n")
        return "\n" * found.count("\n") or " "

    return _NOISE.sub(blank, text)


class _Conditions:
    """The stack of `#if` conditions in force."""

    def __init__(self) -> None:
        self._stack: list[list[str]] = []  # one a nested #if: [earlier arms negated..., current]
        self._current: tuple[str, ...] | None = ()  # None: not worked out since the stack changed

    @property
    def current(self) -> tuple[str, ...]:
        """The conditions in force, outermost first. Worked out when asked: few lines in deep nests need it."""
        if self._current is None:
            self._current = tuple(" && ".join(f"({c})" for c in arms) for arms in self._stack if arms)
        return self._current

    def enter(self, condition: str) -> None:
        self._stack.append([condition])
        self._current = None

    def next_arm(self, condition: str) -> None:
        if self._stack:
            top = self._stack[-1]
            if top:
                top[-1] = f"!({top[-1]})"
            if condition:
                top.append(condition)
            self._current = None

    def leave(self) -> None:
        if self._stack:
            self._stack.pop()
            self._current = None

    def forgive(self, guard: str) -> None:
        """Take a condition for an include guard: it says nothing."""
        if self._stack and self._stack[-1] == [f"!defined({guard})"]:
            self._stack[-1] = []
            self._current = None


def condition_of(name: str, rest: str) -> str:
    """The condition of an `#if`, `#ifdef`, `#ifndef`, `#elif` line as one expression; "" for `#else`."""
    rest = _SPLICE.sub(" ", rest).strip()
    if name in ("ifdef", "elifdef"):
        return f"defined({rest.split()[0]})" if rest else "0"
    if name in ("ifndef", "elifndef"):
        return f"!defined({rest.split()[0]})" if rest else "1"
    return "" if name == "else" else " ".join(rest.split())


def scan(text: str) -> Scan:
    """Scan a file's text (comments and all)."""
    return _Scanner(without_comments(text)).run()


def scan_clean(text: str) -> Scan:
    """Scan text whose comments are gone already (the inside of a class)."""
    return _Scanner(text).run()


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._marks = _MARK.finditer(text)
        self._conditions = _Conditions()
        self._out = Scan([], [], [], set())
        self._scope: list[str | None] = []  # None: a brace that opens no scope of its own
        self._pending_guard = ""
        self._function_macros: dict[str, str] = {}  # name -> "(parameters) body" of those defined in this file

    def run(self) -> Scan:
        text = self._text
        start = 0
        opened = 0  # #if lines inside the pending statement
        complete = False  # an arm inside it has ended it
        for mark in self._marks:
            found = mark.group()
            first = found[0]
            if first == ";":
                if opened:
                    complete = True
                    continue
                start = self._calls(start, mark.start())
                head = text[start : mark.start()]
                if head.strip():
                    self._emit(head, None, "", start)
                start, opened = mark.end(), 0
            elif first == "(":
                self._skip("(", ")")
            elif first == "{":
                start = self._calls(start, mark.start())
                after = self._brace(text[start : mark.start()], start, mark)
                if after >= 0:
                    start, opened = after, 0
            elif first == "}":
                if self._scope:
                    self._scope.pop()
                start, opened = mark.end(), 0
            elif first == '"':
                continue
            elif first != ")":
                name, rest = self._split(found)
                start = self._calls(start, mark.start())
                pending = text[start : mark.start()].strip()
                if pending and not _ACCESS.fullmatch(pending):  # inside a statement: part of its text
                    if name.startswith("if"):
                        opened += 1
                        continue
                    if opened or not name.startswith(("el", "endif")):
                        opened -= name == "endif"
                        if complete and not opened:
                            self._emit(text[start : mark.end()] + "\n", None, "", start)
                            start, complete = mark.end(), False
                        continue
                self._directive(name, rest, found, mark.start())
                start, opened, complete = mark.end(), 0, False
        return self._out

    @staticmethod
    def _split(found: str) -> tuple[str, str]:
        match = _DIRECTIVE.match(found)
        return (match.group(1), match.group(2)) if match else ("", "")

    def _directive(self, name: str, rest: str, line: str, order: int) -> None:
        conditions = self._conditions
        if name in ("if", "ifdef", "ifndef"):
            conditions.enter(condition_of(name, rest))
            guard = _GUARD.match(condition_of(name, rest))
            self._pending_guard = guard.group(1) if guard else ""
        elif name.startswith("el"):
            conditions.next_arm(condition_of(name, rest))
        elif name == "endif":
            conditions.leave()
        elif name == "define":
            self._define(rest, line, order)
        elif name == "undef":
            self._out.undefined.add(rest.strip())
        elif name in ("include", "include_next", "import"):
            self._out.includes.append((rest.strip().strip('"<>'), conditions.current))
        if name not in ("if", "ifndef", "pragma"):
            self._pending_guard = ""

    def _define(self, rest: str, line: str, order: int) -> None:
        match = re.match(r"(\w+)(.*)", rest, re.S)
        if not match:
            return
        name, body = match.group(1), match.group(2).strip()
        if name == self._pending_guard and not body:
            self._conditions.forgive(name)
            return
        if body.startswith("(") and rest[len(name) : len(name) + 1] == "(":
            self._function_macros[name] = body
        self._out.macros.append(Macro(name, line.strip(), self._conditions.current, order))

    def _calls(self, start: int, end: int) -> int:
        """Take macro uses that stand as declarations of their own off the front of a statement."""
        if not self._function_macros:
            return start
        while True:
            match = _WORD_AND_PAREN.match(self._text, start, end)
            definition = self._function_macros.get(match.group(1)) if match else None
            if match is None or definition is None:
                return start
            close = _closing_paren(self._text, match.end(), end)
            line_end = self._text.find("\n", close)
            if close < 0 or self._text[close : line_end if 0 <= line_end < end else end].strip():
                return start
            self._declare_by_macro(definition, self._text[match.end() : close - 1], start)
            start = close

    def _declare_by_macro(self, definition: str, arguments: str, order: int) -> None:
        scope = tuple(name for part in self._scope if part is not None for name in part.split("::"))
        for raw in scan_clean(expand(definition, arguments)).declarations:
            self._out.declarations.append(
                Raw(raw.head, raw.body, raw.tail, (*scope, *raw.scope), self._conditions.current, order)
            )

    def _brace(self, head: str, start: int, mark: re.Match[str]) -> int:
        """Handle an opening brace after `head`; the position behind the statement it ends, -1 when that goes on."""
        bare = (_DIRECTIVE_LINES.sub("", head) if "#" in head else head).strip()
        namespace = _namespace(bare)
        if namespace is not None:
            self._scope.append(namespace)
            return mark.end()
        if _LINKAGE.search(bare):
            self._scope.append(None)
            return mark.end()
        end = self._skip("{", "}")
        if _in_initialisers(bare):
            return -1
        body = self._text[mark.end() : end - 1]
        if _ends_with_body(bare):
            self._emit(head, body, "", start)
            return end
        tail_end = self._to_semicolon()
        self._emit(head, body, self._text[end : tail_end - 1] if tail_end else "", start)
        return tail_end or end

    def _skip(self, opening: str, closing: str) -> int:
        """Move past the bracket that closes the one just read; `#if` arms count once."""
        depth = 1
        saved: list[int] = []
        for mark in self._marks:
            found = mark.group()
            if found == opening:
                depth += 1
            elif found == closing:
                depth -= 1
                if depth <= 0:
                    return mark.end()
            elif len(found) > 1 and found[0] != '"':
                name, rest = self._split(found)
                if name in ("if", "ifdef", "ifndef"):
                    saved.append(depth)
                elif name.startswith("el") and saved:
                    depth = saved[-1]
                elif name == "endif" and saved:
                    saved.pop()
                elif name == "define":
                    self._define(rest, found, mark.start())
        return len(self._text)

    def _to_semicolon(self) -> int:
        """Move past the next `;` of this statement; 0 when a brace or the end comes first."""
        for mark in self._marks:
            found = mark.group()
            if found == ";":
                return mark.end()
            if found == "(":
                self._skip("(", ")")
            elif found == "{":
                self._skip("{", "}")
            elif found == "}":
                if self._scope:
                    self._scope.pop()
                return mark.end()
        return 0

    def _emit(self, head: str, body: str | None, tail: str, order: int) -> None:
        parts = [name for part in self._scope if part is not None for name in part.split("::")]
        scope = tuple(parts)
        self._out.declarations.append(Raw(head, body, tail, scope, self._conditions.current, order))


_CLASS_LIKE = re.compile(r"(?:^|[\s>])(?:class|struct|union|enum)\b(?![^{]*\)\s*(?:const|noexcept|override|->[^{]*)?$)")
_AFTER_PARAMETERS = re.compile(r"\)\s*(?:\w+\b\s*(?:\([^()]*\)\s*)?|&&?\s*|->[^;{}=]*|:[^:][^;{}]*)*$")
ASSIGNS = re.compile(r"(?<![=!<>+\-*/%&|^])=(?!=)")


_SPECIFIER = re.compile(r"\b(?:alignas|__attribute__|__align__|__declspec|__launch_bounds__)\s*\(\)")
_BRACED = re.compile(r"\{[^{}]*\}")
_MEMBER_INITIALISER = re.compile(r"\)\s*(?:noexcept\s*(?:\(\))?\s*)?:(?!:).*[\w>]\s*$", re.S)


_WORD_AND_PAREN = re.compile(r"\s*(\w+)\s*\(")
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|\w+|##|#|\S|\s+')


def _namespace(head: str) -> str | None:
    """The name of the namespace that a head opens ("" without one), `inline` before it; None for any other head.

    An attribute may stand before the name and a macro with arguments behind it.
    """
    opened = max(_NAMESPACE.finditer(head), key=re.Match.start, default=None)
    if opened is None:
        return None
    rest = head[opened.end() :].strip()
    if rest.startswith("[["):
        rest = rest.partition("]]")[2]
    if rest.endswith(")"):
        rest, _, arguments = rest[:-1].rpartition("(")
        before, _, macro = rest.rstrip().rpartition(" ")
        if not macro.isidentifier() or ")" in arguments:
            return None
        rest = before
    if not _NAMES.fullmatch(rest):
        return None
    return ("inline " if opened[1] else "") + "::".join(" ".join(part.split()) for part in rest.split("::"))


def _closing_paren(text: str, at: int, end: int) -> int:
    """The position behind the parenthesis that closes one opened before `at`; -1 when there is none."""
    depth = 1
    for i in range(at, end):
        char = text[i]
        depth += (char in "([{") - (char in ")]}")
        if depth == 0:
            return i + 1
    return -1


def split_commas(text: str) -> list[str]:
    """The parts of a text between its top-level commas (angle brackets do not count)."""
    out, depth, last = [], 0, 0
    for i, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if char == "," and depth == 0:
            out.append(text[last:i].strip())
            last = i + 1
    out.append(text[last:].strip())
    return out


def expand(definition: str, arguments: str) -> str:
    """One step of a function-like macro: `definition` is "(parameters) body"."""
    close = definition.find(")")
    names = split_commas(definition[1:close])
    given = split_commas(arguments)
    values = dict(zip(names, given, strict=False))
    if names and names[-1].endswith("..."):
        values[names[-1].removesuffix("...").strip() or "__VA_ARGS__"] = ", ".join(given[len(names) - 1 :])
    out: list[str] = []
    paste = stringify = False
    for token in _TOKENS.findall(_SPLICE.sub("\n", definition[close + 1 :])):
        if token == "##":
            paste = True
            while out and out[-1].isspace():
                out.pop()
        elif token == "#":
            stringify = True
        elif token.isspace():
            if not paste:
                out.append(token)
        else:
            out.append(f'"{values[token]}"' if stringify and token in values else values.get(token, token))
            paste = stringify = False
    return "".join(out)


def _outline(head: str) -> str:
    """A head with its groups emptied, braced initialisers made round, and attribute-like calls taken out."""
    while "{" in head:
        head, count = _BRACED.subn("()", head)
        if not count:
            break
    return _SPECIFIER.sub("", strip_groups(head))


def _in_initialisers(head: str) -> bool:
    """Whether the brace after `head` is that of a constructor's member initialiser (`: a_{1}`)."""
    return ":" in head and bool(_MEMBER_INITIALISER.search(_outline(head)))


def _ends_with_body(head: str) -> bool:
    """Whether the brace after `head` opens a function body (so that no `;` follows)."""
    top = _outline(head)
    if ASSIGNS.search(top.split("operator")[0]):
        return False
    if ")" in top:
        return bool(_AFTER_PARAMETERS.search(top)) and not re.match(r"\s*(?:typedef|using)\b", top)
    return not (_CLASS_LIKE.search(top) or re.search(r"[\w>\]]\s*$", top))


_ROUND = re.compile(r"\([^()]*\)")
_SQUARE = re.compile(r"\[[^\[\]]*\]")
_ANGLE = re.compile(r"(?<=\w)\s*<[^<>]*>")
_OPERATOR = re.compile(r"operator\s*(?:\(\s*\)|\[\s*\]|<=>|<<=|>>=|->\*?|[-+*/%^&|<>=!]=?|<<|>>|&&|\|\||\+\+|--|~|,)")


_COMPARISON = re.compile(r"(?<!template )(?<=[\w)] )[<>](?==? ?[\w(])|<(?==)")


def hide_comparisons(text: str) -> str:
    """The text with `<` and `>` that compare (as told by the blanks around them) blanked, length kept."""
    return _COMPARISON.sub("\x05", text)


def strip_groups(text: str) -> str:
    """The text with template argument lists taken out and parentheses and brackets emptied."""
    text = _OPERATOR.sub("operator\x03", text) if "operator" in text else text
    text = hide_comparisons(text).replace("->", "\x04")
    for pattern, mark in ((_ROUND, "\x01"), (_SQUARE, "\x02"), (_ANGLE, "")):
        count = 1
        while count:
            text, count = pattern.subn(mark, text)
    return (
        text.replace("\x01", "()")
        .replace("\x02", "[]")
        .replace("\x03", "")
        .replace("\x04", "->")
        .replace("\x05=", "  ")
    )

"""What one declaration of a header means to the files that use it: its name, and the skeleton clang needs to see.

A skeleton keeps types, fields, signatures, default arguments, enumerators and short constexpr or deduced bodies; it
drops all other bodies. It is text: nothing here parses C++ beyond the head of a declaration.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from hygon_lint.frontend.prelude_scan import ASSIGNS, Macro, Raw, hide_comparisons, scan_clean, strip_groups

MAX_HEAD = 8192  # characters of a declaration up to its body; what is longer was not written by a person
MAX_LIST = 64 * 1024  # characters of an alias that lists the instances of a template
MAX_BODY = 600  # characters of a kept constexpr body or initialiser
MAX_DEDUCED = 3000  # characters of a kept body that decides the function's type

_DIRECTIVE_LINES = re.compile(r"^[ \t]*#(?:[^\n\\]|\\[\s\S])*", re.M)
_IFS = re.compile(r"^[ \t]*#[ \t]*if", re.M)
_ENDIFS = re.compile(r"^[ \t]*#[ \t]*endif", re.M)
_ATTRIBUTE = re.compile(r"\[\[[^\]]*\]\]")
_LABEL = re.compile(r"^\s*(?:(?:public|private|protected)\s*:(?!:)\s*)+")
_SPACE = re.compile(r"[ \t]*\n\s*|[ \t]{2,}")
_DROPPED = re.compile(r"(?:static_assert|_Static_assert|friend|asm|extern\s+template|template(?!\s*<))\b")
_ALIAS = re.compile(r"using\s+(\w+)\s*(?:__attribute__\s*\(.*?\)\)\s*)?=")
_LONG_ALIAS = re.compile(r"\s*(?:template\s*<[^;{}]{0,1000}>)?\s*using\s+\w+\s*=")
_USING = re.compile(r"using\s+(?:typename\s+)?(?:[\w:]|<[^;]*>)*::\s*(?:template\s+)?(\w+|operator.*?)\s*$", re.S)
_DIRECTIVE = re.compile(r"using\s+namespace\s+([\w:]+)")
_NAMESPACE_ALIAS = re.compile(r"namespace\s+(\w+)\s*=")
_RECORD = re.compile(r"(?:typedef\s+)?(class|struct|union|enum)\b\s*(class\b|struct\b)?")
_CALL = re.compile(r"\w+\s*\(\)")
_NAME_BEFORE_PARENS = re.compile(r"(~?\w+|operator\b[^()]*?)\s*\(\)")
_NOT_A_NAME = frozenset(
    ("__attribute__", "__launch_bounds__", "decltype", "noexcept", "alignas", "explicit", "requires", "throw",
     "__declspec", "__align__", "if", "while", "for", "switch", "return", "sizeof", "typeof", "__typeof__")
)  # fmt: skip
_TYPEDEF_NAME = re.compile(r"\(\s*[*&^]\s*(\w+)\s*\)|(\w+)\s*(?:\[\])*\s*$")
_ENUMERATOR = re.compile(r"(?:^|,)\s*(\w+)")
_VARIABLE = re.compile(r"(\w+)\s*(?:\[\]\s*)*$")
_WORD = re.compile(r"[A-Za-z_]\w*")
_KEEPS_BODY = re.compile(r"\b(?:constexpr|consteval)\b")
_DEDUCED = re.compile(r"\bauto\b|\bdecltype\s*\(\s*auto\s*\)")
_TRAILING = re.compile(r"\)[^()]*->")
_DEFAULT = re.compile(r"=\s*(?:default|delete|0)\s*$")


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One declaration that can be handed to clang.

    `short` is a forward declaration that names it without its inside ("" where there is none). `provides` are the
    further names that come with it (enumerators, typedef names beside the tag).
    """

    name: str
    kind: str  # "macro" "record" "template" "specialisation" "forward" "alias" "enum" "function" "variable" "using"
    # "directive" "namespace"
    scope: tuple[str, ...]
    text: str
    short: str
    conditions: tuple[str, ...]
    order: int
    provides: tuple[str, ...] = ()

    @property
    def qualified(self) -> str:
        """Name with its namespaces."""
        return "::".join((*self.scope, self.name))


def words(text: str) -> set[str]:
    """The identifiers in a text."""
    return set(_WORD.findall(text))


def macro_entry(macro: Macro) -> Entry:
    """A macro as an entry of the global scope."""
    return Entry(macro.name, "macro", (), macro.text, "", macro.conditions, macro.order)


def entries_of(raw: Raw) -> Iterator[Entry]:
    """The entries one declaration gives: none for what clang need not see."""
    if len(raw.head) > MAX_HEAD and not (len(raw.head) <= MAX_LIST and _LONG_ALIAS.match(raw.head)):
        return
    bare = _DIRECTIVE_LINES.sub("", raw.head) if "#" in raw.head else raw.head
    bare = _ATTRIBUTE.sub("", _LABEL.sub("", bare)).strip()
    template, rest = split_template(bare)
    if not rest or _DROPPED.match(bare if not template else rest):
        return
    kind, names, text, short = _classify(raw, template, rest)
    if not kind or ("#" in text and len(_IFS.findall(text)) != len(_ENDIFS.findall(text))):
        return
    yield Entry(names[0], kind, raw.scope, _tidy(text), short, raw.conditions, raw.order, tuple(names[1:]))


def split_template(text: str) -> tuple[str, str]:
    """`template <...>` prefixes (and a requires clause between them) and the rest."""
    end = 0
    while True:
        match = re.compile(r"\s*template\s*<").match(text, end)
        if not match:
            break
        close = _closing_angle(text, match.end())
        if close < 0:
            return "", ""
        end = close
    return text[:end].strip(), text[end:].strip()


def _closing_angle(text: str, at: int) -> int:
    """The position behind the `>` that closes an angle bracket opened before `at`; -1 when there is none."""
    depth, round_depth = 1, 0
    text = hide_comparisons(text)
    for i in range(at, len(text)):
        char = text[i]
        if char in "([{":
            round_depth += 1
        elif char in ")]}":
            round_depth -= 1
        elif round_depth == 0:
            if char == "<":
                depth += 1
            elif char == ">" and text[i - 1] not in "-=":
                depth -= 1
                if depth == 0:
                    return i + 1
    return -1


def _classify(raw: Raw, template: str, rest: str) -> tuple[str, list[str], str, str]:
    head = _LABEL.sub("", raw.head)
    nothing: tuple[str, list[str], str, str] = ("", [], "", "")
    if rest.startswith("using"):
        whole = f"{head};" if raw.body is None else f"{head}{{{raw.body}}}{raw.tail};"
        if match := _ALIAS.match(rest):
            return "alias", [match.group(1)], whole, ""
        if match := _DIRECTIVE.match(rest):
            return "directive", [match.group(1)], whole, ""
        if match := _USING.match(rest):
            return "using", [match.group(1)], whole, ""
        return nothing
    if match := _NAMESPACE_ALIAS.match(rest):
        return "namespace", [match.group(1)], f"{head};", ""
    record = _RECORD.match(rest)
    if record and (raw.body is not None or _is_forward(rest)):
        return _record(raw, head, template, rest, record)
    if rest.startswith("typedef"):
        names = _typedef_names(rest)
        return ("alias", names, f"{head};", "") if names and raw.body is None else nothing
    function = function_name(rest)
    if function:
        if template and not template.split("<", 1)[1].strip(" >"):
            return nothing  # an explicit specialisation: callers see the template
        if "::" in _before(rest, function) and _is_out_of_line(rest, function):
            return nothing
        return "function", [function], function_text(raw, head, rest), ""
    return _variable(raw, head, template, rest)


# ---------------------------------------------------------------- records and enums


def _is_forward(rest: str) -> bool:
    top = _CALL.sub("", strip_groups(rest))
    return bool(
        re.fullmatch(r"(?:class|struct|union|enum(?:\s+(?:class|struct))?)(?:\s+\w+)+\s*(?::\s*[\w\s:]+)?", top)
    )


def _record(raw: Raw, head: str, template: str, rest: str, match: re.Match[str]) -> tuple[str, list[str], str, str]:
    top = _CALL.sub("", strip_groups(rest[match.end() :]))
    before_bases = re.split(r"(?<!:):(?!:)", top, maxsplit=1)[0]
    names = [word for word in re.findall(r"(?:\w+\s*::\s*)*\w+", before_bases) if word != "final"]
    name = names[-1] if names else ""
    tail_names = _typedef_names("typedef x " + raw.tail) if rest.startswith("typedef") and raw.tail.strip() else []
    if "::" in name:
        return "", [], "", ""
    keyword = match.group(1)
    if keyword == "enum":
        body = _DIRECTIVE_LINES.sub("", raw.body or "")
        members = _ENUMERATOR.findall(strip_groups(body))
        inner = [] if match.group(2) else members
        found = [n for n in (name, *tail_names) if n] + inner
        text = f"{head}{{{raw.body}}}{raw.tail};" if raw.body is not None else f"{head};"
        return ("enum" if raw.body is not None else "forward"), found or ["<enum>"], text, ""
    found = [n for n in (name, *tail_names) if n]
    if raw.body is None:
        special = bool(re.search(rf"\b{re.escape(name)}\s*<", rest))
        return ("specialisation" if special else "forward"), found, f"{head};", ""
    if not found:
        found = _ENUMERATOR.findall(strip_groups(raw.tail)) or ["<unnamed>"]
    text = f"{head} {{\n{record_body(raw.body, name)}}}{raw.tail};"
    if re.search(rf"\b{re.escape(name)}\s*<", rest) and name:
        return "specialisation", found, text, ""
    short = f"{template} {keyword} {name};" if name and not rest.startswith("typedef") else ""
    return ("template" if template else "record"), found, text, short


def record_body(body: str, name: str) -> str:
    """The members of a class with their bodies taken out."""
    out: list[str] = ["public:\n"] if "private" in body or "protected" in body else []
    scanned = scan_clean(body)
    pieces: list[tuple[int, tuple[str, ...], str]] = [(m.order, m.conditions, m.text) for m in scanned.macros]
    for raw in scanned.declarations:
        text = _member(raw, name)
        if text:
            pieces.append((raw.order, raw.conditions, text))
    pieces.sort(key=lambda piece: piece[0])
    for _, conditions, text in pieces:
        for condition in conditions:
            out.append(f"#if {condition}\n")
        out.append(text + "\n")
        out.extend("#endif\n" for _ in conditions)
    return "".join(out)


def _member(raw: Raw, owner: str) -> str:
    head = _LABEL.sub("", raw.head)
    bare = _DIRECTIVE_LINES.sub("", head) if "#" in head else head
    bare = _ATTRIBUTE.sub("", bare).strip()
    template, rest = split_template(bare)
    if not rest or _DROPPED.match(rest) or (not template and rest.startswith("template")):
        return ""
    record = _RECORD.match(rest)
    if record and raw.body is not None and not function_name(rest):
        if record.group(1) == "enum":
            return f"{head}{{{raw.body}}}{raw.tail};"
        name = next(iter(re.findall(r"\w+", _CALL.sub("", strip_groups(rest[record.end() :])))), "")
        return f"{head} {{\n{record_body(raw.body, name)}}}{raw.tail};"
    if rest.startswith(("using", "typedef")) or not function_name(rest, owner):
        if raw.body is None:
            return f"{head};"
        return f"{head}{{{raw.body}}}{raw.tail};" if len(raw.body) <= 4 * MAX_BODY else ""
    return function_text(raw, head, rest)


# ---------------------------------------------------------------- functions and variables


def function_name(rest: str, owner: str = "") -> str:
    """The name of the function a head declares, or "" when it declares none."""
    top = strip_groups(rest)
    if ")" not in top or rest.startswith("typedef"):
        return ""
    if "operator" in rest:
        match = re.search(r"\boperator\s*([^\s\w(][^(]*?|\(\s*\)|\w[^()]*?)\s*\(", rest)
        return f"operator{match.group(1).strip()}" if match else ""
    cut = re.split(r"\)\s*:(?!:)", top, maxsplit=1)[0]
    cut = cut if cut == top else cut + ")"
    found = ""
    for match in _NAME_BEFORE_PARENS.finditer(cut.split("->")[0]):
        name = match.group(1)
        if name in _NOT_A_NAME:
            continue
        before = cut[: match.start()]
        if ASSIGNS.search(before):
            break
        if before.strip() or name == owner or name.startswith("~"):
            found = name
    return found


def _before(rest: str, name: str) -> str:
    top = strip_groups(rest)
    at = top.rfind(name + "(") if not name.startswith("operator") else top.rfind("operator")
    return top[: max(at, 0)] if at >= 0 else top


def _is_out_of_line(rest: str, name: str) -> bool:
    return bool(re.search(r"::\s*~?$", _before(rest, name).rstrip() + "")) or bool(
        re.search(rf"::\s*{re.escape(name)}\s*\(", strip_groups(rest))
    )


def function_text(raw: Raw, head: str, rest: str) -> str:
    """A function's signature, with its body where callers need it."""
    if raw.body is None:
        return f"{head};"
    deduced = bool(_DEDUCED.search(rest)) and "->" not in rest
    if len(raw.body) <= (MAX_DEDUCED if deduced else MAX_BODY) and (deduced or _KEEPS_BODY.search(rest)):
        return f"{head}{{{raw.body}}}"
    signature = head
    parts = re.split(r"(?<=\))(\s*(?:const|noexcept)?\s*):(?!:)", _hide_groups(head), maxsplit=1)
    if len(parts) > 1:  # a constructor's member initialisers
        signature = head[: len(parts[0])] + (parts[1] or "")
    return f"{signature.rstrip()};"


def _hide_groups(text: str) -> str:
    """The text with the insides of parentheses blanked, length kept."""
    out = []
    depth = 0
    for char in text:
        if char == ")":
            depth -= 1
        out.append(" " if depth > 0 else char)
        if char == "(":
            depth += 1
    return "".join(out)


def _typedef_names(rest: str) -> list[str]:
    text = re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)", "", rest)
    names = []
    if match := re.search(r"\(\s*(?:\w+\s*::\s*)?[*&^]\s*(?:const\s+)?(\w+)\s*(?:\[[^\]]*\]\s*)?\)", text):
        return [match.group(1)]
    for part in _CALL.sub("", strip_groups(text)).split(","):
        if match := _VARIABLE.search(part.strip()):
            names.append(match.group(1))
    return names


def _variable(raw: Raw, head: str, template: str, rest: str) -> tuple[str, list[str], str, str]:
    top = strip_groups(rest)
    declarator = ASSIGNS.split(top, maxsplit=1)[0]
    declarator = re.sub(r"__attribute__\s*\(\)", "", declarator).strip().removesuffix("()").strip()
    names = [m.group(1) for part in declarator.split(",") if (m := _VARIABLE.search(part.strip()))]
    if not names or not re.search(r"[\w>*&\]]\s+[*&\s]*\w+\s*(?:\[\]\s*)*$", declarator.split(",")[0]):
        return "", [], "", ""
    before = top.split("=")[0].split()
    if not before or "::" in before[-1]:
        return "", [], "", ""
    body = "" if raw.body is None else f"{{{raw.body}}}{raw.tail}"
    text = f"{head}{body};"
    if len(text) > 4 * MAX_BODY:
        plain = re.split(r"=|\{", head, maxsplit=1)[0].rstrip()
        if re.search(r"\bauto\b|\[\s*\]", plain) or template:
            return "", [], "", ""
        text = "extern " + re.sub(r"\b(?:constexpr|static|inline|extern)\b", "", plain).strip() + ";"
    return "variable", names, text, ""


def _tidy(text: str) -> str:
    return _SPACE.sub(lambda m: "\n" if "\n" in m.group() else " ", text).strip()

"""What the words in front of a brace introduce: a namespace, a class, a function, a lambda, or just values."""

from __future__ import annotations

import re
from functools import lru_cache

_TOKEN = re.compile(
    r"[A-Za-z_~]\w*|\d[\w.']*|::|->|<<=|>>=|<=>|<<|>=|<=|==|!=|&&|\|\||\"[^\"]*\"|'[^']*'|[^\s\w]",
)
_ACCESS = re.compile(r"\s*(?:public|private|protected)\s*:(?!:)")
_OPERATOR = re.compile(r"\boperator\b\s*(\(\s*\)|\[\s*\]|\"\s*\"\s*_?\w*|[^\w\s(]+|[\w:][\w:<>*&\s]*?)\s*(?=\()")
_LAMBDA = re.compile(r"\[[^\[\]]*\]\s*(?:<[^{}]*>\s*)?(?:\(|[A-Za-z_]|->|\Z)")
# Names in front of parentheses that hold no parameters.
_ATTRIBUTES = ("__attribute__", "__attribute", "alignas", "__align__", "__launch_bounds__", "__declspec")
_OPERATORS = ("decltype", "typeof", "__typeof__", "noexcept", "throw", "requires", "explicit", "sizeof", "alignof")
_NO_PARAMS = frozenset((*_ATTRIBUTES, *_OPERATORS, "static_assert", "__cluster_dims__", "__maxnreg__"))
_STATEMENTS = frozenset(
    ("if", "else", "for", "while", "do", "switch", "catch", "return", "try", "goto", "case", "default")
)
_COLON_AFTER_PARAMS = re.compile(r"(?:\w+\s+|&+\s*)*\w*\s*:(?!:)")
_CLOSES_ANGLE = re.compile(r"[^<>-]*>")
_BRACKET = re.compile(r"[<>()]")
_LONGEST_HEAD = 16_000  # characters; what is longer is no declaration
_LONGEST_NAME = 400
_CLASS_WORDS = frozenset(("class", "struct", "union"))
_LEADING = frozenset(
    ("typedef", "static", "inline", "extern", "constexpr", "const", "volatile", "friend", "export", "mutable")
)


@lru_cache(maxsize=4096)
def classify(head: str) -> tuple[str, str, bool]:
    """(kind, name, is_lambda) of a head. Kinds: "open" (declarations inside), "function", "skip" (anything else)."""
    if len(head) > _LONGEST_HEAD:
        return "open", "", False
    while (access := _ACCESS.match(head)) is not None:
        head = head[access.end() :]
    head = _without_templates(head)
    tokens = _TOKEN.findall(head)
    if not tokens:
        return "open", "", False
    words = [t for t in tokens if t not in _LEADING]
    first = words[0] if words else ""
    if "namespace" in words[:3] and "(" not in tokens[: tokens.index("namespace")]:
        return "open", _namespace_name(tokens), False
    if first == "enum" or first in _STATEMENTS:
        return "skip", "", False
    if tokens[0] == "extern" and len(tokens) == 2 and tokens[1].startswith('"'):
        return "open", "", False
    if first in _CLASS_WORDS:
        name = _class_name(words)
        if name is not None:
            return "open", name, False
    operator = _OPERATOR.search(head)
    if operator is None and _has_initialiser(tokens):
        match = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)?=(?!=)", head)
        if match is not None and _LAMBDA.search(head, match.end()):
            return "function", match[1], True
        return "skip", "", False
    if "(" not in tokens:
        # a macro that stands for a namespace, or `T x{...}`; nothing in the latter looks like a declaration
        return "open", "", False
    if operator is not None:
        if _in_member_inits(head[operator.end() :]):
            return "skip", "", False
        symbol = operator[1].strip()
        joint = " " if symbol[0].isalpha() or symbol[0] in "_:" else ""
        return "function", "operator" + joint + " ".join(symbol.split()).replace("( )", "()"), False
    return _function(head)


def _without_templates(head: str) -> str:
    """The head with `template <...>` and `requires (...)` taken off its front."""
    while True:
        match = re.match(r"\s*(?:template\s*<|requires\s*\()", head)
        if match is None:
            return head
        opener = head[match.end() - 1]
        end = _close_angle(head, match.end()) if opener == "<" else _close_paren(head, match.end())
        head = head[end:]


def _close_angle(text: str, position: int) -> int:
    depth, parens = 1, 0
    for match in re.finditer(r"[<>()]|->|<=|>=|<<", text[position:]):
        token = match[0]
        if token == "(":
            parens += 1
        elif token == ")":
            parens -= 1
        elif parens == 0 and token == "<":
            depth += 1
        elif parens == 0 and token in (">", ">="):
            depth -= 1
            if depth == 0:
                return position + match.start() + 1
    return len(text)


def _close_paren(text: str, position: int) -> int:
    depth = 1
    for match in re.finditer(r"[()]", text[position:]):
        depth += 1 if match[0] == "(" else -1
        if depth == 0:
            return position + match.end()
    return len(text)


def _namespace_name(tokens: list[str]) -> str:
    rest = tokens[tokens.index("namespace") + 1 :]
    names: list[str] = []
    depth = 0
    for token in rest:
        depth += token in ("(", "[")
        depth -= token in (")", "]")
        if depth == 0 and re.match(r"[A-Za-z_]", token) and token not in _NO_PARAMS and token != "inline":
            names.append(token)
    return "::".join(names)


def _class_name(words: list[str]) -> str | None:
    """The class's name, or None when the words are a function that returns one."""
    name = ""
    index = 1
    depth = 0
    while index < len(words):
        token = words[index]
        if token == "(":
            before = words[index - 1]
            if depth == 0 and before not in _NO_PARAMS and not before.isupper():
                return None
            depth += 1
        elif token in ("[", "<"):
            depth += 1
        elif token in (")", "]", ">"):
            depth -= 1
        elif depth == 0 and token == ":":
            break
        elif depth == 0 and token == "=":
            return None
        elif depth == 0 and re.match(r"[A-Za-z_]", token) and token not in _NO_PARAMS and token != "final":
            name = token
        index += 1
    return name


def _has_initialiser(tokens: list[str]) -> bool:
    """Whether a `=` stands outside all brackets (template arguments included)."""
    depth = 0
    for token in tokens:
        if token in ("(", "[", "<"):
            depth += 1
        elif token in (")", "]", ">"):
            depth = max(0, depth - 1)
        elif token == "=" and depth == 0:
            return True
    return False


def _groups(head: str) -> list[tuple[str, int, int]]:
    """The outermost parentheses: (word in front, position of `(`, position behind `)`)."""
    groups: list[tuple[str, int, int]] = []
    position = 0
    while (start := head.find("(", position)) >= 0:
        end = _close_paren(head, start + 1)
        groups.append((_word_before(head, start), start, end))
        position = end
    return groups


def _word_before(head: str, position: int) -> str:
    """The identifier in front of `position`, template arguments in between skipped; "" when there is none."""
    window = head[max(0, position - _LONGEST_NAME) : position].rstrip()
    if window.endswith(">"):
        angles = parens = 0
        for match in reversed(list(_BRACKET.finditer(window))):
            if match[0] in "()":
                parens += 1 if match[0] == ")" else -1
            elif parens == 0:
                angles += 1 if match[0] == ">" else -1
                if angles == 0:
                    window = window[: match.start()].rstrip()
                    break
    word = re.search(r"(?:~\s*)?[A-Za-z_]\w*\Z", window)
    return re.sub(r"\s+", "", word[0]) if word else ""


def _in_member_inits(after_params: str) -> bool:
    """Whether the brace belongs to a member initialiser `: a{...}` rather than to the body."""
    colon = re.search(r"(?<!:):(?!:)", after_params)
    if colon is None:
        return False
    last = after_params.rstrip()[-1:]
    return last not in (")", "}")


def _function(head: str) -> tuple[str, str, bool]:
    groups = _groups(head)
    signature_end = len(head)
    for index, (_, _, end) in enumerate(groups):
        following = head[end:].lstrip()
        if _COLON_AFTER_PARAMS.match(following):
            if _in_member_inits(head[end:]):
                return "skip", "", False
            signature_end = end
            groups = groups[: index + 1]
            break
        if following.startswith("->") or re.match(r"(?:const|noexcept|override|final|mutable|&|\s)*->", following):
            groups = groups[: index + 1]
            signature_end = end
            break
    named = [g for g in groups if g[0] and g[0] not in _NO_PARAMS]
    if not named:
        return "skip", "", False
    chosen = named[-1]
    if len(named) > 1 and chosen[0].isupper():
        chosen = next((g for g in reversed(named) if not g[0].isupper()), chosen)
    name = chosen[0]
    if name in _STATEMENTS:
        return "skip", "", False
    tail = head[chosen[2] : signature_end].strip()
    if _CLOSES_ANGLE.match(tail):  # `Callback<void(int)> member{...}`
        return "skip", "", False
    return "function", name, False

"""Chains of arches that leave a variable without a value on an arch that reads it afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hygon_lint.finding import Confidence, Fact
from hygon_lint.frontend.directives import Arm, Chain
from hygon_lint.frontend.extents import FunctionExtent
from hygon_lint.frontend.preprocess import Reading, read_file
from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import Arch
from hygon_lint.project.gates import names_arches
from hygon_lint.project.suspects import Suspect, compiles, open_lookup

_ASSIGNED = re.compile(rb"(?:\A|(?<=[;{}]))\s*([A-Za-z_]\w*)\s*=(?!=)")
_SCALAR = re.compile(
    rb"(?<=[;{}])\s*((?:(?:unsigned|signed|short|long|int|char|float|double|bool|half|_Float16|size_t|index_t"
    rb"|u?int\d+_t|uint|ushort|uchar|\w+[a-z]x?[2348](?:_t)?)\b[\s*]*|\w+\s*\*\s*)+)"
    rb"([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*;"
)
_LEAVES = re.compile(
    rb"\b(?:return|__trap|__builtin_trap|__builtin_unreachable|abort|assert|throw|static_assert|goto)\b"
)
_WRITTEN = re.compile(rb"\s*=(?!=)")
_ADDRESS = re.compile(rb"(?:^|[^\w)\]\s&])\s*&\s*\Z")
_VECTOR = re.compile(rb"[2348](?:_t)?\s*\Z")


def collect_unset(syntax: SyntaxFile) -> Iterator[Fact]:
    """A fact `left_unset` (name, archs, sure, declared, use) at the first condition of each such chain."""
    place = syntax.source.place
    for suspect in left_unset(syntax):
        declared, use = (place(span) for span, _ in suspect.related)
        data = {
            "name": suspect.names[0],
            "archs": list(suspect.archs),
            "sure": suspect.confidence is Confidence.HIGH,
            "declared": [declared.line, declared.column, declared.end_line, declared.end_column],
            "use": [use.line, use.column, use.end_line, use.end_column],
        }
        yield Fact("left_unset", place(suspect.span), data)


def left_unset(syntax: SyntaxFile) -> Iterator[Suspect]:
    """One suspect a chain and variable, with the arches of the model that are left out."""
    chains = [c for c in syntax.chains if any(names_arches(syntax, arm) for arm in c.arms if arm.kind != "else")]
    candidates = [(chain, name, declared) for chain in chains for name, declared in _set_in_arms(syntax, chain)]
    if not candidates:
        return
    readings = [(members, read_file(syntax, open_lookup(members[0]))) for members in compiles(syntax)]
    for chain, name, declared in candidates:
        function = syntax.function_at(chain.span.start)
        assert function is not None  # the candidates are local variables
        use = _first_use(syntax, chain, name, function)
        if use is None:
            continue
        without = _arches_without(syntax, chain, name, use, readings)
        hygon = tuple(arch.name for arch in without if arch.hygon and not arch.legacy)
        if hygon:
            vector = _VECTOR.search(syntax.lexed.code, declared.start, declared.end) is not None
            confidence = Confidence.MEDIUM if vector else Confidence.HIGH
            related = ((declared, "declared"), (use, "use"))
            yield Suspect("unset", chain.arms[0].condition, (name,), related, hygon, confidence)


def _set_in_arms(syntax: SyntaxFile, chain: Chain) -> Iterator[tuple[str, Span]]:
    """Local variables without initialiser that some arms of the chain set, with their declaration."""
    function = syntax.function_at(chain.span.start)
    if function is None or chain.span.start < function.body.start:
        return
    code = syntax.lexed.code
    names = {match[1] for arm in chain.arms for match in _ASSIGNED.finditer(code[arm.body.start : arm.body.end])}
    for match in _SCALAR.finditer(code, function.body.start + 1, chain.span.start):
        for name in re.findall(rb"\w+", match[2]):
            between = code[match.end() : chain.span.start]
            if name in names and not re.search(rb"\b" + name + rb"\b", between):
                yield name.decode(), Span(*match.span(1))


def _first_use(syntax: SyntaxFile, chain: Chain, name: str, function: FunctionExtent) -> Span | None:
    """The first mention behind the chain, if it reads the variable."""
    code = syntax.lexed.code
    match = re.compile(rb"\b" + name.encode() + rb"\b").search(code, chain.span.end, function.body.end)
    if match is None:
        return None
    before = code[max(chain.span.end, match.start() - 40) : match.start()]
    if _WRITTEN.match(code, match.end()) or _ADDRESS.search(before):
        return None
    return Span(*match.span())


def _arches_without(
    syntax: SyntaxFile, chain: Chain, name: str, use: Span, readings: list[tuple[list[Arch | None], Reading]]
) -> list[Arch]:
    """The arches for which no arm read mentions the variable, while its use is read."""
    word = re.compile(rb"\b" + name.encode() + rb"\b")
    code = syntax.lexed.code
    around = syntax.arm_at(use.start)
    found: list[Arch] = []
    for members, reading in readings:
        if around is not None and reading.read(around) is not True:
            continue
        if chain.parent is not None and reading.read(chain.parent) is not True:
            continue
        states = [reading.read(arm) for arm in chain.arms]
        if None in states:
            continue  # a macro of the project decides
        taken = next((arm for arm, state in zip(chain.arms, states, strict=True) if state), None)
        if taken is None or not _mentions_or_leaves(code, taken, word):
            found += [arch for arch in members if arch is not None]
    return found


def _mentions_or_leaves(code: bytes, arm: Arm, word: re.Pattern[bytes]) -> bool:
    body = code[arm.body.start : arm.body.end]
    return word.search(body) is not None or _LEAVES.search(body) is not None

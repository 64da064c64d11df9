"""Device-only macros that decide host code: the host pass never defines them, so it always takes the other way."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hygon_lint.finding import Confidence
from hygon_lint.frontend.directives import Chain
from hygon_lint.frontend.extents import FunctionExtent
from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.project.gates import names_arches
from hygon_lint.project.suspects import Suspect

_MARKED = re.compile(rb"\b__(?:device|global)__\b|\b[A-Z][A-Z0-9_]{2,}\b|\bconstexpr\b|\bconsteval\b|\[\s*[=&]?")
_HOST_ONLY = re.compile(
    rb"<<<|\bhip(?:LaunchKernel|Malloc|Free|Memcpy|Memset|Stream|Event|GetDevice|SetDevice|Func|Module|DeviceSync)\w*\s*\("
    rb"|\bTORCH_\w+\s*\(|\bat::|\btorch::|\bstd::(?:string|vector|cout|cerr|map|getenv|unordered_map)\b|\bgetenv\s*\("
)


def decided_on_host(syntax: SyntaxFile) -> Iterator[Suspect]:
    """Chains on arch macros inside functions that only the host runs."""
    data = syntax.source.data
    if b"__gfx" not in data and b"__GFX" not in data:
        return
    for chain in syntax.chains:
        if not any(arm.kind != "else" and names_arches(syntax, arm) for arm in chain.arms):
            continue
        function = syntax.function_at(chain.span.start)
        if function is None or chain.span.start < function.body.start or not _is_host(syntax, function):
            continue
        if any(body.start <= chain.span.start < body.end for body in syntax.dead) or not _has_code(syntax, chain):
            continue
        arm = next(arm for arm in chain.arms if arm.kind != "else" and names_arches(syntax, arm))
        head = Span(function.span.start, function.body.start)
        yield Suspect("host", arm.condition, (function.name,), ((head, "host-function"),), confidence=Confidence.MEDIUM)


def _is_host(syntax: SyntaxFile, function: FunctionExtent) -> bool:
    """Whether nothing marks the function for the device and it does what only the host can."""
    code = syntax.lexed.code
    if function.is_lambda or _MARKED.search(code, function.span.start, function.body.start):
        return False
    return _HOST_ONLY.search(code, *function.body) is not None


def _has_code(syntax: SyntaxFile, chain: Chain) -> bool:
    code = syntax.lexed.code
    return any(code[arm.body.start : arm.body.end].strip() for arm in chain.arms)

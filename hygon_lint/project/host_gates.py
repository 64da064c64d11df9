"""Device-only macros that decide host code: the host pass never defines them, so it always takes the other way."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hygon_lint.finding import Confidence
from hygon_lint.frontend.directives import Arm, Chain
from hygon_lint.frontend.extents import FunctionExtent
from hygon_lint.frontend.preprocess import Reading, read_file
from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import Arch
from hygon_lint.project.gates import names_arches
from hygon_lint.project.suspects import Suspect, compiles, one_line, open_lookup

_MARKED = re.compile(rb"\b__(?:device|global)__\b|\b[A-Z][A-Z0-9_]{2,}\b|\bconstexpr\b|\bconsteval\b|\[\s*[=&]?")
_MARK = re.compile(rb"\b__(?:device|global)__\b")
_HOST_ONLY = re.compile(
    rb"<<<|\bhip(?:LaunchKernel|Malloc|Free|Memcpy|Memset|Stream|Event|GetDevice|SetDevice|Func|Module|DeviceSync)\w*\s*\("
    rb"|\bTORCH_\w+\s*\(|\bat::|\btorch::|\bstd::(?:string|vector|cout|cerr|map|getenv|unordered_map)\b|\bgetenv\s*\("
)
_CONSTANT = re.compile(
    rb"(?:\A|(?<=[;{}]))\s*(?:static\s+|inline\s+)*(?:constexpr|const)\s+(?:\w+\s+){1,3}(\w+)\s*[={]\s*([^;{}]*?)\s*\}?\s*;"
)


def decided_on_host(syntax: SyntaxFile) -> Iterator[Suspect]:
    """Chains on arch macros inside functions that only the host runs, and constants of such chains used there."""
    data = syntax.source.data
    if b"__gfx" not in data and b"__GFX" not in data:
        return
    chains = [c for c in syntax.chains if any(names_arches(syntax, a) for a in c.arms if a.kind != "else")]
    chains = [c for c in chains if not any(body.start <= c.span.start < body.end for body in syntax.dead)]
    hosts = [f for f in syntax.functions if _is_host(syntax, f)] if chains else []
    if not hosts:
        return
    outside: list[Chain] = []
    for chain in chains:
        function = syntax.function_at(chain.span.start)
        if function is None or chain.span.start < function.body.start:
            outside.append(chain)
        elif any(function is host for host in hosts) and _has_code(syntax, chain):
            head = Span(function.span.start, function.body.start)
            related = ((head, "host-function"),)
            yield Suspect("host", _arch_arm(syntax, chain).condition, (function.name,), related, (), Confidence.MEDIUM)
    yield from _values(syntax, outside, hosts)


def _values(syntax: SyntaxFile, chains: list[Chain], hosts: list[FunctionExtent]) -> Iterator[Suspect]:
    """Constants that an arch and the host pass define differently, where host code reads them."""
    readings: list[tuple[list[Arch | None], Reading]] = []
    for chain in chains:
        tables = [_constants(syntax, arm) for arm in chain.arms]
        names = sorted({name for table in tables for name in table})
        uses = {name: use for name in names if (use := _host_use(syntax, name, hosts)) is not None}
        if not uses:
            continue
        readings = readings or [(members, read_file(syntax, open_lookup(members[0]))) for members in compiles(syntax)]
        for name, use in uses.items():
            values = {arch: _value(chain, tables, name, r) for members, r in readings for arch in members}
            on_host = values.get(None)
            hygon = tuple(
                arch.name
                for arch, value in values.items()
                if arch is not None and arch.hygon and not arch.legacy and value not in (None, on_host)
            )
            if on_host is not None and hygon:
                arm = _arch_arm(syntax, chain)
                yield Suspect(
                    "host-value", arm.condition, (name, on_host), ((use, "host-use"),), hygon, Confidence.MEDIUM
                )


def _value(chain: Chain, tables: list[dict[str, str]], name: str, reading: Reading) -> str | None:
    """What a compile makes of a constant of the chain; None when it is not known."""
    for arm, table in zip(chain.arms, tables, strict=True):
        state = reading.read(arm)
        if state is None:
            return None
        if state:
            return table.get(name)
    return None


def _constants(syntax: SyntaxFile, arm: Arm) -> dict[str, str]:
    """The macros and constants that an arm defines, with the text of their values."""
    body = arm.body
    found = {
        define.name: one_line(syntax, define.body)
        for define in syntax.defines
        if body.start <= define.span.start < body.end and define.params is None
    }
    for match in _CONSTANT.finditer(syntax.lexed.code[body.start : body.end]):
        found[match[1].decode()] = " ".join(match[2].decode("utf-8", "replace").split())
    return found


def _host_use(syntax: SyntaxFile, name: str, hosts: list[FunctionExtent]) -> Span | None:
    word = re.compile(rb"\b" + name.encode() + rb"\b")
    for host in hosts:
        match = word.search(syntax.lexed.code, *host.body)
        if match is not None:
            return Span(*match.span())
    return None


def _arch_arm(syntax: SyntaxFile, chain: Chain) -> Arm:
    return next(arm for arm in chain.arms if arm.kind != "else" and names_arches(syntax, arm))


def _is_host(syntax: SyntaxFile, function: FunctionExtent) -> bool:
    """Whether nothing marks the function for the device, in a file that marks its device code or works for the host."""
    code = syntax.lexed.code
    head = code[function.span.start : function.body.start]
    if function.is_lambda or _MARKED.search(head) or b"force_cuda_host_device" in syntax.source.data:
        return False
    if _HOST_ONLY.search(code, *function.body) is not None:
        return True
    name = re.escape(function.name.encode())
    if re.search(rb"::\s*" + name + rb"\s*\(", head):  # a member may be marked where it is declared
        return False
    marked_before = re.compile(rb"\b__(?:device|global)__\b[^;{}]*\b" + name + rb"\s*\(")
    return _MARK.search(code) is not None and marked_before.search(code) is None


def _has_code(syntax: SyntaxFile, chain: Chain) -> bool:
    code = syntax.lexed.code
    return any(code[arm.body.start : arm.body.end].strip() for arm in chain.arms)

"""How large a kernel's grid and blocks are: what the launches of its file say."""

from __future__ import annotations

from hygon_lint.analysis import facts
from hygon_lint.analysis.callers import call_sites
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.memo import once
from hygon_lint.analysis.terms import Term, bare
from hygon_lint.frontend.nodes import Expr

_AXES = ("x", "y", "z")
_HEADERS = (".h", ".hpp", ".hxx", ".hh", ".h++", ".cuh", ".inl", ".inc", ".ipp", ".tpp", ".txx", ".tcc")


def extents_of(fn: FunctionFacts, expr: Expr) -> list[Term]:
    """The three extents of a `dim3` in a launch, or the one of a number; empty when it is not made out."""
    term = fn.value(expr)
    if term is None:
        return []
    parts = fn.flow.objects.get(id(term))
    if parts is None:
        return [term]
    return [part for _, (_, part) in sorted(parts.items(), key=lambda item: item[0][1])][:3]


@once
def launched(fn: FunctionFacts) -> dict[str, int]:
    """The largest constant extent that a kernel is launched with, by name: `gridDim.x`, `blockDim.y`, ...

    Only of a kernel that stands in a source file, where all its launches do too; an extent that some launch computes
    is left out.
    """
    function = fn.function
    if not function.kernel or function.source.path.endswith(_HEADERS):
        return {}
    sites = call_sites(function, fn.unit)
    largest: dict[str, int] = {}
    computed: set[str] = set()
    for site in sites or ():
        launch = site.call.launch
        if launch is None or len(launch) < 2:
            return {}
        caller = facts.of(site.caller, fn.unit)
        for kind, expr in zip(("gridDim", "blockDim"), launch, strict=False):
            given = [bare(term) for term in extents_of(caller, expr)]
            for axis, name in enumerate(f"{kind}.{a}" for a in _AXES):
                if axis >= len(given):
                    size: int | None = 1 if given else None
                else:
                    size = given[axis].value if given[axis].op == "const" else None
                if size is None:
                    computed.add(name)
                else:
                    largest[name] = max(largest.get(name, 1), size)
    return {name: size for name, size in largest.items() if name not in computed}

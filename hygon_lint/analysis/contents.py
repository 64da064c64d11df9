"""What places hold: initial values, objects by their parts, numbers as a type holds them. Nothing is evaluated here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hygon_lint.analysis.memory import Key, Place
from hygon_lint.analysis.terms import ARITHMETIC, Term
from hygon_lint.frontend.nodes import Decl, Expr, Node, Type

if TYPE_CHECKING:
    from hygon_lint.analysis.flow import Flow

WORD = Type("int", 32, False, "uint32_t")
_MAX_ELEMENTS = 16
_NUMBERS = ARITHMETIC | {"cast", "sym", "init", "load", "loop", "neg", "min", "max", "select", "call"}

Object = dict[tuple[tuple[str, ...], int], tuple[int, Term]]
"""The parts of an object value: (path, offset) -> (bits, value)."""


def is_object(type_: Type) -> bool:
    """Whether values of a type are tracked by their parts."""
    return type_.deref().kind in ("vector", "array", "record")


def unknown(flow: Flow, expr: Expr) -> Term:
    """A value nothing is known of, but the same for the same text."""
    type_ = expr.type.deref()
    return flow.terms.named("sym", expr.text[:120], type_.bits, type_.signed, extra=id(expr), node=expr)


def resolved(flow: Flow, type_: Type) -> Type:
    """A type that a template parameter decides, as it is in the call that was followed."""
    return flow.template_types.get(type_.name, type_) if not type_.known else type_


def _of_unknown_width(type_: Type) -> bool:
    """Whether a value takes on a width that is not known when it is converted to a type."""
    return not type_.known and type_.name.partition(" ")[0] not in ("auto", "decltype(auto)")


def fit(flow: Flow, term: Term, type_: Type, node: Node) -> Term:
    """A value as a variable of a type holds it."""
    type_ = resolved(flow, type_)
    if _of_unknown_width(type_) and _is_number(term):
        return flow.terms.cast(term, 0, True, node)
    if type_.is_integer and type_.bits and term.bits and term.op != "addr":
        return flow.terms.cast(term, type_.bits, type_.signed, node)
    return term


def _is_number(term: Term) -> bool:
    return bool(term.bits) and term.op in _NUMBERS


def address(flow: Flow, target: Place, node: Expr) -> Term:
    """The address of a place, as a value."""
    term = flow.terms.named(
        "addr", f"&{target.name}", 64, False, extra=(id(target.root), target.path, target.offset), node=node
    )
    flow.addresses[id(term)] = target
    return term


def initial(flow: Flow, target: Place) -> Term:
    """What a place held before the function stored anything there."""
    type_ = target.type
    if target.bits == 64 and _made_of_words(target):
        low = initial(flow, target.part(0, WORD, f"{target.name}[0]"))
        high = initial(flow, target.part(32, WORD, f"{target.name}[1]"))
        return flow.terms.join(low, high)
    decl = target.decl
    if decl is None and isinstance(target.root, Decl) and not target.path and not target.offset:
        decl = target.root
    whole = isinstance(target.root, Decl) and target.root is decl and not target.path and not target.offset
    if whole and decl is not None and target.bits == decl.type.deref().bits:
        return flow.terms.sym(decl.name, target.bits, type_.signed, decl)
    name = target.name or (target.root.name if isinstance(target.root, Decl) else str(target.root))
    key = (target.root, target.path, target.offset, target.bits)
    known = flow.initials.get(key)
    if known is None:
        known = flow.terms.fresh("init", name, target.bits, type_.signed, decl=decl)
        flow.initials[key] = known
    return known


def _made_of_words(target: Place) -> bool:
    root = target.root
    type_ = root.type.deref() if isinstance(root, Decl) else None
    if type_ is None or type_.kind not in ("vector", "array"):
        return False
    return type_.element is not None and type_.element.bits == 32


def write_parts(flow: Flow, target: Place, parts: Object) -> None:
    """Put the parts of an object into its place, without an event."""
    for (path, offset), (bits, part) in parts.items():
        flow.memory.write(target.part(offset, Type("int", bits, part.signed), path=path), part, flow.terms)


def object_value(flow: Flow, target: Place, expr: Expr) -> Term:
    """The parts of an object, as one value."""
    extra = (target.root if isinstance(target.root, str) else id(target.root), target.path, target.offset)
    parts = read_parts(flow, target, target.type if is_object(target.type) else expr.type.deref())
    version = tuple(id(part) for _, part in parts.values())
    term = flow.terms.named("sym", target.name, target.bits, False, extra=(extra, version), node=expr)
    flow.objects[id(term)] = parts
    return term


def read_parts(flow: Flow, target: Place, type_: Type, depth: int = 0) -> Object:
    """The present parts of an object, words of vectors and fields of structs one by one."""
    out: Object = {}
    for (_, path, offset), (bits, term) in _cells_in(flow, target):
        out[(path[len(target.path) :], offset - (target.offset if path == target.path else 0))] = (bits, term)
    for offset, path, part_type, name in layout_of(type_):
        if is_object(part_type):
            if depth < 3:
                inner = target.part(offset, part_type, f"{target.name}.{name}" if name else target.name, path=path)
                for key, cell in read_parts(flow, inner, part_type, depth + 1).items():
                    at = (path + key[0], key[1] + (offset if not path else 0))
                    if at not in out and not _covered(out, at, cell[0]):
                        out[at] = cell
            continue
        at = (path, offset)
        if at in out or _covered(out, at, part_type.bits) or not part_type.bits:
            continue
        label = f"{target.name}.{name}" if name else f"{target.name}[{offset // (part_type.bits or 1)}]"
        spot = target.part(offset if not path else 0, part_type, label, path=path)
        held = flow.memory.read(spot, flow.terms)
        out[at] = (part_type.bits, held if held is not None else initial(flow, spot))
    return out


def _covered(parts: Object, at: tuple[tuple[str, ...], int], bits: int) -> bool:
    return any(p == at[0] and o < at[1] + bits and at[1] < o + b for (p, o), (b, _) in parts.items())


def _cells_in(flow: Flow, target: Place) -> list[tuple[Key, tuple[int, Term]]]:
    out = []
    for key in flow.memory.below(target.root):
        _, path, offset = key
        if path[: len(target.path)] != target.path:
            continue
        if path == target.path and target.bits and not target.offset <= offset < target.offset + target.bits:
            continue
        out.append((key, flow.memory.cells[key]))
    return out


def layout_of(type_: Type) -> list[tuple[int, tuple[str, ...], Type, str]]:
    """(offset, path, type, field name) of the parts of an object type."""
    type_ = type_.deref()
    if type_.kind in ("vector", "array") and type_.element is not None and type_.element.bits:
        count = min(type_.count, _MAX_ELEMENTS)
        return [(i * type_.element.bits, (), type_.element, "") for i in range(count)]
    out: list[tuple[int, tuple[str, ...], Type, str]] = []
    for item in type_.fields:
        if item.offset is not None:
            out.append((item.offset, (), item.type.deref(), item.name))
        elif item.name:
            out.append((0, (item.name,), item.type.deref(), item.name))
    return out

"""Which memory a pointer points into: global memory, a block's own (LDS, registers), or nobody knows."""

from __future__ import annotations

from enum import Enum

from hygon_lint.analysis import callers
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import Decl, Type
from hygon_lint.model.functions import means
from hygon_lint.model.storage import names

_MAX_CALLERS_UP = 3


class Storage(Enum):
    """GLOBAL: device memory. BLOCK: shared memory or registers. PARAMETER: passed in, from where is not seen."""

    GLOBAL = "global"
    BLOCK = "block"
    PARAMETER = "parameter"
    UNKNOWN = "unknown"


TENSORS = (Storage.GLOBAL, Storage.PARAMETER)
"""Where what a kernel is given lies: device memory, seen or taken for it."""


def storage_of(fn: FunctionFacts, pointer: Term, depth: int = 0) -> Storage:
    """The memory that a pointer points into."""
    found: set[Storage] = set()
    seen: set[int] = set()
    stack = [pointer]
    while stack:
        current = stack.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        if current.op in ("ptradd", "cast", "loop") and current.args:
            if _is_block(current):
                found.add(Storage.BLOCK)
            else:
                stack.append(current.args[0])
        elif current.op == "select":
            stack.extend(arm for arm in current.args[1:] if arm.op != "const")
        else:
            found.add(_of_start(fn, current, depth))
    return found.pop() if len(found) == 1 else Storage.UNKNOWN


def _of_start(fn: FunctionFacts, pointer: Term, depth: int) -> Storage:
    """The memory of a pointer that nothing was added to."""
    if pointer.op == "addr":
        place = fn.flow.addresses.get(id(pointer))
        return _of_root(fn, place.root, depth) if place is not None else Storage.UNKNOWN
    if _is_block(pointer):
        return Storage.BLOCK
    if pointer.op == "sym":
        return _of_name(fn, pointer.decl, depth)
    if pointer.op == "call":
        return Storage.GLOBAL if means(pointer.name.rpartition(".")[2], "global_pointer") else Storage.UNKNOWN
    return Storage.GLOBAL if pointer.op in ("init", "load") else Storage.UNKNOWN


def _of_root(fn: FunctionFacts, root: object, depth: int) -> Storage:
    if isinstance(root, Term):
        return storage_of(fn, root, depth)
    if isinstance(root, Decl):
        if root.shared or root.kind in ("local", "param"):
            return Storage.BLOCK
        return Storage.GLOBAL if root.kind == "global" else Storage.UNKNOWN
    return Storage.BLOCK  # an array inside the object itself


def _of_name(fn: FunctionFacts, decl: Decl | None, depth: int) -> Storage:
    if decl is None:
        return Storage.UNKNOWN
    if decl.kind == "global":
        return Storage.BLOCK if decl.shared else Storage.GLOBAL
    if decl.kind != "param":
        return Storage.UNKNOWN
    if fn.function.kernel:
        return Storage.GLOBAL
    if depth >= _MAX_CALLERS_UP:
        return Storage.PARAMETER
    passed = set()
    for caller, argument in callers.arguments(fn, decl):
        term = caller.value(argument)
        passed.add(storage_of(caller, term, depth + 1) if term is not None else Storage.UNKNOWN)
    if not passed:
        return Storage.PARAMETER
    for storage in (Storage.BLOCK, Storage.GLOBAL, Storage.PARAMETER):
        if storage in passed:
            return storage
    return Storage.UNKNOWN


def _is_block(term: Term) -> bool:
    decl = term.decl
    if decl is not None and (decl.shared or _lds_type(decl.type.deref())):
        return True
    return names(decl.name if decl is not None else term.name, "block_memory")


def _lds_type(type_: Type) -> bool:
    element = type_.element
    return "address_space(3)" in type_.name or (element is not None and "address_space(3)" in element.name)

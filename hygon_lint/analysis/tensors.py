"""What a function says about the shapes of its tensors: which sizes it reads, unpacks, checks, or names in comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hygon_lint.analysis.events import CallEvent, CompareEvent, LoadEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.memo import once
from hygon_lint.analysis.terms import Term, bare
from hygon_lint.frontend.nodes import Binary, Call, Cast, Construct, Decl, Expr, Name, Unary
from hygon_lint.model.functions import means

_TENSOR = re.compile(r"\bTensor\b")
_LIST = re.compile(r"\[([^\[\]]*)\]|\(([^()]*,[^()]*)\)|((?:[A-Za-z_]\w*\s*[x×]\s*)+[A-Za-z_]\w*)")


@dataclass(slots=True)
class Shape:
    """What is known of one tensor's shape. `dims` maps a dimension to the values known to be its size."""

    decl: Decl
    rank: int = 0  # 0: not said
    dims: dict[int, list[Term]] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)  # what the code calls a dimension
    from_comment: bool = False

    @property
    def known(self) -> list[int]:
        """The dimensions that the code speaks of, in order."""
        return sorted(set(self.dims) | set(self.names) | set(range(self.rank)))


@once
def shapes(fn: FunctionFacts) -> list[Shape]:
    """The shapes of all tensors that a function names."""
    return list(_Reader(fn).read())


class _Reader:
    def __init__(self, fn: FunctionFacts) -> None:
        self._fn = fn
        self._shapes: dict[int, Shape] = {}
        self._lists: dict[int, Decl] = {}  # id(term or variable that holds sizes()) -> tensor
        self._made: dict[int, list[Term | None]] = {}  # id(result) of view, empty, ... -> its sizes

    def read(self) -> Iterator[Shape]:
        for param in self._fn.function.params:
            if is_tensor(param):
                self._of(param)
        self._comments()
        for event in self._fn.trace.events:
            if isinstance(event, CallEvent):
                self._call(event)
            elif isinstance(event, StoreEvent):
                self._store(event)
            elif isinstance(event, LoadEvent):
                self._load(event)
            elif isinstance(event, CompareEvent):
                self._compare(event)
        for shape in self._shapes.values():
            self._from_the_end(shape)
            yield shape

    def _of(self, decl: Decl) -> Shape:
        return self._shapes.setdefault(id(decl), Shape(decl))

    def _dim(self, decl: Decl, index: int, term: Term | None, name: str = "") -> None:
        shape = self._of(decl)
        held = shape.dims.setdefault(index, [])
        if term is not None and term.op != "const" and all(bare(t) is not bare(term) for t in held):
            held.append(term)
        if name:
            shape.names.setdefault(index, name)

    def _from_the_end(self, shape: Shape) -> None:
        """Dimensions counted from the end, once the rank is known."""
        rank = shape.rank or (max((d for d in shape.dims if d >= 0), default=-1) + 1)
        for index in [d for d in shape.dims if d < 0]:
            terms = shape.dims.pop(index)
            shape.dims.setdefault(rank + index if rank else 100 + index, []).extend(terms)

    # ------------------------------------------------------------ what speaks

    def _call(self, event: CallEvent) -> None:
        call, decl = event.call, _tensor_of(event.call.object)
        if decl is not None and call.name == "size" and len(event.args) == 1:
            index = event.args[0].term
            if index is not None and index.op == "const" and index.value is not None:
                self._dim(decl, index.value, event.result)
        elif decl is not None and call.name == "sizes":
            self._lists[id(event.result)] = decl
        elif means(call.name, "shape_check") and event.args:
            decl = _tensor_of(event.args[0].expr)
            if decl is not None:
                self._listed(decl, [arg.term for arg in event.args[1:]])
        elif means(call.name, "shaped"):
            dims = _dims_of(call)
            if dims is not None:
                self._made[id(event.result)] = [self._fn.value(dim) for dim in dims]

    def _store(self, event: StoreEvent) -> None:
        place = event.place
        if place is None or not isinstance(place.root, Decl) or place.path or place.offset:
            return
        made = self._made.get(id(event.value))
        if made is not None:
            if event.declares and not _infers(made):
                self._listed(place.root, made)
            return
        source = self._lists.get(id(event.value))
        if source is not None:
            self._lists[id(place.root)] = source
            return
        owner = self._owner_of(event.value)
        if owner is not None and event.declares:
            self._of(owner[0]).names.setdefault(owner[1], place.root.name)

    def _owner_of(self, term: Term) -> tuple[Decl, int] | None:
        """The tensor and dimension whose size a value is, when it was just read."""
        inner = bare(term)
        for shape in self._shapes.values():
            for index, terms in shape.dims.items():
                if any(bare(t) is inner for t in terms):
                    return shape.decl, index
        return None

    def _load(self, event: LoadEvent) -> None:
        index = event.subscript
        if index is None or index.op != "const" or index.value is None or event.place is None:
            return
        root = event.place.root
        decl = self._lists.get(id(root))
        if decl is not None:
            self._dim(decl, index.value, event.value)

    def _compare(self, event: CompareEvent) -> None:
        node = event.node
        if not isinstance(node, Binary) or event.op != "==":
            return
        for side, other, term in ((node.left, node.right, event.right), (node.right, node.left, event.left)):
            call = unwrapped(side)
            decl = _tensor_of(call.object) if isinstance(call, Call) else None
            if decl is None or not isinstance(call, Call):
                continue
            if call.name in ("dim", "ndimension") and term.op == "const":
                self._of(decl).rank = term.value or 0
            elif call.name == "sizes":
                listed = unwrapped(other)
                if isinstance(listed, Construct):
                    self._listed(decl, [self._fn.value(arg) for arg in listed.args])

    def _listed(self, decl: Decl, terms: list[Term | None]) -> None:
        self._of(decl).rank = len(terms)
        for index, term in enumerate(terms):
            named = bare(term).decl if term is not None else None
            self._dim(decl, index, term, named.name if named is not None else "")

    def _comments(self) -> None:
        """Shapes in comments beside a parameter (`// [blocks, page, heads, dim]`) or with its name (`q: [...]`)."""
        source = self._fn.function.source
        start = self._fn.function.span.start
        body = self._fn.function.body
        end = body.span.start if body is not None else self._fn.function.span.end
        head = source.data[start:end].decode("utf-8", "replace")
        above = _comment_above(source.data[:start].decode("utf-8", "replace"))
        for param in self._fn.function.params:
            if not is_tensor(param):
                continue
            word = re.escape(param.name)
            beside = re.search(rf"\b{word}\b[^\n]*?(?:,|\))?\s*(?://|/\*)([^\n]*)", head)
            named = re.search(
                rf"\b(?:\w+\s*/\s*)*{re.escape(param.name)}(?:\s*/\s*\w+)*\s*(?::|：|为|是|is)\s*([^\n]*)", above
            )
            for match in (beside, named):
                dims = _dimensions(match.group(1)) if match is not None else []
                if len(dims) >= 2:
                    shape = self._of(param)
                    shape.rank = shape.rank or len(dims)
                    shape.from_comment = True
                    for index, name in enumerate(dims):
                        shape.names.setdefault(index, name)
                    break


def is_tensor(decl: Decl) -> bool:
    """Whether a declaration is a tensor by its type."""
    return bool(_TENSOR.search(decl.type.deref().name))


def unwrapped(expr: Expr) -> Expr:
    """An expression without the conversions around it, `T(x)` and `{x}` included."""
    while isinstance(expr, Cast) or (isinstance(expr, Construct) and len(expr.args) == 1):
        expr = expr.operand if isinstance(expr, Cast) else expr.args[0]
    return expr


def _tensor_of(expr: Expr | None) -> Decl | None:
    """The variable that a tensor expression names."""
    while isinstance(expr, (Cast, Unary)):
        expr = expr.operand
    if isinstance(expr, Name) and expr.decl is not None and is_tensor(expr.decl):
        return expr.decl
    return None


def _dims_of(call: Call) -> list[Expr] | None:
    """The elements of the braced list that is the first argument of a call."""
    first = unwrapped(call.args[0]) if call.args else None
    return list(first.args) if isinstance(first, Construct) and len(first.args) > 1 else None


def _infers(terms: list[Term | None]) -> bool:
    return any(term is None or (term.op == "const" and term.value == -1) for term in terms)


def _comment_above(text: str) -> str:
    lines = text.rstrip().splitlines()
    out: list[str] = []
    for line in reversed(lines[-12:]):
        stripped = line.strip()
        if not stripped.startswith(("//", "*", "/*")) and not stripped.endswith("*/"):
            break
        out.append(stripped)
    return "\n".join(reversed(out))


def _dimensions(text: str) -> list[str]:
    """The names of dimensions in a comment: `[a, b, c]`, `(a, b, c)` or `a x b x c`."""
    match = _LIST.search(text)
    if match is None:
        return []
    inner = match.group(1) or match.group(2)
    parts = inner.split(",") if inner is not None else re.split(r"\s*[x×]\s*", match.group(3))
    return [part.strip() for part in parts if part.strip()]

"""The arithmetic of a product in words: its type, its operands, and a concrete size at which it wraps."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.products import Factor, Product, factor_of, stripped
from hygon_lint.analysis.substance import Substance
from hygon_lint.analysis.terms import Term
from hygon_lint.analysis.wording import name_of
from hygon_lint.finding import Edit, Fix, Text
from hygon_lint.frontend.nodes import Assign, Binary, Call, Cast, Expr, Literal, Node, VarDecl, written
from hygon_lint.model.magnitudes import typical_of

_USUAL = 4096  # taken for an operand whose name says nothing
_LONGEST = 48
_AUTO = re.compile(r"(?:\w+\s+)*auto\b")
_SUM = re.compile(r"[+*/%?]|-(?!>)|<<")  # of several things, none of which says what the whole is


@dataclass(frozen=True, slots=True)
class Operand:
    """An operand as it is written. `value` is what the example takes for it; None: its size is what is asked for."""

    text: str
    value: int | None
    constant: bool


def type_name(product: Product) -> str:
    """The type the product is computed (or kept) in."""
    written = product.node.type if isinstance(product.node, Expr) else None
    if written is not None and written.deref().bits == product.bits and written.deref().name:
        return written.deref().name
    return "int" if product.signed else "unsigned int"


def wrap_size(fn: FunctionFacts, product: Product) -> Text:
    """One sentence part: with which usual sizes the product wraps from which size on."""
    operands = _operands(fn, product)
    rest = 1
    for operand in operands:
        rest *= operand.value or 1
    free = next((operand for operand in operands if operand.value is None), None)
    others = [o for o in operands if o.value is not None and not o.constant]
    given_en = " and ".join(f"`{o.text}` = {o.value:,}" for o in others)
    given_zh = "、".join(f"`{o.text}` = {o.value:,}" for o in others)
    if free is None:
        return Text(
            en=f"with {given_en} it is {rest:,}, past 2^{product.limit.bit_length() - 1}",
            zh=f"当 {given_zh} 时乘积为 {rest:,}，超过 2^{product.limit.bit_length() - 1}",
        )
    least = -(-product.limit // rest)
    if not others:
        return Text(en=f"it wraps from `{free.text}` = {least:,} on", zh=f"`{free.text}` 达到 {least:,} 就回绕")
    return Text(
        en=f"with {given_en} it wraps from `{free.text}` = {least:,} on",
        zh=f"当 {given_zh} 时，`{free.text}` 达到 {least:,} 就回绕",
    )


def _operands(fn: FunctionFacts, product: Product) -> list[Operand]:
    written = _written(fn, product)
    named = [(text, factor, None if _SUM.search(text) else typical_of(_last_name(text))) for text, factor in written]
    sizes = [i for i, (_, factor, _) in enumerate(named) if factor.substance is not Substance.SMALL]
    unnamed = [i for i in sizes if named[i][2] is None]
    free = unnamed[0] if unnamed else max(sizes, key=lambda i: named[i][1].most, default=None)
    out = []
    for i, (text, factor, typical) in enumerate(named):
        constant = factor.range.is_constant
        if i == free:
            out.append(Operand(text, None, False))
        elif constant:
            out.append(Operand(text, max(factor.range.high, 1), True))
        else:
            known = factor.substance is Substance.SMALL and factor.range.known
            value = typical or (min(factor.range.high, _USUAL) if known else _USUAL)
            out.append(Operand(text, max(value, 1), factor.substance is Substance.SMALL and typical is None))
    return out


def _written(fn: FunctionFacts, product: Product) -> list[tuple[str, Factor]]:
    """The operands as the user wrote them, each with what is known of it."""
    node = product.node
    texts: list[tuple[str, Term]] = []
    if isinstance(node, Binary) and node.op == "*" and product.kind == "product":
        for operand in _flat(node):
            term = fn.value(operand)
            if term is None:
                texts = []
                break
            texts.append((short(operand.text), term))
    if len(texts) >= 2:
        return [(text, factor_of(fn, term)) for text, term in texts]
    return [(short(name_of(stripped(factor.term))), factor) for factor in product.factors]


def _flat(node: Expr) -> list[Expr]:
    if isinstance(node, Binary) and node.op == "*":
        return _flat(node.left) + _flat(node.right)
    if isinstance(node, Cast) and node.kind == "implicit" and isinstance(node.operand, Binary):
        return _flat(node.operand)
    return [node]


def _last_name(text: str) -> str:
    """The name that says what an operand is: `size` of `p.size`, `heads` of `int(heads)`."""
    name = text.rstrip(")] ").replace("->", ".").rpartition(".")[2]
    for mark in ("(", "[", " "):
        name = name.rpartition(mark)[2] or name
    return name


def short(text: str) -> str:
    """A text as it fits in a message."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def stays_wide(fn: FunctionFacts, node: Node, use: Node) -> bool:
    """Whether `node`, once it is widened, reaches `use` without being stored or cast back to 32 bits on the way."""
    if use.span.contains(node.span):
        casts = (c for c in use.walk() if isinstance(c, Cast) and c is not use and c.kind != "implicit")
        cut = any(0 < c.type.deref().bits <= 32 and c.span.contains(node.span) for c in casts)
        return not cut and not any(_takes_32_bits(c, node) for c in use.walk() if isinstance(c, Call))
    for parent in fn.function.walk():
        if isinstance(parent, VarDecl) and parent.init is not None and parent.init.span.contains(node.span):
            return parent.decl.type.bits > 32 or _AUTO.match(parent.text) is not None
        if isinstance(parent, Assign) and parent.value.span.contains(node.span):
            return parent.target.type.deref().bits > 32
    return False


def _takes_32_bits(call: Call, node: Node) -> bool:
    """Whether `node` stands in an argument for a parameter of 32 bits."""
    params = call.decl.params if call.decl is not None else ()
    pairs = zip(call.args, params, strict=False)
    return any(0 < param.type.deref().bits <= 32 and arg.span.contains(node.span) for arg, param in pairs)


def widen_first(node: Node) -> Fix | None:
    """The fix that widens the leftmost operand: `int64_t(a) * b * c`. None where that does not widen the products.

    It is worth nothing where what uses `node` gets 32 bits all the same, see `stays_wide`.
    """
    if not isinstance(node, Binary):
        return None
    first: Expr = node
    while True:
        if isinstance(first, Binary) and first.op in ("*", "<<", "+", "-"):
            if isinstance(written(first.left), Literal) and any(
                isinstance(n, Binary) and n.op == "*" for n in first.right.walk()
            ):
                return None  # what must be widened stands on the right
            first = first.left
        elif isinstance(first, Cast) and first.kind == "implicit":
            first = first.operand
        else:
            break
    if first.macro is not None and not first.macro.from_argument:
        return None
    message = Text(en="widen the first operand", zh="先扩展第一个操作数")
    return Fix(safe=True, edits=(Edit(first.place, f"int64_t({first.text})"),), message=message)

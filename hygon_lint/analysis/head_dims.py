"""Which head dimensions a piece of dispatch supports: a predicate, a list, a switch, a chain of comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hygon_lint.analysis.if_chains import chain
from hygon_lint.frontend.nodes import (
    Binary,
    Block,
    Call,
    Case,
    Construct,
    Expr,
    ExprStmt,
    Function,
    If,
    Literal,
    Member,
    Name,
    Node,
    Return,
    Select,
    Stmt,
    Switch,
    Unary,
    Unit,
    VarDecl,
    plain,
)
from hygon_lint.model.families import words_of
from hygon_lint.model.functions import means
from hygon_lint.model.magnitudes import role_of

STEP, LARGEST = 8, 640
MANY = 24  # more values than that are a range, not a list
_COMPARISONS = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


@dataclass(slots=True)
class Support:
    """The head dimensions that `name` supports; `refused` are those that it names only to shut them out.

    A dimension is a tuple: one number, or the two of queries and values where the code tells them apart.
    """

    name: str
    what: str  # "predicate" | "list" | "switch" | "chain"
    node: Node
    dims: frozenset[tuple[int, ...]]
    refused: dict[int, Node] = field(default_factory=dict)


def supports(unit: Unit) -> Iterator[Support]:
    """All of a file."""
    for function in unit.functions:
        if function.body is None or not function.host:
            continue
        found = _predicate(function)
        if found is not None:
            yield found
        yield from _selections(function)
        for node in function.body.walk():
            if isinstance(node, VarDecl):
                yield from _list(node)
    for variable in unit.globals:
        yield from _list(variable)


def is_head_dim(expr: Expr) -> bool:
    """Whether an expression is a head dimension by its name."""
    expr = plain(expr)
    name = expr.name if isinstance(expr, (Name, Member)) else ""
    role = role_of(name) if name else None
    return role is not None and role.name == "head dimension"


# ---------------------------------------------------------------- predicates


class _Variables:
    """The head dimensions that a function compares: one, or two of which the second is that of the values."""

    def __init__(self, body: Block) -> None:
        self.names: list[str] = []
        self.constants: set[int] = set()
        self.compared: list[tuple[Binary, int]] = []
        for node in body.walk():
            if isinstance(node, Binary) and node.op in _COMPARISONS:
                for side, other in ((node.left, node.right), (node.right, node.left)):
                    if not is_head_dim(side):
                        continue
                    name = _name(side)
                    if name not in self.names:
                        self.names.append(name)
                    value = constant(other)
                    if value is not None:
                        self.constants.add(value)
                        self.compared.append((node, value))


def _predicate(function: Function) -> Support | None:
    if function.result.deref().kind != "bool" or function.body is None:
        return None
    variables = _Variables(function.body)
    if not variables.constants or not 1 <= len(variables.names) <= 2:
        return None
    pair = len(variables.names) == 2
    domain = set(range(STEP, LARGEST + 1, STEP)) | {c for c in variables.constants if 0 < c <= LARGEST}
    candidates = [(d, d) if pair else (d,) for d in sorted(domain)]
    if pair:
        candidates += [(a, b) for a in sorted(variables.constants) for b in sorted(variables.constants) if a != b]
    dims = [c for c in candidates if _returns(function.body, dict(zip(variables.names, c, strict=True))) is not False]
    plainly = {c[0] for c in dims}
    refused: dict[int, Node] = {}
    for node, value in sorted(variables.compared, key=lambda one: one[0].op != "!="):
        if value not in plainly and node.op in ("==", "!="):
            refused.setdefault(value, node)
    if not dims or (len(dims) > MANY and not refused):
        return None
    return Support(function.name, "predicate", function, frozenset(dims), refused)


def _returns(statement: Stmt, dims: dict[str, int]) -> bool | None:
    """What a body returns for these dimensions; None where something else decides."""
    outcome = _outcome(statement, dims)
    if True not in outcome:
        return False
    return True if outcome == [True] else None


def _outcome(statement: Stmt, dims: dict[str, int]) -> list[bool | str | None]:
    """What may be returned, with "end" where the statement may be left by its end."""
    if isinstance(statement, Return):
        value = judge(statement.value, dims) if statement.value is not None else None
        return [True, False] if value is None else [value]
    if isinstance(statement, Block):
        out: list[bool | str | None] = []
        for inner in statement.body:
            found = _outcome(inner, dims)
            out += [one for one in found if one != "end"]
            if "end" not in found:
                return list(dict.fromkeys(out))
        return list(dict.fromkeys([*out, "end"]))
    if isinstance(statement, If):
        held = judge(statement.condition, dims)
        then = _outcome(statement.then, dims) if held is not False else []
        other = (
            (_outcome(statement.other, dims) if statement.other is not None else ["end"]) if held is not True else []
        )
        return list(dict.fromkeys([*then, *other]))
    if any(isinstance(node, Return) for node in statement.walk()):
        return [True, False, "end"]
    return ["end"]


def judge(expr: Expr, dims: dict[str, int]) -> bool | None:
    """A condition for given head dimensions; None where it depends on other things."""
    expr = plain(expr)
    if isinstance(expr, Literal) and isinstance(expr.value, (bool, int)):
        return bool(expr.value)
    if isinstance(expr, Unary) and expr.op == "!":
        inner = judge(expr.operand, dims)
        return None if inner is None else not inner
    if isinstance(expr, Select):
        held = judge(expr.condition, dims)
        if held is not None:
            return judge(expr.then if held else expr.other, dims)
        return None
    if not isinstance(expr, Binary):
        return None
    if expr.op in ("&&", "||"):
        decisive = expr.op == "||"
        parts = [judge(expr.left, dims), judge(expr.right, dims)]
        return decisive if decisive in parts else None if None in parts else not decisive
    if expr.op in _COMPARISONS:
        left, right = _number(expr.left, dims), _number(expr.right, dims)
        if left is not None and right is not None:
            return bool(_COMPARISONS[expr.op](left, right))
    return None


def _number(expr: Expr, dims: dict[str, int]) -> int | None:
    expr = plain(expr)
    if is_head_dim(expr):
        return dims.get(_name(expr))
    if isinstance(expr, Binary) and expr.op == "%":
        left, right = _number(expr.left, dims), _number(expr.right, dims)
        return left % right if left is not None and right else None
    return constant(expr)


def constant(expr: Expr) -> int | None:
    """The number that an expression is, if it plainly is one."""
    expr = plain(expr)
    if isinstance(expr, Literal) and isinstance(expr.value, int) and not isinstance(expr.value, bool):
        return expr.value
    if isinstance(expr, Name) and expr.decl is not None:
        if expr.decl.kind == "enumerator":
            return expr.decl.value
        init = expr.decl.init if expr.decl.type.const else None
        return constant(init) if init is not None and not isinstance(plain(init), Name) else None
    return None


def _name(expr: Expr) -> str:
    expr = plain(expr)
    return expr.name if isinstance(expr, (Name, Member)) else ""


# ---------------------------------------------------------------- lists


def _list(variable: VarDecl) -> Iterator[Support]:
    words = words_of(variable.decl.name)
    joined = "".join(words)
    if not any(word in joined for word in ("headdim", "headsize", "hdim")) or variable.init is None:
        return
    values = _elements(variable.init)
    if values is not None and len(values) >= 3:
        yield Support(variable.decl.name, "list", variable, frozenset((value,) for value in values))


def _elements(init: Expr) -> list[int] | None:
    init = plain(init)
    if isinstance(init, Construct):
        if len(init.args) == 1 and isinstance(plain(init.args[0]), Construct):
            return _elements(init.args[0])
        values = [constant(arg) for arg in init.args]
        return [v for v in values if v is not None] if values and None not in values else None
    return None


# ---------------------------------------------------------------- switches and chains


def _selections(function: Function) -> Iterator[Support]:
    assert function.body is not None
    inner: set[int] = set()
    for node in function.body.walk():
        if isinstance(node, Switch) and is_head_dim(node.value):
            dims, refused = _cases(node)
            if len(dims) >= 3:
                yield Support(function.name, "switch", node, frozenset((d,) for d in dims), refused)
        elif isinstance(node, If) and id(node) not in inner:
            arms = list(_arms(node, inner))
            served = [value for value, arm in arms if _serves(arm)]
            refused = {value: arm for value, arm in arms if not _serves(arm)}
            if len(served) >= 3:
                yield Support(function.name, "chain", node, frozenset((d,) for d in served), refused)


def _arms(node: If, inner: set[int]) -> Iterator[tuple[int, Stmt]]:
    """The arms of a chain `if (d == 64) ... else if (d == 128) ...`."""
    for test in chain(node):
        inner.add(id(test.node))
        condition = plain(test.condition)
        if isinstance(condition, Binary) and condition.op == "==":
            for side, other in ((condition.left, condition.right), (condition.right, condition.left)):
                value = constant(other)
                if is_head_dim(side) and value is not None:
                    yield value, test.then


def _cases(node: Switch) -> tuple[list[int], dict[int, Node]]:
    dims: list[int] = []
    refused: dict[int, Node] = {}
    statements = node.body.body if isinstance(node.body, Block) else [node.body]
    pending: list[Case] = []
    default = False
    for position, statement in enumerate(statements):
        if not isinstance(statement, Case):
            continue
        pending, inner, default = [statement], statement.body, statement.value is None
        while isinstance(inner, Case):
            pending.append(inner)
            default = default or inner.value is None
            inner = inner.body
        following = statements[position + 1 : position + 2]
        body = [inner] if inner is not None else []
        body += [s for s in following if not isinstance(s, Case)]
        for case in pending:
            value = constant(case.value) if case.value is not None else None
            if value is None:
                continue
            if default or not any(_serves(s) for s in body):
                refused[value] = case
            else:
                dims.append(value)
    return dims, refused


def _serves(statement: Stmt) -> bool:
    """Whether an arm does something useful for its dimension: it calls, assigns or returns something."""
    for node in statement.walk():
        if isinstance(node, Call) and not means(node.name, "noreturn"):
            if not _complains(node):
                return True
        elif isinstance(node, Return) and node.value is not None:
            value = plain(node.value)
            if not (isinstance(value, Literal) and not value.value):
                return True
        elif isinstance(node, ExprStmt) and not isinstance(node.expr, Call):
            return getattr(node.expr, "what", "") != "throw"
    return False


def _complains(call: Call) -> bool:
    from hygon_lint.analysis.checks import is_check
    from hygon_lint.model.host import is_word

    return is_check(call.name) or is_word(call.name, "logging") or "error" in call.name.lower()

"""Symbolic execution of one function, in source order with branches: what each place holds, and what happens when.

Both arms of a branch run on copies of the state and are merged into `select` terms; loop bodies run once with all
that they change made `loop` terms; helpers with a visible body are followed two levels deep. The result is a `Trace`
of events and the value of each expression. Bounded: a function that needs too many steps is cut off and says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from hygon_lint.analysis import asm, contents, lvalues, operators, values
from hygon_lint.analysis.calls import MAX_DEPTH
from hygon_lint.analysis.checks import checked
from hygon_lint.analysis.events import BranchEvent, Event, Guard, Loop, ReturnEvent, StoreEvent, Trace
from hygon_lint.analysis.memory import Key, Memory, Place, Root
from hygon_lint.analysis.ranges import Ranges
from hygon_lint.analysis.terms import Term, Terms
from hygon_lint.frontend.nodes import (
    Asm,
    Assign,
    Block,
    Call,
    Case,
    Decl,
    Expr,
    ExprStmt,
    For,
    Function,
    If,
    Jump,
    Lambda,
    Literal,
    Name,
    Node,
    Return,
    StaticAssert,
    Stmt,
    Switch,
    Type,
    Unary,
    Unit,
    Unseen,
    VarDecl,
    While,
)
from hygon_lint.model.magnitudes import role_of

MAX_STEPS = 40_000
_LONGEST_LETTER = 2  # shorter names of locals are letters, which stand for anything


@dataclass(slots=True)
class Frame:
    """One activation: the function itself (depth 0), or a helper followed into."""

    function: Function | Lambda
    depth: int
    this: Place | None = None
    guard_base: int = 0
    returns: list[tuple[tuple[Guard, ...], Term | None]] = field(default_factory=list)


class Flow:
    """The state of one execution."""

    def __init__(self, function: Function, unit: Unit) -> None:
        self.unit = unit
        self.function = function
        self.terms = Terms()
        self.ranges = Ranges()
        self.memory = Memory()
        self.trace = Trace()
        self.values: dict[int, Term] = {}  # id(expression) -> value, for the function itself
        self.objects: dict[int, contents.Object] = {}  # id(term) -> parts of an object value
        self.addresses: dict[int, Place] = {}  # id("addr" term) -> place
        self.aliases: dict[int, Place] = {}  # id(reference declaration) -> place
        self.bindings: dict[int, Term] = {}  # id(template parameter) -> value, while in a helper
        self.initials: dict[tuple[Root, tuple[str, ...], int, int], Term] = {}  # what places held on entry
        self.types: dict[int, Type] = {}  # id(parameter of dependent type) -> its type in the call followed
        self.template_types: dict[str, Type] = {}  # name of a type parameter -> its type in the call followed
        self.lambdas: dict[int, Lambda] = {}  # id(variable) -> the lambda it holds
        self.entered: set[int] = set()  # ids of the lambdas whose body has been executed
        self.counters: dict[int, tuple[Term | None, Term | None]] = {}  # id(loop counter) -> (start, limit)
        self.carried: dict[int, tuple[Term, Loop]] = {}  # id(loop value) -> what it is after one round of which loop
        self.called: dict[int, str] = {}  # id(value) -> the first local variable that was declared with it
        self.guards: list[Guard] = []
        self.loops: list[Loop] = []
        self.chain: list[Call] = []
        self.frames: list[Frame] = [Frame(function, 0)]
        self.dead = False
        self.steps = 0

    # ------------------------------------------------------------ running

    def run(self) -> None:
        """Execute the whole function."""
        function = self.function
        for name, init in function.member_inits:
            place = Place("this", (name,), 0, init.type.deref().bits, init.type.deref(), name=name)
            self.store(place, self.value(init), init, None, declares=True)
        if function.body is not None:
            self.block(function.body)
        for held in list(self.lambdas.values()):
            self.run_lambda(held)

    def run_lambda(self, node: Lambda) -> None:
        """Execute the body of a lambda that something unseen calls, as often as it likes: like that of a loop."""
        if id(node) in self.entered or self.frame.depth >= MAX_DEPTH:
            return
        self.entered.add(id(node))
        dead, self.dead = self.dead, False
        before = self.memory.copy()
        self._make_loop_terms(self._changed_by([node.body]), node)
        depth = len(self.guards)
        self.frames.append(Frame(node, self.frame.depth + 1, self.frame.this, depth))
        self.block(node.body)
        self.frames.pop()
        del self.guards[depth:]
        self.dead = dead
        self._after_loop(before)

    @property
    def frame(self) -> Frame:
        """The current activation."""
        return self.frames[-1]

    def tick(self) -> bool:
        """Count a step; false once the budget is gone."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            self.trace.truncated = True
            return False
        return True

    def emit(self, event: Event) -> None:
        """Record an event."""
        event.index = len(self.trace.events)
        self.trace.events.append(event)

    def context(self) -> tuple[tuple[Guard, ...], tuple[Loop, ...], tuple[Call, ...]]:
        """Guards, loops and call chain of the present point."""
        return tuple(self.guards), tuple(self.loops), tuple(self.chain)

    def store(
        self,
        place: Place | None,
        term: Term,
        node: Node,
        target: Expr | None,
        *,
        pointer: Term | None = None,
        subscript: Term | None = None,
        declares: bool = False,
    ) -> None:
        """Store a value and record it."""
        if place is not None and isinstance(place.root, Term):
            pointer, subscript = pointer or place.root, subscript or place.subscript
        old = self.memory.read(place, self.terms) if place is not None and place.subscript is None else None
        if place is not None and old is None and not declares and place.subscript is None:
            old = contents.initial(self, place)
        event = StoreEvent(
            node, *self.context(), 0, place, term, old, target, pointer=pointer, subscript=subscript, declares=declares
        )
        self.emit(event)
        if declares and place is not None and place.decl is not None and term.op != "const":
            self._name(term, place.decl.name)
        if place is not None:
            if place.subscript is not None:
                if not isinstance(place.root, Term):
                    self.memory.forget(place.root)
            else:
                self.memory.write(place, term, self.terms)

    def _name(self, term: Term, name: str) -> None:
        """A value is called something; a name long enough to mean it stands for a role."""
        self.called.setdefault(id(term), name)
        role = role_of(name)
        if role is not None and len(name) > _LONGEST_LETTER and id(term) not in self.ranges.roles:
            self.ranges.expect(term, role.max)

    def value(self, expr: Expr) -> Term:
        """The value of an expression; its effects happen."""
        return values.value(self, expr)

    # ------------------------------------------------------------ statements

    def block(self, block: Block) -> None:
        """Execute a block. Guards that early exits leave behind stay until the arm, loop or function around ends."""
        for statement in block.body:
            if self.dead or not self.tick():
                break
            self.statement(statement)

    def statement(self, node: Stmt) -> None:
        """Execute one statement."""
        match node:
            case ExprStmt():
                self.value(node.expr)
                if _never_returns(node.expr):
                    self.dead = True
                elif isinstance(node.expr, Call):
                    self.guards.extend(checked(self, node.expr))
            case VarDecl():
                self.declare(node)
            case If():
                self._if(node)
            case Block():
                self.block(node)
            case For():
                self._for(node)
            case While():
                self._while(node)
            case Switch():
                self._switch(node)
            case Case():
                if node.body is not None:
                    self.statement(node.body)
            case Return():
                self._return(node)
            case Jump():
                self.dead = True
            case Asm():
                asm.execute(self, node)
            case Unseen():
                for part in node.parts:
                    self.value(part)
            case StaticAssert():
                if node.condition is not None:
                    self.guards.append(Guard(operators.truth(self, node.condition), node.condition))

    def declare(self, node: VarDecl) -> None:
        """A local variable comes to life."""
        decl, init = node.decl, node.init
        if isinstance(init, Lambda):
            self.lambdas[id(decl)] = init
            return
        if decl.type.kind == "reference" and init is not None:
            target = lvalues.place(self, init)
            if target is not None:
                self.aliases[id(decl)] = target
                return
        type_ = decl.type.deref()
        place = Place(decl, (), 0, type_.bits, type_, name=decl.name, decl=decl)
        self.memory.forget(decl)
        if init is None:
            return
        if contents.is_object(type_):
            operators.assign_object(self, place, init, node, declares=True)
        else:
            term = self.value(init)
            self.store(place, contents.fit(self, term, type_, init), node, None, declares=True)

    def _return(self, node: Return) -> None:
        term = self.value(node.value) if node.value is not None else None
        frame = self.frame
        if frame.depth == 0:
            self.emit(ReturnEvent(node, *self.context(), 0, term))
        frame.returns.append((tuple(self.guards[frame.guard_base :]), term))
        self.dead = True

    # ------------------------------------------------------------ branches

    def _if(self, node: If) -> None:
        condition = operators.truth(self, node.condition)
        self.emit(BranchEvent(node.condition, *self.context(), 0, condition))
        if condition.op == "const":
            arm = node.then if condition.value else node.other
            if arm is not None:
                self.statement(arm)
            return
        negated = self.terms.negate(condition)
        before = self.memory
        then_dead = self._arm(before.copy(), Guard(condition, node.condition), node.then)
        then_memory = self.memory
        other_dead = self._arm(before, Guard(negated, node.condition), node.other)
        other_memory = self.memory
        self.dead = then_dead and other_dead
        if then_dead and not other_dead:
            self.memory = other_memory
            self.guards.append(Guard(negated, node.condition))
        elif other_dead and not then_dead:
            self.memory = then_memory
            self.guards.append(Guard(condition, node.condition))
        else:
            self.memory = self.merge(condition, then_memory, other_memory)

    def _arm(self, memory: Memory, guard: Guard, arm: Stmt | None) -> bool:
        depth = len(self.guards)
        self.memory = memory
        self.guards.append(guard)
        if arm is not None:
            self.statement(arm)
        dead, self.dead = self.dead, False
        del self.guards[depth:]
        return dead

    def merge(self, condition: Term, then: Memory, other: Memory) -> Memory:
        """One state from two: where they differ, a `select`."""
        then.split_like(other, self.terms)
        other.split_like(then, self.terms)
        out = Memory(dict(then.cells))
        for key in other.cells.keys() - then.cells.keys():
            bits, term = other.cells[key]
            missing = contents.initial(self, Place(key[0], key[1], key[2], bits))
            out.cells[key] = (bits, self.terms.select(condition, missing, term))
        for key, (bits, term) in then.cells.items():
            theirs = other.cells.get(key)
            if theirs is None:
                missing = contents.initial(self, Place(key[0], key[1], key[2], bits))
                out.cells[key] = (bits, self.terms.select(condition, term, missing))
            elif theirs[1] is not term:
                out.cells[key] = (bits, self.terms.select(condition, term, theirs[1]))
        return out

    def _switch(self, node: Switch) -> None:
        subject = self.value(node.value)
        before = self.memory
        result: Memory | None = None
        has_default = False
        for labels, body in _segments(node.body):
            conditions = [self.terms.binary("==", subject, self.value(label), 8, False) for label in labels if label]
            default = None in labels
            has_default = has_default or default
            condition = self.terms.named("sym", f"default@{id(node)}", 8, False)
            for i, one in enumerate(conditions):
                condition = one if i == 0 else self.terms.binary("||", condition, one, 8, False)
            self.memory = before.copy()
            depth = len(self.guards)
            self.guards.append(Guard(condition, node.value))
            for statement in body:
                if self.dead or not self.tick():
                    break
                self.statement(statement)
            left = self.dead and bool(self.frame.returns) and _returns(body)
            self.dead = False
            del self.guards[depth:]
            if not left:
                result = self.memory if result is None else self.merge(condition, self.memory, result)
        if result is None:
            self.memory = before
            self.dead = has_default
        elif has_default:
            self.memory = result
        else:
            self.memory = self.merge(self.terms.named("sym", f"any@{id(node)}", 8, False), result, before)

    # ------------------------------------------------------------ loops

    def _for(self, node: For) -> None:
        if node.init is not None:
            self.statement(node.init)
        if node.range_var is not None:
            if node.condition is not None:
                self.value(node.condition)
            self._loop(node, None, [node.body], None)
            return
        parts: list[Node] = [node.body]
        if node.step is not None:
            parts.append(node.step)
        if node.condition is not None:
            parts.append(node.condition)
        self._loop(node, node.condition, parts, node.step)

    def _while(self, node: While) -> None:
        self._loop(node, node.condition, [node.body, node.condition], None)

    def _loop(self, node: For | While, condition: Expr | None, parts: list[Node], step: Expr | None) -> None:
        changed = self._changed_by(parts)
        before = self.memory.copy()
        entered = self._make_loop_terms(changed, node)
        depth = len(self.guards)
        counter = self._counter(condition, step, before)
        self.loops.append(counter if counter is not None else Loop(node, None, None, None, None))
        if condition is not None and not (isinstance(node, While) and node.at_end):
            holds = operators.truth(self, condition)
            self.emit(BranchEvent(condition, *self.context(), 0, holds))
            self.guards.append(Guard(holds, condition))
        self.statement(node.body)
        self.dead = False
        if step is not None:
            self.value(step)
        if isinstance(node, While) and node.at_end:
            operators.truth(self, node.condition)
        for key, carried in entered:
            cell = self.memory.cells.get(key)
            if cell is not None and cell[1] is not carried:
                self.carried[id(carried)] = (cell[1], self.loops[-1])
        self.loops.pop()
        del self.guards[depth:]
        self._after_loop(before)

    def _changed_by(self, parts: Iterable[Node]) -> list[Root]:
        roots: list[Root] = []
        for part in parts:
            for inner in part.walk():
                target: Expr | None = None
                if isinstance(inner, Assign):
                    target = inner.target
                elif isinstance(inner, Unary) and inner.op in ("++x", "--x", "x++", "x--", "&"):
                    target = inner.operand
                elif isinstance(inner, Asm):
                    for operand in inner.operands:
                        if operand.output:
                            roots.extend(self._root(operand.expr))
                elif isinstance(inner, Call):
                    for i, arg in enumerate(inner.args):
                        if lvalues.passed_by_reference(inner, i):
                            roots.extend(self._root(arg))
                    if isinstance(inner.callee, Name) and inner.callee.decl is not None:
                        held = self.lambdas.get(id(inner.callee.decl))
                        if held is not None:
                            roots.extend(self._changed_by([held.body]))
                if target is not None:
                    roots.extend(self._root(target))
        return roots

    def _root(self, target: Expr) -> list[Root]:
        root = lvalues.root_decl(target)
        if root is None:
            return []
        alias = self.aliases.get(id(root))
        if alias is not None:
            return [alias.root]
        if isinstance(root, Decl) and root.type.kind == "pointer":
            held = self.memory.cells.get((root, (), 0))
            if held is not None and id(held[1]) in self.addresses:
                return [root, self.addresses[id(held[1])].root]
        return [root]

    def _make_loop_terms(self, changed: list[Root], node: Node) -> list[tuple[Key, Term]]:
        made: list[tuple[Key, Term]] = []
        for root in dict.fromkeys(changed):
            for key in self.memory.below(root):
                bits, term = self.memory.cells[key]
                decl = key[0] if isinstance(key[0], Decl) else None
                name = term.name or _cell_name(key, bits)
                fresh = self.terms.fresh("loop", name, term.bits or bits, term.signed, (term,), node, decl)
                self.memory.cells[key] = (bits, fresh)
                made.append((key, fresh))
        return made

    def _counter(self, condition: Expr | None, step: Expr | None, before: Memory) -> Loop | None:
        """A plain counter: compared with a limit, stepped by a constant."""
        from hygon_lint.frontend.nodes import Binary, Cast

        if condition is None or step is None or not isinstance(condition, Binary):
            return None
        delta = _step(step)
        target = step.operand if isinstance(step, Unary) else step.target if isinstance(step, Assign) else None
        decl = lvalues.root_decl(target) if target is not None else None
        if delta is None or not isinstance(decl, Decl):
            return None
        left, right, op = condition.left, condition.right, condition.op
        while isinstance(left, Cast) and left.kind == "implicit":
            left = left.operand
        if not (isinstance(left, Name) and left.decl is decl) or op not in ("<", "<=", ">", ">=", "!="):
            return None
        cell = self.memory.cells.get((decl, (), 0))
        start = before.cells.get((decl, (), 0))
        if cell is None or start is None:
            return None
        limit = self.value(right)
        low, high = self.ranges.of(start[1]), self.ranges.of(limit)
        if delta > 0 and op in ("<", "<=", "!="):
            top = high.high - (0 if op == "<=" else 1)
            self.ranges.bound(cell[1], low.low, max(top, low.low) if high.known else None)
        elif delta < 0 and op in (">", ">="):
            bottom = high.low + (0 if op == ">=" else 1)
            self.ranges.bound(cell[1], bottom if high.known else None, low.high if low.known else None)
        self.counters[id(cell[1])] = (start[1], limit)
        node = condition
        return Loop(node, cell[1], start[1], limit, delta)

    def _after_loop(self, before: Memory) -> None:
        for key, (bits, term) in list(self.memory.cells.items()):
            earlier = before.cells.get(key)
            if earlier is not None and earlier[1] is not term:
                fresh = self.terms.fresh("loop", term.name, term.bits, term.signed, (earlier[1], term), term.node)
                self.memory.cells[key] = (bits, fresh)


def _cell_name(key: Key, bits: int) -> str:
    root, path, offset = key
    if not isinstance(root, Decl):
        return ""
    name = ".".join((root.name, *path))
    return name if root.type.deref().bits == bits and not path else f"{name}[{offset // (bits or 32)}]"


def _step(step: Expr) -> int | None:
    if isinstance(step, Unary):
        return {"++x": 1, "x++": 1, "--x": -1, "x--": -1}.get(step.op)
    if isinstance(step, Assign) and step.op in ("+=", "-="):
        value = step.value
        while not isinstance(value, Literal) and len(kids := list(value.children())) == 1 and isinstance(kids[0], Expr):
            value = kids[0]
        if isinstance(value, Literal) and isinstance(value.value, int):
            return value.value if step.op == "+=" else -value.value
        return 1 if step.op == "+=" else -1
    return None


def _segments(body: Stmt) -> list[tuple[list[Expr | None], list[Stmt]]]:
    """A switch body as (labels, statements up to the next label)."""
    out: list[tuple[list[Expr | None], list[Stmt]]] = []
    statements = body.body if isinstance(body, Block) else [body]
    for statement in statements:
        if isinstance(statement, Case):
            labels: list[Expr | None] = [statement.value]
            inner = statement.body
            while isinstance(inner, Case):
                labels.append(inner.value)
                inner = inner.body
            out.append((labels, [inner] if inner is not None else []))
        elif out:
            out[-1][1].append(statement)
    return out


def _returns(body: list[Stmt]) -> bool:
    return any(isinstance(node, Return) for statement in body[-2:] for node in statement.walk())


def _never_returns(node: Expr) -> bool:
    from hygon_lint.model.functions import means

    return (isinstance(node, Call) and means(node.name, "noreturn")) or getattr(node, "what", "") == "throw"

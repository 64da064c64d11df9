"""Symbolic execution of one function, in source order with branches: what each place holds, and what happens when.

Both arms of a branch run on copies of the state and are merged into `select` terms; loop bodies run once with all
that they change made `loop` terms; helpers with a visible body are followed two levels deep. The result is a `Trace`
of events and the value of each expression. Bounded: a function that needs too many steps is cut off, the trace says in
which statement, and what follows is a blind spot of the file.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hygon_lint.analysis import asm, contents, loops, lvalues, operators, values
from hygon_lint.analysis.calls import MAX_DEPTH
from hygon_lint.analysis.checks import checked
from hygon_lint.analysis.events import BranchEvent, Event, Guard, Loop, ReturnEvent, StoreEvent, Trace
from hygon_lint.analysis.memory import Memory, Place, Root
from hygon_lint.analysis.ranges import Ranges
from hygon_lint.analysis.terms import Term, Terms
from hygon_lint.frontend.nodes import (
    Asm,
    Block,
    Call,
    Case,
    Expr,
    ExprStmt,
    For,
    Function,
    If,
    Jump,
    Lambda,
    Node,
    Return,
    StaticAssert,
    Stmt,
    Switch,
    Type,
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
        self._current: Node = function.body or function  # the statement of the function's own text being executed

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
        loops.enter(self, loops.changed_by(self, [node.body]), node)
        depth = len(self.guards)
        self.frames.append(Frame(node, self.frame.depth + 1, self.frame.this, depth))
        self.block(node.body)
        self.frames.pop()
        del self.guards[depth:]
        self.dead = dead
        loops.leave(self, before)

    @property
    def frame(self) -> Frame:
        """The current activation."""
        return self.frames[-1]

    def tick(self) -> bool:
        """Count a step; false once the budget is gone."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            self.trace.cut = self.trace.cut or self._current
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
            if self.frame.depth == 0 or isinstance(self.frame.function, Lambda):
                self._current = statement
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
        changed = loops.changed_by(self, parts)
        before = self.memory.copy()
        entered = loops.enter(self, changed, node)
        depth = len(self.guards)
        counter = loops.counter(self, condition, step, before)
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
        loops.leave(self, before)


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

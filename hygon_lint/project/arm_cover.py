"""Arms that no compile can reach: covered by earlier arms, or contradictory. Decided by trying every compile.

Each known arch and the host pass is tried with every setting of the macros that are not about arches, so that an arm
counts as covered only if it is whatever those are.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from hygon_lint.finding import Confidence
from hygon_lint.frontend.conditions import Arithmetic, Condition, Name, Number, Unparsed, condition_of, parse_condition
from hygon_lint.frontend.directives import Arm, Chain
from hygon_lint.frontend.preprocess import UNDEFINED, UNKNOWN, Environment, Macro, Truth, read_file, truth
from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import arch_macros
from hygon_lint.project.suspects import ARCH_LIKE, Suspect, asks_for_arch, atoms, compiles, device_macros, open_lookup

_MOST_SETTINGS = 1024
_DEEPEST = 4

Table = dict[str, Macro]


def unreachable(syntax: SyntaxFile) -> Iterator[Suspect]:
    """Arms about arches that are never read, with the arms that are read instead."""
    chains = {id(chain): conditions for chain in syntax.chains if (conditions := _conditions(syntax, chain))}
    if not chains:
        return
    tables: dict[int, list[Table]] = {key: [] for key in chains}

    def observe(arm: Arm, _: Condition | None, env: Environment) -> None:
        if arm.chain.arms[0] is arm and id(arm.chain) in chains:
            tables[id(arm.chain)].append(_snapshot(chains[id(arm.chain)], env))

    for members in compiles(syntax):
        read_file(syntax, open_lookup(members[0]), observe=observe)
    for chain in syntax.chains:
        if id(chain) in chains:
            yield from _judge(syntax, chain, chains[id(chain)], tables[id(chain)])


def _conditions(syntax: SyntaxFile, chain: Chain) -> list[Condition]:
    """The conditions of a chain about arches; [] for other chains and for those that cannot be judged."""
    if any(body.start <= chain.span.start < body.end for body in syntax.dead):
        return []
    found = [condition_of(arm, syntax.lexed.no_comments) for arm in chain.arms]
    conditions = [condition for condition in found if condition is not None]
    if not any(asks_for_arch(condition) for condition in conditions):
        return []
    if any(isinstance(node, Unparsed) for condition in conditions for node in condition.walk()):
        return []
    return conditions


def _snapshot(conditions: list[Condition], env: Environment) -> Table:
    """What the names of the conditions (and of the macros behind them) are in an environment."""
    table: Table = {}
    wanted = [atom.name for condition in conditions for atom in atoms(condition)]
    for _ in range(_DEEPEST):
        behind: list[str] = []
        for name in wanted:
            if name in table:
                continue
            macro = table[name] = env.lookup(name)
            if macro.body:
                text = macro.body.encode("utf-8", "replace")
                behind += [atom.name for atom in atoms(parse_condition(text, Span(0, len(text))))]
        wanted = behind
    return table


def _judge(syntax: SyntaxFile, chain: Chain, conditions: list[Condition], tables: list[Table]) -> Iterator[Suspect]:
    if not tables:
        return
    settings = _settings(conditions, tables)
    if settings is None:
        return
    reached = [False] * len(conditions)
    may_hold = [False] * len(conditions)
    taken_instead: list[set[int]] = [set() for _ in conditions]
    for table in tables:
        for setting in settings:
            env = Environment(lambda _: UNKNOWN, {**table, **setting})
            winner = -1
            for index, condition in enumerate(conditions):
                holds: Truth = truth(condition, env)
                if holds is False:
                    continue
                may_hold[index] = True
                if winner < 0:
                    reached[index] = True
                else:
                    taken_instead[index].add(winner)
                if holds and winner < 0:
                    winner = index
    for index, condition in enumerate(conditions):
        if reached[index] or not asks_for_arch(condition) or _doubtful(condition):
            continue
        arm = chain.arms[index]
        if may_hold[index]:
            related = tuple((chain.arms[i].condition, "winner") for i in sorted(taken_instead[index]))
            yield Suspect("covered", arm.condition, (syntax.text(arm.condition),), related)
        else:
            outer = _outer(syntax, chain)
            related = ((outer.condition, "outer"),) if outer is not None else ()
            yield Suspect("never", arm.condition, (syntax.text(arm.condition),), related, confidence=Confidence.HIGH)


def _doubtful(condition: Condition) -> bool:
    """Whether a condition names an arch that nobody knows: that is another finding, or a new arch."""
    return any(ARCH_LIKE.match(atom.name) and atom.name not in arch_macros() for atom in atoms(condition))


def _outer(syntax: SyntaxFile, chain: Chain) -> Arm | None:
    arm = chain.parent
    while arm is not None:
        condition = condition_of(arm, syntax.lexed.no_comments)
        if condition is not None and asks_for_arch(condition):
            return arm
        arm = arm.chain.parent
    return None


def _settings(conditions: list[Condition], tables: list[Table]) -> list[Table] | None:
    """Every way the macros that do not hang on the arch may be set; None when there are too many."""
    choices: list[list[tuple[str, Macro]]] = []
    for name in sorted({name for table in tables for name in table}):
        macros = [table[name] for table in tables if name in table]
        if name in device_macros() or any(macro != macros[0] for macro in macros):
            continue
        choices.append([(name, macro) for macro in _values(name, conditions)])
    total = 1
    for choice in choices:
        total *= len(choice)
        if total > _MOST_SETTINGS:
            return None
    return [dict(setting) for setting in product(*choices)]


def _values(name: str, conditions: list[Condition]) -> list[Macro]:
    """The states of a macro that the conditions can tell apart."""
    numbers = {0, 1}
    for condition in conditions:
        for node in condition.walk():
            if isinstance(node, Arithmetic):
                for one, other in ((node.left, node.right), (node.right, node.left)):
                    if isinstance(one, Name) and one.name == name and isinstance(other, Number) and other.value:
                        numbers |= {other.value - 1, other.value, other.value + 1}
    return [UNDEFINED, *(Macro(True, str(number)) for number in sorted(numbers))]

"""Arms that hang on macros nobody in the checkout defines: a few more classes in which they are read.

`#ifdef USE_FEATURE` is set by a build we do not see, or by an SDK header. Both of its sides are code, and both are
analysed: the plain classes read such names as undefined, the classes made here define them, with values that satisfy
the comparisons they stand in. Arms that a macro of a header turns off (a default, a workaround) are read in a class
that takes the macro to be something else.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Container, Iterable, Iterator, Sequence

from hygon_lint.frontend.arch_classes import ArchClass
from hygon_lint.frontend.conditions import Arithmetic, Condition, Name, Number, condition_of
from hygon_lint.frontend.conditions import Defined as DefinedCondition
from hygon_lint.frontend.directives import Arm
from hygon_lint.frontend.preprocess import UNDEFINED, UNKNOWN, Lookup, Macro, Reading, read_file
from hygon_lint.frontend.syntax import SyntaxFile

MAX_MORE = 4
MAX_OTHERWISE = 2
PLATFORM = (("USE_ROCM", "1"), ("__HIP_PLATFORM_AMD__", "1"))
"""What every parse defines, as builds for these devices do."""
_PREPROCESSING = re.compile(r"^[ \t]*#[ \t]*(if\w*|endif|define|undef)\b((?:[^\n\\]|\\[\s\S])*)", re.M)
_STEP = {">=": 0, "<=": 0, "==": 0, ">": 1, "<": -1, "!=": 1}


def more_classes(
    syntax: SyntaxFile, classes: Sequence[ArchClass], header: str = "", settled: Container[str] = ()
) -> tuple[ArchClass, ...]:
    """Classes for the arms that none of `classes` reads though some compile may.

    `header` is what is included before the file; `settled` are macros of it that this build decides.
    """
    arms = [arm for chain in syntax.chains for arm in chain.arms if _holds_code(syntax, arm)]
    if not arms or not classes:
        return ()
    given = _macros_of(header)
    readings = [read_file(syntax, _lookup(one, UNDEFINED, given)) for one in classes]
    unread = [arm for arm in arms if not any(_read(reading, arm) for reading in readings)]
    possible = [read_file(syntax, _lookup(one, UNKNOWN, given)) for one in classes]
    dead = {id(arm) for arm in syntax.dead_arms}
    switched = [
        arm for arm in unread if all(reading.read(arm) is False for reading in possible) and id(arm) not in dead
    ]
    unread = [arm for arm in unread if any(reading.read(arm) is not False for reading in possible)]
    out: list[ArchClass] = []
    lost: list[Arm] = []
    while unread and len(out) < MAX_MORE:
        best: tuple[list[Arm], ArchClass] | None = None
        for names in (_names(syntax, unread, given), _names(syntax, unread[:1], given), {}):
            for base in classes:
                candidate = _defining(base, names) if names else _elsewhere(base)
                reading = read_file(syntax, _lookup(candidate, UNDEFINED, given))
                gained = [arm for arm in unread if _read(reading, arm)]
                if best is None or len(gained) > len(best[0]):
                    best = (gained, candidate)
        if best is None or not best[0]:
            lost.append(unread[0])
            unread = unread[1:]
            continue
        out.append(best[1])
        unread = [arm for arm in unread if arm not in best[0]]
    without = _switches(syntax, switched)
    if without:
        out.append(
            dataclasses.replace(classes[0], name=f"{classes[0].name} without {', '.join(without)}", without=without)
        )
    off = [arm for arm in (*lost, *unread, *switched) if not set(without).intersection(_asked(syntax, arm))]
    out.extend(_otherwise(syntax, classes, off, given, settled))
    return tuple(out)


def _otherwise(
    syntax: SyntaxFile, classes: Sequence[ArchClass], arms: list[Arm], given: dict[str, Macro], settled: Container[str]
) -> Iterator[ArchClass]:
    """Classes in which macros are something else than headers say, so that arms they turn off are read.

    Names that begin with two underscores are the compiler's, and the business of arch classes.
    """
    for _ in range(MAX_OTHERWISE):
        best: tuple[list[Arm], ArchClass] | None = None
        for some in (arms, arms[:1]):
            asked = dict.fromkeys(name for arm in some for name in _asked(syntax, arm))
            names = [name for name in asked if name not in settled and not name.startswith("__")]
            for value in ("1", "0", None) if names else ():
                for base in classes:
                    overrides = tuple((name, value) for name in names)
                    label = f"{base.name}, {', '.join(names)} otherwise"
                    candidate = dataclasses.replace(base, name=label, overrides=overrides)
                    reading = read_file(syntax, _lookup(candidate, UNDEFINED, given))
                    gained = [arm for arm in arms if _read(reading, arm)]
                    if gained and (best is None or len(gained) > len(best[0])):
                        best = (gained, candidate)
        if best is None:
            return
        yield best[1]
        gained = best[0]
        arms = [arm for arm in arms if arm not in gained]


def _asked(syntax: SyntaxFile, arm: Arm) -> Iterator[str]:
    """The macros that the conditions of an arm's chain ask for."""
    for sibling in arm.chain.arms:
        condition = condition_of(sibling, syntax.lexed.no_comments)
        if condition is not None:
            yield from (part.name for part in condition.walk() if isinstance(part, DefinedCondition | Name))


def _switches(syntax: SyntaxFile, arms: Sequence[Arm]) -> tuple[str, ...]:
    """The file's own plain `#define`s that the conditions of these arms' chains ask for."""
    own = {define.name for define in syntax.defines if define.params is None}
    return tuple(sorted(own.intersection(name for arm in arms for name in _asked(syntax, arm))))


def reading(syntax: SyntaxFile, arch_class: ArchClass, header: str) -> Reading:
    """How clang reads the file's arms for a class, after a header: names that nobody defines are not defined."""
    return read_file(syntax, _lookup(arch_class, UNDEFINED, _macros_of(header)))


def _macros_of(header: str) -> dict[str, Macro]:
    """The macros that a header defines; of those under a condition only that they are its business."""
    out: dict[str, Macro] = {}
    depth = 0
    for line in _PREPROCESSING.finditer(header):
        name, rest = line.group(1), line.group(2).strip()
        if name.startswith("if"):
            depth += 1
        elif name == "endif":
            depth -= 1
        elif name == "define" and (match := re.match(r"(\w+)(\(?)(.*)", rest, re.S)):
            known = not depth and not match.group(2)
            out.setdefault(match.group(1), Macro(True, match.group(3).strip()) if known else UNKNOWN)
        elif name == "undef" and not depth and rest.isidentifier():
            out.setdefault(rest, UNDEFINED)
    return out


def _holds_code(syntax: SyntaxFile, arm: Arm) -> bool:
    return bool(syntax.lexed.code[arm.body.start : arm.body.end].strip())


def _read(reading: Reading, arm: Arm) -> bool:
    return reading.read(arm) is True


def _lookup(arch_class: ArchClass, other: Macro, given: dict[str, Macro]) -> Lookup:
    undefined = frozenset(arch_class.undefines)
    own = {
        name: Macro(True, body) if other is UNDEFINED else UNKNOWN for name, body in PLATFORM if name not in undefined
    }
    own.update((name, Macro(True, body)) for name, body in arch_class.defines)
    own.update((name, Macro(True, body) if body is not None else UNDEFINED) for name, body in arch_class.overrides)

    def lookup(name: str) -> Macro:
        if name in own:
            return own[name]
        if name in undefined:
            return UNDEFINED
        return given.get(name, other)

    return lookup


def _names(syntax: SyntaxFile, arms: Iterable[Arm], given: dict[str, Macro]) -> dict[str, str]:
    """Values for the names in the conditions around some arms, so that these hold."""
    values: dict[str, str] = {}
    text = syntax.lexed.no_comments
    for arm in arms:
        around = [a for chain in syntax.chains for a in chain.arms if a is arm or _inside(arm, a)]
        for outer in around:
            condition = condition_of(outer, text)
            if condition is None or outer.kind == "ifndef":
                continue
            for name, wanted in _demands(condition):
                if name not in given:
                    values[name] = wanted
    return values


def _inside(arm: Arm, outer: Arm) -> bool:
    return outer.body.start <= arm.directive.start < outer.body.end


def _demands(condition: Condition) -> Iterable[tuple[str, str]]:
    for part in condition.walk():
        if isinstance(part, DefinedCondition | Name):
            yield part.name, "1"
    for part in condition.walk():
        if isinstance(part, Arithmetic) and part.op in _STEP:
            left, right = part.left, part.right
            if isinstance(left, Name) and isinstance(right, Number) and right.value is not None:
                yield left.name, str(right.value + _STEP[part.op])
            elif isinstance(right, Name) and isinstance(left, Number) and left.value is not None:
                yield right.name, str(left.value - _STEP[part.op])


def _defining(base: ArchClass, values: dict[str, str]) -> ArchClass:
    known = {name for name, _ in base.defines}
    more = tuple((name, value) for name, value in sorted(values.items()) if name not in known)
    label = f"{base.name} with {', '.join(name for name, _ in more[:3])}{', ...' if len(more) > 3 else ''}"
    undefines = tuple(name for name in base.undefines if name not in values)
    return dataclasses.replace(base, name=label, defines=(*base.defines, *more), undefines=undefines)


def _elsewhere(base: ArchClass) -> ArchClass:
    """The same, in a build for another platform."""
    undefines = (*base.undefines, *(name for name, _ in PLATFORM))
    return dataclasses.replace(base, name=f"{base.name}, another platform", undefines=undefines)

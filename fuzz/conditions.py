"""Mutates conditions of the rules and of the analysis below them, and expects a test to fail.

python fuzz/conditions.py [-j N] [--only TEXT] [--rules ID,...] [--tests FILE,...] [--killed] [MODULE...]

A MODULE is a Python file of `rules/` or `hygon_lint/`; without any, those of the descriptor and tile rules. In it each
condition is negated, `and` becomes `or` and loses an operand at a time, comparisons lose or gain their boundary or turn
round, and what a predicate returns becomes True and False. A mutant is killed by the first marked case or example of
the rules that is judged otherwise, else by the first of the tests given with --tests that fails. Those left over are
listed, and cost the exit code unless `conditions.toml` says why they do the same as the original.

Sources are parsed by clang once: each mutant is a fork of the process that holds the typed nodes, with the code of one
function exchanged, and runs only cases that reach the condition.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import os
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

REPOSITORY = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPOSITORY / "tests"))

import cases  # noqa: E402 - it stands beside the tests

from hygon_lint.finding import Confidence  # noqa: E402
from hygon_lint.frontend.rounds import Rounds  # noqa: E402

RULES = ("HYG101", "HYG102", "HYG103", "HYG104", "HYG111", "HYG112", "HYG113")
ANALYSES = (
    "address", "bases", "block_rows", "descriptors", "filters", "narrow", "operands", "steps", "tile_faults", "tiles",
)  # fmt: skip
SECONDS_A_MUTANT = 60  # of processor time; what loops is seen by the one who waits

_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)

Function = ast.FunctionDef
Edit = Callable[[Any], None]


@dataclass(frozen=True)
class Mutant:
    """A function with one condition changed. `lines` are those of the condition."""

    file: Path
    function: Function
    what: str
    lines: range

    @property
    def key(self) -> str:
        """What names it as long as the condition stays as it is."""
        return f"{self.file.stem}.{self.function.name}: {self.what}"

    @property
    def code(self) -> CodeType:
        """The mutated function, compiled."""
        future = ast.ImportFrom("__future__", [ast.alias("annotations")], 0)
        module = ast.fix_missing_locations(ast.Module([future, self.function], []))
        outer = compile(module, str(self.file), "exec")
        return next(c for c in outer.co_consts if isinstance(c, CodeType) and c.co_name == self.function.name)


def mutants(file: Path) -> Iterator[Mutant]:
    """All mutants of a module's functions and methods, each different from the others."""
    for function in _functions(ast.parse(file.read_text(encoding="utf-8"))):
        seen = {ast.dump(function)}
        for number, node in enumerate(ast.walk(function)):
            for at, edit in _edits(node, function):
                changed = copy.deepcopy(function)
                before = ast.unparse(at)
                twin = next(n for i, n in enumerate(ast.walk(changed)) if i == number)
                place = _same(node, twin, at)
                edit(twin)
                after = ast.unparse(place(twin))
                if (dump := ast.dump(changed)) not in seen:
                    seen.add(dump)
                    lines = range(at.lineno, (at.end_lineno or at.lineno) + 1)
                    yield Mutant(file, changed, f"{before} -> {after}", lines)


def _functions(tree: ast.Module) -> Iterator[Function]:
    for node in tree.body:
        for inner in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(inner, ast.FunctionDef):
                yield inner


def _same(node: ast.AST, twin: ast.AST, part: ast.AST) -> Callable[[Any], Any]:
    """Where a part of a node is found in its copy: the node itself, a field, or an element of a list."""
    assert type(node) is type(twin)
    if part is node:
        return lambda other: other
    for name, value in ast.iter_fields(node):
        if value is part:
            return lambda other: getattr(other, name)
        if isinstance(value, list) and any(one is part for one in value):
            index = next(i for i, one in enumerate(value) if one is part)
            return lambda other: getattr(other, name)[index]
    raise ValueError(part)


def _edits(node: ast.AST, function: Function) -> Iterator[tuple[Any, Edit]]:
    """The changes at a node: the expression that each is about, and how it is made to a copy of the node."""
    match node:
        case ast.If() | ast.IfExp() | ast.While():
            yield node.test, lambda n: setattr(n, "test", _negated(n.test))
        case ast.match_case(guard=ast.expr() as guard):
            yield guard, lambda n: setattr(n, "guard", _negated(n.guard))
        case ast.comprehension():
            for index, test in enumerate(node.ifs):
                yield test, lambda n, i=index: n.ifs.__setitem__(i, _negated(n.ifs[i]))  # type: ignore[misc]
        case ast.BoolOp() if not any(isinstance(value, ast.Constant) for value in node.values):  # `x or 0` is a default
            other = ast.Or if isinstance(node.op, ast.And) else ast.And
            yield node, lambda n: setattr(n, "op", other())
            for index in range(len(node.values)):
                yield node, lambda n, i=index: _drop(n.values, i)  # type: ignore[misc]
        case ast.Compare():
            for index, op in enumerate(node.ops):
                yield node, lambda n, i=index, o=_TURNED[type(op)]: n.ops.__setitem__(i, o())  # type: ignore[misc]  # noqa: B008
        case ast.Return(value=ast.expr() as value) if ast.unparse(function.returns or value) == "bool":
            for constant in (True, False):
                yield value, lambda n, c=constant: setattr(n, "value", ast.Constant(c))  # type: ignore[misc]


def _negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and not isinstance(test.ops[0], _ORDER):
        return ast.Compare(test.left, [_TURNED[type(test.ops[0])]()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)


def _drop(values: list[ast.expr], index: int) -> None:
    del values[index]
    if len(values) == 1:  # `a and a`, as one operand alone is not allowed
        values.append(values[0])


@dataclass
class Case:
    """A source with its marks. `reached` are the lines of each module that judging it runs through."""

    name: str
    path: Path
    root: Path
    wanted: set[cases.Verdict]
    confidence: Confidence
    reached: dict[str, set[int]]
    seconds: float = 1.0
    kills: int = 0

    @property
    def worth(self) -> float:
        """How soon it should be asked: what kills often, and is cheap."""
        return (self.kills + 0.1) / self.seconds

    def judge(self, rules: tuple[str, ...]) -> str:
        """What is wrong with the verdict; empty when nothing is."""
        try:
            found = cases.verdicts(cases.scan(self.path, self.root, confidence=self.confidence, rules=rules))
        except AssertionError:  # a rule, or the run, failed
            return "error"
        lost, gained = sorted(self.wanted - found), sorted(found - self.wanted)
        return " ".join(
            [*(f"-{line}:{rule}" for _, line, rule in lost), *(f"+{line}:{rule}" for _, line, rule in gained)]
        )


def marked_cases(rules: tuple[str, ...], folder: Path) -> Iterator[Case]:
    """The cases of fixtures and the examples of the rules (written to `folder`), as the tests judge them."""
    for path in sorted(p for rule in rules for p in (REPOSITORY / "fixtures" / "rules" / rule).iterdir()):
        root = path if path.is_dir() else path.parent
        files = [f for f in path.rglob("*") if f.is_file()] if path.is_dir() else [path]
        wanted = {
            verdict
            for file in files
            for verdict in cases.expected(
                file.relative_to(root).as_posix(), file.read_bytes().decode("utf-8", "replace")
            )
            if verdict[2] in rules
        }
        right = path.name.startswith(("right_", "after_"))
        confidence = Confidence.LOW if right else Confidence.MEDIUM
        yield Case(f"{path.parent.name}/{path.name}", path, root, wanted, confidence, {})
    for rule in cases.registry().rules:
        for number, example in enumerate(rule.examples if rule.meta.id in rules else ()):
            for side, text in (("wrong", example.wrong), ("right", example.right)):
                root = folder / rule.meta.id / f"{side}{number}"
                file = root / example.path
                file.parent.mkdir(parents=True)
                file.write_text(text, encoding="utf-8")
                for name, beside in example.beside:
                    (root / name).write_text(beside, encoding="utf-8")
                scanned = root if example.beside else file
                wanted = {v for v in cases.expected(example.path, text) if v[2] in rules}
                confidence = Confidence.LOW if side == "right" else Confidence.MEDIUM
                yield Case(f"{rule.meta.id} {side} example", scanned, root, wanted, confidence, {})


class Units:
    """Typed nodes by file and arch class, so that clang reads each once."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, bytes, str], Any] = {}
        self._make = Rounds.unit

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Within, all units come from here."""
        units = self

        def unit(rounds: Any, arch_class: Any) -> Any:
            source = rounds._syntax.source
            key = (source.path, bytes(source.data), repr(arch_class))
            if key not in units.known:
                units.known[key] = units._make(rounds, arch_class)
            return units.known[key]

        Rounds.unit = unit  # type: ignore[method-assign]
        try:
            yield
        finally:
            Rounds.unit = self._make  # type: ignore[method-assign]

    def forget(self) -> None:
        """Drop what analyses kept at the units."""
        for unit in self.known.values():
            unit.cache = {}


@contextmanager
def traced(files: Sequence[Path], reached: dict[str, set[int]]) -> Iterator[None]:
    """Note which lines of the files are run."""
    names = {str(file) for file in files}

    def line(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            reached[frame.f_code.co_filename].add(frame.f_lineno)
        return line

    def call(frame: FrameType, *_: Any) -> Any:
        name = frame.f_code.co_filename
        if name not in names:
            return None
        reached.setdefault(name, set()).add(frame.f_lineno)
        return line

    sys.settrace(call)
    try:
        yield
    finally:
        sys.settrace(None)


def functions_of(files: Sequence[Path]) -> dict[tuple[str, str, int], list[FunctionType]]:
    """The functions of this process that come from the files: by file, name and line."""
    names = {str(file) for file in files}
    found: dict[tuple[str, str, int], list[FunctionType]] = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename in names:
            code = one.__code__
            found.setdefault((code.co_filename, code.co_name, code.co_firstlineno), []).append(one)
    return found


def killer(
    mutant: Mutant,
    original: Sequence[FunctionType],
    todo: Sequence[Case],
    rules: tuple[str, ...],
    tests: Sequence[str],
    units: Units,
) -> str:
    """In a fork: what notices the mutant; empty when nothing does."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_A_MUTANT, SECONDS_A_MUTANT))
    code = mutant.code
    for function in original:
        function.__code__ = code
    units.forget()
    for case in todo:
        wrong = case.judge(rules)
        if wrong:
            return f"{case.name}: {wrong}"
    if tests:
        import pytest

        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        Rounds.unit = units._make  # type: ignore[method-assign]
        if pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]):
            return "tests"
    return ""


def forked(make: Callable[[], str]) -> tuple[int, int]:
    """Run a function in a fork; its process id and the end to read its answer from."""
    read, write = os.pipe()
    child = os.fork()
    if child:
        os.close(write)
        return child, read
    answer = "error"
    try:
        os.close(read)
        answer = make()
    except BaseException as error:
        answer = f"{type(error).__name__}"
    finally:
        os.write(write, answer.encode()[:4000])
        os._exit(0)


def answer_of(child: int, read: int) -> str:
    """What a fork found; one that died was stopped by the limit of its time."""
    with os.fdopen(read, "rb") as pipe:
        answer = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    return answer if not status else "no end"


def equivalents() -> dict[str, str]:
    """The mutants that do the same as the original, by key, with the reason."""
    with (Path(__file__).parent / "conditions.toml").open("rb") as file:
        return {str(key): str(reason) for reason, keys in tomllib.load(file)["same"].items() for key in keys}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; 1 when a mutant is left over that `conditions.toml` does not know."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", type=Path)
    parser.add_argument("-j", type=int, default=1, dest="jobs")
    parser.add_argument("--only", default="", help="only mutants whose key holds this")
    parser.add_argument("--rules", default=",".join(RULES))
    parser.add_argument("--tests", default="", help="for what the cases leave over")
    parser.add_argument("--killed", action="store_true", help="tell also what killed the others")
    options = parser.parse_args(arguments)
    rules = tuple(options.rules.split(","))
    tests = [str(REPOSITORY / one) for one in options.tests.split(",") if one]
    files = [path.resolve() for path in options.modules] or _modules()
    units = Units()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, units.kept():
        todo = list(marked_cases(rules, Path(folder)))
        for case in todo:
            with traced(files, case.reached):
                wrong = case.judge(rules)
            if wrong:
                print(f"{case.name} is judged wrongly without any mutant: {wrong}", file=sys.stderr)
                return 2
        for case in todo:  # once more without clang
            units.forget()
            begun = time.process_time()
            if case.judge(rules):
                print(f"{case.name} is judged otherwise the second time", file=sys.stderr)
                return 2
            case.seconds = time.process_time() - begun
        print(f"{len(todo)} cases, {time.monotonic() - start:.0f} s", file=sys.stderr)
        functions = functions_of(files)
        gc.collect()
        gc.freeze()
        known = equivalents()
        by_name = {case.name: case for case in todo}
        table: Counter[tuple[str, str]] = Counter()
        running: list[tuple[Mutant, int, int]] = []
        left = 0

        def finish() -> None:
            nonlocal left
            mutant, child, read = running.pop(0)
            answer = answer_of(child, read)
            if (case := by_name.get(answer.partition(": ")[0])) is not None:
                case.kills += 1
            outcome = "killed" if answer else "equivalent" if mutant.key in known else "left"
            if answer and mutant.key in known:
                print(f"conditions.toml is wrong, this one is killed: {mutant.key}")
                outcome, left = "left", left + 1
            table[mutant.file.stem, outcome] += 1
            left += outcome == "left"
            if outcome == "left" or options.killed:
                print(f"{_relative(mutant.file)}:{mutant.lines.start}: {mutant.key}  {answer}", flush=True)

        for file in files:
            for mutant in mutants(file):
                if options.only not in mutant.key:
                    continue
                reached = [c for c in todo if not c.reached.get(str(file), set()).isdisjoint(mutant.lines)]
                reached.sort(key=lambda case: -case.worth)
                while len(running) >= options.jobs:
                    finish()
                original = functions[str(file), mutant.function.name, mutant.code.co_firstlineno]
                child, read = forked(lambda m=mutant, o=original, r=reached: killer(m, o, r, rules, tests, units))  # type: ignore[misc]
                running.append((mutant, child, read))
        while running:
            finish()
    print(f"{'module':32}{'mutants':>9}{'killed':>9}{'same':>9}{'left':>9}")
    for name in [*dict.fromkeys(name for name, _ in table), ""]:
        counts = [
            sum(n for (m, o), n in table.items() if (not name or m == name) and o == what)
            for what in ("killed", "equivalent", "left")
        ]
        print(f"{name or 'all':32}{sum(counts):9}" + "".join(f"{count:9}" for count in counts))
    print(f"{time.monotonic() - start:.0f} s", file=sys.stderr)
    return 1 if left else 0


def _modules() -> list[Path]:
    own = {type(rule).__module__.rpartition(".")[2] for rule in cases.registry().rules if rule.meta.id in RULES}
    return [
        *(REPOSITORY / "rules" / f"{name}.py" for name in sorted(own)),
        *(REPOSITORY / "hygon_lint" / "analysis" / f"{name}.py" for name in ANALYSES),
    ]


def _relative(file: Path) -> str:
    return file.relative_to(REPOSITORY).as_posix() if file.is_relative_to(REPOSITORY) else str(file)


if __name__ == "__main__":
    sys.exit(main())

"""A mutation fuzzer: breaks sources and expects the analysis to survive, to stay in the file, and to end.

python fuzz/mutate.py [--seconds N | --count N] [--seed N] [-j N] [--keep DIR] PATH...

Each mutant is analysed in an expendable worker. What counts as a fault: a worker that dies, one that takes more than
10 s of processor time, an internal error, a rule that raises, a place outside of the file. Each 200 mutants make one
report with the project's rules; every format must take it and be what it claims. Mutants with a fault are kept in DIR,
to become tests. The same seed makes the same mutants.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from hygon_lint import engine
from hygon_lint import report as formats
from hygon_lint.discovery import is_source
from hygon_lint.finding import FileResult, Place
from hygon_lint.frontend.decode import DecodeError, decode
from hygon_lint.frontend.prelude import Prelude
from hygon_lint.job import Context, Failure, Job, MapStep, analyse
from hygon_lint.model.arches import known_arches
from hygon_lint.pool import Limits, Pool
from hygon_lint.registry import load_rules
from hygon_lint.report.options import Options

SECONDS_A_MUTANT = 10.0  # of processor time
PATIENCE = 120.0  # of wall time, where the machine has other things to do
BATCH = 200

_TOKEN = re.compile(rb"[A-Za-z_]\w*|\d[\w.']*|\s+|[^\w\s]")
_DIRECTIVES = (b"#if 1", b"#if 0", b"#else", b"#endif", b"#ifdef __gfx938__", b"#elif X", b"#define A(", b"#define f f",
               b"#undef A", b"#include \"x.h\"", b"#line 7 \"y\"", b"#error no", b"#", b"#if defined(")  # fmt: skip
_BITS = (b"{", b"}", b"(", b")", b"[", b"]", b"<", b">", b";", b"/*", b"*/", b"//", b'"', b"'", b"\\\n", b'R"(', b"\0",
         b"::", b"\xff", b"\r", b"<<<", b">>>", b"template<", b"//NOLINT(", b"static_assert(", b"0x", b"\xe4\xb8\xad",
         b"?", b":")  # fmt: skip
_NESTS = ((b"(", b")"), (b"{", b"}"), (b"[", b"]"), (b"if(1){", b"}"), (b"-", b""), (b"f(", b")"),
          (b"#if 1\n", b"#endif\n"), (b"a<", b">"), (b"x?", b":1"), (b"*", b""))  # fmt: skip

Mutator = Callable[[random.Random, bytes, bytes], bytes]


def flip_bytes(choice: random.Random, text: bytes, other: bytes) -> bytes:  # noqa: ARG001 - a mutator
    """Some bytes become others."""
    data = bytearray(text)
    for _ in range(choice.randint(1, 20)):
        if data:
            data[choice.randrange(len(data))] = choice.randrange(256)
    return bytes(data)


def shuffle_tokens(choice: random.Random, text: bytes, other: bytes) -> bytes:  # noqa: ARG001
    """Tokens are dropped, doubled and exchanged."""
    tokens = _TOKEN.findall(text)
    for _ in range(choice.randint(1, 30)):
        if len(tokens) < 2:
            break
        one, two = choice.randrange(len(tokens)), choice.randrange(len(tokens))
        kind = choice.randrange(3)
        if kind == 0:
            del tokens[one]
        elif kind == 1:
            tokens.insert(one, tokens[two])
        else:
            tokens[one], tokens[two] = tokens[two], tokens[one]
    return b"".join(tokens)


def insert_bits(choice: random.Random, text: bytes, other: bytes) -> bytes:  # noqa: ARG001
    """Brackets, quotes, comment marks and the like appear anywhere."""
    for _ in range(choice.randint(1, 15)):
        at = choice.randint(0, len(text))
        text = text[:at] + choice.choice(_BITS) + text[at:]
    return text


def break_conditions(choice: random.Random, text: bytes, other: bytes) -> bytes:  # noqa: ARG001
    """Preprocessor lines come and go."""
    lines = text.split(b"\n")
    for _ in range(choice.randint(1, 12)):
        at = choice.randint(0, len(lines))
        if choice.random() < 0.3 and lines:
            del lines[min(at, len(lines) - 1)]
        else:
            lines.insert(at, choice.choice(_DIRECTIVES))
    return b"\n".join(lines)


def nest(choice: random.Random, text: bytes, other: bytes) -> bytes:  # noqa: ARG001
    """Something is nested deeply, with or without an end."""
    opening, closing = choice.choice(_NESTS)
    depth = choice.choice((50, 500, 2_000, 10_000))
    at = choice.randint(0, len(text))
    rest = closing * depth if choice.random() < 0.6 else b""
    return text[:at] + b"\n" + opening * depth + b"1" + rest + b"\n" + text[at:]


def splice(choice: random.Random, text: bytes, other: bytes) -> bytes:
    """The head of one file and the tail of another."""
    return text[: choice.randint(0, len(text))] + other[choice.randint(0, len(other)) :]


MUTATORS: tuple[Mutator, ...] = (flip_bytes, shuffle_tokens, insert_bits, break_conditions, nest, splice)


def mutants(seeds: Sequence[tuple[str, bytes]], seed: int) -> Iterator[Job]:
    """Endless mutants; the n-th is the same for the same seed and sources."""
    number = 0
    while True:
        choice = random.Random(f"{seed}/{number}")
        name, text = choice.choice(seeds)
        for _ in range(choice.randint(1, 3)):
            text = choice.choice(MUTATORS)(choice, text, choice.choice(seeds)[1])
        yield Job(name=f"{number}/{name}", path="", data=text[: 1 << 20])
        number += 1


def objections(job: Job, result: FileResult | Failure) -> list[str]:
    """What is wrong with what came of a mutant."""
    if isinstance(result, Failure):
        return [result.reason]
    wrong = [result.error] if "internal error" in result.error else []
    wrong += [f"{rule}: {reason}" for rule, reason in result.rule_errors]
    assert job.data is not None
    try:
        source = decode(job.name, job.data)
    except DecodeError:
        return wrong
    last = source.line_count
    for finding in result.findings:
        places = [finding.place, *(step.place for step in (*finding.related, *finding.flow))]
        places += [edit.place for edit in finding.fix.edits] if finding.fix else []
        for place in places:
            if place.path == job.name and not _inside(place, last, source.line_text(place.line)):
                wrong.append(f"{finding.rule}: a place outside of the file: {place}")
    for spot in result.blind:
        if not 1 <= spot.line <= spot.end_line <= last:
            wrong.append(f"a blind spot outside of the file: {spot}")
    return wrong


def _inside(place: Place, last: int, line: str) -> bool:
    ordered = (place.line, place.column) <= (place.end_line, place.end_column)
    return ordered and 1 <= place.line <= place.end_line <= last and 1 <= place.column <= len(line) + 1


def context() -> Context:
    """All rules, all arches, no project around."""
    known = known_arches()
    rules = tuple(load_rules(entry_points=False).rules)
    prelude = Prelude.of_indexes(())
    return Context(rules=rules, arches=tuple(known.values()), known=tuple(known), prelude=prelude, full_coverage=True)


def measured(job: Job, shared: Context) -> tuple[FileResult, float]:
    """The result of a mutant and the processor time it took, in seconds."""
    started = time.process_time()
    return analyse(job, shared), time.process_time() - started


def run(jobs: Sequence[Job], mapper: MapStep, shared: Context) -> Iterator[tuple[Job, list[str]]]:
    """The objections to each job, and under the name "report" those to the report on all of them."""
    results: list[FileResult] = []
    for job, answer in mapper(measured, jobs, shared):
        if isinstance(answer, Failure):
            yield job, objections(job, answer)
            results.append(FileResult(path=job.name, error=answer.reason))
            continue
        result, seconds = answer
        slow = [f"took {seconds:.0f} s"] if seconds > SECONDS_A_MUTANT else []
        yield job, objections(job, result) + slow
        results.append(result)
    yield Job(name="report", path=""), report_objections(jobs, results)


def report_objections(jobs: Sequence[Job], results: Sequence[FileResult]) -> list[str]:
    """What is wrong with the report on some mutants, in every format."""
    root = "/mutants"
    texts = {f"{root}/{job.name}": job.data or b"" for job in jobs}
    settings = engine.Settings(paths=tuple(texts), cwd=root, root=root, contents=texts, whole_project=False)
    try:
        made = engine.run_reduce(settings, load_rules(entry_points=False), results)
    except Exception as error:
        return [f"no report: {error!r}"]
    wrong = [f"{error.rule}: {error.reason}" for error in made.errors if error.rule and not error.path]
    for name in formats.FORMATS:
        try:
            text = formats.render(name, made, Options())
            text.encode("utf-8")
            check(name, text)
        except Exception as error:
            wrong.append(f"{name}: {error!r}")
    return wrong


@lru_cache(maxsize=1)
def contract() -> Any:
    """The schema of the JSON report."""
    import jsonschema

    text = resources.files("hygon_lint.report").joinpath("report.schema.json").read_text("utf-8")
    return jsonschema.Draft202012Validator(json.loads(text))


def check(name: str, text: str) -> None:
    """Raises where a report is not what its format claims."""
    if name in ("json", "sarif", "gitlab", "rdjson"):
        value = json.loads(text)
        if name == "json":
            contract().validate(value)
    elif name == "jsonl":
        for line in text.splitlines():
            json.loads(line)
    elif name == "junit":
        ElementTree.fromstring(text)
    forbidden = [character for character in text if character < " " and character not in "\n\r\t"]
    if forbidden:
        raise ValueError(f"control character {forbidden[0]!r}")


def sources(paths: Sequence[Path]) -> list[tuple[str, bytes]]:
    """The files to start from."""
    files = [file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*")))]
    return [(file.name, file.read_bytes()) for file in files if file.is_file() and is_source(file.name)]


def main(arguments: Any) -> int:
    """Run the fuzzer; 1 when something was found."""
    seeds = sources(arguments.paths)
    if not seeds:
        sys.exit("no C++/HIP files there")
    endless = mutants(seeds, arguments.seed)
    pool = Pool(arguments.jobs, Limits(seconds=PATIENCE))
    shared = context()
    started, done, found = time.monotonic(), 0, Counter[str]()
    while done < arguments.count if arguments.count else time.monotonic() - started < arguments.seconds:
        size = min(BATCH, arguments.count - done) if arguments.count else BATCH
        done += size
        for job, wrong in run([next(endless) for _ in range(size)], pool, shared):
            for reason in wrong:
                found[re.sub(r"\d+", "N", reason)[:160]] += 1
                print(f"{job.name}: {reason}", flush=True)
            if wrong and arguments.keep and job.data is not None:
                arguments.keep.mkdir(parents=True, exist_ok=True)
                (arguments.keep / job.name.replace("/", "-")).write_bytes(job.data)
        print(f"{done} mutants, {found.total()} faults", file=sys.stderr, flush=True)
    print(f"{done} mutants in {time.monotonic() - started:.0f} s, {found.total()} faults")
    for reason, count in found.most_common():
        print(f"{count:>6}  {reason}")
    return 1 if found else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path)
    sys.exit(main(parser.parse_args()))

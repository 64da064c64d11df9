"""Verdicts must not hang on what does not matter: rewrites sources and compares the findings.

python fuzz/metamorphic.py [--only NAME,...] [--shard K/N] PATH...

Every PATH is a file, a folder that is one project, or with --each a folder of such. Each project is scanned as it is
and after each rewriting (see `rewrite.py`); a finding that appears, vanishes, or changes its confidence is told. After
`anonymous`, rules that say they rest on names may lose findings.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import rewrite

from hygon_lint import engine
from hygon_lint.discovery import is_source
from hygon_lint.finding import Confidence
from hygon_lint.frontend.decode import DecodeError, decode
from hygon_lint.frontend.source import SourceText
from hygon_lint.frontend.syntax import parse
from hygon_lint.registry import Registry, load_rules

ANONYMOUS = "anonymous"
NAMES = (*rewrite.EXACT, ANONYMOUS)


class Verdict(NamedTuple):
    """A finding as far as a rewriting must keep it. `line` is that of the original."""

    rule: str
    path: str
    line: int
    confidence: str


class Difference(NamedTuple):
    """What a rewriting of a project changed."""

    project: str
    rewriting: str
    lost: tuple[Verdict, ...]
    gained: tuple[Verdict, ...]

    def __str__(self) -> str:
        words = [f"-{v.path}:{v.line} {v.rule} {v.confidence}" for v in self.lost]
        words += [f"+{v.path}:{v.line} {v.rule} {v.confidence}" for v in self.gained]
        return f"{self.project}: {self.rewriting}: " + ", ".join(words)


class Project:
    """Sources that belong together: those that are rewritten, and what stands beside them (build files)."""

    def __init__(self, path: Path, registry: Registry) -> None:
        self.name = "/".join(path.parts[-2:])
        self.registry = registry
        self.files: rewrite.Files = {}
        self.others: dict[str, bytes] = {}
        root = path if path.is_dir() else path.parent
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.is_file():
                self._add(file.relative_to(root).as_posix(), file.read_bytes())
        self.before = self._scan({name: _as_is(name, file) for name, file in self.files.items()})

    def _add(self, name: str, data: bytes) -> None:
        if is_source(name):
            try:
                source = decode(name, data)
            except DecodeError:
                source = None
            if source is not None and source.data == data:  # other encodings would have to be written back
                self.files[name] = parse(source)
                return
        self.others[name] = data

    def difference(self, name: str) -> Difference | None:
        """What the rewriting changed; None when nothing that it must not."""
        rewriting = rewrite.ANONYMOUS if name == ANONYMOUS else rewrite.EXACT[name]
        texts = rewriting(self.files)
        if {key: bytes(text.data) for key, text in texts.items()} == {
            key: file.source.data for key, file in self.files.items()
        }:
            return None
        after = self._scan(texts)
        lost, gained = self.before - after, after - self.before
        if name == ANONYMOUS:
            lost, gained = self._by_names(lost), self._by_names(gained)
        if not lost and not gained:
            return None
        return Difference(self.name, name, tuple(sorted(lost.elements())), tuple(sorted(gained.elements())))

    def _by_names(self, verdicts: Counter[Verdict]) -> Counter[Verdict]:
        resting = {rule.meta.id for rule in self.registry.rules if rule.meta.rests_on_names}
        return Counter({verdict: count for verdict, count in verdicts.items() if verdict.rule not in resting})

    def _scan(self, texts: rewrite.Texts) -> Counter[Verdict]:
        with tempfile.TemporaryDirectory() as folder:
            for name, data in [*((n, bytes(t.data)) for n, t in texts.items()), *self.others.items()]:
                file = Path(folder, name)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
            settings = engine.Settings(
                paths=(folder,),
                cwd=folder,
                root=folder,
                min_confidence=Confidence.LOW,
                suppressions=False,
                preview=True,
                allow_empty=True,
            )
            report = engine.run(settings, self.registry)
        if report.errors:
            raise RuntimeError(f"{self.name}: {report.errors[0].path}: {report.errors[0].reason}")
        verdicts: Counter[Verdict] = Counter()
        for finding in report.findings:
            place = finding.place
            path, line = place.path, place.line
            text = texts.get(path)
            if text is not None:
                written = SourceText(path, bytes(text.data))
                path = text.origin
                line = self.files[path].source.line_of(text.old(written.offset(place.line, place.column)))
            verdicts[Verdict(finding.rule, path, line, finding.confidence.value)] += 1
        return verdicts


def _as_is(name: str, file: Any) -> rewrite.Text:
    return rewrite.edited(name, file, ())


def projects(paths: Sequence[Path], *, each: bool) -> list[Path]:
    """The projects that paths stand for."""
    if not each:
        return list(paths)
    return [one for path in paths for one in sorted(path.iterdir()) if one.is_dir() or is_source(one.name)]


def compare(paths: Sequence[Path], names: Sequence[str], registry: Registry) -> Iterator[Difference]:
    """The differences that the rewritings make to the projects."""
    for number, path in enumerate(paths, 1):
        if number % 20 == 0:
            print(f"{number} of {len(paths)} projects", file=sys.stderr)
        project = Project(path, registry)
        for name in names:
            difference = project.difference(name)
            if difference is not None:
                yield difference


def main(arguments: argparse.Namespace) -> int:
    """Compare; 1 when a verdict changed."""
    names = arguments.only.split(",") if arguments.only else NAMES
    part, parts = (int(number) for number in arguments.shard.split("/"))
    chosen = projects(arguments.paths, each=arguments.each)[part - 1 :: parts]
    started, found = time.monotonic(), 0
    counts: Counter[str] = Counter()
    for difference in compare(chosen, names, load_rules(entry_points=False)):
        print(difference, flush=True)
        counts[difference.rewriting] += 1
        found += 1
    print(f"{len(chosen)} projects, {len(names)} rewritings, {time.monotonic() - started:.0f} s, {found} differences")
    for name, count in counts.most_common():
        print(f"{count:>6}  {name}")
    return 1 if found else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--each", action="store_true", help="each entry of the folders is a project")
    parser.add_argument("--only", default="", help=f"some of {', '.join(NAMES)}")
    parser.add_argument("--shard", default="1/1", metavar="K/N")
    sys.exit(main(parser.parse_args()))

"""What a checkout's git says has changed: the only module that runs git.

git is asked with everything switched off that could make it run a program the checkout names (hooks, monitors,
external diffs, filters, lazy fetches), and only ever to read.
"""

from __future__ import annotations

import os
import re
import subprocess
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hygon_lint.discovery import printable
from hygon_lint.errors import UsageError
from hygon_lint.finding import Finding, Place

_QUIET = (
    "safe.bareRepository=explicit",  # a folder of the checkout that looks like a repository is none
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "core.quotePath=false",
    "core.pager=cat",
    "protocol.allow=never",
    "diff.noprefix=false",
    "diff.mnemonicPrefix=false",
    "diff.ignoreSubmodules=none",
)
_HUNK = re.compile(rb"@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@")
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)")
_PLAIN = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}


@dataclass(frozen=True, slots=True)
class Lines:
    """Changed lines of one file, as sorted ranges; `whole` means every line."""

    ranges: tuple[tuple[int, int], ...] = ()
    whole: bool = False

    def touch(self, place: Place) -> bool:
        """Whether any line of a place has changed."""
        if self.whole:
            return True
        at = bisect_left(self.ranges, (place.line, 0))
        if at > 0 and self.ranges[at - 1][1] >= place.line:
            return True
        return at < len(self.ranges) and self.ranges[at][0] <= place.end_line


@dataclass(slots=True)
class Changes:
    """What differs from a revision (or is staged). Paths are printable and relative to the scan root."""

    since: str
    lines: dict[str, Lines] = field(default_factory=dict)
    folders: tuple[str, ...] = ()  # submodules that changed as a whole
    renamed: dict[str, str] = field(default_factory=dict)  # new path -> old path
    contents: dict[str, bytes] = field(default_factory=dict)  # absolute path -> staged text, where it differs on disk
    notes: tuple[str, ...] = ()

    def touch(self, place: Place) -> bool:
        """Whether any line of a place has changed."""
        lines = self.lines.get(place.path)
        if lines is not None:
            return lines.touch(place)
        return any(place.path.startswith(f"{folder}/") for folder in self.folders)

    def concern(self, finding: Finding) -> bool:
        """Whether a finding stands on changed lines, or one of its causes does."""
        places = [finding.place, *(step.place for step in (*finding.related, *finding.flow))]
        return any(self.touch(place) for place in places)


def since(revision: str, root: str) -> Changes:
    """What the working tree has that the branch point with `revision` has not, untracked files included."""
    git = _Git(root)
    commit = git.commit(revision)
    notes: list[str] = []
    base = git.try_text("merge-base", commit, "HEAD").strip()
    if not base:
        base = commit
        notes.append(f"no common ancestor with {revision} is known (a shallow clone?); compared with it directly")
    untracked = git.text("ls-files", "--others", "--exclude-standard", "-z", "--full-name").split("\0")
    return git.changes([base], revision, untracked=[name for name in untracked if name], notes=notes)


def staged(root: str) -> Changes:
    """What is in the index and not in the last commit; files that differ on disk are read from the index."""
    git = _Git(root)
    head = git.try_text("rev-parse", "--verify", "--quiet", "HEAD^{commit}").strip()
    changes = git.changes(["--cached", head or git.empty_tree()], "index")
    differing = git.text("diff-files", "--name-only", "-z").split("\0")
    for name in filter(None, differing):
        path = git.inside(name)
        if path is not None and path in changes.lines:
            content = git.try_bytes("cat-file", "blob", f":{name}")
            if content is not None:
                changes.contents[str(Path(git.top, name))] = content
    return changes


class _Git:
    """git in the checkout around a folder."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._off: dict[str, str] = {}  # settings that are overruled
        self.top = root
        top = self._run(["rev-parse", "--show-toplevel"])
        if top.returncode != 0:
            raise UsageError(f"{root}: {_reason(top.stderr, 'is not in a git work tree')}")
        self.top = os.fsdecode(top.stdout.removesuffix(b"\n"))
        # Filters of this checkout's own configuration (and of what that includes) would be run on what is compared.
        asked = ("config", "--includes", "--show-scope", "--name-only", "-z", "--get-regexp", r"^filter\.")
        parts = iter(self.try_text(*asked).split("\0"))
        for scope, name in zip(parts, parts, strict=False):
            if scope in ("local", "worktree"):
                self._off[name] = "false" if name.endswith(".required") else ""

    def _run(self, words: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
        quiet = [word for option in _QUIET for word in ("-c", option)]
        kept = {key: value for key, value in os.environ.items() if not _steers(key)}
        environment = {**kept, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1"}
        environment["GIT_TERMINAL_PROMPT"] = "0"
        environment["GIT_CONFIG_COUNT"] = str(len(self._off))
        for number, (key, value) in enumerate(self._off.items()):  # not by -c: a name may hold a `=`
            environment[f"GIT_CONFIG_KEY_{number}"], environment[f"GIT_CONFIG_VALUE_{number}"] = key, value
        command = ["git", *quiet, "-C", self.top, *words]
        try:
            return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        except FileNotFoundError as error:
            raise UsageError("git is not installed") from error

    def raw(self, *words: str) -> bytes:
        """The output; a failure is a usage error."""
        done = self._run(words)
        if done.returncode != 0:
            raise UsageError(f"git {words[0]}: {_reason(done.stderr, 'failed')}")
        return done.stdout

    def try_bytes(self, *words: str) -> bytes | None:
        """The output, or None when git fails."""
        done = self._run(words)
        return done.stdout if done.returncode == 0 else None

    def text(self, *words: str) -> str:
        """The output as text; file names survive."""
        return os.fsdecode(self.raw(*words))

    def try_text(self, *words: str) -> str:
        """The output as text, nothing when git fails."""
        return os.fsdecode(self.try_bytes(*words) or b"")

    def commit(self, revision: str) -> str:
        """The commit that a revision names."""
        asked = ("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        found = "" if revision.startswith("-") else self.try_text(*asked).strip()
        if not found:
            shallow = self.try_text("rev-parse", "--is-shallow-repository").strip() == "true"
            hint = "; this clone is shallow: fetch it first" if shallow else ""
            raise UsageError(f'unknown revision "{revision}"{hint}')
        return found

    def empty_tree(self) -> str:
        """The tree without files, for a repository without commits."""
        return self.text("hash-object", "-t", "tree", os.devnull).strip()

    def inside(self, name: str) -> str | None:
        """A name of git's as a printable path below the scan root, None outside of it."""
        relative = os.path.relpath(Path(self.top, name), self.root)
        return None if relative.startswith("..") else printable(relative)

    def changes(
        self, compared: list[str], since: str, untracked: Iterable[str] = (), notes: Sequence[str] = ()
    ) -> Changes:
        """The outcome of one comparison."""
        common = ["--find-renames", "--no-ext-diff", "--no-textconv", "--no-color"]
        result = Changes(since, notes=tuple(notes))
        raw = iter(self.text("diff", "--raw", "-z", *common, *compared).split("\0"))
        folders = []
        for head in raw:
            if not head.startswith(":"):
                continue
            old_mode, new_mode, _, _, status = head[1:].split(" ")
            old = next(raw)
            new = next(raw) if status[0] in "RC" else old
            path = self.inside(new)
            if path is None or status[0] == "D":
                continue
            if "160000" in (old_mode, new_mode):
                folders.append(path)
                continue
            result.lines[path] = Lines(whole=status[0] == "A")
            before = self.inside(old)
            if status[0] == "R" and before is not None:
                result.renamed[path] = before
        result.folders = tuple(folders)
        patch = self.raw("diff", "--unified=0", "--src-prefix=a/", "--dst-prefix=b/", *common, *compared)
        for quoted, ranges in hunks(patch).items():
            path = self.inside(os.fsdecode(quoted))
            if path is not None and path in result.lines and not result.lines[path].whole:
                result.lines[path] = Lines(ranges)
        for path in map(self.inside, untracked):
            if path is not None:
                result.lines[path] = Lines(whole=True)
        return result


def hunks(patch: bytes) -> Mapping[bytes, tuple[tuple[int, int], ...]]:
    """New-side line ranges by file, from a patch without context. Where lines went, both neighbours count."""
    found: dict[bytes, list[tuple[int, int]]] = {}
    ranges: list[tuple[int, int]] | None = None
    to_pass = 0  # lines of the hunk's body still to come: they may look like anything
    for line in patch.split(b"\n"):
        if to_pass > 0 and line[:1] in (b"+", b"-"):
            to_pass -= 1
        elif line.startswith(b"+++ "):
            name = _unquoted(line[4:])
            ranges = found.setdefault(name[2:], []) if name.startswith(b"b/") else None
        elif line.startswith(b"@@ "):
            match = _HUNK.match(line)
            if match is None:
                continue
            start, count = int(match[1]), int(match[2] if match[2] is not None else 1)
            to_pass = count + _old_count(line)
            if ranges is not None:
                ranges.append((start, start + count - 1) if count else (start, start + 1))
    return {name: tuple(sorted(lines)) for name, lines in found.items()}


def _old_count(line: bytes) -> int:
    match = re.match(rb"@@ -\d+(?:,(\d+))?", line)
    return int(match[1]) if match and match[1] is not None else 1


def _unquoted(name: bytes) -> bytes:
    """A file name of a patch header: git quotes odd ones like C, and ends others with a tab where they hold blanks."""
    if not name.startswith(b'"'):
        return name.rstrip(b"\t\r") if name.endswith(b"\t") else name

    def plain(match: re.Match[bytes]) -> bytes:
        code = match[1]
        return bytes([int(code, 8) & 0xFF]) if len(code) == 3 else _PLAIN.get(code, code)

    return _ESCAPE.sub(plain, name.strip()[1:-1])


def _steers(variable: str) -> bool:
    """Whether an environment variable would make git look elsewhere or run something."""
    kept = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES")
    return variable.startswith("GIT_") and variable not in kept


def _reason(stderr: bytes, otherwise: str) -> str:
    """The first line git said, without its own prefix."""
    lines = stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[0].removeprefix("fatal: ").removeprefix("error: ") if lines else otherwise

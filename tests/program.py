"""Running the program as a user does, and a checkout with one known fault of a rule that tests bring themselves."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

FAULT = "int fault;\n"
CLEAN = "int fine;\n"

TOOL = Path(sys.executable).parent / "hygon-lint"
"""The program as installed. (`python -m` lets the working directory shadow modules.)"""

RULE = '''
from hygon_lint.finding import Confidence, Edit, Fix, Severity, Text
from hygon_lint.frontend.source import Span
from hygon_lint.rule import Doc, Meta, Rule

WORD = Text(en="the word fault", zh="单词 fault")

class FaultWord(Rule):
    """Reports the word `fault`: an error, `doubt` with low confidence, `remark` as a note."""

    meta = Meta(id="TST001", name="fault-word", summary=WORD, severity=Severity.ERROR, items=("MLS-1",))
    doc = Doc(what=WORD, why=WORD, fix=WORD)

    def visit_file(self, file):
        words = {b"fault": {}, b"doubt": {"confidence": Confidence.LOW}, b"remark": {"severity": Severity.NOTE}}
        for word, level in words.items():
            start = file.lexed.code.find(word)
            while start >= 0:
                place = file.source.place(Span(start, start + len(word)))
                fix = Fix(safe=word != b"doubt", edits=(Edit(place, "fine"),), message=WORD)
                yield self.at(place, WORD, source=file.source, fix=fix, **level)
                start = file.lexed.code.find(word, start + 1)
'''


@dataclass(frozen=True)
class Done:
    """What a run of the program left."""

    code: int
    out: str
    err: str


def hygon_lint(*words: str | Path, cwd: Path, env: dict[str, str] | None = None, stdin: bytes | None = None) -> Done:
    """Run the program in a process of its own."""
    surroundings = {key: value for key, value in os.environ.items() if key not in ("CI", "NO_COLOR", "FORCE_COLOR")}
    surroundings.update({"XDG_CACHE_HOME": str(cwd / ".cache"), **(env or {})})
    run = subprocess.run(
        [str(TOOL), *map(str, words)],
        cwd=cwd,
        env=surroundings,
        input=stdin or b"",
        capture_output=True,
        check=False,
        timeout=120,
    )
    return Done(run.returncode, run.stdout.decode("utf-8"), run.stderr.decode("utf-8"))


def rules_dir(folder: Path) -> Path:
    """A folder with the rule TST001."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fault_word.py").write_text(RULE, encoding="utf-8")
    return folder

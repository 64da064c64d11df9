"""`hygon-lint audit` from the command line to its exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from program import hygon_lint

from hygon_lint.cli import run

RULE = """\
from hygon_lint.finding import Place, Severity, Text
from hygon_lint.rule import Doc, Meta, Rule


class Marked(Rule):
    meta = Meta(
        id="LOCAL1",
        name="marked",
        summary=Text("a marked line", "带标记的行"),
        severity=Severity.ERROR,
        items=("MLS-1", "DEBT-Q2"),
        triggers=("srsrc",),
    )
    doc = Doc(what=Text("w", "w"), why=Text("y", "y"), fix=Text("f", "f"))

    def visit_file(self, file):
        for number, line in enumerate(file.source.data.decode().splitlines(), 1):
            if "BAD" in line:
                yield self.at(Place(file.source.path, number, 1, number, 2), Text("bad", "坏"), source=file.source)
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "marked.py").write_text(RULE, encoding="utf-8")
    root = tmp_path / "checkout"
    root.mkdir()
    (root / "a.hip").write_text("__device__ void f() { int srsrc; }  // BAD\n", encoding="utf-8")
    monkeypatch.chdir(root)
    return root


def audit(*words: str) -> int:
    return run(["audit", "-j1", "--rules-dir", "../rules", *words])


def states(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    return {item["id"]: item["state"] for item in json.loads(capsys.readouterr().out)["items"]}


@pytest.mark.usefixtures("checkout")
def test_open_undecided_and_not_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit("--format", "json", "--select", "LOCAL1") == 0
    found = states(capsys)
    assert (found["MLS-1"], found["DEBT-Q2"], found["DEBT-6"]) == ("open", "undecided", "not-checked")


def test_clear_when_mended_and_not_present_without_such_code(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / "a.hip").write_text("__device__ void f() { int srsrc; }\n", encoding="utf-8")
    assert audit("--format", "json", "--fail-on", "open") == 0
    assert states(capsys)["MLS-1"] == "clear"
    (checkout / "a.hip").write_text("__device__ void f() { int other; }\n", encoding="utf-8")
    assert audit("--format", "json") == 0
    assert states(capsys)["MLS-1"] == "not-present"


@pytest.mark.usefixtures("checkout")
def test_open_items_fail_only_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit() == 0
    assert audit("--fail-on", "open") == 1
    assert audit("--fail-on", "new") == 1
    assert "MLS-1" in capsys.readouterr().out


def test_what_could_not_be_read_outranks_open_items(checkout: Path) -> None:
    (checkout / "b.hip").write_bytes(b"int x = '\xff\xfe\xff';\n\x81")
    assert audit("--fail-on", "open") == 3
    assert audit("--fail-on", "open", "--allow-partial") == 1


def test_progress_since_a_baseline(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["baseline", "create", "--rules-dir", "../rules", "-j1"]) == 0
    (checkout / "a.hip").write_text("void f() { int srsrc; }\n", encoding="utf-8")
    (checkout / "b.hip").write_text("void g() { int srsrc; int x; }  // BAD\n", encoding="utf-8")
    capsys.readouterr()
    assert audit("--since", ".hygon-lint-baseline.json", "--format", "json", "--fail-on", "new") == 1
    data = json.loads(capsys.readouterr().out)
    item = next(item for item in data["items"] if item["id"] == "MLS-1")
    assert data["since"] == ".hygon-lint-baseline.json"
    assert item["progress"] == {"new": 1, "known": 0, "gone": 1}
    assert audit("--since", "x.json", "--baseline", "y.json") == 2
    assert "--since names a baseline" in capsys.readouterr().err


def test_several_reports_at_once(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit("--format", "text", "--format", "markdown=a.md", "--format", "json=a.json", "--lang", "zh") == 0
    assert "未修复" in capsys.readouterr().out
    assert (checkout / "a.md").read_text(encoding="utf-8").startswith("# 审计报告\n")
    assert json.loads((checkout / "a.json").read_text(encoding="utf-8"))["summary"]["open"] == 1


@pytest.mark.usefixtures("checkout")
def test_mistakes_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit("--format", "markdwon") == 2
    assert 'did you mean "markdown"' in capsys.readouterr().err
    assert audit("nowhere") == 2


def test_asserts_that_active_ones_supersede_are_counted_apart(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text(
        "template <int kRows, int kCols>\nstruct Tile {\n"
        "    // static_assert(kRows % 16 == 0);\n"
        "    static_assert(kRows % 32 == 0);\n"
        "    // static_assert(kCols % 8 == 0);\n"
        "};\n"
    )
    done = hygon_lint("audit", "--format", "json", "--isolated", "--no-cache", "-j1", cwd=tmp_path)
    item = next(i for i in json.loads(done.out)["items"] if i["counts"])
    assert item["superseded"] == {"a.h": 1}
    assert [(entry["path"], entry["now"]) for entry in item["counts"]] == [("a.h", 1)]
    text = hygon_lint("audit", "--isolated", "--no-cache", "-j1", "--lang", "zh", cwd=tmp_path).out
    assert "另有 1 处（1 个文件）已被现有断言取代" in "".join(line.strip() for line in text.splitlines())

"""Rules are loaded from three places, and selected by id, prefix, name or alias."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from program import hygon_lint

from hygon_lint.errors import UsageError
from hygon_lint.finding import Severity, Text
from hygon_lint.registry import Registry, load_rules
from hygon_lint.rule import Meta, Rule

WORD = Text(en="what", zh="什么")


def rule(rule_id: str, name: str, *, aliases: tuple[str, ...] = (), preview: bool = False) -> Rule:
    meta = Meta(
        id=rule_id, name=name, summary=WORD, severity=Severity.NOTE, items=("X",), aliases=aliases, preview=preview
    )
    return type(name, (Rule,), {"meta": meta})()  # type: ignore[no-any-return]


REGISTRY = Registry(
    [
        rule("HYG101", "one", aliases=("uno",)),
        rule("HYG102", "two"),
        rule("HYG201", "three"),
        rule("HYG202", "new", preview=True),
    ]
)


def ids(*select: str, ignore: tuple[str, ...] = (), preview: bool = False) -> list[str]:
    return [r.meta.id for r in REGISTRY.enabled(select, ignore, preview=preview)]


def test_all_stable_rules_are_on() -> None:
    assert ids() == ["HYG101", "HYG102", "HYG201"]
    assert ids(preview=True) == ["HYG101", "HYG102", "HYG201", "HYG202"]


def test_words_may_be_ids_prefixes_names_and_aliases_in_any_case() -> None:
    assert ids("HYG1") == ["HYG101", "HYG102"]
    assert ids("hyg102", "UNO") == ["HYG101", "HYG102"]
    assert ids("three") == ["HYG201"]


def test_the_more_specific_word_wins_and_ignore_wins_a_tie() -> None:
    assert ids(ignore=("HYG1",)) == ["HYG201"]
    assert ids("HYG101", "HYG2", ignore=("HYG1",)) == ["HYG101", "HYG201"]
    assert ids("HYG1", ignore=("HYG101",)) == ["HYG102"]
    assert ids("HYG1", ignore=("HYG1",)) == []


def test_a_preview_rule_needs_its_own_name() -> None:
    assert ids("HYG2") == ["HYG201"]
    assert ids("HYG202") == ["HYG202"]
    assert ids("new") == ["HYG202"]


def test_an_unknown_word_names_the_nearest() -> None:
    with pytest.raises(UsageError, match=r'unknown rule "HYG10I"; did you mean "HYG10[12]"'):
        ids("HYG10I")
    with pytest.raises(UsageError, match='unknown rule "thre"; did you mean "three"'):
        ids(ignore=("thre",))


LOCAL = '''
from hygon_lint.finding import Severity, Text
from hygon_lint.rule import Doc, Meta, Rule

WORD = Text(en="local", zh="本地")

class Local(Rule):
    """A local rule."""

    meta = Meta(id="{id}", name="local", summary=WORD, severity=Severity.NOTE, items=())
    doc = Doc(what=WORD, why=WORD, fix=WORD)
'''


def test_a_named_folder_adds_its_rules(tmp_path: Path) -> None:
    (tmp_path / "local.py").write_text(LOCAL.format(id="LOC001"), encoding="utf-8")
    (tmp_path / "_helper.py").write_text("raise SystemExit", encoding="utf-8")
    assert load_rules([tmp_path]).find("loc001") is not None


def test_mistakes_in_a_named_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        load_rules([tmp_path / "nope"])
    (tmp_path / "local.py").write_text("import no_such_module", encoding="utf-8")
    with pytest.raises(UsageError, match=r"local\.py could not be loaded: ModuleNotFoundError"):
        load_rules([tmp_path])
    (tmp_path / "local.py").write_text(LOCAL.format(id="HYG001"), encoding="utf-8")
    with pytest.raises(UsageError, match='two rules are called "HYG001"'):
        load_rules([tmp_path])


def install(site: Path, point: str) -> None:
    """A package with an entry point, as pip would leave it."""
    (site / "acme_rules.py").write_text(LOCAL.format(id="ACME001"), encoding="utf-8")
    info = site / "acme_rules-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-rules\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[hygon_lint.rules]\nacme = {point}\n", encoding="utf-8")


@pytest.mark.parametrize("point", ["acme_rules", "acme_rules:Local"])
def test_an_installed_package_adds_its_rules(tmp_path: Path, point: str, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, point)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(__import__("sys").modules, "acme_rules", raising=False)
    assert load_rules().find("ACME001") is not None


def test_an_entry_point_that_is_no_rule_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "acme_rules:WORD")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(UsageError, match='entry point "acme"'):
        load_rules()


def test_names_are_unique_and_ids_are_well_formed() -> None:
    registry = load_rules(entry_points=False)
    for known in registry.rules:
        assert known.meta.id.startswith("HYG") and known.meta.id[3:].isdigit()
        assert known.meta.name == known.meta.name.lower()
        assert set(known.meta.supersedes) <= {other.meta.id for other in registry.rules}


def test_the_sample_package_installs_and_its_rule_runs(tmp_path: Path, repository: Path) -> None:
    site = tmp_path / "site"
    package = tmp_path / "package"
    shutil.copytree(repository / "examples" / "rule-package", package)
    words = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(site), str(package)]
    subprocess.run(words, check=True, capture_output=True)
    (tmp_path / "a.hip").write_text('__global__ void k() {\n  printf("here");\n}\n', encoding="utf-8")
    done = hygon_lint("scan", "--select", "ACME", "-q", "a.hip", cwd=tmp_path, env={"PYTHONPATH": str(site)})
    assert done.out.startswith("a.hip:2:3: warning: ACME001 acme-device-printf: "), done.err
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    surroundings = {**os.environ, "PYTHONPATH": str(site), "PATH": path, "PYTEST_ADDOPTS": ""}
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, str(package / "tests")]
    own = subprocess.run(words, cwd=package, env=surroundings, capture_output=True, text=True, check=False)
    assert own.returncode == 0 and "1 passed" in own.stdout, own.stdout + own.stderr


def test_the_ten_minutes_of_the_guide_run_as_written(tmp_path: Path, repository: Path) -> None:
    guide = (repository / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = guide.partition("## Add a rule in ten minutes")[2].partition("\n## ")[0]
    commands = section.partition("```sh\n")[2].partition("```")[0]
    shutil.copytree(repository / "examples", tmp_path / "examples")
    (tmp_path / "path" / "to").mkdir(parents=True)
    (tmp_path / "path/to/kernel.hip").write_text('__global__ void k() {\n  printf("x");\n}\n', encoding="utf-8")
    surroundings = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    words = ["bash", "-euc", commands]
    done = subprocess.run(words, cwd=tmp_path, env=surroundings, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "Call printf" in done.stdout and "warning: ACME001 acme-device-printf" in done.stdout
    for test in re.findall(r"tests/\w+\.py", guide):
        assert (repository / test).exists(), test


def test_completion_knows_commands_and_options(tmp_path: Path) -> None:
    env = {"_HYGON_LINT_COMPLETE": "bash_complete", "COMP_WORDS": "hygon-lint sca", "COMP_CWORD": "1"}
    assert "plain,scan" in hygon_lint(cwd=tmp_path, env=env).out
    env |= {"COMP_WORDS": "hygon-lint scan --form", "COMP_CWORD": "2"}
    assert "plain,--format" in hygon_lint(cwd=tmp_path, env=env).out


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("scan --format s", ["sarif"]),
        ("audit --format m", ["markdown"]),
        ("scan --select HYG10", ["HYG101", "HYG102", "HYG103", "HYG104"]),
        ("scan --select HYG201,hyg20", [f"HYG201,HYG20{number}" for number in range(1, 7)]),
        ("audit --ignore wave32", ["wave32-assumption"]),
        ("baseline create --arch gfx93", ["gfx936", "gfx938"]),
        ("explain DEBT-Q", ["DEBT-Q1", "DEBT-Q2"]),
        ("explain mls-", ["MLS-1", "MLS-1a", "MLS-2", "MLS-3"]),
        ("explain HYG10", ["HYG101", "HYG102", "HYG103", "HYG104"]),
        ("explain srd-w", ["srd-word-arithmetic"]),
        ("scan --fail-on e", ["error"]),
        ("scan --select nothing-of-ours", []),
    ],
)
def test_completion_knows_values(tmp_path: Path, words: str, found: list[str]) -> None:
    typed = f"hygon-lint {words}"
    env = {"_HYGON_LINT_COMPLETE": "bash_complete", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    done = hygon_lint(cwd=tmp_path, env=env)
    assert [line.removeprefix("plain,") for line in done.out.split()] == found, done.err


def test_the_line_for_the_shell_is_the_one_of_the_guide(tmp_path: Path, repository: Path) -> None:
    guide = (repository / "docs" / "cli.md").read_text(encoding="utf-8")
    shells = re.findall(r"_HYGON_LINT_COMPLETE=(\w+)_source hygon-lint", guide)
    assert shells == ["bash", "zsh", "fish"]
    for shell in shells:
        done = hygon_lint(cwd=tmp_path, env={"_HYGON_LINT_COMPLETE": f"{shell}_source"})
        assert done.code == 0 and f"_HYGON_LINT_COMPLETE={shell}_complete" in done.out, done.err

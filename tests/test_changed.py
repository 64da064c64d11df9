"""--changed and --staged with real git: renames, new files, causes, shallow clones, odd names, hostile settings."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from program import Done, hygon_lint, rules_dir

from hygon_lint.changed import Changes, Lines, hunks
from hygon_lint.finding import Confidence, Finding, Place, Severity, Step, Text

WORD = Text(en="x", zh="甲")


def git(folder: Path, *words: str) -> str:
    identity = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]
    identity += ["-c", "protocol.file.allow=always", "-c", "commit.gpgsign=false"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    run = subprocess.run(
        ["git", *identity, *words], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return run.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with one commit: a fault at line 1 and 40 lines after it."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    rules_dir(tmp_path / "rules")
    git(folder, "init", "-q")
    write(folder, "a.hip", "int fault;\n" + "".join(f"int x{n};\n" for n in range(40)))
    commit(folder)
    return folder


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def commit(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "x")


def scan(folder: Path, *words: str, cwd: Path | None = None) -> Done:
    rules = next(parent / "rules" for parent in folder.parents if (parent / "rules").is_dir())
    return hygon_lint("scan", "--select", "TST", "--rules-dir", rules, "--format", "json", *words, cwd=cwd or folder)


def lines(done: Done) -> list[tuple[str, int]]:
    assert done.code in (0, 1), done.err
    return [(finding["path"], finding["line"]) for finding in json.loads(done.out)["findings"]]


def test_only_changed_lines_count(checkout: Path) -> None:
    assert lines(scan(checkout, "--changed", "HEAD")) == []
    text = (checkout / "a.hip").read_text(encoding="utf-8")
    write(checkout, "a.hip", text.replace("int x20;\n", "int x20;\nint fault;\n"))
    done = scan(checkout, "--changed", "HEAD")
    assert lines(done) == [("a.hip", 23)]
    assert json.loads(done.out)["run"]["changed_since"] == "HEAD"
    assert json.loads(done.out)["run"]["held_back"] == {"unchanged": 1}
    assert lines(scan(checkout)) == [("a.hip", 1), ("a.hip", 23)]


def test_new_and_untracked_files_count_whole(checkout: Path) -> None:
    write(checkout, "new.hip", "int fault;\n")
    assert lines(scan(checkout, "--changed", "HEAD")) == [("new.hip", 1)]
    git(checkout, "add", "new.hip")
    assert lines(scan(checkout, "--changed", "HEAD")) == [("new.hip", 1)]
    assert lines(scan(checkout, "--staged")) == [("new.hip", 1)]


def test_a_renamed_file_counts_by_its_changed_lines(checkout: Path) -> None:
    git(checkout, "mv", "a.hip", "b.hip")
    assert lines(scan(checkout, "--changed", "HEAD")) == []
    write(checkout, "b.hip", (checkout / "b.hip").read_text(encoding="utf-8") + "int fault;\n")
    assert lines(scan(checkout, "--changed", "HEAD")) == [("b.hip", 42)]


def test_a_renamed_file_keeps_its_baseline(checkout: Path) -> None:
    rules = checkout.parent / "rules"
    hygon_lint("baseline", "create", "--select", "TST", "--rules-dir", rules, cwd=checkout)
    commit(checkout)
    git(checkout, "mv", "a.hip", "b.hip")
    write(checkout, "c.hip", "int fault;\n")
    write(checkout, "b.hip", "\n" + (checkout / "b.hip").read_text(encoding="utf-8"))
    states = {f["path"]: f["state"] for f in json.loads(scan(checkout, "--changed", "HEAD").out)["findings"]}
    assert states == {"c.hip": "new"}
    assert scan(checkout, "--changed", "HEAD", "b.hip").code == 0


def test_the_branch_point_counts_not_what_others_did_since(checkout: Path) -> None:
    git(checkout, "branch", "other")
    write(checkout, "mine.hip", "int fault;\n")
    commit(checkout)
    git(checkout, "checkout", "-q", "other")
    write(checkout, "a.hip", "int fine;\n" + (checkout / "a.hip").read_text(encoding="utf-8"))
    commit(checkout)
    git(checkout, "checkout", "-q", "main")
    assert lines(scan(checkout, "--changed", "other")) == [("mine.hip", 1)]
    git(checkout, "checkout", "-q", "--detach")
    assert lines(scan(checkout, "--changed", "other")) == [("mine.hip", 1)]


def test_staged_text_is_what_is_looked_at(checkout: Path) -> None:
    write(checkout, "a.hip", "int fine;\nint fault;\n")
    git(checkout, "add", "a.hip")
    write(checkout, "a.hip", "int fault;\nint fault;\nint fine;\n")
    assert lines(scan(checkout, "--staged")) == [("a.hip", 2)]
    assert lines(scan(checkout, "--changed", "HEAD")) == [("a.hip", 2)]


def test_staged_in_a_repository_without_commits(tmp_path: Path) -> None:
    rules_dir(tmp_path / "rules")
    folder = tmp_path / "empty"
    folder.mkdir()
    git(folder, "init", "-q")
    write(folder, "a.hip", "int fault;\n")
    git(folder, "add", "a.hip")
    assert lines(scan(folder, "--staged")) == [("a.hip", 1)]
    done = scan(folder, "--changed", "HEAD")
    assert (done.code, done.err) == (2, 'hygon-lint: error: unknown revision "HEAD"\n')


def test_a_shallow_clone(checkout: Path, tmp_path: Path) -> None:
    write(checkout, "b.hip", "int fault;\n")
    commit(checkout)
    git(tmp_path, "clone", "-q", "--depth", "1", checkout.as_uri(), "shallow")
    shallow = tmp_path / "shallow"
    done = scan(shallow, "--changed", "HEAD~1")
    assert done.code == 2
    assert "this clone is shallow" in done.err
    git(shallow, "fetch", "-q", "--depth", "1", "origin", git(checkout, "rev-parse", "HEAD~1").strip())
    done = scan(shallow, "--changed", "FETCH_HEAD")
    assert lines(done) == [("b.hip", 1)]
    assert any("no common ancestor" in note["text"] for note in json.loads(done.out)["run"]["notes"])


def test_a_work_tree_and_a_folder_below_the_top(checkout: Path, tmp_path: Path) -> None:
    git(checkout, "worktree", "add", "-q", str(tmp_path / "tree"), "HEAD")
    write(tmp_path / "tree", "sub/b.hip", "int fault;\n")
    assert lines(scan(tmp_path / "tree", "--changed", "main")) == [("sub/b.hip", 1)]
    assert lines(scan(tmp_path / "tree", "--changed", "main", cwd=tmp_path / "tree" / "sub")) == [("b.hip", 1)]


def test_submodules(checkout: Path, tmp_path: Path) -> None:
    module = tmp_path / "module"
    module.mkdir()
    git(module, "init", "-q")
    write(module, "m.hip", "int fault;\n")
    commit(module)
    git(checkout, "submodule", "add", "-q", str(module), "lib")
    commit(checkout)
    assert lines(scan(checkout, "--changed", "HEAD")) == []
    write(checkout / "lib", "m.hip", "int fault;\nint fault;\n")
    assert lines(scan(checkout, "--changed", "HEAD")) == [("lib/m.hip", 1), ("lib/m.hip", 2)], "as a whole"
    assert lines(scan(checkout, "--changed", "HEAD", "lib")) == [("lib/m.hip", 2)], "inside, its own git is asked"


def test_names_that_need_quoting(checkout: Path) -> None:
    for name in ('a "b"\t.hip', "中文 文件.hip", "new\nline.hip", "b -> c.hip"):
        write(checkout, name, "int fine;\n")
    (checkout / os.fsdecode(b"\xff.hip")).write_text("int fine;\n", encoding="utf-8")
    commit(checkout)
    for path in checkout.glob("*.hip"):
        path.write_text(path.read_text(encoding="utf-8") + "int fault;\n", encoding="utf-8")
    found = lines(scan(checkout, "--changed", "HEAD"))
    assert len(found) == 6
    assert ("中文 文件.hip", 2) in found and ("new\nline.hip", 2) in found and ("\\xff.hip", 2) in found


def test_mistakes(checkout: Path, tmp_path: Path) -> None:
    for revision in ("nope", "--output=x", "HEAD:a.hip"):
        done = scan(checkout, f"--changed={revision}")
        assert (done.code, done.out) == (2, ""), revision
        assert done.err == f'hygon-lint: error: unknown revision "{revision}"\n'
    assert scan(checkout, "--changed", "HEAD", "--staged").code == 2
    write(tmp_path / "plain", "a.hip", "")
    done = scan(tmp_path / "plain", "--staged")
    assert done.code == 2
    assert "not a git repository" in done.err


def test_nothing_that_the_checkout_configures_is_run(checkout: Path, tmp_path: Path) -> None:
    trap = tmp_path / "trap.sh"
    sprung = tmp_path / "sprung"
    trap.write_text(f"#!/bin/sh\necho $0 $* >> {sprung}\ncat\n", encoding="utf-8")
    trap.chmod(0o755)
    write(checkout, ".gitattributes", "*.hip diff=evil filter=evil\n")
    commit(checkout)
    for key in ("core.fsmonitor", "diff.external", "diff.evil.command", "diff.evil.textconv", "filter.evil.clean",
                "filter.evil.smudge", "filter.evil.process", "core.pager", "core.editor", "core.sshCommand",
                "core.askPass", "core.alternateRefsCommand", "alias.diff"):  # fmt: skip
        git(checkout, "config", key, str(trap) if key != "alias.diff" else f"!{trap}")
    git(checkout, "config", "filter.evil.required", "true")
    for hook in ("post-index-change", "fsmonitor-watchman", "reference-transaction"):
        (checkout / ".git" / "hooks" / hook).symlink_to(trap)
    write(checkout, "a.hip", "int fault;\n" * 3)
    assert lines(scan(checkout, "--changed", "HEAD")) == [("a.hip", 2), ("a.hip", 3)]
    assert scan(checkout, "--staged").code == 0
    assert not sprung.exists(), sprung.read_text(encoding="utf-8")


def test_included_settings_and_embedded_repositories_run_nothing(checkout: Path, tmp_path: Path) -> None:
    trap, sprung = tmp_path / "trap.sh", tmp_path / "sprung"
    trap.write_text(f"#!/bin/sh\necho $0 >> {sprung}\ncat\n", encoding="utf-8")
    trap.chmod(0o755)
    write(checkout, ".gitattributes", "*.hip filter=y=z\n")
    write(checkout, "sub/.hygon-lint.toml", "")
    write(checkout, "sub/.gitattributes", "*.hip filter=y=z\n")
    write(checkout, "sub/a.hip", "int fault;\n")
    commit(checkout)
    (checkout / ".git" / "more").write_text(f'[filter "y=z"]\n clean = {trap}\n required\n', encoding="utf-8")
    git(checkout, "config", "include.path", "more")
    write(checkout, "a.hip", "int fault;\n" * 3)
    write(checkout, "sub/a.hip", "int fault;\n" * 2)
    assert lines(scan(checkout, "--changed", "HEAD", "a.hip")) == [("a.hip", 2), ("a.hip", 3)]
    assert not sprung.exists()
    # A folder that holds what a bare repository holds, as files of a pull request.
    git(checkout, "clone", "-q", "--bare", str(checkout), str(checkout / "sub" / "bare"))
    for part in sorted((checkout / "sub" / "bare").iterdir()):
        part.rename(checkout / "sub" / part.name)
    with (checkout / "sub" / "config").open("a", encoding="utf-8") as config:
        config.write(f'[core]\n bare = false\n worktree = .\n[filter "y=z"]\n clean = {trap}\n')
    done = scan(checkout, "--changed", "HEAD", "sub")
    assert not sprung.exists()
    assert done.code in (1, 2)


# ---------------------------------------------------------------- parts


def place(line: int, end: int = 0, path: str = "a.h") -> Place:
    return Place(path, line, 1, end or line, 5)


def test_a_finding_counts_when_a_cause_of_it_changed() -> None:
    changes = Changes("HEAD", {"b.h": Lines(((5, 6),))}, folders=("lib",))

    def finding(related: Place | None = None, flow: Place | None = None) -> Finding:
        return Finding(
            rule="X", name="x", severity=Severity.NOTE, confidence=Confidence.HIGH, message=WORD, place=place(1),
            related=(Step(related, WORD),) if related else (), flow=(Step(flow, WORD),) if flow else (),
        )  # fmt: skip

    assert not changes.concern(finding())
    assert changes.concern(finding(related=place(6, path="b.h")))
    assert changes.concern(finding(flow=place(4, 9, path="b.h")))
    assert not changes.concern(finding(related=place(7, path="b.h")))
    assert changes.concern(finding(related=place(7, path="lib/c.h")))


def test_ranges() -> None:
    changed = Lines(((2, 3), (10, 10)))
    touched = [line for line in range(1, 13) if changed.touch(place(line))]
    assert touched == [2, 3, 10]
    assert changed.touch(place(1, 2)) and changed.touch(place(4, 12)) and not changed.touch(place(4, 9))
    assert Lines(whole=True).touch(place(99))


def test_patches_are_read_by_their_counts_not_by_what_lines_look_like() -> None:
    patch = (
        b"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@ f()\n--- a/evil\n-+++ b/evil\n"
        b"+++ b/evil\n+@@ -1 +99 @@\n+z\n@@ -9 +9,0 @@\n-gone\n"
        b'--- "a/\\303\\251\\n.h"\n+++ "b/\\303\\251\\n.h"\n@@ -0,0 +7 @@\n+x\n'
        b"--- a/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
    )
    assert hunks(patch) == {b"x": ((1, 3), (9, 10)), b"\xc3\xa9\n.h": ((7, 7),)}

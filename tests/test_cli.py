"""The command line: exit codes, streams, and what happens to input that is wrong."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from program import CLEAN, FAULT, Done, hygon_lint, rules_dir

from hygon_lint import cli


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Two files, one with a fault of the rule TST001, which stands outside the checkout."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    (folder / "bad.hip").write_text(FAULT, encoding="utf-8")
    (folder / "good.hip").write_text(CLEAN, encoding="utf-8")
    rules_dir(tmp_path / "rules")
    return folder


def scan(checkout: Path, *words: str | Path, env: dict[str, str] | None = None) -> Done:
    select = () if {"--select", "--ignore"} & {str(word) for word in words} else ("--select", "TST,HYG001")
    return hygon_lint("scan", *select, "--rules-dir", checkout.parent / "rules", *words, cwd=checkout, env=env)


@pytest.mark.parametrize(
    "words",
    [["scan", "--select", "HYG999"], ["scan", "--arch", "gfx999"], ["ast", "--arch", "gfx999", "good.hip"],
     ["explain", "nonsense"], ["explain", "HYG999"]],
)  # fmt: skip
def test_nothing_is_guessed_where_nothing_is_near(checkout: Path, words: list[str]) -> None:
    done = hygon_lint(*words, cwd=checkout)
    assert done.code == 2
    assert "did you mean" not in done.err and words[-1 if words[0] == "explain" else 2] in done.err


def test_a_broken_configuration_is_named_as_from_the_working_directory(checkout: Path) -> None:
    for text, message in ((b"select = [\n", ".hygon-lint.toml:1: "), (b"\xff\xfe\x00", ".hygon-lint.toml: is not")):
        (checkout / ".hygon-lint.toml").write_bytes(text)
        done = scan(checkout)
        assert (done.code, done.err[: len("hygon-lint: error: " + message)]) == (2, "hygon-lint: error: " + message)


def test_exit_codes_of_findings(checkout: Path) -> None:
    assert scan(checkout).code == 1
    assert scan(checkout, "good.hip").code == 0
    assert scan(checkout, "--exit-zero").code == 0
    assert scan(checkout, "--fail-on", "never").code == 0
    assert scan(checkout, "--fail-on", "note").code == 1
    (checkout / "bad.hip").write_text("int remark;", encoding="utf-8")
    assert scan(checkout).code == 0
    assert scan(checkout, "--fail-on", "note").code == 1
    (checkout / "bad.hip").write_text("int doubt;", encoding="utf-8")
    assert scan(checkout).code == 0
    assert scan(checkout, "--min-confidence", "low").code == 1


def test_what_could_not_be_analysed_outranks_findings(checkout: Path) -> None:
    (checkout / "odd.hip").write_bytes(b"int x;\xff\xff\xff\xff")
    for words in ([], ["--exit-zero"], ["--fail-on", "never"]):
        assert scan(checkout, *words).code == 3
    assert scan(checkout, "--allow-partial").code == 1
    assert scan(checkout, "--allow-partial", "--exit-zero").code == 0
    report = json.loads(scan(checkout, "--format", "json").out)
    assert [finding["path"] for finding in report["findings"]] == ["bad.hip"], "the rest of the report is intact"
    assert (report["coverage"]["files"], report["coverage"]["analysed"]) == (3, 2)


@pytest.mark.parametrize("words", [[], ["baseline"], ["cache"]])
def test_without_a_command_the_ordinary_help_is_on_stderr(tmp_path: Path, words: list[str]) -> None:
    done = hygon_lint(*words, cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err == hygon_lint(*words, "--help", cwd=tmp_path).out
    assert done.err.startswith("Usage: hygon-lint") and "\nCommands:\n" in done.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nope.hip"], "nope.hip: No such file or directory"),
        (["--select", "HYG9"], 'unknown rule "HYG9"'),
        (["--ignore", "falt-word"], 'unknown rule "falt-word"; did you mean "fault-word"?'),
        (["--arch", "gfx983"], 'unknown arch "gfx983"; did you mean "gfx938"?'),
        (["--format", "jsn"], 'unknown format "jsn"; did you mean "json"?'),
        (["--format", "json="], "no file after json="),
        (["--format", "json", "--format", "text"], "two reports to stdout"),
        (["--format", "json=a", "--format", "text=a"], "two reports to a"),
        (["--output", "no/such/folder/x"], "cannot write no/such/folder/x: No such file or directory"),
        (["--output", "."], ".: is a directory"),
        (["--min-coverage", "95"], '"95" is no share'),
        (["--jobs", "0"], "0 is not in the range x>=1"),
        (["--fail-on", "eror"], "'eror' is not one of"),
        (["--fromat", "json"], "No such option"),
        (["--config", "nope.toml"], "nope.toml: No such file or directory"),
        (["--rules-dir", "nope"], "rules folder nope does not exist"),
        (["--exclude", "*"], "no C++/HIP files in .; 2 skipped: file excluded by configuration"),
        ([""], "a path is empty; the current folder is called ."),
        (["good.hip", ""], "a path is empty"),
        (["--arch", "938"], 'unknown arch "938"; did you mean "gfx938"?'),
    ],
)
def test_mistakes_are_one_line_on_stderr_and_exit_2(checkout: Path, words: list[str], message: str) -> None:
    done = scan(checkout, *words)
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith("hygon-lint: error: ")
    assert done.err.count("\n") == 1
    assert message in done.err
    assert sorted(path.name for path in checkout.iterdir() if path.name != ".cache") == ["bad.hip", "good.hip"]


def test_unknown_commands_and_no_command(tmp_path: Path) -> None:
    done = hygon_lint("scna", cwd=tmp_path)
    assert (done.code, done.err) == (2, 'hygon-lint: error: unknown command "scna"; did you mean "scan"?\n')
    assert hygon_lint("--help", cwd=tmp_path).code == 0
    assert re.fullmatch(r"hygon-lint \d+\.\d+\.\d+\n", hygon_lint("--version", cwd=tmp_path).out)


def test_a_folder_without_sources_is_a_mistake_unless_allowed(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("x", encoding="utf-8")
    done = hygon_lint("scan", cwd=tmp_path)
    assert done.code == 2
    assert "no C++/HIP files" in done.err
    assert hygon_lint("scan", "--allow-empty", cwd=tmp_path).code == 0


def test_named_files_that_are_all_left_out_are_no_mistake(checkout: Path) -> None:
    (checkout / "README.md").write_text("x", encoding="utf-8")
    done = scan(checkout, "README.md", "bad.hip", "--exclude", "bad.hip", "-v")
    assert done.code == 0
    assert "excluded by configuration" in done.out


def test_binary_and_empty_files_are_notes(checkout: Path) -> None:
    (checkout / "bad.hip").write_bytes(bytes(range(32)) * 40)
    (checkout / "good.hip").write_bytes(b"\n\n")
    (checkout / "objc.h").write_text("#import <A.h>\n@interface A\n@end\n", encoding="utf-8")
    done = scan(checkout, "--format", "text", "--format", "json=r.json", "--format", "github=r.txt")
    assert done.code == 0
    assert "bad.hip: not analysed: binary content" in done.out
    assert "good.hip: empty file" in done.out
    assert "Analysed 1 of 3 C++/HIP files" in done.out, "an empty file has been read; the others hold no C++"
    assert "1 of 3 files analysed" in (checkout / "r.txt").read_text(encoding="utf-8")
    coverage = json.loads((checkout / "r.json").read_text(encoding="utf-8"))["coverage"]
    assert (coverage["files"], coverage["analysed"]) == (3, 1)


def test_a_file_that_is_binary_now_is_no_proof_that_its_baselined_findings_are_gone(checkout: Path) -> None:
    words = ("--select", "TST", "--rules-dir", "../rules")
    assert hygon_lint("baseline", "create", *words, cwd=checkout).code == 0
    (checkout / "bad.hip").write_bytes(bytes(range(32)) * 40)
    assert scan(checkout, "--strict-baseline").code == 0
    assert "0 taken out, 1 findings" in hygon_lint("baseline", "prune", *words, cwd=checkout).out


def test_a_named_file_that_is_no_source_is_told_in_one_note(checkout: Path) -> None:
    (checkout / "README.md").write_text("x", encoding="utf-8")
    done = scan(checkout, "README.md")
    assert done.code == 0
    assert "Note: README.md: neither a C++/HIP source nor a build file\n" in done.out


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030"])
def test_other_encodings_are_analysed(checkout: Path, encoding: str) -> None:
    (checkout / "bad.hip").write_bytes("// 说明文字，注释\nint fault;\r\n".encode(encoding))
    report = json.loads(scan(checkout, "--format", "json").out)
    assert [(f["path"], f["line"], f["column"]) for f in report["findings"]] == [("bad.hip", 2, 5)]


def test_paths_are_relative_to_the_working_directory_or_absolute(checkout: Path) -> None:
    (checkout / ".git").mkdir()
    (checkout / "sub").mkdir()
    (checkout / "bad.hip").rename(checkout / "sub" / "bad.hip")

    def finding(cwd: Path, *words: str | Path) -> dict[str, str]:
        done = hygon_lint("scan", "--rules-dir", checkout.parent / "rules", "--format", "json", *words, cwd=cwd)
        (found,) = json.loads(done.out)["findings"]
        return found  # type: ignore[no-any-return]

    inside, below, outside = finding(checkout), finding(checkout / "sub"), finding(checkout.parent / "rules", checkout)
    assert (inside["path"], below["path"]) == ("sub/bad.hip", "bad.hip")
    assert outside["path"] == str(checkout.resolve() / "sub" / "bad.hip")
    assert len({f["fingerprint"] for f in (inside, below, outside)}) == 1


def test_output_files_are_whole_or_not_there(checkout: Path) -> None:
    done = scan(checkout, "--format", "json", "--output", "out.json", "--format", "text=-report.txt")
    assert (done.code, done.out) == (1, "")
    assert json.loads((checkout / "out.json").read_text(encoding="utf-8"))["findings"]
    assert "TST001" in (checkout / "-report.txt").read_text(encoding="utf-8")
    (checkout / "link").symlink_to("target.txt")
    (checkout / "out.json").chmod(0o600)
    scan(checkout, "--format", "json=out.json", "--format", "text=link")
    assert (checkout / "target.txt").is_file() and (checkout / "link").is_symlink()
    assert (checkout / "out.json").stat().st_mode & 0o777 == 0o600
    assert (checkout / "target.txt").stat().st_mode & 0o777 == 0o644


def test_a_full_disk_is_told_and_leaves_nothing(checkout: Path) -> None:
    done = scan(checkout, "--output", "/dev/full")
    assert done.code == 2
    assert "No space left" in done.err
    script = f"ulimit -f 0; {sys.executable} -m hygon_lint scan --format json --output out.json --no-cache"
    run = subprocess.run(["bash", "-c", script], cwd=checkout, capture_output=True, check=False, timeout=120)
    assert run.returncode == 2
    assert sorted(path.name for path in checkout.iterdir() if path.name != ".cache") == ["bad.hip", "good.hip"]
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            [sys.executable, "-m", "hygon_lint", "scan", "--no-cache"],
            cwd=checkout, stdout=full, stderr=subprocess.PIPE, check=False, timeout=120,
        )  # fmt: skip
    assert run.returncode == 2
    assert run.stderr.count(b"\n") == 1


def test_nobody_reads_the_output(checkout: Path) -> None:
    for number in range(300):
        (checkout / f"bad{number}.hip").write_text(FAULT * 20, encoding="utf-8")
    rules = checkout.parent / "rules"
    script = f"{sys.executable} -m hygon_lint scan --no-cache --rules-dir {rules} | true; exit ${{PIPESTATUS[0]}}"
    run = subprocess.run(["bash", "-c", script], cwd=checkout, capture_output=True, check=False, timeout=120)
    assert (run.returncode, run.stderr) == (141, b"")


def test_reports_go_to_stdout_and_all_else_to_stderr(checkout: Path) -> None:
    done = scan(checkout)
    assert "bad.hip:1:5" in done.out
    assert done.err == ""
    assert "\x1b" not in done.out


def test_colour_follows_the_environment(checkout: Path) -> None:
    assert "\x1b[" in scan(checkout, env={"FORCE_COLOR": "1"}).out
    assert "\x1b[" not in scan(checkout, env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).out
    assert "\x1b[" not in scan(checkout, env={"FORCE_COLOR": "0"}).out


def on_a_terminal(checkout: Path, env: dict[str, str]) -> str:
    """The program's output with both streams on a pseudo terminal."""
    parent, child = pty.openpty()
    words = [sys.executable, "-m", "hygon_lint", "scan", "--no-cache", "--rules-dir", str(checkout.parent / "rules")]
    surroundings = {key: value for key, value in os.environ.items() if key not in ("CI", "NO_COLOR", "FORCE_COLOR")}
    run = subprocess.Popen(
        words, cwd=checkout, stdout=child, stderr=child, stdin=child, env={**surroundings, "TERM": "xterm", **env}
    )
    os.close(child)
    seen = b""
    while True:
        try:
            piece = os.read(parent, 4096)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    os.close(parent)
    run.wait(60)
    return seen.decode("utf-8")


def test_progress_and_colour_on_a_terminal_only_and_never_in_ci(checkout: Path) -> None:
    for number in range(40):
        (checkout / f"good{number}.hip").write_text(CLEAN, encoding="utf-8")
    shown = on_a_terminal(checkout, {"COLUMNS": "40"})
    assert "scanning" in shown
    assert "\x1b[" in shown
    assert "scanning" not in on_a_terminal(checkout, {"CI": "true"})
    plain = on_a_terminal(checkout, {"TERM": "dumb"})
    assert "scanning" not in plain and "\x1b[" not in plain
    assert "\x1b[3" not in on_a_terminal(checkout, {"NO_COLOR": "1", "CI": "1"})


def test_a_fault_of_a_rule_costs_that_rule_only(checkout: Path) -> None:
    broken = (checkout.parent / "rules" / "fault_word.py").read_text(encoding="utf-8")
    broken = (
        broken.replace("TST001", "TST002")
        .replace("fault-word", "broken")
        .replace("words = {", "1 / 0\n        words = {")
    )
    (checkout.parent / "rules" / "broken.py").write_text(broken, encoding="utf-8")
    report = json.loads(scan(checkout, "--format", "json").out)
    assert [finding["rule"] for finding in report["findings"]] == ["TST001"]
    assert [(e["rule"], e["path"]) for e in report["run"]["errors"]] == [("TST002", "bad.hip"), ("TST002", "good.hip")]
    assert "ZeroDivisionError" in report["run"]["errors"][0]["reason"]
    assert report["run"]["errors"][0]["command"].startswith("hygon-lint scan ")
    assert scan(checkout).code == 3
    assert scan(checkout, "--allow-partial").code == 1


def test_configuration_is_obeyed_and_the_command_line_wins(checkout: Path) -> None:
    config = checkout / ".hygon-lint.toml"
    config.write_text('fail-on = "never"\n', encoding="utf-8")
    assert scan(checkout).code == 0
    assert scan(checkout, "--fail-on", "error").code == 1
    assert scan(checkout, "--isolated").code == 1
    config.write_text('[severity]\nfault-word = "note"\n', encoding="utf-8")
    assert scan(checkout).code == 0
    config.write_text('[[overrides]]\npaths = ["bad*"]\nignore = ["TST"]\n', encoding="utf-8")
    assert scan(checkout).code == 0
    config.write_text('[[overrides]]\npaths = ["bad*"]\nseverity = {TST001 = "note"}\n', encoding="utf-8")
    assert scan(checkout).code == 0
    (checkout / "bad.hip").write_text("int doubt;", encoding="utf-8")
    config.write_text('[[overrides]]\npaths = ["bad*"]\nmin-confidence = "low"\n', encoding="utf-8")
    assert scan(checkout).code == 1
    config.write_text('ignore = ["XYZ1"]\n', encoding="utf-8")
    done = scan(checkout)
    assert (done.code, done.err) == (2, 'hygon-lint: error: .hygon-lint.toml:1: unknown rule "XYZ1"\n')


def test_config_command_tells_origins(checkout: Path) -> None:
    (checkout / ".hygon-lint.toml").write_text("\njobs = 3\n", encoding="utf-8")
    values = json.loads(hygon_lint("config", "--format", "json", cwd=checkout).out)["values"]
    assert values["jobs"] == {"value": 3, "origin": ".hygon-lint.toml:2"}
    assert values["fail-on"] == {"value": "warning", "origin": "default"}


def test_the_language_of_messages(checkout: Path) -> None:
    assert "单词 fault" in scan(checkout, "--lang", "zh").out
    assert "单词 fault" in scan(checkout, env={"HYGON_LINT_LANG": "zh"}).out
    assert "the word fault" in scan(checkout, env={"LANG": "zh_CN.UTF-8", "LC_ALL": "zh_CN.UTF-8"}).out


def test_rules_and_explain(tmp_path: Path) -> None:
    listed = json.loads(hygon_lint("rules", "--format", "json", cwd=tmp_path).out)
    assert "HYG001" in [rule["id"] for rule in listed]
    assert "HYG001" in hygon_lint("rules", "--lang", "zh", cwd=tmp_path).out
    assert "unused-suppression" in hygon_lint("explain", "hyg001", cwd=tmp_path).out
    assert "MLS-1" in hygon_lint("explain", "mls-1", cwd=tmp_path).out
    done = hygon_lint("explain", "HYG000", cwd=tmp_path)
    assert done.code == 2
    assert "did you mean" in done.err


def test_every_command_has_help_without_a_traceback() -> None:
    for name in cli.COMMANDS:
        done = CliRunner().invoke(cli.cli, [name, "--help"])
        assert done.exit_code == 0, (name, done.output)
        assert done.output.startswith(f"Usage: cli {name}")


def test_ast_prints_the_typed_tree(tmp_path: Path) -> None:
    (tmp_path / "a.hip").write_text("int f(int x) {\n  return x + 1;\n}\nint g() { return 2; }\n", encoding="utf-8")
    done = hygon_lint("ast", "a.hip:2", cwd=tmp_path)
    assert done.code == 0, done.err
    assert re.search(r"Return @2:3\n +Binary \+ <int> @2:10", done.out)
    assert "Function g" not in done.out
    assert hygon_lint("ast", "b.hip", cwd=tmp_path).code == 2


def test_standard_input_is_taken_for_a_file(checkout: Path) -> None:
    rules = checkout.parent / "rules"

    def scan_input(*words: str, text: bytes = b"int fault;\n") -> Done:
        return hygon_lint(
            "scan", "--select", "TST", "--rules-dir", rules, "--format", "json", *words, cwd=checkout, stdin=text
        )

    done = scan_input("-", "--stdin-filename", "good.hip")
    assert [(f["path"], f["line"]) for f in json.loads(done.out)["findings"]] == [("good.hip", 1)]
    done = scan_input("-", "--stdin-filename", "sub/not_there.hip")
    assert [f["path"] for f in json.loads(done.out)["findings"]] == ["sub/not_there.hip"]
    assert scan_input("-", "--stdin-filename", "bad.hip", text=b"int fine;\n").code == 0
    assert scan_input("-", "--stdin-filename", "notes.txt").code == 0
    assert scan_input("-").code == 2
    assert scan_input("-", "bad.hip", "--stdin-filename", "x.hip").code == 2
    assert scan_input("bad.hip", "--stdin-filename", "x.hip").code == 2
    text = hygon_lint("scan", "--select", "TST", "--rules-dir", rules, "-", "--stdin-filename", "good.hip",
                      cwd=checkout, stdin=b"\n\nint fault;  // seen\n").out  # fmt: skip
    assert "int fault;  // seen" in text, "the report shows the text that was analysed"

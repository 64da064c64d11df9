"""A checkout is data: a hostile one tries to run code, to leave, to steer, to hide, and to stop the scan."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from program import Done, hygon_lint, rules_dir


@pytest.fixture
def sprung(tmp_path: Path) -> Path:
    """The file that any code of the checkout would leave behind."""
    return tmp_path / "sprung"


@pytest.fixture
def checkout(tmp_path: Path, sprung: Path) -> Path:
    """A checkout full of traps."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    rules_dir(tmp_path / "rules")
    trap = f"open({str(sprung)!r}, 'a').write(__name__)\n"
    write(folder, "a.hip", "int fault;\n")
    # Python that an import, a build or a test run would execute.
    for name in ("setup.py", "conftest.py", "sitecustomize.py", "usercustomize.py", "hygon_lint.py", "rules/evil.py",
                 "hygon_lint/__init__.py", "click.py", "msgspec/__init__.py", "tomllib.py"):  # fmt: skip
        write(folder, name, trap + "archs = ['gfx936']\n")
    shell = f"#!/bin/sh\ntouch {sprung}\n"
    write(folder, "configure.sh", shell)
    write(folder, "Makefile", f"X := $(shell touch {sprung})\nall:\n\ttouch {sprung}\n")
    write(folder, "CMakeLists.txt", f"execute_process(COMMAND touch {sprung})\nset(ARCHS gfx936)\n")
    write(folder, ".pth", f"import os; os.system('touch {sprung}')\n")
    commands = [
        f"clang++ -fplugin=./evil.so -Xclang -load -Xclang ./evil.so -include /etc/passwd @flags.rsp -c {folder}/a.hip",
        f"sh -c 'touch {sprung}'; clang++ -wrapper touch,{sprung} -c {folder}/a.hip",
    ]
    entries = [{"directory": str(folder), "file": "a.hip", "command": command} for command in commands]
    write(folder, "compile_commands.json", json.dumps(entries))
    write(folder, "flags.rsp", "-fplugin=./evil.so\n")
    for program in ("git", "clang", "clang++", "python3", "hipcc", "sh"):
        write(folder, program, shell)
        (folder / program).chmod(0o755)
    return folder


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def scan(checkout: Path, *words: str, **env: str) -> Done:
    rules = checkout.parent / "rules"
    return hygon_lint("scan", "--select", "TST,HYG001", "--rules-dir", rules, *words, cwd=checkout, env=env)


def test_no_code_of_a_checkout_runs(checkout: Path, sprung: Path) -> None:
    """The program is started as installed; -m would let the working directory shadow its modules."""
    tool = Path(sys.executable).parent / "hygon-lint"
    for words in (["scan"], ["scan", "--select", "HYG3"], ["audit"], ["doctor"], ["rules"], ["config"]):
        run = subprocess.run([tool, *words, "--no-cache"] if words[0] in ("scan", "audit") else [tool, *words],
                             cwd=checkout, capture_output=True, check=False, timeout=120)  # fmt: skip
        assert run.returncode in (0, 1, 3), run.stderr
        assert b"Traceback" not in run.stderr
        assert not sprung.exists(), words


def test_its_configuration_cannot_load_anything(checkout: Path, sprung: Path) -> None:
    for key in ("rules-dir", "libclang", "cache-dir", "compile-db", "cluster"):
        write(checkout, ".hygon-lint.toml", f'{key} = "rules"\n')
        assert scan(checkout).code == 2
    assert not sprung.exists()


def test_it_cannot_be_silent(checkout: Path) -> None:
    """What a checkout switches off is told in every report."""
    write(checkout, ".hygon-lint.toml", 'ignore = ["TST"]\n')
    done = scan(checkout)
    assert ".hygon-lint.toml" in done.out
    assert scan(checkout, "--isolated").code == 1
    (checkout / ".hygon-lint.toml").unlink()
    write(checkout, "a.hip", "int fault;  // NOLINT\n")
    done = scan(checkout)
    assert (done.code, "by a comment in the source: 1" in done.out) == (0, True)
    assert scan(checkout, "--no-suppressions").code == 1
    write(checkout, ".gitignore", "*.hip\n")
    write(checkout, "b.h", "int fine;\n")
    assert "1 skipped: file named in .gitignore" in scan(checkout, "-v").out


def test_it_cannot_lead_out(checkout: Path, tmp_path: Path) -> None:
    write(tmp_path, "outside/secret.h", "int fault; // the secret\n")
    (checkout / "link.h").symlink_to(tmp_path / "outside" / "secret.h")
    (checkout / "folder").symlink_to(tmp_path / "outside")
    write(checkout, "b.hip", '#include "../outside/secret.h"\n#include "/etc/passwd"\n#embed "/etc/passwd"\nint x;\n')
    done = scan(checkout, "--format", "json")
    assert "secret" not in done.out.replace("../outside/secret.h", "")
    assert [finding["path"] for finding in json.loads(done.out)["findings"]] == ["a.hip"]


ODD_NAMES = (
    "\x1b[2J\x1b]0;title\x07.hip",
    "::error file=x::y.hip",
    "a\nb.hip",
    "[bold]markup[red].hip",
    "=cmd|'x'!A1.hip",
    "<img src=x onerror=alert(1)>.hip",
    "%2e%2e#frag?q.hip",
    "中文 😀 \u202eevil.hip",
    "quote\"'`$(id).hip",
    "n" * 250 + ".hip",
)
STEERING = "int fault; // \x1b[31m\x07\u202e ::error::x [red]y[/red] <script>z</script>\n"


@pytest.mark.parametrize("form", ["text", "github", "html", "junit", "sarif", "json", "jsonl", "gitlab", "rdjson"])
def test_names_and_text_steer_nothing(tmp_path: Path, form: str) -> None:
    folder = tmp_path / "checkout"
    rules_dir(tmp_path / "rules")
    folder.mkdir()
    for name in ODD_NAMES:
        (folder / name).write_text(STEERING, encoding="utf-8")
    (folder / os.fsdecode(b"\xff\xfe.hip")).write_text(STEERING, encoding="utf-8")
    done = scan(folder, "--format", form, "-v")
    assert done.code == 1, done.err
    for forbidden in ("\x1b", "\x07", "\u202e", "\ud83d\udcff") if form in ("text", "github", "html") else ("\x1b",):
        assert forbidden not in done.out
    if form == "github":
        commands = [line for line in done.out.splitlines() if line.startswith("::")]
        assert all(line.startswith(("::error file=", "::warning ", "::notice ")) for line in commands)
        assert not any(line.startswith("::error::x") for line in done.out.splitlines())
    if form == "html":
        assert "<img src=x" not in done.out and "<script>z" not in done.out
    if form in ("sarif", "json", "gitlab", "rdjson"):
        json.loads(done.out)


def test_what_stops_a_reader_does_not_stop_the_scan(tmp_path: Path) -> None:
    """Pipes, deep nesting, long lines, NUL bytes, and a file that is one of everything."""
    folder = tmp_path / "checkout"
    rules_dir(tmp_path / "rules")
    folder.mkdir()
    os.mkfifo(folder / "pipe.h")
    (folder / "zero.h").symlink_to("/dev/zero")
    (folder / "loop").symlink_to(folder)
    write(folder, "nest.hip", "int f() { return " + "(" * 10_000 + "1" + ")" * 10_000 + "; }\nint fault;\n")
    write(folder, "blocks.hip", "void f() " + "{" * 10_000 + "}" * 10_000 + "\nint fault;\n")
    write(folder, "long.hip", "int x = " + "1 + " * 250_000 + "1;\nint fault;\n")
    write(folder, "ifs.hip", "#if 1\n" * 5_000 + "int fault;\n" + "#endif\n" * 5_000)
    write(folder, "comment.hip", "/* " * 100_000 + "\n*/ int fault;\n")
    write(folder, "define.hip", "\n".join(f"#define A{n} A{n + 1} A{n + 1}" for n in range(60)) + "\nint fault;\n")
    write(folder, "angles.hip", "int f() { return " + "a<" * 50 + "1; }\nint fault;\n")
    (folder / "nul.hip").write_bytes(b"int a\0b;\nint fault;\n" + b"int x;\n" * 100)
    done = scan(folder, "--format", "json")
    assert done.code == 3, done.err
    report = json.loads(done.out)
    found = {finding["path"] for finding in report["findings"]}
    assert found >= {"long.hip", "comment.hip", "define.hip", "nul.hip"}
    told = {error["path"]: error["reason"] for error in report["run"]["errors"]}
    assert told == {
        "nest.hip": "not parsed: brackets are nested 10001 deep (limit 1000)",
        "blocks.hip": "not parsed: brackets are nested 10000 deep (limit 1000)",
        "angles.hip": "not parsed: template brackets are nested 50 deep (limit 12)",
        "ifs.hip": "not parsed: conditions are nested 5000 deep (limit 200)",
    }


def test_all_rules_survive_deep_and_odd_code(tmp_path: Path) -> None:
    """With every rule on, odd code costs at most itself, and is told."""
    write(tmp_path, "fine.hip", "__global__ void f(float* p) { p[threadIdx.x] = 0; }\n")
    write(tmp_path, "nest.hip", "__device__ int f(int x) { return " + "(" * 3_000 + "x" + ")" * 3_000 + "; }\n")
    write(tmp_path, "sum.hip", "__device__ int f(int x) { return " + "x + " * 3_000 + "x; }\n")
    write(tmp_path, "ifs.hip", "__device__ void f(int x) { " + "if (x) { " * 1_500 + "} " * 1_500 + "}\n")
    write(tmp_path, "define.hip", "#define A(x) B(x) B(x)\n#define B(x) A(x) x\nint y = A(gfx938);\n")
    done = hygon_lint("scan", "--format", "json", "--no-cache", cwd=tmp_path)
    assert done.code in (0, 1, 3), done.err
    report = json.loads(done.out)
    assert not [error for error in report["run"]["errors"] if error["path"] == "fine.hip"]
    assert report["coverage"]["files"] == 5


def test_a_file_above_the_limit_is_told(tmp_path: Path) -> None:
    rules_dir(tmp_path / "rules")
    folder = tmp_path / "checkout"
    write(folder, "a.hip", "int fault;\n")
    write(folder, "big.h", "")
    os.truncate(folder / "big.h", 200 << 20)
    done = scan(folder)
    assert done.code == 3
    assert "big.h" in done.out and "larger than the limit" in done.out
    assert scan(folder, "--allow-partial").code == 1


def test_hostile_baselines_and_caches_are_refused(checkout: Path) -> None:
    write(checkout, ".hygon-lint-baseline.json", "[" * 1_000_000)
    done = scan(checkout)
    assert done.code == 2
    assert "is no baseline" in done.err
    write(checkout, ".hygon-lint-baseline.json", '{"schema": "hygon-lint-baseline/1", "recipe": 1, "entries": [')
    assert scan(checkout).code == 2
    assert scan(checkout, "--no-baseline").code == 1


def test_a_report_is_not_written_through_a_link_that_leaves(tmp_path: Path) -> None:
    inside, outside = tmp_path / "checkout", tmp_path / "victim"
    inside.mkdir()
    outside.write_text("V", encoding="utf-8")
    (inside / "a.hip").write_text("int a;\n", encoding="utf-8")
    (inside / "near.txt").write_text("old", encoding="utf-8")
    (inside / "far.json").symlink_to(outside)
    (inside / "near.json").symlink_to("near.txt")
    for name in ("far.json", "near.json"):
        done = hygon_lint("scan", "--isolated", "--no-cache", "--format", f"json={name}", "a.hip", cwd=inside)
        assert done.code == 0, done.err
        assert "findings" in (inside / name).read_text(encoding="utf-8")
    assert outside.read_text(encoding="utf-8") == "V"
    assert not (inside / "far.json").is_symlink()
    assert (inside / "near.json").is_symlink()

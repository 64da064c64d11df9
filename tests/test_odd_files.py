"""Odd files and odd machines: what is no text costs itself and is told; what can be read is read."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from program import FAULT, RULE, TOOL, hygon_lint, rules_dir

_PR_CAPBSET_DROP = 24
_DAC_OVERRIDE, _DAC_READ_SEARCH = 1, 2


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with one file and its fault; odd things come beside it."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    (folder / "fault.h").write_text(FAULT, encoding="utf-8")
    return folder


class Scan:
    """A finished scan with the rule TST001, taken apart."""

    def __init__(
        self, checkout: Path, *words: str, before: Callable[[], None] | None = None, rule: str = RULE, **env: str
    ) -> None:
        rules = rules_dir(checkout.parent / "rules")
        (rules / "fault_word.py").write_text(rule, encoding="utf-8")
        surroundings = {**os.environ, "XDG_CACHE_HOME": str(checkout.parent / "cache"), **env}
        command = [TOOL, "scan", "--rules-dir", rules, "--select", "TST", "--format", "json", *words]
        run = subprocess.run(
            command, cwd=checkout, env=surroundings, capture_output=True, check=False, timeout=120, preexec_fn=before
        )
        self.code, self.err = run.returncode, run.stderr.decode()
        self.report: dict[str, Any] = json.loads(run.stdout) if run.stdout else {}
        self.found = sorted(finding["path"] for finding in self.report.get("findings", ()))
        self.errors = {error["path"]: error["reason"] for error in self.report.get("run", {}).get("errors", ())}
        self.notes = {note["path"]: note["text"] for note in self.report.get("run", {}).get("notes", ())}


# ---------------------------------------------------------------- what is no file


def test_what_is_no_regular_file(checkout: Path) -> None:
    os.mkfifo(checkout / "pipe.h")
    with socket.socket(socket.AF_UNIX) as server:
        here = Path.cwd()
        os.chdir(checkout)  # the name of a socket has little room
        try:
            server.bind("socket.h")
        finally:
            os.chdir(here)
        (checkout / "zero.h").symlink_to("/dev/zero")
        (checkout / "a.h").symlink_to("b.h")
        (checkout / "b.h").symlink_to("a.h")
        (checkout / "self.h").symlink_to("self.h")
        (checkout / "dangling.h").symlink_to("nowhere.h")
        (checkout / "folder").mkdir()
        (checkout / "folder" / "up").symlink_to("..")
        (checkout / "folder.h").mkdir()
        done = Scan(checkout)
    assert (done.code, done.found, done.errors) == (1, ["fault.h"], {})
    irregular, loop = "not a regular file, not read", "not read: Too many levels of symbolic links"
    assert done.notes == {
        "pipe.h": irregular,
        "socket.h": irregular,
        "zero.h": "link that leaves the checkout, not followed",
        "a.h": loop,
        "b.h": loop,
        "self.h": loop,
        "dangling.h": "not read: No such file or directory",
    }


@pytest.mark.parametrize("name", ["pipe.h", "/dev/null", "/dev/zero"])
def test_what_is_no_regular_file_and_named_outright(checkout: Path, name: str) -> None:
    if not name.startswith("/"):
        os.mkfifo(checkout / name)
    done = Scan(checkout, name)
    assert done.code == 3
    assert list(done.errors.values()) == ["not a regular file"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may make devices")
def test_devices(checkout: Path) -> None:
    try:
        os.mknod(checkout / "null.h", 0o020666, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("devices cannot be made here")
    done = Scan(checkout)
    assert (done.code, done.found, done.notes) == (1, ["fault.h"], {"null.h": "not a regular file, not read"})


@pytest.mark.parametrize(
    "name", [".gitignore", "setup.py", "CMakeLists.txt", ".hygon-lint.toml", "compile_commands.json"]
)
def test_pipes_in_place_of_what_shapes_a_run(checkout: Path, name: str) -> None:
    os.mkfifo(checkout / name)
    done = Scan(checkout)
    assert (done.code, done.found) == (1, ["fault.h"])


@pytest.mark.parametrize("way", ["pipe", "endless", "endless, by the configuration"])
def test_a_baseline_of_a_checkout_is_a_regular_file(checkout: Path, way: str) -> None:
    baseline = checkout / ".hygon-lint-baseline.json"
    if way == "pipe":
        os.mkfifo(baseline)
    elif way == "endless":
        baseline.symlink_to("/dev/zero")
    else:
        (checkout / ".hygon-lint.toml").write_text('baseline = "/dev/zero"\n', encoding="utf-8")
    done = Scan(checkout)
    assert done.code == 2
    assert "not a regular file" in done.err


# ---------------------------------------------------------------- what cannot be read


def _without_privileges() -> None:
    """Root reads everything, unless it gives up the right to."""
    libc = ctypes.CDLL(None)
    for capability in (_DAC_OVERRIDE, _DAC_READ_SEARCH):
        libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)


def test_unreadable_files_and_folders(checkout: Path) -> None:
    (checkout / "closed.h").write_text(FAULT, encoding="utf-8")
    (checkout / "closed").mkdir()
    (checkout / "closed" / "inside.h").write_text(FAULT, encoding="utf-8")
    (checkout / "closed.h").chmod(0)
    (checkout / "closed").chmod(0)
    try:
        if os.geteuid() == 0 and _can_read_all(checkout / "closed.h"):
            pytest.skip("the right to read everything cannot be given up here")
        done = Scan(checkout, before=_without_privileges)
    finally:
        (checkout / "closed").chmod(0o700)
    assert (done.code, done.found) == (3, ["fault.h"])
    assert done.errors == {
        "closed.h": "cannot be read: Permission denied",
        "closed": "folder cannot be read: Permission denied",
    }


def _can_read_all(path: Path) -> bool:
    run = subprocess.run(["cat", path], preexec_fn=_without_privileges, capture_output=True, check=False)
    return run.returncode == 0


@pytest.mark.parametrize("instead", ["nothing", "pipe", "folder"])
def test_files_that_change_while_they_are_scanned(checkout: Path, instead: str) -> None:
    """The first file's rule takes the others away: this is what a build in the same folder may do."""
    act = {"nothing": "", "pipe": "os.mkfifo(other)", "folder": "os.mkdir(other)"}[instead]
    text = "\n".join(
        (
            "        import os",
            "        for other in ('b.h', 'c.h'):",
            "            if os.path.isfile(other):",
            "                os.unlink(other)",
            *([f"                {act}"] if act else []),
            "        words = ",
        )
    )
    (checkout / "fault.h").write_text(FAULT + "\n" * 100, encoding="utf-8")  # the largest is first
    for name in ("b.h", "c.h"):
        (checkout / name).write_text(FAULT, encoding="utf-8")
    done = Scan(checkout, "-j1", rule=RULE.replace("        words = ", text))
    assert (done.code, done.found) == (3, ["fault.h"])
    reason = {"nothing": "No such file or directory", "pipe": "not a regular file", "folder": "Is a directory"}
    assert done.errors == dict.fromkeys(("b.h", "c.h"), f"cannot be read: {reason[instead]}")
    assert done.report["coverage"]["files"] == 3 and done.report["coverage"]["analysed"] == 1


# ---------------------------------------------------------------- what stands in them


def test_sizes(checkout: Path) -> None:
    (checkout / "big.h").write_bytes(b"")
    os.truncate(checkout / "big.h", 200 << 20)
    (checkout / "comment.h").write_text("// " + "x" * (1 << 20) + "\n" + FAULT, encoding="utf-8")
    (checkout / "list.h").write_text("int a[] = {" + "1," * (1 << 19) + "1};\n" + FAULT, encoding="utf-8")
    (checkout / "literal.h").write_text('auto s = "' + "x" * (1 << 20) + '";\n' + FAULT, encoding="utf-8")
    (checkout / "behind.h").write_text(" " * (1 << 20) + FAULT, encoding="utf-8")
    done = Scan(checkout)
    assert done.code == 3
    assert done.errors == {"big.h": "larger than the limit of 32 MiB"}
    assert done.found == ["behind.h", "comment.h", "fault.h", "list.h", "literal.h"]
    columns = {finding["path"]: finding["column"] for finding in done.report["findings"]}
    assert columns["behind.h"] == (1 << 20) + 5


@pytest.mark.parametrize(
    "raw",
    [
        ("\ufeff// 总数\n" + FAULT).encode("utf-8"),
        ("\ufeff// 总数\n" + FAULT).encode("utf-16-le"),
        ("\ufeff// 总数\n" + FAULT).encode("utf-16-be"),
        ("// 这里计算总数\n" + FAULT).encode("gbk"),
        ("// 𠀀 这里计算总数\n" + FAULT).encode("gb18030"),
        ("// x\n" + FAULT).encode().replace(b"\n", b"\r\n"),
        ("// x\n" + FAULT).encode().replace(b"\n", b"\r"),
        ("//\0x\n" + FAULT + "int fine;\n" * 20).encode(),
    ],
    ids=["UTF-8 with a mark", "UTF-16", "UTF-16 BE", "GBK", "GB18030", "CRLF", "CR", "NUL"],
)
def test_encodings(checkout: Path, raw: bytes) -> None:
    (checkout / "fault.h").write_bytes(raw)
    done = Scan(checkout)
    assert (done.code, done.found, done.errors) == (1, ["fault.h"], {})
    (place,) = done.report["findings"]
    assert (place["line"], place["column"]) == (2, 5)


@pytest.mark.parametrize(
    ("raw", "code", "told"),
    [
        (b"// caf\xe9\n" + FAULT.encode(), 3, "cannot be decoded: neither UTF-8 nor GB18030: byte 0xe9 at offset 6"),
        (FAULT.encode("utf-16-le"), 0, "not analysed: binary content"),
        (b"\x7fELF" + bytes(1000), 0, "not analysed: binary content"),
    ],
    ids=["Latin-1", "UTF-16 without a mark", "a program"],
)
def test_what_is_no_text_is_told(checkout: Path, raw: bytes, code: int, told: str) -> None:
    (checkout / "fault.h").write_bytes(raw)
    done = Scan(checkout)
    assert (done.code, done.found) == (code, [])
    assert {**done.errors, **done.notes}["fault.h"] == told


# ---------------------------------------------------------------- what they are called

NAMES = (
    "a\nb.h", "\r.h", "😀.h", "q\"'`.h", "%41%.h", "#x#.h", "?a=b&c.h", "a b\t.h", "-rf.h", "--help.h", "~.h",
    "$HOME.h", "*.h", "[x].h", "\\.h", "a\\nb.h", "n" * 253 + ".h", "CON.h", "\u202e.h", "e\u0301.h", "\u00e9.h",
    ";x.h", "@x.h", ":.h",
)  # fmt: skip


def test_names(checkout: Path) -> None:
    for name in NAMES:
        (checkout / name).write_text(FAULT, encoding="utf-8")
    for raw in (b"\xff\xfe\x80.h", b"\xe4\xb8.h"):
        (checkout / os.fsdecode(raw)).write_text(FAULT, encoding="utf-8")
    odd = checkout / os.fsdecode(b"folder\xff") / "\n"
    odd.mkdir(parents=True)
    (odd / "x.h").write_text(FAULT, encoding="utf-8")
    done = Scan(checkout)
    assert (done.code, done.errors, done.notes) == (1, {}, {})
    escaped = ["\\xff\\xfe\\x80.h", "\\xe4\\xb8.h", "folder\\xff/\n/x.h"]
    assert done.found == sorted([*NAMES, *escaped, "fault.h"])


@pytest.mark.parametrize("name", [*NAMES[:14], os.fsdecode(b"\xff\xfe.h")])
def test_odd_names_can_be_given(checkout: Path, name: str) -> None:
    (checkout / name).write_text(FAULT, encoding="utf-8")
    done = Scan(checkout, "--", name)
    assert (done.code, len(done.found)) == (1, 1)


def test_the_command_that_repeats_works_for_odd_names(checkout: Path) -> None:
    name = "a 'b'\n$(id);.h"
    (checkout / name).write_bytes(b"// caf\xe9\n")
    done = Scan(checkout)
    (command,) = (error["command"] for error in done.report["run"]["errors"])
    surroundings = {**os.environ, "PATH": f"{TOOL.parent}:{os.environ['PATH']}"}
    run = subprocess.run(["sh", "-c", command], cwd=checkout, env=surroundings, capture_output=True, check=False)
    assert run.returncode == 3
    assert b"cannot be decoded" in run.stdout


# ---------------------------------------------------------------- what they stand on


def _limited(size: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_report_that_does_not_fit_is_not_passed_off_as_whole(checkout: Path, unbuffered: str) -> None:
    """Neither in a file of ours, which stays as it was, nor in one that the shell opened."""
    surroundings = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    kept = checkout.parent / "kept.sarif"
    kept.write_text("old", encoding="utf-8")
    command = [TOOL, "scan", "--no-cache", "--format"]
    run = subprocess.run(
        [*command, f"sarif={kept}"], cwd=checkout, env=surroundings, capture_output=True, check=False,
        preexec_fn=_limited(1000),
    )  # fmt: skip
    assert (run.returncode, kept.read_text(encoding="utf-8")) == (2, "old")
    assert b"cannot write" in run.stderr and b"File too large" in run.stderr
    assert sorted(path.name for path in kept.parent.iterdir()) == ["checkout", "kept.sarif"], "nothing half-written"
    with (checkout.parent / "out.sarif").open("wb") as out:
        run = subprocess.run(
            [*command, "sarif"], cwd=checkout, env=surroundings, stdout=out, stderr=subprocess.PIPE, check=False,
            preexec_fn=_limited(1000),
        )  # fmt: skip
    assert run.returncode == 2
    assert b"File too large" in run.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk(checkout: Path, unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            [TOOL, "scan", "--no-cache", "--format", "sarif"], cwd=checkout, stdout=full, stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered}, check=False,
        )  # fmt: skip
    assert run.returncode == 2
    assert b"No space left on device" in run.stderr


@pytest.mark.parametrize("size", [0, 8192])
def test_a_cache_that_cannot_grow_costs_time_only(checkout: Path, size: int) -> None:
    for _ in range(2):
        done = Scan(checkout, before=_limited(size))
        assert (done.code, done.found, done.err) == (1, ["fault.h"], "")


def test_a_cache_that_cannot_be_written_costs_time_only(checkout: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    Scan(checkout, HYGON_LINT_CACHE_DIR=str(cache))
    assert any(cache.iterdir())
    for file in cache.iterdir():
        file.chmod(0o400)
    cache.chmod(0o500)
    try:
        (checkout / "more.h").write_text(FAULT, encoding="utf-8")
        done = Scan(checkout, before=_without_privileges, HYGON_LINT_CACHE_DIR=str(cache))
    finally:
        cache.chmod(0o700)
    assert (done.code, done.found, done.err) == (1, ["fault.h", "more.h"], "")


@pytest.mark.parametrize("home", ["", "/nonexistent/home", "relative"])
def test_no_home_folder(checkout: Path, home: str) -> None:
    done = Scan(checkout, HOME=home, XDG_CACHE_HOME="", XDG_CONFIG_HOME="")
    assert (done.code, done.found, done.err) == (1, ["fault.h"], "")
    assert not (checkout / "relative").exists()


def test_no_surroundings_at_all(checkout: Path) -> None:
    run = subprocess.run([TOOL, "scan", "--no-cache"], cwd=checkout, env={}, capture_output=True, check=False)
    assert (run.returncode, run.stderr) == (0, b"")


def test_the_folder_is_gone(checkout: Path) -> None:
    """The working directory was deleted by somebody else."""
    run = subprocess.run(
        [TOOL, "scan", "."], cwd=checkout, capture_output=True, check=False, preexec_fn=lambda: shutil.rmtree(checkout)
    )
    assert run.returncode == 2
    assert b"Traceback" not in run.stderr and run.stderr.count(b"\n") == 1


# ---------------------------------------------------------------- how many there are


def test_many_files(tmp_path: Path, repository: Path) -> None:
    """All are read and counted; `benchmarks/many_files.py` does it with 100,000."""
    script = repository / "benchmarks" / "many_files.py"
    run = subprocess.run(
        [sys.executable, script, "--files", "3000", "--folder", tmp_path], capture_output=True, check=True, timeout=120
    )
    told = json.loads(run.stdout)
    assert (told["files"], told["analysed"], told["code"]) == (3000, 3000, 0)


def test_the_number_of_open_files_does_not_grow(checkout: Path) -> None:
    for number in range(300):
        (checkout / f"{number}.h").write_text(FAULT, encoding="utf-8")
    few = 40
    done = Scan(checkout, "-j2", before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (few, few)))
    assert (done.code, len(done.found), done.errors) == (1, 301, {})


def test_the_program_is_here() -> None:
    """`hygon_lint` of tests/program.py and `Scan` above start the same program."""
    assert hygon_lint("--version", cwd=Path.cwd()).code == 0

"""Paths to files: suffixes, excludes, .gitignore, links, odd files."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from hygon_lint.discovery import Discovery, Filter, below, discover, find_root
from hygon_lint.errors import UsageError


def write(root: Path, *names: str, text: str = "int x;\n") -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def found(root: Path, *paths: str, **kind: object) -> Discovery:
    return discover(paths or (".",), str(root), str(root), Filter(**kind))  # type: ignore[arg-type]


def names(result: Discovery) -> list[str]:
    return [file.name for file in result.sources]


def test_takes_sources_and_build_files_and_passes_over_the_rest(tmp_path: Path) -> None:
    write(
        tmp_path, "a.h", "b.hpp", "c.cuh", "d.cu", "e.hip", "f.cpp", "g.cc", "h.CXX", "i.inl", "j.inc", "k.py", "l.txt"
    )
    write(tmp_path, "setup.py", "x/CMakeLists.txt", "x/flags.cmake", "x/Makefile", "x/go.sh", "config.h.in")
    result = found(tmp_path)
    assert names(result) == ["a.h", "b.hpp", "c.cuh", "d.cu", "e.hip", "f.cpp", "g.cc", "h.CXX", "i.inl", "j.inc"]
    assert [file.name for file in result.build_files] == [
        "setup.py", "x/CMakeLists.txt", "x/Makefile", "x/flags.cmake", "x/go.sh",
    ]  # fmt: skip
    assert [(note.path, note.text) for note in result.notes] == [("config.h.in", "template of a source, not analysed")]


def test_skips_folders_of_others_and_says_so(tmp_path: Path) -> None:
    write(tmp_path, "csrc/a.h", "third_party/b.h", "build/c.h", ".git/d.h", "csrc/generated/e.h")
    result = found(tmp_path)
    assert names(result) == ["csrc/a.h"]
    assert result.notes[-1].text == "3 skipped: folder of vendored, generated or built files"
    assert names(found(tmp_path, default_excludes=False)) == [
        ".git/d.h", "build/c.h", "csrc/a.h", "csrc/generated/e.h", "third_party/b.h",
    ]  # fmt: skip


def test_a_skipped_folder_that_is_named_is_walked_and_a_file_in_it_is_not(tmp_path: Path) -> None:
    write(tmp_path, "third_party/b.h")
    assert names(found(tmp_path, "third_party")) == ["third_party/b.h"]
    result = found(tmp_path, "third_party/b.h")
    assert names(result) == []
    assert "--no-default-excludes" in result.notes[0].text


def test_gitignore_nests_negates_and_can_be_set_aside(tmp_path: Path) -> None:
    write(tmp_path, "a.h", "b.h", "sub/a.h", "sub/keep.h", "out/x.h", "sub/deep/b.h")
    (tmp_path / ".gitignore").write_text("a.h\nkeep.h\n/out/\n", encoding="utf-8")
    (tmp_path / "sub" / ".gitignore").write_text("!keep.h\ndeep/\n", encoding="utf-8")
    result = found(tmp_path)
    assert names(result) == ["b.h", "sub/keep.h"]
    assert {note.text for note in result.notes} == {
        "2 skipped: file named in .gitignore",
        "2 skipped: folder named in .gitignore",
    }
    assert names(found(tmp_path, "sub")) == ["sub/keep.h"], "files above the walked folder count, too"
    assert len(names(found(tmp_path, gitignore=False))) == 6


def test_unreadable_pattern_in_gitignore_is_passed_over(tmp_path: Path) -> None:
    write(tmp_path, "a.h", "b.h")
    (tmp_path / ".gitignore").write_bytes(b"[z-\n\xff\xfe\nb.h\n!\n")
    assert names(found(tmp_path)) == ["a.h"]


def test_configured_excludes_also_hold_for_named_files(tmp_path: Path) -> None:
    write(tmp_path, "csrc/a.h", "csrc/old/b.h", "legacy.h")
    assert names(found(tmp_path, exclude=("old/", "legacy.h"))) == ["csrc/a.h"]
    result = found(tmp_path, "legacy.h", exclude=("legacy.h",))
    assert names(result) == []
    assert result.notes[0].text == "excluded by configuration"


def test_links_are_followed_to_files_inside_and_never_out(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    write(root, "real/a.h")
    write(outside, "secret.h")
    (root / "again.h").symlink_to(root / "real" / "a.h")
    (root / "out.h").symlink_to(outside / "secret.h")
    (root / "loop").symlink_to(root)
    (root / "dangling.h").symlink_to("nowhere.h")
    (root / "self.h").symlink_to("self.h")
    result = found(root)
    assert names(result) == ["real/a.h"]
    told = {note.path: note.text for note in result.notes}
    assert "leaves the checkout" in told["out.h"]
    assert "not read" in told["dangling.h"]
    assert "self.h" in told


def test_what_is_no_regular_file_is_never_opened(tmp_path: Path) -> None:
    write(tmp_path, "a.h")
    os.mkfifo(tmp_path / "pipe.h")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket.h"))
        result = found(tmp_path)
        assert names(result) == ["a.h"]
        assert {note.path for note in result.notes} == {"pipe.h", "socket.h"}
    named = found(tmp_path, "pipe.h")
    assert [error.reason for error in named.errors] == ["not a regular file"]


def test_names_that_are_not_utf8_are_printable(tmp_path: Path) -> None:
    odd = os.fsencode(tmp_path) + b"/\xffodd\nname.h"
    Path(os.fsdecode(odd)).write_text("int x;", encoding="utf-8")
    result = found(tmp_path)
    assert names(result) == ["\\xffodd\nname.h"]
    assert Path(result.sources[0].path).read_text(encoding="utf-8") == "int x;"


def test_a_file_reached_twice_is_read_once(tmp_path: Path) -> None:
    write(tmp_path, "a.h")
    assert names(found(tmp_path, "a.h", ".", "./a.h")) == ["a.h"]


def test_a_path_that_does_not_exist_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nope: No such file"):
        found(tmp_path, "nope")
    with pytest.raises(UsageError, match="File name too long"):
        found(tmp_path, "x" * 5000)


def test_root_is_the_checkout_else_the_working_directory_else_the_common_parent(tmp_path: Path) -> None:
    write(tmp_path, "repo/csrc/a.h", "plain/b.h")
    (tmp_path / "repo" / ".git").mkdir()
    root = str(tmp_path.resolve())
    assert find_root(["repo/csrc/a.h"], root) == f"{root}/repo"
    assert find_root(["csrc"], f"{root}/repo") == f"{root}/repo"
    assert find_root(["plain/b.h"], root) == root
    assert find_root([f"{root}/plain/b.h"], "/") == "/"
    assert find_root([f"{root}/plain"], f"{root}/repo") == f"{root}/plain"


@pytest.mark.parametrize(
    "path", ["/r/a/b", "/r/a/", "/r", "/r/./a", "/r/a/../b", "/r//a", "/rest/a", "/", "/r/.a/b", "/r/a."]
)
@pytest.mark.parametrize("folder", ["/r", "/r/", "/", "/r/a"])
def test_below_is_relpath(path: str, folder: str) -> None:
    assert below(path, folder) == os.path.relpath(path, folder)

"""The matrix of arches and places: cells with lines, conflicts, what was not compared; in three formats."""

import json
from pathlib import Path

import pytest
from program import hygon_lint

FIXTURE = Path(__file__).resolve().parent.parent / "fixtures" / "flash-attention-hygon"


def matrix(*args, cwd, code=0):
    done = hygon_lint("arches", "--format", "json", "--no-cache", "-j1", *args, cwd=cwd)
    assert done.code == code, done.err
    return json.loads(done.out)


def places(found, kind):
    return [one for one in found["places"] if one["kind"] == kind]


@pytest.fixture(scope="module")
def before():
    return matrix(cwd=FIXTURE / "before")


def test_each_cell_stands_on_a_line_that_names_its_arch(before):
    for place in before["places"]:
        if place["kind"] not in ("list", "flags", "gate", "function"):
            continue
        lines = (FIXTURE / "before" / place["path"]).read_text(encoding="utf-8").splitlines()
        for arch, numbers in place["cells"].items():
            for number in numbers:
                text = "\n".join(lines[number - 1 : number + 2])
                assert arch.removeprefix("gfx") in text, (place["path"], number, arch)


def test_lists_say_what_they_lack(before):
    lists = {(one["path"], next(iter(one["cells"].values()))[0]): one for one in places(before, "list")}
    default = [one for one in lists.values() if one["detail"] == "default" and one["path"] == "setup.py"]
    assert len(default) == 5
    assert all("gfx92a" in one["lacks"] for one in default)
    assert lists[("CMakeLists.txt", 8)]["lacks"] == []
    assert [one["detail"] for one in lists.values() if one["name"] == "DEBUG_ARCHS"] == ["developer"]


def test_conflicts_and_open_questions_are_shown(before):
    assert {one["rule"] for one in before["conflicts"]} == {"HYG301", "HYG302", "HYG303", "HYG304"}
    flags = next(one for one in places(before, "flags") if "512" in one["detail"])
    assert flags["conflicts"] == ["gfx946"]
    assert next(one for one in before["arches"] if one["name"] == "gfx946")["open"] == ["vgprs"]


def test_nothing_is_left_after_the_repair():
    assert matrix(cwd=FIXTURE / "after")["conflicts"] == []


def test_a_checkout_without_build_files_says_what_was_not_compared(tmp_path):
    source = "#if defined(__gfx938__)\n#define WIDE 1\n#endif\n"
    (tmp_path / "a.h").write_text(source)
    found = matrix(cwd=tmp_path)
    assert places(found, "gate")[0]["cells"] == {"gfx938": [1]}
    assert any("no build file" in text for text in found["not_compared"])
    assert any("no host predicate" in text for text in found["not_compared"])


def test_a_broken_build_file_is_named(tmp_path):
    (tmp_path / "setup.py").write_text("def broken(:\n")
    (tmp_path / "a.h").write_text("int a;\n")
    found = matrix(cwd=tmp_path, code=3)
    assert any(text.startswith("setup.py: ") for text in found["not_compared"])


def test_text_and_markdown(tmp_path):
    (tmp_path / "setup.py").write_text('flags = ["--offload-arch=gfx936,gfx938"]\n')
    (tmp_path / "CMakeLists.txt").write_text("set(GPU_ARCHS gfx936 gfx938 gfx92a)\n")
    text = hygon_lint("arches", "--no-cache", "-j1", cwd=tmp_path).out
    assert "gfx92a" in text
    assert "✗" in text
    assert "HYG304" in text
    chinese = hygon_lint("arches", "--no-cache", "-j1", "--lang", "zh", cwd=tmp_path).out
    assert "构建列表" in chinese
    markdown = hygon_lint("arches", "--no-cache", "-j1", "--format", "markdown", cwd=tmp_path).out
    assert "| place | gfx936 | gfx938 | gfx92a |" in markdown
    assert "| `setup.py flags (default)` | 1 | 1 | ✗ |" in markdown


def test_names_of_files_cannot_break_the_table(tmp_path):
    folder = tmp_path / "a|b`c"
    folder.mkdir()
    (folder / "setup.py").write_text('flags = ["--offload-arch=gfx936"]\n')
    markdown = hygon_lint("arches", "--no-cache", "-j1", "--format", "markdown", cwd=tmp_path).out
    row = next(line for line in markdown.splitlines() if "setup.py" in line)
    assert row.replace("\\|", "").count("|") == 3

"""Configuration: found upwards, checked to the letter, overridden by the command line, never able to run anything."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from program import hygon_lint

from hygon_lint import config
from hygon_lint.config_keys import COMMAND_LINE_ONLY, KEYS, json_schema, problems
from hygon_lint.errors import UsageError


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def wrong(tmp_path: Path, text: str, name: str = ".hygon-lint.toml") -> str:
    write(tmp_path / name, text)
    with pytest.raises(UsageError) as error:
        config.load(tmp_path)
    return str(error.value).replace(f"{tmp_path}/", "")


def test_the_nearest_file_upwards_counts_but_not_beyond_the_checkout(tmp_path: Path) -> None:
    write(tmp_path / ".hygon-lint.toml", 'fail-on = "note"')
    deep = tmp_path / "repo" / "csrc"
    deep.mkdir(parents=True)
    assert config.load(deep)["fail-on"] == "note"
    write(tmp_path / "repo" / "pyproject.toml", '[tool.other]\nx = 1\n[tool.hygon-lint]\nfail-on = "error"\n')
    assert config.load(deep)["fail-on"] == "error"
    write(deep / "pyproject.toml", "[tool.other]\nname = 'hygon-lint'\n")
    assert config.load(deep)["fail-on"] == "error", "a shared file without our section is passed over"
    (tmp_path / "repo" / "pyproject.toml").unlink()
    (tmp_path / "repo" / ".git").mkdir()
    assert config.load(deep).file is None


def test_our_own_file_wins_over_the_shared_one_beside_it(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", '[tool.hygon-lint]\nfail-on = "error"\n')
    write(tmp_path / ".hygon-lint.toml", 'fail-on = "never"\n')
    assert config.load(tmp_path)["fail-on"] == "never"


def test_a_named_file_and_isolation(tmp_path: Path) -> None:
    write(tmp_path / ".hygon-lint.toml", 'fail-on = "never"\n')
    other = write(tmp_path / "other.toml", 'fail-on = "note"\n')
    assert config.load(tmp_path, file=other)["fail-on"] == "note"
    assert config.load(tmp_path, isolated=True)["fail-on"] == "warning"
    with pytest.raises(UsageError, match="No such file"):
        config.load(tmp_path, file=tmp_path / "nope.toml")


def test_every_value_knows_where_it_came_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "pyproject.toml", '[project]\nname = "x"\n\n[tool.hygon-lint]\n# words\nselect = ["HYG1"]\n')
    loaded = config.load(tmp_path)
    assert loaded.origin("select") == "pyproject.toml:6"
    assert loaded.origin("ignore") == "default"
    loaded.override("select", ["HYG2"], "command line")
    assert (loaded["select"], loaded.origin("select")) == (["HYG2"], "command line")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('selct = ["HYG1"]', '.hygon-lint.toml:1: unknown key "selct"; did you mean "select"?'),
        ("\n\nfail-on = 3", '.hygon-lint.toml:3: "fail-on" must be a string, not the number 3'),
        ('preview = "yes"', ".hygon-lint.toml:1: \"preview\" must be true or false, not the string 'yes'"),
        ('fail-on = "eror"', 'fail-on" must be one of error, warning, note, never; did you mean "error"?'),
        ('select = "HYG1"', '"select" must be a list of strings'),
        ("select = [1]", '"select" must be a list of strings, not a list'),
        ("jobs = 0", '"jobs" must be a positive whole number, not the number 0'),
        ("jobs = true", '"jobs" must be a positive whole number, not true'),
        ("min-coverage = 95", '"min-coverage" must be a number from 0 to 1'),
        ('[severity]\nHYG101 = "fatal"', '.hygon-lint.toml:2: "severity.HYG101" must be one of error'),
        ('x = 1\n[[overrides]]\npaths = ["a"]\n[[overrides]]\nignore = ["b"]', ':4: an override needs "paths"'),
        (
            '[[overrides]]\npaths = ["a"]\n\n[[overrides]]\npaths = ["a"]\nignor = 1',
            ':6: unknown key "ignor"',
        ),
        ('[arch]\n"../x" = {}', '"../x" is no arch'),
        ("[arch]\ngfx946 = 3", '"arch.gfx946" must be a table of facts'),
        ('[magnitudes]\nheads = "big"', '"magnitudes.heads" must be a positive whole number'),
        ("[magnitudes]\nhead = 64", ':2: unknown role "head"; did you mean "heads"?'),
        ("overrides = 3", '"overrides" must be an array of tables'),
        ("select = [", ".hygon-lint.toml:1: "),
        ("a = 1\na = 2", ":2: Cannot overwrite a value"),
        (
            "[tool.hygon-lint]\njobs = 1",
            ":1: [tool.hygon-lint] belongs into pyproject.toml; here the keys",
        ),
        ("[tool.other]\njobs = 1", ':1: unknown key "tool"'),
    ],
)
def test_mistakes_name_the_line_and_the_right_word(tmp_path: Path, text: str, message: str) -> None:
    told = wrong(tmp_path, text)
    if "unknown key" not in message and "x = 1" in text:
        told = wrong(tmp_path, text.replace("x = 1", "jobs = 1"))
    assert message in told


def test_lines_in_the_shared_file(tmp_path: Path) -> None:
    text = "[tool]\n[tool.x]\nselect = 1\n[tool.hygon-lint]\n\nselect = 1\n"
    assert "pyproject.toml:6: " in wrong(tmp_path, text, "pyproject.toml")
    assert "pyproject.toml:1: [tool.hygon-lint] must be a table" in wrong(
        tmp_path, 'tool.hygon-lint = "x"\n', "pyproject.toml"
    )


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / ".hygon-lint.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="is not UTF-8"):
        config.load(tmp_path)


@pytest.mark.parametrize("key", COMMAND_LINE_ONLY)
def test_a_checkout_cannot_say_what_to_run_or_load(tmp_path: Path, key: str) -> None:
    assert "command line only" in wrong(tmp_path, f'{key} = "evil"\n')


def test_required_version(tmp_path: Path) -> None:
    assert 'and ">=99" is required' in wrong(tmp_path, 'required-version = ">=99"')
    assert 'is no version clause: write ">=0.1,<1"' in wrong(tmp_path, 'required-version = "about 1"')
    for clause, fits in ((">=0.1,<1", True), ("0.3", False), ("==0.2.1", True), ("!=0.2.1", False), ("<=0.2", False)):
        assert config.version_fits("0.2.1", clause, "x") is fits, clause


SAMPLE = {
    "flag": [True], "count": [1], "share": [0.5], "word": ["a"], "words": [["a"], []],
    "severities": [{"HYG101": "note"}],
    "overrides": [[{"paths": ["a/"], "ignore": ["HYG1"], "severity": {"HYG1": "error"}, "min-confidence": "high"}]],
    "arches": [{"gfx946": {"vgprs": 768}}], "sizes": [{"token": 5}],
}  # fmt: skip
WRONG = [None, 3.5, -1, "x", True, [], [3], {}, {"a": 1}, [{"a": 1}], [{"paths": ["a"], "b": 1}], {"gfx1": 1}]


def test_the_schema_and_the_checker_agree() -> None:
    schema = json_schema()
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for key in KEYS:
        right = list(key.choices) or SAMPLE[key.kind]
        for value in [*right, *WRONG]:
            table = {key.name: value}
            assert validator.is_valid(table) == (not list(problems(table))), table


def test_the_schema_that_ships_is_the_one_of_the_code(repository: Path) -> None:
    shipped = json.loads((repository / "hygon_lint" / "config.schema.json").read_text(encoding="utf-8"))
    assert shipped == json_schema(), "write it anew: hygon-lint config --schema > hygon_lint/config.schema.json"


def test_defaults_are_legal() -> None:
    for key in KEYS:
        if key.default is not None:
            assert not list(problems({key.name: key.default})) or key.default == "", key.name


def test_magnitudes_decide_what_a_role_can_be(tmp_path: Path) -> None:
    """In one cache: what was worked out under other magnitudes is not taken for an answer."""
    (tmp_path / "a.hip").write_text(
        "#include <hip/hip_runtime.h>\n"
        "__global__ void add(float* sums, int token, int head_dim)\n{\n    sums[token * head_dim] += 1.f;\n}\n",
        encoding="utf-8",
    )
    config = tmp_path / ".hygon-lint.toml"
    found = {}
    for text in ("", "default = 100000", "default = 100000\nhead-dimension = 100000", "head-dimension = 1"):
        config.write_text(f"[magnitudes]\n{text}\n", encoding="utf-8")
        done = hygon_lint("scan", "--format", "json", "--select", "HYG203", cwd=tmp_path)
        found[text] = len(json.loads(done.out)["findings"])
    assert list(found.values()) == [1, 0, 1, 0], found

"""docs/configuration.md says what the configuration takes."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from hygon_lint import config
from hygon_lint.commands.config_page import EXAMPLES, TYPES, page
from hygon_lint.config_keys import KEYS, problems
from hygon_lint.model.magnitudes import key_of, roles

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def test_the_page_is_the_one_of_the_keys(repository: Path) -> None:
    written = (repository / "docs" / "configuration.md").read_text(encoding="utf-8")
    assert written == page(), "write it anew: python -m hygon_lint.commands.config_page docs/configuration.md"


def test_every_key_stands_there_with_its_type_its_default_and_an_example() -> None:
    text = page()
    assert set(EXAMPLES) == {key.name for key in KEYS}
    assert set(TYPES) == {key.kind for key in KEYS}
    for key in KEYS:
        assert re.search(rf"^\| \[`{key.name}`\]\(#key-{key.name}\) \| \S.* \| (-|`.*`) \|$", text, re.M), key.name
        assert f'<a id="key-{key.name}"></a>`{key.name}`: {key.help}' in text
    assert "(#" not in text.replace("(#key-", ""), "no link to a heading that a renderer would have to guess"


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_the_examples_are_taken_as_written(key: object, tmp_path: Path) -> None:
    name = key.name  # type: ignore[attr-defined]
    table = tomllib.loads(EXAMPLES[name])
    assert list(table) == [name] and list(problems(table)) == []
    assert table[name] != key.default, "an example shows something else than what is anyway"  # type: ignore[attr-defined]
    (tmp_path / ".hygon-lint.toml").write_text(EXAMPLES[name], encoding="utf-8")
    assert config.load(tmp_path)[name] == table[name]


def test_the_roles_of_the_example_exist() -> None:
    wanted = tomllib.loads(EXAMPLES["magnitudes"])["magnitudes"]
    assert set(wanted) <= {key_of(role.name) for role in roles()}


def test_both_readmes_lead_there(repository: Path) -> None:
    for name in ("README.md", "README.zh.md"):
        assert "(docs/configuration.md)" in (repository / name).read_text(encoding="utf-8"), name

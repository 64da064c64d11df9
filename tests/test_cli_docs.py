"""docs/cli.md says what --help says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from hygon_lint import cli
from hygon_lint.commands.reference import BEGIN, END, reference
from hygon_lint.report import FORMATS


@pytest.fixture(scope="module")
def page(repository: Path) -> str:
    return (repository / "docs" / "cli.md").read_text(encoding="utf-8")


def test_the_reference_is_the_one_of_the_commands(page: str) -> None:
    written = page.partition(BEGIN)[2].partition(END)[0].strip()
    assert written == reference().strip(), "write it anew: python -m hygon_lint.commands.reference docs/cli.md"


@pytest.mark.parametrize("name", list(cli.COMMANDS))
def test_every_option_of_help_stands_in_its_section(page: str, name: str) -> None:
    shown = CliRunner().invoke(cli.cli, [name, "--help"]).output
    section = re.search(rf"^### hygon-lint {name}$(.*?)(?=^### hygon-lint (?!{name} )|\Z)", page, re.M | re.S)
    assert section is not None
    for option in re.findall(r"^ +(?:-\w, )?(--[\w-]+)", shown, re.M):
        assert option in section[1], option


def test_formats_and_exit_codes(page: str) -> None:
    table = page.partition("## Formats")[2].partition("## Exit codes")[0]
    assert set(re.findall(r"^\| `(\w+)`", table, re.M)) == set(FORMATS)
    codes = page.partition("## Exit codes")[2].partition("## Streams")[0]
    numbers = {int(number) for cell in re.findall(r"^\| ([\d, ]+) \|", codes, re.M) for number in cell.split(",")}
    assert numbers == {
        cli.CLEAN, cli.FINDINGS, cli.USAGE, cli.PARTIAL, cli.INTERRUPTED, cli.TERMINATED, cli.BROKEN_PIPE,
    }  # fmt: skip

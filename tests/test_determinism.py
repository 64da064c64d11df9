"""The same input gives the same bytes: any number of workers, order of files, locale, hash seed, cold or warm."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from program import hygon_lint


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Path:
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("HYG101", "HYG401"):
        (folder / name).mkdir()
        for file in [path for path in sorted((repository / "fixtures" / "rules" / name).iterdir()) if path.is_file()][
            :5
        ]:
            shutil.copy(file, folder / name)
    (folder / "setup.py").write_text("archs = ['gfx936', 'gfx938']\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def first(checkout: Path) -> dict[str, str]:
    return {form: scan(checkout, form) for form in ("json", "sarif")}


def scan(checkout: Path, form: str, *words: str, **env: str) -> str:
    done = hygon_lint("scan", "--format", form, *(words or ("--no-cache", ".")), cwd=checkout, env=env)
    assert done.code == 1, done.err
    return done.out


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_workers_and_order(checkout: Path, first: dict[str, str], form: str) -> None:
    assert scan(checkout, form, "--no-cache", "-j1", ".") == first[form]
    assert scan(checkout, form, "--no-cache", "-j3", ".") == first[form]
    assert scan(checkout, form, "--no-cache", "setup.py", "HYG401", "HYG101", "HYG401") == first[form]


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "zh_CN.UTF-8", "LANG": "zh_CN.UTF-8"},
        {"LC_ALL": "tr_TR.ISO-8859-9", "PYTHONUTF8": "0"},
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "2", "TZ": "Asia/Shanghai"},
    ],
    ids=["C", "Chinese", "Turkish", "hash 1", "hash 2"],
)
def test_surroundings(checkout: Path, first: dict[str, str], env: dict[str, str]) -> None:
    assert scan(checkout, "json", **env) == first["json"]


def test_cold_and_warm(checkout: Path, first: dict[str, str], tmp_path: Path) -> None:
    for _ in range(2):
        assert scan(checkout, "json", ".", HYGON_LINT_CACHE_DIR=str(tmp_path)) == first["json"]

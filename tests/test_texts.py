"""Chinese texts read as Chinese: punctuation is full width where it meets Chinese characters."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted([*(ROOT / "rules").glob("*.py"), *(ROOT / "hygon_lint").rglob("*.py")])
DATA = sorted((ROOT / "hygon_lint").rglob("*.toml"))

_HAN = "\u4e00-\u9fff"
_HALF = re.compile(rf"[{_HAN}`)\]] ?[,;:!?](?: |$|[{_HAN}])|[,;:!?] ?[{_HAN}]|[{_HAN}] ?\(|\) ?[{_HAN}]|[{_HAN}]\.")
_GAP = re.compile(
    rf"[{_HAN}] [{_HAN}]|[\uff0c\u3002\uff1b\uff1a\u3001\uff08\uff09] | [\uff0c\u3002\uff1b\uff1a\u3001\uff09]"
)


def chinese(path: Path) -> Iterator[tuple[int, str]]:
    """Every string constant of a module that holds Chinese, with placeholders as `x`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            inside |= {id(part) for part in node.values}
            text = "".join(str(p.value) if isinstance(p, ast.Constant) else "x" for p in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            text = node.value
        else:
            continue
        if re.search(f"[{_HAN}]", text) and "\\d" not in text:  # not a pattern that matches Chinese
            yield node.lineno, text


def flaws(text: str) -> list[str]:
    """Half-width punctuation beside Chinese, and spaces where Chinese has none; code in backticks does not count."""
    plain = re.sub(r"`[^`]*`|[A-Za-z_]+\([^()\u4e00-\u9fff]*\)", "`", text)
    return [match.group() for pattern in (_HALF, _GAP) for match in pattern.finditer(plain)]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_chinese_in_code_has_chinese_punctuation(path: Path) -> None:
    wrong = [f"{path.name}:{line}: {flaws(text)} in {text!r}" for line, text in chinese(path) if flaws(text)]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("path", DATA, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_chinese_in_data_has_chinese_punctuation(path: Path) -> None:
    texts = re.findall(r'zh = "([^"]*)"|zh = """(.*?)"""', path.read_text(encoding="utf-8"), re.S)
    wrong = [text for pair in texts for text in pair if flaws(text.replace("\n", ""))]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("先相乘，再扩宽", True),
        ("先相乘, 再扩宽", False),
        ("乘积 (32 位) 溢出", False),
        ("乘积（32 位）溢出", True),
        ("`a, b` 相加；见 `f(x)`", True),
        ("`a` 相加; 见下", False),
        ("值为 x，y", True),
        ("先 相乘", False),
        ("先相乘， 再扩宽", False),
        ("写成 sarif=out.sarif", True),
        ("用 defined() 判断", True),
        ("出错: x", False),
    ],
)
def test_flaws_are_known(text: str, right: bool) -> None:
    assert (flaws(text) == []) is right

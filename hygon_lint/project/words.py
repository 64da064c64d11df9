"""The words of build files: arch tokens, options, hardware flags, roles. Driven by `model/build.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from hygon_lint.model.arches import arch_names_in, known_arches
from hygon_lint.model.data import load_toml

_SEPARATORS = re.compile(r"[;,\s|/]+")
_FEATURES = re.compile(r":(?:sramecc|xnack)[+-]", re.IGNORECASE)
_LIKE = re.compile(r"\^?\(?gfx[0-9][0-9a-f\[\]|().gx-]{0,80}\*?")
_WORD = re.compile(r"[A-Za-z]+")
_DEFINE = re.compile(r"-D\s*([A-Za-z_]\w*)(?:=(.*))?\Z", re.DOTALL)


@lru_cache(maxsize=1)
def _model() -> dict[str, Any]:
    return load_toml("hygon_lint.model", "build.toml")


@lru_cache(maxsize=1)
def _tokens() -> dict[str, str]:
    return {arch.token: arch.name for arch in known_arches().values()}


def arch_of_token(token: str, *, bare: bool = False) -> str | None:
    """The arch a word stands for: `gfx938`, `gfx90a:xnack-`, and with `bare` also `938`."""
    token = _FEATURES.sub("", token.strip().strip("\"'")).lower()
    named = arch_names_in(token)
    if named and token == named[0]:
        return token
    return _tokens().get(token) if bare else None


def arches_like(text: str) -> tuple[str, ...]:
    """The arches that a piece of a name such as `gfx94`, `gfx9[45]` or `gfx90a|gfx942` stands for, else ()."""
    text = text.strip().lower()
    if not _LIKE.fullmatch(text):
        return ()
    try:
        pattern = re.compile(text.removeprefix("^").removesuffix("*"))
    except re.error:
        return ()
    return tuple(arch for arch in known_arches() if pattern.match(arch))


def arch_list(text: str, *, bare: bool = False) -> tuple[str, ...]:
    """The arches of a text that is nothing but a list of arches, else ()."""
    words = [word for word in _SEPARATORS.split(_FEATURES.sub("", text.strip())) if word]
    found = [arch_of_token(word, bare=bare) for word in words]
    return tuple(dict.fromkeys(one for one in found if one)) if found and all(found) else ()


def offload_arches(flag: str) -> tuple[str, ...]:
    """The arches a flag such as `--offload-arch=gfx936,gfx938` names, else ()."""
    for mark in _model()["flags"]["offload"]:
        if flag.startswith(mark):
            return arch_list(flag[len(mark) :])
    return ()


def offload_mark(text: str) -> str:
    """The arch option that a text ends or begins with (`--offload-arch=`), or ""."""
    return next((mark for mark in _model()["flags"]["offload"] if mark in text or text.endswith(mark[:-1])), "")


def per_arch_mark() -> str:
    """The prefix of options for one arch."""
    return str(_model()["flags"]["per_arch"])


@lru_cache(maxsize=1024)
def is_arch_variable(name: str) -> bool:
    """Whether a variable of this name holds a list of arches."""
    variables = _model()["variables"]
    if name in variables["known"]:
        return True
    if name in variables["other"]:
        return False
    words = name.upper().strip("_").split("_")
    if len(words) < 2 or words[-1] not in variables["tails"]:
        return False
    return any(word in variables["words"] for word in words[:-1])


def known_variables() -> dict[str, str]:
    """Arch variables that tools read, and the tool."""
    return dict(_model()["variables"]["known"])


def other_variables() -> frozenset[str]:
    """Variables that tools read and that hold no arches."""
    return frozenset(_model()["variables"]["other"])


@lru_cache(maxsize=1)
def _hardware() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(row["pattern"]), row["fact"]) for row in _model()["hardware"])


def hardware_facts(flags: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """The hardware facts that flags assert, `-mllvm=-support-768-vgprs=true` -> (("vgprs", 768),)."""
    found: dict[str, int] = {}
    for flag in flags:
        word = flag.strip().split("=", 1)[1] if flag.strip().startswith("-mllvm=") else flag.strip()
        for part in word.split():
            for pattern, fact in _hardware():
                match = pattern.match(part)
                if match:
                    found.setdefault(fact, int(match.group(1)))
    return tuple(found.items())


def define_of(flag: str) -> tuple[str, str] | None:
    """(name, value) of a `-DNAME=VALUE` flag."""
    match = _DEFINE.match(flag.strip())
    return (match.group(1), match.group(2) if match.group(2) is not None else "1") if match else None


def role_of(*names: str) -> str:
    """The role that names around a list (variable, function, condition, file) give it."""
    words = {word.lower() for name in names for word in _WORD.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name))}
    developer = _model()["developer"]
    if words & set(developer["words"]):
        return "developer"
    if words & set(developer["support_words"]):
        return "supported"
    return "default"


_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


def about_versions(text: str, own: str = "") -> bool:
    """Whether a condition asks for the version of a toolchain, so that an older list is no oversight.

    `own` is the list's variable: `if CHIP_VERSION is None` asks whether it has been given.
    """
    names = (name for name in _IDENTIFIER.findall(text) if name != own)
    return any("VERSION" in name.upper() and not is_arch_variable(name) for name in names)


def about_absence(text: str) -> bool:
    """Whether a shell or make condition asks if a variable has been given: `-z "$X"`, `ifndef X`, `ifeq ($(X),)`."""
    return bool(re.search(r"(?:^|\s)-z\s|^\s*ifndef\b|^\s*ifeq\s*\(\s*\$[({]\w+[)}]\s*,\s*\)|=\s*[\"']{2}", text))

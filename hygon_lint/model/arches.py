"""Known arches: their macros, families and hardware facts, from `arches.toml` and from the user's configuration."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

DEVICE_PASS = (("__HIP_DEVICE_COMPILE__", "1"), ("__AMDGCN__", "1"), ("__AMDGPU__", "1"), ("__AMD__", "1"))
"""Macros of every device pass, whatever its arch."""

_ARCH = re.compile(
    r"gfx[0-9]+(?:-[0-9]+)?-generic|gfx(?:1[0-9]{3}|[6-9][0-9]{2}|[6-9][0-9][a-f])(?![0-9a-z])", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Arch:
    """One GPU target.

    `macros` are (name, value) pairs that a device compile for it defines (its own, its family's, the wave size and
    those of every device pass). `wave` is the number of lanes as compiled by default. `numbers` are the integers
    host code compares for it, the most usual first. `facts` holds hardware facts by name; `open` names those that are
    an open question (a fact the user states closes it).
    """

    name: str
    macros: tuple[tuple[str, str], ...]
    family: str
    hygon: bool
    wave: int
    numbers: tuple[int, ...]
    facts: dict[str, Any] = field(default_factory=dict, hash=False, compare=False)
    codename: str = ""
    legacy: bool = False
    open: tuple[str, ...] = ()
    stated: tuple[str, ...] = ()  # facts that the user's configuration stated

    @property
    def macro(self) -> str:
        """Its own macro, `__gfx938__`."""
        return self.macros[0][0]

    @property
    def token(self) -> str:
        """What stands for it in names: `938`, `92a`."""
        return self.name.removeprefix("gfx")


def _own_macro(name: str) -> str:
    return f"__{name.replace('-', '_')}__"


def _numbers(name: str, stated: int | None) -> tuple[int, ...]:
    """`stated`, else the digits of the name read as a decimal number (gfx90a has none)."""
    if stated is not None:
        return (stated,)
    token = name.removeprefix("gfx")
    return (int(token),) if token.isdigit() else ()


def _arch(name: str, row: Mapping[str, Any], *, hygon: bool, family: str) -> Arch:
    wave = int(row.get("wave", 64))
    own = tuple((macro, "1") for macro in (_own_macro(name), *row.get("macros", ())))
    built_in = (
        ("__AMDGCN_WAVEFRONT_SIZE__", str(wave)),
        ("__AMDGCN_WAVEFRONT_SIZE", str(wave)),
        ("__amdgcn_processor__", f'"{name}"'),
    )
    return Arch(
        name=name,
        macros=own + built_in + DEVICE_PASS,
        family=family,
        hygon=hygon,
        wave=wave,
        numbers=_numbers(name, row.get("number")),
        facts=dict(row.get("facts", {})),
        codename=row.get("codename", ""),
        legacy=bool(row.get("legacy", False)),
        open=tuple(row.get("open", ())),
    )


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    text = files("hygon_lint.model").joinpath("arches.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@lru_cache(maxsize=1)
def known_arches() -> dict[str, Arch]:
    """Every arch of the model by name, Hygon's first. Shared: treat it as read-only."""
    table = _table()
    known = {name: _arch(name, row, hygon=True, family="Hygon") for name, row in table["hygon"].items()}
    for row in table["amd"]:
        for name in row["names"]:
            known[name] = _arch(name, row, hygon=False, family=row["family"])
    return known


def extended(extra: Mapping[str, Mapping[str, Any]]) -> dict[str, Arch]:
    """The model with the arches and facts of a configuration added: `{"gfx946": {"vgprs": 768}}`.

    The keys `number`, `wave`, `macros`, `codename`, `family`, `legacy` describe an arch, every other key is a fact.
    An arch that the model does not know joins it as a Hygon one, with `__GFX9__` unless `macros` says otherwise.
    """
    described = {"number", "wave", "macros", "codename", "family", "legacy"}
    arches = dict(known_arches())
    for name, row in extra.items():
        facts = {key: value for key, value in row.items() if key not in described}
        if name in arches and not (described & row.keys()):
            arch = arches[name]
        else:
            old = arches.get(name)
            base: dict[str, Any] = {"macros": ["__GFX9__"], "legacy": False}
            if old is not None:
                base = {"wave": old.wave, "macros": _family_macros(old), "legacy": old.legacy, "codename": old.codename}
                base |= {"facts": old.facts, "open": old.open} | ({"number": old.numbers[0]} if old.numbers else {})
            family = str(row.get("family", old.family if old else "Hygon"))
            arch = _arch(name, base | dict(row), hygon=old.hygon if old else True, family=family)
        arches[name] = replace(
            arch,
            facts=arch.facts | facts,
            open=tuple(item for item in arch.open if item not in facts),
            stated=tuple(facts),
        )
    return arches


def _family_macros(arch: Arch) -> list[str]:
    return [name for name, _ in arch.macros[1:] if name.startswith("__GFX")]


@lru_cache(maxsize=1)
def compiler_macros() -> dict[str, str]:
    """Macros that compilers define and that name no arch, to where: "device", "host", "both" or "other"."""
    return {name: row["where"] for row in _table()["compiler_macros"] for name in row["names"]}


@lru_cache(maxsize=1)
def arch_macros() -> dict[str, tuple[str, ...]]:
    """Each arch or family macro (`__gfx938__`, `__GFX9__`) to the names of the arches that define it."""
    holders: dict[str, list[str]] = {}
    for arch in known_arches().values():
        for macro in (arch.macro, *_family_macros(arch)):
            holders.setdefault(macro, []).append(arch.name)
    return {macro: tuple(names) for macro, names in holders.items()}


def by_number(number: int, arches: Iterable[Arch]) -> tuple[str, ...]:
    """The arches that host code means by a number."""
    return tuple(arch.name for arch in arches if number in arch.numbers)


def arch_names_in(text: str) -> tuple[str, ...]:
    """Arch names spelt `gfxNNN` anywhere in `text`, feature suffixes left out, in order and without repeats."""
    return tuple(dict.fromkeys(_ARCH.findall(text.lower())))


def nearest(name: str, candidates: Iterable[str] | None = None) -> str | None:
    """The known arch or macro that a misspelt name most likely meant, or None when none is near.

    `name` is an arch (`gfx93a`) or a macro (`__gfx93a__`, `__GFX928__`, `__gfx942`); the answer has the same kind.
    Case, underscores and swapped neighbours weigh less than a wrong digit; one wrong digit at most is forgiven.
    """
    macro = "_" in name or name != name.lower()
    if candidates is None:
        candidates = arch_macros() if macro else known_arches()
    best = min(((_distance(name, one), rank, one) for rank, one in enumerate(candidates)), default=None)
    return best[2] if best is not None and best[0] <= 10 else None


def meant(word: str, candidates: Iterable[str]) -> str | None:
    """The arch that somebody most likely meant by a word that is none (`gfx983`, `938`); None when none is near.

    Narrower than `nearest`: a digit that is far off is no slip of the finger.
    """
    known = list(candidates)
    if f"gfx{word}" in known:
        return f"gfx{word}"
    close = nearest(word, known)
    far = close is not None and len(close) == len(word) and _distance(word, close) >= 10
    return None if far else close


def unknown(word: str, candidates: Iterable[str]) -> str:
    """The sentence on an arch that is none of the candidates."""
    close = meant(word, candidates)
    return f'unknown arch "{word}"' + (f'; did you mean "{close}"?' if close else "")


def _hex_step(left: str, right: str) -> int:
    """How far apart two hexadecimal digits are; far when one is none."""
    digits = "0123456789abcdef"
    return abs(digits.index(left) - digits.index(right)) if left in digits and right in digits else 99


def _distance(left: str, right: str) -> int:
    """0 for equal; under 5 when only case and underscores differ; up to 10 for one digit wrong, missing or swapped."""
    if left == right:
        return 0
    a, b = left.strip("_").lower(), right.strip("_").lower()
    if a == b:
        return 1 + (left.strip("_") != right.strip("_"))
    if len(a) == len(b):
        wrong = [i for i in range(len(a)) if a[i] != b[i]]
        if len(wrong) == 1:
            return 5 + min(_hex_step(a[wrong[0]], b[wrong[0]]), 5)
        if len(wrong) == 2 and wrong[1] == wrong[0] + 1 and a[wrong[0]] == b[wrong[1]] and a[wrong[1]] == b[wrong[0]]:
            return 5
        return 99
    if abs(len(a) - len(b)) == 1:
        long, short = (a, b) if len(a) > len(b) else (b, a)
        if any(long[:i] + long[i + 1 :] == short for i in range(len(long))):
            return 10
    return 99

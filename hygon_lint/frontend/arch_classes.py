"""Arch classes: the few macro sets under which a file's code differs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ArchClass:
    """Arches (and the host pass) for which the file reads the same.

    `archs` are the arches it stands for, `host` whether the host pass reads the same text too. `defines` are the
    macros to define when parsing it, as (name, value).
    """

    name: str
    archs: tuple[str, ...]
    host: bool
    defines: tuple[tuple[str, str], ...]

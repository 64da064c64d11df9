"""What a checkout's configuration decides about findings, in words: nothing that it takes away goes unsaid.

What the command line decides is not told: whoever reads the report gave it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from hygon_lint.config_keys import BY_NAME
from hygon_lint.outcome import Choice

if TYPE_CHECKING:
    from hygon_lint.config import Config
    from hygon_lint.engine import Settings
    from hygon_lint.registry import Registry

TOLD = (
    "select",
    "ignore",
    "severity",
    "overrides",
    "min-confidence",
    "fail-on",
    "exclude",
    "arches",
    "arch",
    "magnitudes",
    "includes",
)
"""The keys by which findings, or the exit code, may become fewer; what else does so shows as errors or notes."""


def of(config: Config) -> dict[str, Any]:
    """The values that a configuration file decided, of those that are told."""
    return {
        name: config[name] for name in TOLD if config.values[name].of_file and config[name] != BY_NAME[name].default
    }


def choices(settings: Settings, registry: Registry) -> tuple[Choice, ...]:
    """Each of them in words, with the rules that it switches off."""
    return tuple(
        choice for key, value in settings.configured.items() for choice in _choices(key, value, settings, registry)
    )


def _choices(key: str, value: Any, settings: Settings, registry: Registry) -> Iterator[Choice]:
    if key == "overrides":
        for entry in value:
            off = registry.named(entry.get("ignore", ()))
            yield Choice(key=key, value=_override(entry), rules=tuple(sorted(off)))
    else:
        yield Choice(key=key, value=_words(value), rules=_switched_off(key, settings, registry))


def _switched_off(key: str, settings: Settings, registry: Registry) -> tuple[str, ...]:
    """Ids of the rules that would run without `select` or, where that is given, without `ignore`."""

    def ids(*words: tuple[str, ...]) -> set[str]:
        return {rule.meta.id for rule in registry.enabled(*words, preview=settings.preview)}

    if key == "select":
        return tuple(sorted(ids() - ids(settings.select)))
    if key == "ignore":
        return tuple(sorted(ids(settings.select) - ids(settings.select, settings.ignore)))
    return ()


def _override(entry: Mapping[str, Any]) -> str:
    said = [f"{key} {_words(entry[key])}" for key in ("ignore", "severity", "min-confidence") if key in entry]
    return f"{_words(entry['paths'])}: {'; '.join(said)}"


def _words(value: Any) -> str:
    """A value of a configuration file without the marks of its syntax."""
    if isinstance(value, dict):
        return ", ".join(
            f"{key} ({_words(one)})" if isinstance(one, dict) else f"{key} = {_words(one)}"
            for key, one in value.items()
        )
    if isinstance(value, list):
        return ", ".join(_words(one) for one in value)
    return str(value).lower() if isinstance(value, bool) else str(value)

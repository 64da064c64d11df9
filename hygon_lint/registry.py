"""Which rules there are, and which of them a run uses.

Rules come from three places: the modules of `hygon_lint.rules`, packages that register the entry point group
`hygon_lint.rules` (a module, or a `Rule` class), and folders named with `--rules-dir` on the command line. A scanned
checkout cannot add any.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import pkgutil
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

from hygon_lint.errors import UsageError, nearest
from hygon_lint.rule import Rule

GROUP = "hygon_lint.rules"


@dataclass(slots=True)
class Registry:
    """All known rules in order of id. `problems` tells of bundled rules that could not be loaded."""

    rules: list[Rule] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def by_name(self) -> dict[str, Rule]:
        """Rules by upper-case id, by name and by alias (both casefolded)."""
        table: dict[str, Rule] = {}
        for rule in self.rules:
            for word in (rule.meta.id, rule.meta.name, *rule.meta.aliases):
                table[word.casefold()] = rule
        return table

    def find(self, word: str) -> Rule | None:
        """The rule with this id, name or alias."""
        return self.by_name().get(word.casefold())

    def enabled(self, select: Sequence[str] = (), ignore: Sequence[str] = (), *, preview: bool = False) -> list[Rule]:
        """The rules that `select` and `ignore` leave; each word is an id, a prefix of ids, a name or an alias.

        Without `select` all stable rules are on. Where both match, the more specific word wins, and `ignore` wins a
        tie. A preview rule needs `preview` or its own id, name or alias in `select`.
        """
        chosen = [self._matcher(word) for word in select]
        dropped = [self._matcher(word) for word in ignore]
        result = []
        for rule in self.rules:
            wanted = max((weight(rule) for weight in chosen), default=0) if select else 1
            if rule.meta.preview and not preview and wanted < _EXACT:
                continue
            if wanted > max((weight(rule) for weight in dropped), default=0):
                result.append(rule)
        return result

    def named(self, words: Sequence[str]) -> frozenset[str]:
        """Ids of the rules that these words name, preview or not."""
        matchers = [self._matcher(word) for word in words]
        return frozenset(rule.meta.id for rule in self.rules if any(matches(rule) for matches in matchers))

    def _matcher(self, word: str) -> _Matcher:
        exact = self.find(word)
        if exact is not None:
            return _Matcher(rule_id=exact.meta.id)
        prefix = word.upper()
        if prefix and any(rule.meta.id.upper().startswith(prefix) for rule in self.rules):
            return _Matcher(prefix=prefix)
        known = [w for rule in self.rules for w in (rule.meta.id, rule.meta.name, *rule.meta.aliases)]
        raise UsageError(f'unknown rule "{word}"{nearest(word, known)}')


_EXACT = 1000


@dataclass(frozen=True, slots=True)
class _Matcher:
    rule_id: str = ""
    prefix: str = ""

    def __call__(self, rule: Rule) -> int:
        """How specifically this word names the rule; 0: not at all."""
        if self.rule_id:
            return _EXACT if rule.meta.id == self.rule_id else 0
        return 1 + len(self.prefix) if rule.meta.id.upper().startswith(self.prefix) else 0


def load_rules(rules_dirs: Iterable[Path] = (), *, entry_points: bool = True) -> Registry:
    """Load every rule there is. Foreign rules that fail to load, or reuse an id, are usage errors."""
    registry = Registry()
    found: list[Rule] = []
    package = importlib.import_module("hygon_lint.rules")
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda item: item.name):
        if info.name.startswith("_"):
            continue
        try:
            module = importlib.import_module(f"hygon_lint.rules.{info.name}")
        except Exception as error:
            registry.problems.append(f"rule module {info.name} could not be loaded: {_one_line(error)}")
            continue
        found.extend(_rules_of(module))
    if entry_points:
        found.extend(_from_entry_points())
    for folder in rules_dirs:
        found.extend(_from_folder(folder))
    registry.rules = sorted(found, key=lambda rule: rule.meta.id)
    _check_unique(registry.rules)
    return registry


def _rules_of(module: ModuleType) -> Iterator[Rule]:
    for _, value in sorted(vars(module).items()):
        if not (inspect.isclass(value) and issubclass(value, Rule)) or value.__module__ != module.__name__:
            continue
        if getattr(value, "meta", None) is not None:
            yield value()


def _from_entry_points() -> Iterator[Rule]:
    from importlib.metadata import entry_points

    for point in sorted(entry_points(group=GROUP), key=lambda item: item.name):
        try:
            loaded = point.load()
        except Exception as error:
            raise UsageError(f'rules of entry point "{point.name}" could not be loaded: {_one_line(error)}') from error
        if inspect.ismodule(loaded):
            rules = list(_rules_of(loaded))
        elif inspect.isclass(loaded) and issubclass(loaded, Rule):
            rules = [loaded()]
        else:
            rules = []
        if not rules:
            raise UsageError(f'entry point "{point.name}" ({point.value}) is neither a rule nor a module with rules')
        yield from rules


def _from_folder(folder: Path) -> Iterator[Rule]:
    if not folder.is_dir():
        raise UsageError(f"rules folder {folder} does not exist")
    for path in sorted(folder.glob("*.py")):
        if path.name.startswith("_"):
            continue
        name = f"_hygon_lint_local_rules.{zlib.crc32(os.fsencode(folder.resolve())):08x}_{path.stem}"
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise UsageError(f"{path} is not a Python module")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            raise UsageError(f"rules of {path} could not be loaded: {_one_line(error)}") from error
        yield from _rules_of(module)


def _check_unique(rules: Iterable[Rule]) -> None:
    seen: dict[str, Rule] = {}
    for rule in rules:
        for word in (rule.meta.id, rule.meta.name, *rule.meta.aliases):
            other = seen.setdefault(word.casefold(), rule)
            if other is not rule:
                raise UsageError(
                    f'two rules are called "{word}": {type(other).__module__}.{type(other).__name__} and '
                    f"{type(rule).__module__}.{type(rule).__name__}"
                )


def _one_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())

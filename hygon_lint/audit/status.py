"""Where each item of the catalogue stands in the checkout that a run has looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any

import attrs

from hygon_lint.audit.catalogue import AuditedPlace, Item, audited_items, items
from hygon_lint.audit.links import rules_by_item
from hygon_lint.finding import Finding, Text
from hygon_lint.outcome import Report

if TYPE_CHECKING:
    from hygon_lint.model.arches import Arch
    from hygon_lint.rule import Rule


_ASSERTS = "HYG401"


class State(str, Enum):
    """What a run can say about an item."""

    OPEN = "open"  # there are findings
    UNDECIDED = "undecided"  # there are, but whether they are faults is a question no source code answers
    CLEAR = "clear"  # all its rules judged code of that kind and found nothing
    ABSENT = "not-present"  # there is no code of that kind
    UNCHECKED = "not-checked"  # nothing was found, but not all of its rules ran


@attrs.frozen(kw_only=True)
class Standing:
    """One item, and what this run says about it.

    `findings` are those that count and those of the baseline; `suppressed` ones are only numbered. `looked` is the
    number of files that hold code of its kind. `answers` are the facts that configuration stated for a
    question. `gone` counts findings of its rules that the baseline knows and that are there no more. `elsewhere` are
    the files in which the audit saw it and that this run has not scanned: of them it says nothing. `superseded` are,
    per file, asserts that are switched off and that no finding counts, as active ones check at least as much.
    """

    item: Item
    state: State
    reason: Text
    rules: tuple[str, ...]  # those that look for it and ran
    idle: tuple[str, ...] = ()  # those that look for it and did not run (preview rules are not missed)
    findings: tuple[Finding, ...] = ()
    suppressed: int = 0
    looked: int = 0
    answers: tuple[str, ...] = ()
    gone: int = 0
    elsewhere: tuple[str, ...] = ()
    superseded: Mapping[str, int] = {}

    @property
    def new(self) -> int:
        """Findings that no baseline knows."""
        return sum(finding.state == "new" for finding in self.findings)

    @property
    def known(self) -> int:
        """Findings that the baseline knows."""
        return sum(finding.state == "baseline" for finding in self.findings)

    @property
    def by_file(self) -> dict[str, int]:
        """Findings per file, most first."""
        counts = Counter(finding.place.path for finding in self.findings)
        return dict(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))

    @property
    def counted(self) -> dict[str, int]:
        """Per file the findings that the audit counted, too (see `Item.counts`)."""
        rule = self.item.counted_rule
        counts = Counter(finding.place.path for finding in self.findings if finding.rule == rule)
        return dict(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))


@attrs.frozen(kw_only=True)
class Row:
    """One file of an item: where the audit saw it, and where it is found now."""

    path: str  # as found now, else as audited
    audited: tuple[AuditedPlace, ...] = ()
    found: tuple[Finding, ...] = ()


@attrs.frozen(kw_only=True)
class Audit:
    """The standing of all items, over the report it was read from."""

    report: Report
    standings: tuple[Standing, ...]
    since: str = ""  # the baseline that progress is told against

    def counts(self) -> dict[State, int]:
        """How many items stand in each state."""
        counts = Counter(standing.state for standing in self.standings)
        return {state: counts[state] for state in State}

    @property
    def open(self) -> tuple[Standing, ...]:
        """The items that are open."""
        return tuple(standing for standing in self.standings if standing.state is State.OPEN)

    @property
    def partial(self) -> bool:
        """Whether something was not analysed, so that "clear" means "as far as was seen"."""
        return bool(self.report.errors) or self.report.blinded


def assess(
    report: Report,
    met: Mapping[str, Collection[str]],
    *,
    arches: Mapping[str, Arch] | None = None,
    since: str = "",
    scanned: Collection[str] | None = None,
) -> Audit:
    """The standing of every audited item, and of each public one with findings that no audited item explains.

    `met` are the files that hold code of an item's kind (`hygon_lint.audit.signs`), by its id. `arches` are
    the arches as configuration left them: a fact stated there settles the question that asks for it. `scanned` are
    the names of all files that were looked at (None: the audited ones are among them).
    """
    served = rules_by_item(report.rules)
    found: dict[str, list[Finding]] = {}
    for finding in report.findings:
        for key in finding.audit:
            found.setdefault(key, []).append(finding)
    gone = _gone(report)
    audited = audited_items()
    shown = [
        item
        for key, item in items().items()
        if key in audited or any(_counts(f) and not audited.keys() & set(f.audit) for f in found.get(key, ()))
    ]
    standings = [
        _stand(item, served[item.id], found.get(item.id, []), report, met.get(item.id, ()), arches or {}, gone, scanned)
        for item in shown
    ]
    return Audit(report=report, standings=tuple(standings), since=since)


def rows(standing: Standing) -> list[Row]:
    """Places as audited beside places found now, file by file: the audited files first, in the audit's order.

    Files that were not scanned are left out.
    """
    found: dict[str, list[Finding]] = {}
    for finding in standing.findings:
        found.setdefault(finding.place.path, []).append(finding)
    audited: dict[str, list[AuditedPlace]] = {}
    for place in standing.item.places:
        audited.setdefault(place.path, []).append(place)
    result: list[Row] = []
    for path, places in audited.items():
        matching = [other for other in found if same_file(path, other)]
        for other in matching:
            result.append(Row(path=other, audited=tuple(places), found=tuple(found.pop(other))))
        if not matching and path not in standing.elsewhere:
            result.append(Row(path=path, audited=tuple(places)))
    result.extend(Row(path=path, found=tuple(found[path])) for path in sorted(found))
    return result


def same_file(audited: str, path: str) -> bool:
    """Whether a scanned path is the audited one: the same, or the same from some folder on."""
    return path == audited or path.endswith("/" + audited) or audited.endswith("/" + path)


def _counts(finding: Finding) -> bool:
    return finding.state != "suppressed"


def _stand(
    item: Item,
    serving: Sequence[Rule],
    found: Iterable[Finding],
    report: Report,
    met: Collection[str],
    arches: Mapping[str, Arch],
    gone: Mapping[str, int],
    scanned: Collection[str] | None,
) -> Standing:
    findings = tuple(found)
    open_ones = tuple(finding for finding in findings if _counts(finding))
    ran = tuple(rule.meta.id for rule in serving if rule.meta.id in report.enabled)
    idle = tuple(rule.meta.id for rule in serving if rule.meta.id not in ran and not rule.meta.preview)
    answers = _answers(item, arches)
    looked = len({*met, *(finding.place.path for finding in findings)})  # where a rule found it, there is such code
    state, reason = _judge(item, bool(open_ones), ran, idle, looked, answers)
    return Standing(
        item=item,
        state=state,
        reason=reason,
        rules=ran,
        idle=idle,
        findings=open_ones,
        suppressed=len(findings) - len(open_ones),
        looked=looked,
        answers=answers,
        gone=sum(gone.get(key, 0) for key in ran),
        elsewhere=_elsewhere(item, scanned) if scanned is not None else (),
        superseded=report.superseded if item.counted_rule == _ASSERTS else {},
    )


def _elsewhere(item: Item, scanned: Collection[str]) -> tuple[str, ...]:
    """The audited files of an item that are not among those scanned, in the audit's order."""
    named = dict.fromkeys((*(place.path for place in item.places), *(entry.file for entry in item.counts)))
    return tuple(path for path in named if not any(same_file(path, name) for name in scanned))


def _judge(
    item: Item, found: bool, ran: Sequence[str], idle: Sequence[str], looked: int, answers: Sequence[str]
) -> tuple[State, Text]:
    if found:
        if not item.is_question:
            return State.OPEN, Text("found in this checkout", "在本仓库中发现")
        if answers:
            return State.OPEN, Text("answered by configuration; the sources disagree", "配置已给出答案，源码与之不符")
        return State.UNDECIDED, Text("no source code can decide it", "仅凭源码无法判断")
    if not ran:
        if item.no_rule is not None:
            return State.UNCHECKED, item.no_rule
        return State.UNCHECKED, Text("none of its rules ran", "检查它的规则均未运行")
    if answers:
        return State.CLEAR, Text("answered by configuration", "配置已给出答案")
    if not looked:
        return State.ABSENT, Text("no code of this kind", "没有这类代码")
    if idle:
        return State.UNCHECKED, Text("nothing found, but some of its rules did not run", "未发现问题，但部分规则未运行")
    return State.CLEAR, Text("its rules found nothing in code of this kind", "规则已检查这类代码，未发现问题")


def _answers(item: Item, arches: Mapping[str, Arch]) -> tuple[str, ...]:
    """The facts that configuration stated and this question asks for, as `gfx946 vgprs = 768`."""
    arch = arches.get(item.arch)
    if arch is None or item.question_fact not in arch.stated:
        return ()
    value: Any = arch.facts.get(item.question_fact)
    return (f"{arch.name} {item.question_fact} = {value}",)


def _gone(report: Report) -> Counter[str]:
    """Findings of the baseline that are there no more, by rule."""
    gone: Counter[str] = Counter()
    for entry in report.stale:
        gone[entry.rule] += entry.count
    return gone

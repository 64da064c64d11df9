"""The rule interface: what a rule module says about itself, and the hooks the engine calls.

A rule is one class in one module below `rules/` (or in a package that registers the entry point group
`hygon_lint.rules`). Its docstring is its documentation, its `meta` its identity, its `examples` are run by the tests.

Hooks, all optional, each an iterator of findings:

* `visit_file(file)`: once a file, on its text: comments, preprocessor arms, macros (`frontend.syntax.SyntaxFile`).
* `visit_<Node>(node, fn)`: for each typed node of that class (`frontend.nodes`) in each function, in one walk
  shared by all rules; `fn` is the `analysis.facts.FunctionFacts` of the function around it.
* `visit_function(fn)`: once a function, after the walk; for rules on flow (stores, loads, guards).
* `visit_unit(unit)`: once a file and arch class, for declarations.
* `visit_project(project)`: once a run, over the facts of all files and the build files (`project.Project`).
* `visit_suppression(use)`: once for each suppression that something is wrong with (`silencer.Use`).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from hygon_lint.finding import Confidence, Edit, Finding, Fix, Place, Severity, Step, Text

if TYPE_CHECKING:
    from hygon_lint.frontend.nodes import Node
    from hygon_lint.frontend.source import SourceText


class Evidence(str, Enum):
    """The three classes of facts of the MLS study."""

    CODE = "code"  # confirmed by code or experiment
    DOCUMENTATION = "documentation"  # confirmed by official documentation
    INFERRED = "inferred"  # inferred micro-architectural behaviour, never stated as fact


@attrs.frozen(kw_only=True)
class Example:
    """A piece of source a rule must judge as it says.

    Lines of `wrong` that must be reported end in `// expect: HYGnnn` (C++) or `# expect: HYGnnn` (Python, CMake), or an
    earlier comment says `expect@+N: HYGnnn`; `right` is silent. The marks are taken out where the docs show it.
    """

    wrong: str
    right: str
    path: str = "example.hip"
    beside: tuple[tuple[str, str], ...] = ()  # (path, text) of other files that the rule needs to see, both times


@attrs.frozen(kw_only=True)
class Meta:
    """A rule's identity card: the one place where these things are said."""

    id: str
    name: str
    summary: Text  # one sentence: what it finds
    severity: Severity
    items: tuple[str, ...]  # audit items; () only for HYG0xx
    cwe: tuple[int, ...] = ()
    evidence: Evidence = Evidence.CODE
    confidence: Confidence = Confidence.HIGH  # the confidence its findings start from
    triggers: tuple[
        str, ...
    ] = ()  # a file with none of these substrings (white space aside) has no finding of this rule; (): always look
    needs_work: bool = (
        False  # a file that only names things (`frontend.idle`) cannot have a finding of this rule either
    )
    code_triggers: tuple[
        str, ...
    ] = ()  # likewise of its hooks on code, looked for in the macros that the file uses, too
    rests_on_names: bool = False  # its verdict may lean on what things are called
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    preview: bool = False
    supersedes: tuple[str, ...] = ()  # rules that keep silent where a finding of this one overlaps theirs


@attrs.frozen(kw_only=True)
class Doc:
    """The rule's essay in both languages, under fixed headings."""

    what: Text
    why: Text
    fix: Text
    references: tuple[str, ...] = ()


class Rule:
    """Base of all rules. Stateless: one instance serves a whole process."""

    meta: ClassVar[Meta]
    doc: ClassVar[Doc]
    examples: ClassVar[tuple[Example, ...]] = ()

    def at(
        self,
        node: Node | Place,
        message: Text,
        *,
        source: SourceText | None = None,
        confidence: Confidence | None = None,
        severity: Severity | None = None,
        archs: tuple[str, ...] = (),
        items: tuple[str, ...] | None = None,
        related: tuple[Step, ...] = (),
        flow: tuple[Step, ...] = (),
        fix: Fix | None = None,
        context: str = "",
    ) -> Finding:
        """A finding of this rule at a node (or a place), its level taken from `meta` unless said otherwise."""
        if isinstance(node, Place):
            place = node
        else:
            place = node.place
            context = context or node.context
        return Finding(
            rule=self.meta.id,
            name=self.meta.name,
            severity=severity or self.meta.severity,
            confidence=confidence or self.meta.confidence,
            message=message,
            place=place,
            archs=archs,
            audit=self.meta.items if items is None else items,
            cwe=self.meta.cwe,
            related=related,
            flow=flow,
            fix=fix,
            context=context or (source.context(place) if source else ""),
        )


Hook = Callable[..., Any]

__all__ = ["Doc", "Edit", "Evidence", "Example", "Fix", "Hook", "Meta", "Rule", "Step"]

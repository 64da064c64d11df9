"""Every place of a CMake file where a condition names arches, or a list gives some up, whatever hangs on it."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.project import words
from hygon_lint.project.build import ArchTest
from hygon_lint.project.cmake import Argument, Command, Listing

_CONDITIONS = frozenset({"if", "elseif", "while"})


def mentions(listing: Listing) -> Iterator[ArchTest]:
    """The words of conditions, and what `list(REMOVE_ITEM)` and `list(FILTER)` name."""
    final = _final(listing)
    for command in listing.commands:
        args = command.arguments
        if command.name in _CONDITIONS:
            yield from _condition(listing, args, final=command in final)
        elif command.name == "list" and len(args) > 2 and args[0].text == "REMOVE_ITEM":
            for argument in args[2:]:
                yield from _named(listing, argument, shuts=True)
        elif command.name == "list" and len(args) > 4 and args[0].text == "FILTER" and args[3].text == "REGEX":
            yield from _named(listing, args[4], shuts=args[2].text == "EXCLUDE")


def _final(listing: Listing) -> set[Command]:
    """The conditions under which the configuration of a build stops."""
    fatal = [one for one in listing.commands if one.name == "message" and one.arguments[:1]]
    tests = [one.tests[-1] for one in fatal if one.arguments[0].text == "FATAL_ERROR" and one.tests]
    return {test.node for test in tests if test.holds}


def _condition(listing: Listing, arguments: list[Argument], *, final: bool) -> Iterator[ArchTest]:
    """The arches of a condition, each under an even or odd number of NOTs; who stops on all others is for them."""
    around, negated, outer = False, False, []
    for argument in arguments:
        word = "" if argument.quoted else argument.text
        if word == "NOT":
            negated = not negated
        elif word == "(":
            outer.append(around)
            around, negated = around != negated, False
        elif word == ")":
            around, negated = outer.pop() if outer else False, False
        elif word in ("AND", "OR"):
            negated = False
        else:
            yield from _named(listing, argument, shuts=around != negated and not final)


def _named(listing: Listing, argument: Argument, *, shuts: bool) -> Iterator[ArchTest]:
    arch = words.arch_of_token(argument.text)
    archs = (arch,) if arch else words.arch_list(argument.text)
    exact = bool(archs)
    archs = archs or words.arches_like(argument.text)
    if archs:
        yield ArchTest(place=listing.source.place(argument.span), archs=archs, exact=exact, shuts=shuts)

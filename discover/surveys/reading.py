"""The reader of families: from a text, or a file of several texts, to a family."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from mexplore.discover.surveys.family import Family, Holes
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.members import members
from mexplore.rules.text.files import read_toml
from mexplore.rules.text.sentences import did_you_mean

LARGEST_FILE = 1_000_000  # bytes


def families_named(path: Path) -> list[str] | None:
    """The texts of the families that the file lists; None where it lists none, as a file of rules.

    InputError where the list is not a list of texts."""
    found = read_toml(path, LARGEST_FILE)
    if "families" not in found:
        return None
    listed = found["families"]
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        raise InputError(f'{path}: families is a list of texts: ["octal(2)", "subtract(max=7)"]')
    if not listed or len(found) > 1:
        other = next((name for name in found if name != "families"), None)
        said = (
            "it lists no family" if other is None else f"{other!r} has no meaning beside families"
        )
        raise InputError(f"{path}: {said}")
    return listed


def kinds() -> tuple[type[Family], ...]:
    """Every kind of family there is, in the order in which they are asked whether a text is
    theirs."""
    import mexplore.discover.surveys.families

    found = members(mexplore.discover.surveys.families, Family)
    return tuple(sorted(found, key=lambda kind: kind.takes_the_rest))


def read_family(text: str, holes: Holes) -> Family:
    """The family that a text denotes, with the values of its holes; RuleSyntaxError otherwise.

    >>> read_family("octal(3)", {}).size, str(read_family("divide(max = 12, size <= 3)", {}))
    (1024, 'divide(max=12, size<=3)')
    """
    text = text.strip()
    if not text:
        raise RuleSyntaxError(text, 0, "the family is empty", _remedy())
    try:
        for kind in kinds():
            family: Family | None = kind.parse(text, holes)
            if family is not None:
                _refuse_values(holes, family, text)
                return family
    except RuleSyntaxError as error:
        if error.problem != "this is no notation of a rule":
            raise
    called = re.match(r"[\w-]+", text)
    named = called[0][:30] if called else text[:30]
    meant = did_you_mean(named, [e.partition("(")[0] for kind in kinds() for e in kind.examples])
    raise RuleSyntaxError(text, 0, f"{named!r} is neither a family nor a rule", meant + _remedy())


def read_families(texts: Sequence[str], holes: Holes) -> list[Family]:
    """The families that the texts denote, and those that files of families list, each once.

    >>> [str(family) for family in read_families(["octal(2)", "divide(max=5)", "octal(2)"], {})]
    ['octal(2)', 'divide(max=5)']
    """
    found: list[Family] = []
    for text in texts:
        listed = families_named(Path(text)) if text.endswith(".toml") else None
        found += [read_family(each, holes) for each in ([text] if listed is None else listed)]
    return list({str(family): family for family in found}.values())


def _refuse_values(holes: Holes, family: Family, text: str) -> None:
    known = getattr(family, "holes", {})
    for name in holes:
        if name not in known:
            problem = f"there are values for {{{name}}}, and the family has no such hole"
            raise RuleSyntaxError(
                text, len(text), problem, f"write {{{name}}} in it, or leave out --{name}"
            )


def _remedy() -> str:
    written = ", ".join(kind.examples[0] for kind in kinds() if kind.examples)
    return f"write {written}, a rule with holes {{a}} and --a 1..4, or a file .toml or .txt"

"""From a line of text to a rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from mexplore.rules.boards import read_board, times_places
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.library import NAME, Library, shipped, titles_of
from mexplore.rules.members import likely_members, members
from mexplore.rules.rule import LONGEST, Rule
from mexplore.rules.text.numbers import without_commas
from mexplore.rules.text.scope import out_of_scope
from mexplore.rules.text.sentences import VERY_LIKE, did_you_mean, nearest, part_places

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Board

WRITE = (
    "write a code (0.77), subtract(1, 3, 4), divide(2..6), or a name that `mexplore library` lists"
)

_CODE = re.compile(r"[0-9]*\.[0-9A-V]+")


def parse_rule(text: str, library: Library | None = None, *, allow_python: bool = False) -> Rule:
    """The rule that the text denotes; RuleSyntaxError with a place and a remedy otherwise.

    A name is looked up in ``library``, by default the one that ships with the project. A rule
    that runs a Python file is refused unless ``allow_python``: only the command line allows it.

    >>> str(parse_rule("subtract(4, 1, 3, 3)")), str(parse_rule("kayles"))
    ('subtract(1, 3, 4)', '0.77')
    """
    if len(text) > LONGEST:
        problem = f"the text has {len(text)} characters"
        raise RuleSyntaxError(text, LONGEST, problem, f"a rule has at most {LONGEST}")
    stripped = _spelled_out(canonical(text.strip(), library), library)
    if not stripped:
        raise RuleSyntaxError(text, 0, "the rule is empty", "write one, such as 0.77")
    try:
        return _parsed(stripped, library, allow_python=allow_python)
    except RuleSyntaxError:
        leading_words()  # an error if two families read the same leading word
        beyond = out_of_scope(stripped) if ".py" not in stripped else None
        if beyond is None:
            raise
    raise RuleSyntaxError(stripped, beyond.place, beyond.kind, beyond.reason)


def canonical(text: str, library: Library | None = None) -> str:
    """The text, or what it stands for in notation or by name if it is written in another way
    (`rules.text.ways`), such as 'Take 1, 3 or 4'.

    >>> canonical("{1, 3, 4}"), canonical("Grundy's game"), canonical("subtract(1, 3, 4)")
    ('subtract(1, 3, 4)', 'grundy', 'subtract(1, 3, 4)')
    """
    if _CODE.fullmatch(text):  # the usual ones, which load nothing
        return text
    if NAME.fullmatch(text) and text in (shipped() if library is None else library):
        return text
    from mexplore.rules.text.ways import understood

    titles = _shipped_titles() if library is None else titles_of(library)
    return understood(text, titles) or text


@cache
def _shipped_titles() -> dict[str, str]:
    return titles_of(shipped())


def parse_board(text: str, library: Library | None = None) -> Board | None:
    """The board that the text denotes: ``(x, y) -> [...]``, or a product of rules of heaps, whose
    names are looked up in ``library``; None if it is in another notation.

    >>> str(parse_board("kayles  x  turn(any in a row)")), parse_board("0.77")
    ('0.77 x turn(any in a row)', None)
    """
    if not times_places(text):
        return read_board(text)
    from mexplore.rules.boards.products import Product

    return Product.read(text, lambda part: parse_rule(part, library))


def _parsed(stripped: str, library: Library | None, *, allow_python: bool) -> Rule:
    """The rule of a text without blanks around it."""
    for family in _families(stripped):
        rule: Rule | None = family.parse_with(stripped, parse_rule)
        if rule is None:
            continue
        if rule.runs_python and not allow_python:
            problem = "a Python file runs with all rights, so it is read only where that is allowed"
            remedy = "give it as the RULE of a command; programs say allow_python=True"
            raise RuleSyntaxError(stripped, 0, problem, remedy)
        return rule.simplest()
    if NAME.fullmatch(stripped):
        return _named(stripped, shipped() if library is None else library)
    if times_places(stripped) or read_board(stripped) is not None:
        remedy = "the commands terms, study, solve, predict and others take boards"
        raise RuleSyntaxError(stripped, 0, "a board has no heaps", remedy)
    remedy = _meant(stripped, shipped() if library is None else library)
    raise RuleSyntaxError(stripped, 0, "this is no notation of a rule", remedy)


def _families(text: str) -> Iterator[type[Rule]]:
    """The families that may read the text. An `or` between rules makes a union, whatever the
    notation of its parts, so that unions come first."""
    import mexplore.rules.families

    if len(part_places(text)) > 1:
        from mexplore.rules.families.union.rule import Union

        yield Union
    yield from likely_members(mexplore.rules.families, Rule, text)  # type: ignore[type-abstract]


@cache
def leading_words() -> dict[str, type[Rule]]:
    """The words before a bracket with which notations begin, each with its family; InputError if
    two families begin with the same one: only the first would ever read it.

    >>> sorted(leading_words())
    ['divide', 'leave', 'remove', 'subtract', 'turn']
    """
    import mexplore.rules.families

    found: dict[str, type[Rule]] = {}
    for family in members(mexplore.rules.families, Rule):
        for word in family.keywords:
            other = found.setdefault(word, family)
            if other is not family:
                names = " and ".join(f"{it.__module__}.{it.__name__}" for it in (other, family))
                raise InputError(f"{names} both read rules that begin with {word!r}; rename one")
    return found


_LIKE_A_NUMBER = re.compile(r"[0-9]+(?:(?:\^|\*\*|e)[0-9]+|[,*+-][0-9^*]+)+")
_OF_OEIS = re.compile(r"[Aa][0-9]{6}")


def _meant(text: str, library: Library) -> str:
    """The nearest family or named game, for a misspelled name; and how rules are written."""
    if _LIKE_A_NUMBER.fullmatch(text):
        number = without_commas(text)
        commas = "" if number is None else f" without commas, {number}"
        return f"name the rule first, and then the number{commas}; {WRITE}"
    if _OF_OEIS.fullmatch(text):
        file = f"b{text[1:]}.txt"
        return (
            "the library has no game with these values of the OEIS; mexplore study --sequence "
            f"{file} finds laws of its terms, mexplore search --values rules that have them"
        )
    bare = re.fullmatch(r"([a-z]+)((?:[\s,]+[0-9]+(?:\.\.[0-9]+)?)+)", text)
    if bare is not None and bare[1] in leading_words():
        listed = ", ".join(bare[2].replace(",", " ").split())
        return f"did you mean {bare[1]}({listed})? {WRITE}"
    near = _near(text, library)
    called = re.match(r"([A-Za-z_ -]+)\(", text)
    if not near and called is not None:
        near = did_you_mean(called[1], leading_words()) or _near(called[1].strip(), library)
    return near + WRITE


def _near(text: str, library: Library) -> str:
    """A question that names the games that may be meant; empty where none is near."""
    from mexplore.rules.text.names import names_near
    from mexplore.rules.text.ways import one_of

    close = nearest(text, library, VERY_LIKE) if text.isalpha() else None
    near = [close] if close else names_near(text, titles_of(library))
    if len(near) == 1 and NAME.fullmatch(text):  # a word for a word
        return f"did you mean {near[0]}? "
    return f"did you mean {one_of(near)}? " if near else ""


def _spelled_out(text: str, library: Library | None) -> str:
    """A union with its rules in place of the library's names for them."""
    places = part_places(text)
    if len(places) == 1 or library is None:
        return text
    parts = [text[start:stop] for start, stop in places]
    named = [library.get(part.strip()) for part in parts]
    return "or".join(
        part if entry is None else f" {entry.rule} "
        for part, entry in zip(parts, named, strict=True)
    ).strip()


def _named(name: str, library: Library) -> Rule:
    if name in library:
        # The rule of a name is in notation: an empty library keeps names from naming names.
        return parse_rule(library[name].rule, {})
    remedy = _near(name, library) or did_you_mean(name, library)
    problem = f"no game named {name[:60]!r} is in the library"
    if not library:
        problem, remedy = "a name cannot stand for another name", "write its rule; "
    raise RuleSyntaxError(name, 0, problem, remedy + "`mexplore library` lists the names")

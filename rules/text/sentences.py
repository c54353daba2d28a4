"""Statements read back: 'G(n + 12) = G(n) for all n >= 71', with some freedom in the writing.

A reader may guess what a text states from a part of it. `departure` then compares the text with
the statement of the claim that was guessed: a text is understood only if nothing of it is left
over.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from itertools import zip_longest
from typing import NamedTuple

from mexplore.rules.errors import RuleSyntaxError

FROM = r"(?: ?,? ?for (?:all |every )?n ?>= ?([0-9]+))?"
"""At the end of a statement: from which n on it holds; from 0 on where it says nothing."""

LONGEST = 100_000  # characters
FROM_ZERO = " for all n >= 0"  # which a statement may leave out

_WORD = re.compile(r"(?:,\s*)?\b(for\s+(?:all\s+|every\s+)?n\s*(?:>=|≥))|(>=|≥|⌊|\w+|\S)")
_PLAIN = {"≥": (">=",), "⌊": ("floor", "("), "⌋": (")",)}


class Departure(NamedTuple):
    """Where a text stops saying what a statement says: at ``place`` it should go on with
    ``wanted``, which is empty where the statement has ended."""

    place: int
    wanted: str


class _Word(NamedTuple):
    text: str
    place: int


def refuse_too_long(text: str) -> None:
    """Raise for a text, or a number in it, that is too long to be read: none is cut off."""
    if len(text) > LONGEST:
        problem = f"the text has {len(text)} characters"
        raise RuleSyntaxError(text, LONGEST, problem, f"a statement has at most {LONGEST}")
    most = sys.get_int_max_str_digits()
    number = re.search(rf"\d{{{most + 1}}}", text) if most else None
    if number:
        remedy = f"numbers of at most {most} digits are read here"
        raise RuleSyntaxError(text, number.start(), "the number is too long", remedy)


def squeezed(text: str) -> str:
    """The text with single blanks and plain signs.

    >>> squeezed(" G(n+12)  = G(n)  for n ≥ 71. ")
    'G(n + 12) = G(n) for n >= 71'
    """
    plain = text.replace("≥", ">=").replace("⌊", "floor(").replace("⌋", ")")
    plain = re.sub(r"(?<=[\w)])\s*([+=/-]|>=)\s*(?=[\w(])", r" \1 ", plain)
    plain = re.sub(r" ?/ ?", "/", plain)
    return re.sub(r"\s+", " ", plain).strip().rstrip(".")


def read(pattern: str, text: str) -> tuple[str | None, ...] | None:
    """What the groups of the pattern match in the whole squeezed text; None if it does not match.

    >>> read(r"G\\(n\\) = G\\(floor\\(n/(\\d+)\\)\\)" + FROM, "G(n) = G(floor(n / 12)) for n >= 6")
    ('12', '6')
    """
    found = re.fullmatch(pattern, squeezed(text))
    return None if found is None else found.groups()


def begins(pattern: str, text: str) -> tuple[str | None, ...] | None:
    """The same for a text that begins as the pattern says, whatever follows: enough for a guess.

    >>> begins(r"G\\(n \\+ (\\d+)\\) = G\\(n\\)", "G(n+12) = G(n) for prime n")
    ('12',)
    """
    found = re.match(pattern, squeezed(text))
    return None if found is None else found.groups()


def departure(text: str, statement: str) -> Departure | None:
    """Where a text first differs from a statement; None if it says the same.

    Blanks do not count, except that they separate words and numbers. 'For n >=', 'for every n >='
    and 'for all n >=' are the same, so are >= and ≥, and 'for all n >= 0' may be left out.

    >>> departure("G(n+12)=G(n), for n ≥ 71.", "G(n + 12) = G(n) for all n >= 71")
    >>> departure("G(n + 12) = G(n) for n >= 7", "G(n + 12) = G(n) for all n >= 71")
    Departure(place=26, wanted='71')
    >>> departure("G(n + 2) = G(n)", "G(n + 2) = G(n) for all n >= 0")
    """
    shorter = statement.replace(FROM_ZERO, "", 1)
    if shorter != statement and _departure(text, shorter) is None:
        return None
    return _departure(text, statement)


def _departure(text: str, statement: str) -> Departure | None:
    nothing = _Word("", len(text))
    for mine, theirs in zip_longest(_words(text), _words(statement)):
        if (mine or nothing).text != (theirs or nothing).text:
            wanted = statement[theirs.place :] if theirs else ""
            return Departure((mine or nothing).place, wanted)
    return None


def _words(text: str) -> list[_Word]:
    """The words, numbers and signs of a text, each with its place; equal where the text says the
    same."""
    found = []
    for match in _WORD.finditer(text.rstrip().rstrip(".")):
        if match[1]:
            found.append(_Word("for all n >=", match.start(1)))
        else:
            plain = _PLAIN.get(match[2], (match[2],))
            found += [_Word(word, match.start(2)) for word in plain]
    return found


_SAYS = re.compile(
    r"\bG\b|\b[ga][(\[]"
    r"|(?i:\b(?:period|(?:a|non-?)?periodic|repeats?|(?:un)?bounded|runs|lost|won|[PN]-positions?)\b)"
)


def is_statement(text: str) -> bool:
    """Whether the text speaks of G, of a period, of runs or of who wins, and is no bare formula in
    n.

    >>> is_statement("g(n) <= 9"), is_statement("Unbounded."), is_statement("gcd(n, 6)")
    (True, True, False)
    """
    return _SAYS.search(text) is not None


# The parts of a text that names several rules: ``0.7 or 0.3``.


_STEP = re.compile(r"[(\[{]|[)\]}]|(?<![\w-])or(?![\w-])")


def part_places(text: str) -> list[tuple[int, int]]:
    """Where the parts stand between the words ``or`` outside all brackets.

    >>> part_places("0.7 or 0.3"), part_places("nim-or-not-nim")
    ([(0, 4), (6, 10)], [(0, 14)])
    """
    depth, start, places = 0, 0, []
    for step in _STEP.finditer(text):
        if step[0] != "or":
            depth = max(0, depth + (1 if step[0] in "([{" else -1))
        elif depth == 0:
            places.append((start, step.start()))
            start = step.end()
    return [*places, (start, len(text))]


# Which known name a misspelled one was meant to be.


LIKE, VERY_LIKE = 0.6, 0.8  # the share of letters that two names have in common, in order


def nearest(word: str, known: Iterable[str], least: float = LIKE) -> str | None:
    """The known name that is most like the word, in whatever letters; None where none is.

    >>> nearest("Sqares", ["primes", "squares"]), nearest("weeks", ["primes", "squares"])
    ('squares', None)
    """
    from difflib import get_close_matches

    small = {name.lower(): name for name in known}
    close = get_close_matches(word[:100].lower(), list(small), 1, least)
    return small[close[0]] if close else None


def did_you_mean(word: str, known: Iterable[str], least: float = LIKE) -> str:
    """A question with which a remedy may begin; empty if no known name is near.

    >>> did_you_mean("kayle", ["nim", "kayles"])
    'did you mean kayles? '
    """
    close = nearest(word, known, least)
    return f"did you mean {close}? " if close else ""

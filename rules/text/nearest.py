"""Which known name a misspelled one was meant to be."""

from __future__ import annotations

from collections.abc import Iterable

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

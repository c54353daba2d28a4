"""Names of games as people write them: 'Grundy's game' is grundy, 'Kayles on a circle' is
kayles-ring.

Names and titles are compared by their words: in small letters, without apostrophes, without the s
of a plural or of a possessive, without articles and the word game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from mexplore.rules.text.sentences import VERY_LIKE, nearest

_LEFT_OUT = frozenset(
    ["a", "an", "and", "in", "is", "of", "on", "one", "play", "played", "the", "with", "game"]
)
_SAME = {"circle": "ring", "cycle": "ring", "circular": "ring", "round": "ring", "strip": "row"}
_NAME = re.compile(r"[^\W\d_][\w' .,-]*[!?;]*")
_SHORTEST = 4  # letters of a word by which games are proposed


@cache
def words_of(text: str) -> tuple[str, ...]:
    """The words that tell games apart.

    >>> words_of("The game of Dawson's Kayles"), words_of("kayles on a circle")
    (('dawson', 'kayle'), ('kayle', 'ring'))
    """
    plain = re.sub(r"['’]s?\b", "", text.lower())
    words = (word if len(word) < 4 else word.rstrip("s") for word in re.findall(r"\w+", plain))
    return tuple(_SAME.get(word, word) for word in words if word not in _LEFT_OUT)


def named(text: str, titles: Mapping[str, str]) -> list[str]:
    """The games of a library, name -> title, that a text names in another way; several where the
    text does not tell them apart.

    >>> titles = {"grundy": "Grundy's game", "wythoff": "Wythoff's game (Wyt Queens)"}
    >>> named("GRUNDY", titles), named("Wythoff", titles), named("grundy", titles)
    (['grundy'], ['wythoff'], [])
    """
    if text in titles or not _NAME.fullmatch(text):
        return []
    wanted = words_of(text)
    if not wanted:
        return []
    if text.isalpha() and text.islower():  # as names are: 'kayle' is a misspelled one
        return [name for name, title in titles.items() if text in re.split(r"; ", title.lower())]
    by_name = [name for name in titles if words_of(name) == wanted]
    return by_name or [name for name, title in titles.items() if wanted in _of_title(title)]


@cache
def _of_title(title: str) -> list[tuple[str, ...]]:
    """The words of a title, and of other titles in it: 'Euclid (down to zero); Cram' has three."""
    return [words_of(part) for part in (title, *re.split(r"[;()]", title)) if words_of(part)]


def names_near(text: str, titles: Mapping[str, str]) -> list[str]:
    """The names of games that may be meant: that have a word in common, or are spelled alike.

    >>> titles = {"wythoff": "Wythoff's game", "wythoff-2": "A game of Wythoff's", "nim": "Nim"}
    >>> names_near("Wythoff Nim", titles), names_near("whytoff", titles), names_near("0.7W", titles)
    (['wythoff', 'wythoff-2'], ['wythoff'], [])
    """
    if not _NAME.fullmatch(text) or re.search(r"\d", text):
        return []
    wanted = {word for word in words_of(text) if len(word) >= _SHORTEST}
    common = {name: len(wanted & {*words_of(f"{name} {titles[name]}")}) for name in titles}
    best = max(common.values(), default=0)
    if best:
        return sorted((name for name in titles if common[name] == best), key=len)
    slug = re.sub(r"[\W_]+", "-", text.lower().replace("'", "")).strip("-")
    near = nearest(slug, titles, VERY_LIKE)
    return [near] if near else []

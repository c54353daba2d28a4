"""Small games with their first values and their laws: the index in which relatives are looked up.

``small_games.tsv`` is made by ``python -m benchmarks.small_games``. Each line has a rule, its name
if it has one, the law of all values and the theorem that proves it if one does, and the values from
G(0) on: one digit in base 36 each, or numbers with blanks between them where these are larger.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("small_games.tsv")
LONGEST = 512  # values of a game
HEAD = "rule\tname\tlaw\ttheorem\tvalues"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_VALUES = bytes.maketrans(_DIGITS.encode(), bytes(range(len(_DIGITS))))


class SmallGame(NamedTuple):
    """A rule, its name, its proved law and the theorem, if there are any, and its first values."""

    rule: str
    title: str
    law: str
    theorem: str
    values: tuple[int, ...]


@cache
def small_games() -> tuple[SmallGame, ...]:
    """All games of the file.

    >>> next(game for game in small_games() if game.title == "Kayles")[2:4]
    ('G(n + 12) = G(n) for all n >= 71', 'Guy-Smith')
    """
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return tuple(_read(line) for line in lines if line != HEAD)


def _read(line: str) -> SmallGame:
    rule, title, law, theorem, values = line.split("\t")
    numbers = map(int, values.split()) if " " in values else values.encode().translate(_VALUES)
    return SmallGame(rule, title, law, theorem, tuple(numbers))


def written(games: Iterable[SmallGame]) -> str:
    """The text of a file with these games.

    >>> written([SmallGame("0.3", "", "", "", (0, 1, 0)), SmallGame("0.1", "", "", "", (0, 99))])
    'rule\\tname\\tlaw\\ttheorem\\tvalues\\n0.3\\t\\t\\t\\t010\\n0.1\\t\\t\\t\\t0 99\\n'
    """
    lines = ("\t".join((*game[:4], _text(game.values))) for game in games)
    return "".join(f"{line}\n" for line in (HEAD, *lines))


def _text(values: tuple[int, ...]) -> str:
    if max(values) < len(_DIGITS):
        return "".join(_DIGITS[value] for value in values)
    return " ".join(map(str, values))

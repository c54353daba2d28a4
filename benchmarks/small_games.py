"""Makes `discover/questions/small_games.tsv`: the values and the proved laws of small games.

    python -m benchmarks.small_games

The named games with values G(0), G(1), ... come first, then codes of two and of three digits, small
sets, divisors. Of several games with the same first values those with a name are kept, or else the
first; and none with fewer than three different values, which too many games have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import Study, study
from mexplore.discover.kinds import kind_of
from mexplore.discover.questions.known import source_of_game
from mexplore.discover.questions.relatives import DIFFERENT
from mexplore.discover.questions.small_games import FILE, LONGEST, SmallGame, written
from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys.reading import read_family
from mexplore.discover.systems.study import study_system
from mexplore.rules.errors import MexploreError
from mexplore.rules.library import shipped
from mexplore.rules.rule import Rule
from mexplore.rules.systems.game import SystemGame

HeapGame = Rule | SystemGame

FAMILIES = (
    "octal(2)",
    "octal(3)",
    "subtract(max=7)",
    "subtract(max=9, size<=4)",
    "divide(max=6)",
    "all-but(max=4)",
)
VALUES = 120
STUDIED = 4096  # values; no time is a limit, so that the file is the same wherever it is made


class Named(NamedTuple):
    """A game with its first values; the title is empty where it has no name."""

    title: str
    game: HeapGame
    values: tuple[int, ...]


def named(title: str, text: str) -> Named | None:
    """The game with its values; None where it has none of the form G(0), G(1), ..."""
    game = kind_of(text).parse(text)
    if not isinstance(game, Rule | SystemGame):
        return None
    try:
        return Named(title, game, values_of(game, VALUES))
    except MexploreError:  # it has no system of kinds, or its positions are no heaps
        return None


def values_of(game: HeapGame, stop: int) -> tuple[int, ...]:
    """The first values; InputError where they cannot be computed."""
    return tuple(source_of_game(game).extend(stop).values[:stop].tolist())


def games() -> Iterator[Named]:
    """All games that are looked at: those of the library first."""
    texts = [(game.title, game.rule) for game in shipped().values()]
    texts += [("", member.rule) for family in FAMILIES for member in read_family(family, {})]
    found = (named(title, text) for title, text in texts)
    return (each for each in found if each is not None)


def kept(candidates: Iterable[Named]) -> Iterator[Named]:
    """Of games with the same values those with a name, or the first; each rule once."""
    rules, heads = set[str](), set[tuple[int, ...]]()
    for each in candidates:
        told = str(each.game) in rules or (not each.title and each.values in heads)
        if told or len(each.values) < VALUES or len({*each.values}) < DIFFERENT:
            continue
        rules.add(str(each.game))
        heads.add(each.values)
        yield each


def with_law(found: Named) -> SmallGame:
    """With its law where that is proved, and then all values of a period, if these are not too
    many: so the law tells every value.

    >>> with_law(named("", "0.07")).law
    'G(n + 34) = G(n) for all n >= 53'
    """
    title, game, values = found
    best, law, theorem = _studied(game).best, "", ""
    if best is not None and best.proof is not None:
        law, theorem = best.claim.statement(), best.proof.theorem
        if isinstance(best.claim, Periodic):
            whole = best.claim.preperiod + best.claim.period
            values = values_of(game, whole) if VALUES < whole <= LONGEST else values
    return SmallGame(str(game), title, law, theorem, values)


def _studied(game: HeapGame) -> Study:
    limits = Limits(None, STUDIED)
    if isinstance(game, SystemGame):
        return study_system(game, limits).of_start
    return study(game, limits)


def main() -> None:
    """Write the file."""
    found = [with_law(each) for each in kept(games())]
    FILE.write_text(written(found), encoding="utf-8")
    print(f"{len(found)} games, {sum(bool(game.law) for game in found)} with a proved law")


if __name__ == "__main__":
    main()

"""How many random games on words have a finite system of kinds, and a proved law of all values.

    python -m benchmarks.words_census [--count N] [--seed S] [--values N] [--list]

A game has one to three rules, most of them with their mirror images, whose left sides are one to
four letters o and a, most often o. Each letter stays, becomes a, x, which stays for ever, or an
empty cell, so that every rule parts what it is played on, and the sum of the weights 2, 1, 0 of o,
a, x falls. Play begins with a row of o, and a rule can be played within it. A game is studied as
``mexplore study`` does it, with at most ``--values`` values of each kind and as long as that takes,
so that what is found does not depend on the machine; the values of its system are compared with
those of words of up to ``--compare`` letters by the rules alone.

Many of these games are Officers or Treblecross in other words. Whether these two are periodic is an
open problem (Berlekamp, Conway, Guy, Winning Ways, chapter 4), so that no more can be asked of a
game whose values begin as theirs do.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.notation import parse_rule
from mexplore.rules.systems.definition import grundy_of_heaps
from mexplore.rules.systems.game import NoSystem
from mexplore.rules.words.game import WordGame
from mexplore.rules.words.notation import Start, WrittenRule
from mexplore.rules.words.rewriting import Rewrite

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from random_words import parted_values, plain_values

WHOLE = 9  # letters of words that are never cut
VALUES = 1 << 14  # of each kind
ALIKE, SHIFTS = 200, 8
OPEN = {"Officers": "0.6", "Treblecross": "0.007"}


class Result(NamedTuple):
    """What was found of one game."""

    game: WordGame
    kinds: int
    law: str
    proved: bool
    seconds: float
    alike: str | None = None
    """The open problem that begins with the same values."""


def games(draw: Random) -> Iterator[WordGame]:
    """One game after the other; some may come again."""
    while True:
        rules: set[Rewrite] = set()
        for _ in range(draw.choice([1, 2, 2, 3])):
            lhs = "".join(draw.choice("oooa") for _ in range(draw.choice([1, 2, 2, 3, 3, 4])))
            rhs = "".join(draw.choice([c, c, ".", ".", "a", "x"]) for c in lhs)
            if {".", "x"}.isdisjoint(rhs) or _weight(rhs) >= _weight(lhs):
                continue
            rule = Rewrite(lhs, rhs, draw.random() < 0.12, draw.random() < 0.12)
            rules.add(rule)
            if draw.random() < 0.6:
                rules.add(rule.mirrored())
        if any(set(rule.lhs) == {"o"} for rule in rules):
            yield WordGame(Start("", "o", ""), tuple(map(WrittenRule.of, sorted(rules))))


def _weight(word: str) -> int:
    return sum({"o": 2, "a": 1}.get(letter, 0) for letter in word)


def studied(game: WordGame, most: int) -> Result:
    """The law that is found of a game from this many values, and the processor seconds."""
    from mexplore.discover.study.limits import Limits
    from mexplore.discover.systems.study import study_system

    began = time.process_time()
    try:
        kinds = len(game.system.kinds)
    except NoSystem as why:
        return Result(game, 0, str(why), False, time.process_time() - began)
    of_start = study_system(game, Limits(None, most)).of_start
    best = of_start.best
    law = "nothing" if best is None else f"{best.status}: {best.claim.statement()}"
    proved = best is not None and best.status == "proved"
    seconds = time.process_time() - began
    alike = None if proved else open_problem(of_start.evidence.values.tolist())
    return Result(game, kinds, law, proved, seconds, alike)


def open_problem(values: Sequence[int]) -> str | None:
    """The name of the open problem whose first values these are, some sizes further or earlier.

    >>> open_problem([0, 0, 0, *known_values("0.6")])
    'Officers'
    """
    for name, rule in OPEN.items():
        known = known_values(rule)
        for shift in range(SHIFTS):
            if known[shift:][:ALIKE] == list(values)[:ALIKE]:
                return name
            if known[:ALIKE] == list(values)[shift:][:ALIKE]:
                return name
    return None


@cache
def known_values(rule: str) -> list[int]:
    values: list[int] = grundy_values(parse_rule(rule), ALIKE + SHIFTS).tolist()
    return values


def compare(game: WordGame, longest: int) -> None:
    """AssertionError where a value of the system is not that of the word by the rules alone: cut at
    empty cells, and short ones whole."""
    expected = parted_values(game, longest)
    whole = plain_values(game, min(longest, WHOLE))
    assert expected[: len(whole)] == whole, str(game)
    start = game.system.start
    found = grundy_of_heaps(game.system, [(start, n) for n in range(len(expected))])
    assert [found[start, n] for n in range(len(expected))] == expected, str(game)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seed", type=int, default=2)
    asked.add_argument("--count", type=int, default=100)
    asked.add_argument("--values", type=int, default=VALUES)
    asked.add_argument("--compare", type=int, default=14)
    asked.add_argument("--list", action="store_true")
    options = asked.parse_args()
    stream, results = games(Random(options.seed)), []
    for _ in range(options.count):
        result = studied(next(stream), options.values)
        results.append(result)
        if result.kinds:
            compare(result.game, options.compare)
        if options.list:
            print(
                f"{result.seconds:6.2f} {result.kinds:3} {result.game} :: {result.law}", flush=True
            )
    seconds = [result.seconds for result in results]
    finite, proved, alike = (
        sum(map(bool, column))
        for column in zip(*((r.kinds, r.proved, r.alike) for r in results), strict=True)
    )
    others = options.count - alike
    print(f"Seed {options.seed}, {options.count} games, processor seconds each.")
    print(
        "| finite system | proved | open problems | proved of the others | median s | slowest s |"
    )
    print("|---|---|---|---|---|---|")
    print(
        f"| {finite / options.count:.0%} | {proved / options.count:.0%} | "
        f"{alike / options.count:.0%} | {proved / others:.0%} | "
        f"{median(seconds):.2f} | {max(seconds):.1f} |"
    )


if __name__ == "__main__":
    main()

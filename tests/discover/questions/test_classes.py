"""Who wins, which moves win, how many sums are lost and which heaps: both plays, by definition."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product

import pytest
from misere_rules import random_code, random_set

from mexplore.discover.questions.classes import HeapClasses
from mexplore.discover.questions.known import classes_of_rule
from mexplore.discover.questions.outcomes_of_sums import outcomes_of
from mexplore.discover.questions.sums import Component, solve
from mexplore.discover.study.kind import Means, NotKnown
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Heaps, Rule

LARGEST = 6
BOTH = pytest.mark.parametrize("misere", [False, True])


class Played:
    """Sums of heaps of one rule, by the definition: a sum without a move is lost in normal play,
    and won in misère play."""

    def __init__(self, rule: Rule, *, misere: bool) -> None:
        self.rule, self.misere = rule, misere
        self.lost = cache(self._lost)

    def moves(self, heaps: Heaps) -> Iterator[tuple[int, Heaps, Heaps]]:
        """The heap that is changed, what it becomes, and the sum that is left."""
        for i, heap in enumerate(heaps):
            for option in {tuple(sorted(option)) for option in self.rule.options(heap)}:
                left = heaps[:i] + heaps[i + 1 :] + option
                yield heap, option, tuple(sorted(n for n in left if n))

    def _lost(self, heaps: Heaps) -> bool:
        following = [left for _, _, left in self.moves(heaps)]
        if not following:
            return not self.misere
        return not any(map(self.lost, following))


def known_of(rule: Rule, largest: int, *, misere: bool) -> HeapClasses:
    return classes_of_rule(rule, [largest], Means(law_first=False), misere=misere)


def rules(seed: int, count: int, *, misere: bool) -> Iterator[tuple[Rule, HeapClasses, Played]]:
    """Random rules of which the classes of small heaps are known."""
    rng = random.Random(seed)
    while count:
        rule = parse_rule(rng.choice([random_code, random_set])(rng))
        try:
            known = known_of(rule, LARGEST, misere=misere)
            known.of(LARGEST)
        except NotKnown:
            continue
        yield rule, known, Played(rule, misere=misere)
        count -= 1


@BOTH
@pytest.mark.parametrize("count", [12, pytest.param(300, marks=pytest.mark.slow)])
def test_every_answer_is_that_of_the_definition(count: int, *, misere: bool) -> None:
    for rule, known, played in rules(3, count, misere=misere):
        sums = list(combinations_with_replacement(range(LARGEST + 1), 3))
        games = [[(rule, heaps)] for heaps in sums]
        found, warrants = outcomes_of(games, Means(law_first=False), misere=misere)
        assert [getattr(each, "lost", each) for each in found] == [
            played.lost(heaps) for heaps in sums
        ], rule
        assert warrants and all(w.status in ("proved", "computed") for w in warrants)
        for heaps in sums[::7]:
            solution = solve([Component(rule, n) for n in heaps], {rule: known})
            assert solution.lost == played.lost(heaps), (rule, heaps)
            wins = {(n, to) for n, to, left in played.moves(heaps) if played.lost(left)}
            listed = {(part.size, to) for part, to in solution.listed()}
            assert listed == wins and solution.complete, (rule, heaps)
            assert solution.over == (not wins and not solution.lost)


@BOTH
def test_sums_that_are_lost_are_counted(*, misere: bool) -> None:
    for rule, known, played in rules(4, 25, misere=misere):
        for start, heaps in ((0, 1), (2, 2), (0, 3), (3, 3)):
            sizes = range(start, LARGEST + 1)
            sums = combinations_with_replacement(sizes, heaps)
            lost = sum(map(played.lost, sums))
            assert known.lost(start, LARGEST + 1, heaps) == lost, rule
            lost = sum(played.lost(tuple(sorted(each))) for each in product(sizes, repeat=heaps))
            assert known.lost(start, LARGEST + 1, heaps, ordered=True) == lost, rule


@BOTH
def test_heaps_that_are_lost_alone(*, misere: bool) -> None:
    for rule, known, played in rules(5, 25, misere=misere):
        lost = [n for n in range(LARGEST + 1) if played.lost((n,) * (n > 0))]
        there = known.lost_alone(LARGEST + 1)
        assert there.first(99, LARGEST + 1).tolist() == lost, rule
        assert [there.nth(k) for k in range(1, len(lost) + 1)] == lost
        assert there.count(LARGEST + 1) == len(lost)


@BOTH
@pytest.mark.parametrize("text", ["0.77", "0.52", "0.123", "subtract(1, 3, 4)", "subtract(1, 2)"])
def test_what_is_fast_is_what_the_formula_says(text: str, *, misere: bool) -> None:
    """Counts and sums by the means of the kind of classes, and by the product alone."""
    known = known_of(parse_rule(text), 300, misere=misere)
    plain = HeapClasses
    assert known.counts(5, 200) == plain.counts(known, 5, 200)
    for heaps in (1, 2, 3):
        for ordered in (False, True):
            naive = plain.lost(known, 5, 200, heaps, ordered=ordered)
            assert known.lost(5, 200, heaps, ordered=ordered) == naive
    options = [tuple(sorted(option)) for option in known.rule.options(60)]
    for rest in {known.of(n) for n in range(30)}:
        naive_moves = plain.winning_among(known, options, rest)
        assert known.winning_among(options, rest) == naive_moves

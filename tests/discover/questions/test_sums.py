"""Winners and winning moves of misère play, against the definition."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from misere_rules import random_code, random_set

from mexplore.discover.questions import winning_moves as module
from mexplore.discover.questions.known import classes_of
from mexplore.discover.questions.sums import Component, Solution, solve
from mexplore.discover.study.kind import Means, NotKnown
from mexplore.rules.misere.game import Outcomes
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Heaps, Rule


def solved(position: Sequence[tuple[Rule, int]]) -> Solution:
    components = [Component(rule, size) for rule, size in position]
    return solve(components, classes_of(components, Means(law_first=False), misere=True))


def by_definition(rule: Rule, heaps: Heaps) -> set[tuple[int, Heaps]]:
    """The winning moves: the heap, and what it becomes."""
    outcomes = Outcomes(rule)
    return {
        (heap, option)
        for i, heap in enumerate(heaps)
        for option in outcomes.options(heap)
        if outcomes.lost(heaps[:i] + heaps[i + 1 :] + option)
    }


def all_moves_are_found(seed: int, count: int) -> int:
    """Returns how many sums were beyond what the search for classes reached."""
    rng, beyond = random.Random(seed), 0
    for _ in range(count):
        text = rng.choice([random_code, random_set])(rng)
        rule = parse_rule(text)
        heaps = tuple(rng.randint(0, 8) for _ in range(rng.randint(1, 3)))
        try:
            solution = solved([(rule, heap) for heap in heaps])
        except NotKnown:
            beyond += 1
            continue
        outcomes = Outcomes(rule)
        assert solution.lost == outcomes.lost(heaps), (text, heaps)
        assert solution.over == all(not outcomes.options(heap) for heap in heaps)
        found = {(heap.size, to) for heap, to in solution.listed()}
        expected = set() if solution.lost else by_definition(rule, heaps)
        assert found == expected, (text, heaps)
        assert bool(found) == (not solution.lost and not solution.over), (text, heaps)
    return beyond


def test_all_winning_moves() -> None:
    assert not all_moves_are_found(1, 60)


@pytest.mark.slow
def test_all_winning_moves_of_many_rules() -> None:
    assert all_moves_are_found(2, 1500) < 30


@pytest.mark.parametrize("text", ["0.77", "0.52", "0.123", "4.4", "0.71", "0.72"])
def test_groups_hold_the_same_moves(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves of a heap of a few hundred tokens, listed and in groups."""
    rule = parse_rule(text)
    for size in (401, 402, 450):
        position = [Component(rule, n) for n in (size, 7, 5)]
        known = classes_of(position, Means(), misere=True)
        monkeypatch.setattr(module, "MOST_OPTIONS", 10**5)
        listed = solve(position, known)
        monkeypatch.setattr(module, "MOST_OPTIONS", 100)
        grouped = solve(position, known)
        assert grouped.complete and listed.lost == grouped.lost
        assert sorted(map(repr, listed.listed())) == sorted(map(repr, grouped.listed()))
        assert listed.count == grouped.count


def test_huge_heaps() -> None:
    kayles = parse_rule("0.77")
    solution = solved([(kayles, 5), (kayles, 9), (kayles, 10**18)])
    assert not solution.lost and solution.count > 10**16
    examples = [group.example for moves in solution.moves for group in moves.groups]
    for example in examples[:5]:
        assert solved([(kayles, n) for n in (5, 9, *example)]).lost
    assert (1, 10**18 - 3) in examples


def test_tame_rules_may_be_added() -> None:
    take, divide, code = map(parse_rule, ("subtract(1..3)", "divide(2..6)", "0.52"))
    for sizes in ((3, 4, 2), (1, 1, 1), (5, 9, 7), (4, 0, 6)):
        solution = solved(list(zip((take, divide, code), sizes, strict=True)))
        lost, moves = _of_two((take, divide, code), sizes)
        assert solution.lost == lost, sizes
        assert {(heap.rule, to) for heap, to in solution.listed()} == (set() if lost else moves)


def test_a_wild_rule_and_another_one() -> None:
    rules = parse_rule("0.75"), parse_rule("0.53")
    for sizes in ((5, 7), (8, 3), (6, 6), (9, 12)):
        solution = solved(list(zip(rules, sizes, strict=True)))
        lost, moves = _of_two(rules, sizes)
        assert solution.lost == lost, sizes
        assert {(heap.rule, to) for heap, to in solution.listed()} == (set() if lost else moves)


def test_a_class_belongs_to_one_rule() -> None:
    with pytest.raises(NotKnown, match="a class belongs to one rule"):
        solved([(parse_rule("0.77"), 10**6), (parse_rule("0.123"), 9)])


def test_heaps_beyond_the_reach_are_refused() -> None:
    rule = parse_rule("n -> [n - 1, n // 2]")
    assert solved([(rule, 8), (rule, 3)]).winner in ("next", "previous")
    with pytest.raises(NotKnown, match="only sums of heaps of at most 8"):
        solved([(rule, 12)])


def _of_two(rules: Sequence[Rule], sizes: Sequence[int]) -> tuple[bool, set[tuple[Rule, Heaps]]]:
    """Whether the sum of one heap of each rule is lost, and its winning moves, by definition."""
    known: dict[tuple[Heaps, ...], bool] = {}

    def options(position: tuple[Heaps, ...]) -> list[tuple[int, Heaps, tuple[Heaps, ...]]]:
        return [
            (i, option, (*position[:i], rest, *position[i + 1 :]))
            for i, (rule, heaps) in enumerate(zip(rules, position, strict=True))
            for j, heap in enumerate(heaps)
            for option in {tuple(sorted(o)) for o in rule.options(heap)}
            for rest in [tuple(sorted(heaps[:j] + heaps[j + 1 :] + option))]
        ]

    def lost(position: tuple[Heaps, ...]) -> bool:
        if position not in known:
            following = options(position)
            known[position] = bool(following) and not any(lost(to) for _, _, to in following)
        return known[position]

    start = tuple((size,) if size else () for size in sizes)
    return lost(start), {(rules[i], option) for i, option, to in options(start) if lost(to)}

"""Answers by laws of who wins and of the first values: far moves, sums, files of sums."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mexplore.discover.automata.numeration import BINARY
from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.heaps.first_values import (
    FirstValuesForm,
    laws_of_first_values,
    moves_by_digits,
)
from mexplore.discover.heaps.judging.who_wins import STAGES, WhoWins
from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
from mexplore.discover.heaps.values import Answers, ComputedForm, Warranted
from mexplore.discover.questions.classes import NimValues
from mexplore.discover.questions.sums import Component, solve
from mexplore.discover.study.kind import NotKnown, Warrant
from mexplore.discover.study.limits import Limits
from mexplore.reports.commands import app
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

SHARED = "n -> [n - k for k in range(1, n//2 + 1) if k & n]"
DISJOINT = "n -> [n - x for x in range(1, n + 1) if x & n == 0]"
POWERS = HeapsLostByDigits(BINARY, 1, ((0, 1), (1, 2), (2, 2)), (0, 1))  # 0 and the powers of 2
FAR = 10**1000


@cache
def known_of(text: str, computed: int) -> Answers:
    """The laws that are proved, and few values."""
    rule = parse_rule(text)
    search = WhoWins(rule, Limits(None, who_wins=True))
    search.look(evidence_below(rule, STAGES[1]), None)
    form = ComputedForm(evidence_below(rule, computed))
    few = Warranted(form, Warrant("computed", ""), computed)
    laws = laws_of_first_values(search.found)
    first = tuple(Warranted(form, Warrant.by(finding)) for form, finding in laws)
    return Answers(rule, (few,), None, 1.0, first_values=first)


def test_far_moves_are_those_of_the_definition() -> None:
    rule = parse_rule(SHARED)
    for n in range(130):
        options = {m for (m,) in rule.options(n)}
        lost = sorted((m,) if m else () for m in options if m & (m - 1) == 0)
        assert moves_by_digits(rule, n, POWERS.automaton) == (lost, "")


def test_a_move_at_ten_to_the_thousand_is_legal_and_leaves_a_lost_heap() -> None:
    """Removing k <= n/2 that shares a binary digit 1 with n leaves a power of 2."""
    moves, more = moves_by_digits(parse_rule(SHARED), FAR, POWERS.automaton)
    assert more == ""
    assert moves
    for (m,) in moves:
        k = FAR - m
        assert 1 <= k <= FAR // 2
        assert k & FAR
        assert m & (m - 1) == 0
    assert moves_by_digits(parse_rule(SHARED), 2**3000, POWERS.automaton) == ([], "")


def test_what_has_no_relations_says_so() -> None:
    moves, why = moves_by_digits(parse_rule("subtract(primes)"), 10**9, POWERS.automaton)
    assert moves == []
    assert "is_prime" in why


def test_first_values_are_told_and_others_are_bounded() -> None:
    values = grundy_by_definition(parse_rule(SHARED), 400)
    known = known_of(SHARED, 6)
    most = max(
        told.form.most for told in known.first_values if isinstance(told.form, FirstValuesForm)
    )
    assert most >= 2
    found = known.look_up(range(400))
    assert [v for v in found.values if v is not None] == [v for v in values if v <= most]
    assert found.not_0 == {n for n, value in enumerate(values) if value > most}
    assert f"greater than {most}" in found.missing
    classes = NimValues(known)
    assert classes.least(300) == most + 1
    for value in range(most + 1):
        assert (
            classes.of_value(value, None).nth(5) == [n for n in range(400) if values[n] == value][4]
        )
    with pytest.raises(NotKnown):
        classes.best(300, most + 1)


def test_sums_are_decided_where_first_values_do_and_rightly() -> None:
    """All sums of two heaps and some of three: who wins is right wherever it is said, and winning
    moves are; where nothing is said, the values that are told leave it open."""
    rule, computed = parse_rule(SHARED), 6
    values = grundy_by_definition(rule, 70)
    known = known_of(SHARED, computed)
    most = NimValues(known).least(50) - 1
    sizes = range(36, 60)
    decided = open_ = 0
    for heaps in [
        *combinations_with_replacement(sizes, 2),
        *((a, a, b) for a in sizes for b in sizes),
    ]:
        position = [Component(rule, n) for n in heaps]
        total = 0
        for n in heaps:
            total ^= values[n]
        try:
            solution = solve(position, {rule: NimValues(known)})
        except NotKnown:
            open_ += 1
            assert max(values[n] for n in heaps) > most
            continue
        decided += 1
        assert solution.lost == (total == 0)
        assert solution.nim_sum in (None, total)
        for part, to in solution.listed():
            assert isinstance(part, Component)
            assert total ^ values[part.size] ^ values[to[0] if to else 0] == 0
        if all(values[n] <= most and total ^ values[n] <= most for n in heaps):
            assert solution.complete
    assert decided > 200
    assert open_ > 100


def test_equal_heaps_cancel_and_the_rest_is_named() -> None:
    rule = parse_rule(DISJOINT)
    known = {rule: NimValues(known_of(DISJOINT, 64))}
    pair = [Component(rule, FAR), Component(rule, FAR)]
    assert solve(pair, known).lost
    with_lost = solve([*pair, Component(rule, 2**60 - 1)], known)
    assert with_lost.lost
    assert with_lost.nim_sum == 0
    with pytest.raises(NotKnown, match=r"and .* are N-positions, but their nim-values"):
        solve([Component(rule, FAR), Component(rule, FAR + 2**70)], known)
    with pytest.raises(NotKnown, match="at least 2"):
        two = grundy_by_definition(rule, 64).index(2)
        solve([Component(rule, FAR), Component(rule, two)], known)


@pytest.mark.slow
def test_the_command_answers_far_heaps_and_files(tmp_path: Path) -> None:
    run = CliRunner()
    result = run.invoke(app, ["solve", SHARED, "10^1000", "--budget", "100"])
    assert result.exit_code == 0, result.output
    assert "the next player wins" in result.output
    assert "Winning moves: 1" in result.output
    file = tmp_path / "sums.csv"
    file.write_text(f"{10**18}\n{10**18} {10**18}\n{2**70}\n{10**18} {10**17}\n")
    result = run.invoke(
        app, ["solve", SHARED, "--file", str(file), "--keep-going", "--budget", "100"]
    )
    assert "1,,next" in result.output
    assert "2,0,previous" in result.output
    assert "3,0,previous" in result.output
    assert "their nim-values, which decide this sum, are not known" in result.output

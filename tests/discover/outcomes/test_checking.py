"""The other construction of automata: against arithmetic, and certificates that were altered."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from mexplore.discover.boards.theorems.lost_by_digits import Linear, LostByDigitsTheorem
from mexplore.discover.outcomes import words
from mexplore.discover.outcomes.checking import Claimed, Refuted, confirm
from mexplore.discover.outcomes.game import LinearGame
from mexplore.discover.outcomes.words import Checker, TooLong
from mexplore.discover.study.certificate import MARK, Certificate
from mexplore.discover.study.theorem import Proved
from mexplore.discover.verifying import verify
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables

THEOREM = LostByDigitsTheorem()
FIBONACCI_NIM = "(x, y) -> [(x - j, 2*j) for j in range(1, min(x, y) + 1)]"
MEM = "(x, y) -> [(x - j, j) for j in range(max(1, y), x + 1)]"
SHORT = "(x, y) -> [(x - 1, y), (x, y - 1)]"
EQUAL = Claimed("base 2", ((0, 1, 1, 0), (1, 1, 1, 1)), (0,))
"""x = y, which is false of `SHORT`; below, the lowest bits are equal, which is true."""
EQUAL_BITS = Claimed("base 2", ((1, 2, 2, 1), (1, 1, 1, 1), (2, 2, 2, 2)), (0, 1))
NUMERATIONS = ("base 2", "base 3", "ostrowski 1", "ostrowski 2", "ostrowski 1,2", "ostrowski 2,1,1")


def game_of(text: str) -> LinearGame:
    board = Board.parse(text)
    assert board is not None
    shape = THEOREM.hypotheses(board)
    assert isinstance(shape, Linear)
    return shape.linear


def claim_about(text: str) -> tuple[LinearGame, Claimed]:
    """What the search finds: whether it is right is what is asked."""
    board = Board.parse(text)
    assert board is not None
    shape = THEOREM.hypotheses(board)
    assert isinstance(shape, Linear)
    tables = Tables(board)
    found = THEOREM.sought(shape, lambda *sides: tables.table(sides))
    assert isinstance(found, Proved)
    law = found.claim
    return game_of(text), Claimed(law.written_in.name, law.transitions, law.lost)


@pytest.mark.parametrize("name", NUMERATIONS)
def test_linear_forms_are_those_of_arithmetic(name: str) -> None:
    pick = Random(name)
    checker = Checker(name)
    x, y = map(Polynomial.name, "xy")
    for _ in range(6):
        a, b, c = pick.randint(-3, 3), pick.randint(-3, 3), pick.randint(-7, 7)
        form = a * x + b * y + c
        zero = checker.linear(form, equal=True, names=("x", "y"))
        positive = checker.linear(form, equal=False, names=("x", "y"))
        some = checker.some(zero, "y")
        far = [(pick.randrange(10**12), pick.randrange(10**12)) for _ in range(20)]
        for pair in [*product(range(13), repeat=2), *far]:
            value = a * pair[0] + b * pair[1] + c
            assert (checker.word(pair) in zero) == (value == 0)
            assert (checker.word(pair) in positive) == (value >= 0)
        for n in range(13):
            there = any(a * n + b * m + c == 0 for m in range(100))
            assert (checker.word((n,)) in some) == there


def test_what_is_true_is_confirmed() -> None:
    confirm(game_of(SHORT), EQUAL_BITS)
    for text in (FIBONACCI_NIM, MEM):
        confirm(*claim_about(text))


def test_what_is_false_is_refuted() -> None:
    """In each way: a move from K into K, none into K, another game, no end of play."""
    game = game_of(SHORT)
    for claim, reason in (
        (EQUAL, "no move leads"),
        (EQUAL_BITS._replace(lost=(0, 1, 2)), "a move leads from"),
        (EQUAL_BITS._replace(lost=(1,)), "zeros in front"),
    ):
        with pytest.raises(Refuted, match=reason):
            confirm(game, claim)
    for other, reason in (
        (replace(game, options=lambda square: []), "are not those"),
        (replace(game, sums=()), "lowers no sum"),
        (replace(game, sums=(-Polynomial.name("x"),)), "less than 0"),
        (replace(game, sums=(Polynomial.name("x"),)), "lowers no sum"),
    ):
        with pytest.raises(Refuted, match=reason):
            confirm(other, EQUAL_BITS)
    up = game_of("(x, y) -> [(x - 1, y + 1)]")
    with pytest.raises(Refuted, match="raises a sum"):
        confirm(replace(up, sums=(Polynomial.name("y"),)), EQUAL_BITS)


@pytest.mark.parametrize("text", [FIBONACCI_NIM, MEM])
def test_altered_automata_are_refuted(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One transition or one state's output is another: then it is refuted, or too large, or accepts
    the same set as before."""
    monkeypatch.setattr(words, "MOST_STEPS", 100_000)
    game, claim = claim_about(text)
    right = _accepted(claim)
    pick, refuted = Random(text), 0
    for _ in range(20):
        rows, lost = [list(row) for row in claim.transitions], set(claim.lost)
        state = pick.randrange(len(rows))
        if pick.random() < 0.5:
            lost ^= {state}
        else:
            rows[state][pick.randrange(len(rows[state]))] = pick.randrange(len(rows))
        mutant = Claimed(claim.numeration, rows, sorted(lost))
        try:
            confirm(game, mutant)
        except Refuted:
            refuted += 1
            continue
        except TooLong:
            continue
        assert _accepted(mutant) == right
    assert refuted >= 5


def _accepted(claim: Claimed) -> list[bool]:
    checker = Checker(claim.numeration)
    accepted = checker.reversed(("x", "y"), claim.transitions, claim.lost)
    return [checker.word(square) in accepted for square in product(range(60), repeat=2)]


def certificate(rule: str = SHORT, **other: Any) -> Certificate:
    claim = {
        "pattern": "lost-by-digits",
        "numeration": EQUAL_BITS.numeration,
        "coordinates": 2,
        "states": 3,
        "transitions": [list(row) for row in EQUAL_BITS.transitions],
        "lost": list(EQUAL_BITS.lost),
        **other,
    }
    statement = "G(x, y) = 0 exactly where the automaton with 3 states accepts x and y in base 2"
    head = {MARK: 1, "rule": rule, "claim": claim, "statement": statement}
    return {**head, "theorem": THEOREM.name, "bound": 32}


def test_certificates_are_checked_in_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = verify(certificate())
    assert verdict.valid, verdict
    assert "by automata that were made in another way" in verdict.reason
    assert "another way" not in verify(certificate(), fast=True).reason
    monkeypatch.setattr(words, "MOST_STEPS", 3)
    assert "too many transitions" in verify(certificate()).reason


@pytest.mark.parametrize("finder", [True, False])
def test_altered_certificates_are_invalid(finder: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the finder's own decision is left out."""
    if not finder:
        from mexplore.discover.study.theorem import Proved

        monkeypatch.setattr(
            LostByDigitsTheorem, "proved", lambda self, game, claim, values: Proved(claim, 32)
        )
        monkeypatch.setattr(
            "mexplore.discover.boards.patterns.lost_by_digits.LostByDigits.first_failure",
            lambda self, table: None,
        )
    assert verify(certificate()).valid
    flipped = [[1, 2, 2, 1], [1, 1, 1, 1], [2, 2, 2, 1]]
    for wrong in (
        certificate("(x, y) -> [(x - 2, y), (x, y - 1)]"),
        certificate(lost=[0, 1, 2]),
        certificate(lost=[2]),
        certificate(transitions=flipped),
        certificate(numeration="ostrowski 1"),
    ):
        assert not verify(wrong).valid, wrong


def test_certificates_about_three_heaps_are_checked() -> None:
    """Moore's Nim: lost exactly if, in each place, no heap has the digit 1, or all three have."""
    table = [[0, 1, 1, 1, 1, 1, 1, 0], [1] * 8]
    claim = {"coordinates": 3, "states": 2, "transitions": table, "lost": [0]}
    moore = certificate("nim(3 heaps; at most 2)", **claim)
    moore["bound"] = 10
    moore["statement"] = moore["statement"].replace("x and y", "x, y and z").replace("3 s", "2 s")
    moore["statement"] = moore["statement"].replace("G(x, y)", "G(x, y, z)")
    verdict = verify(moore)
    assert verdict.valid, verdict
    assert "checked for x, y, z < 10" in verdict.reason


@pytest.mark.parametrize(
    "name", ["base 2,x", "base 02", "base ٣", "base 1", "base 2,2", "ostrowski 1,-2", "ostrowski 0"]
)
def test_numerations_are_read_whole(name: str) -> None:
    assert not verify(certificate(numeration=name)).valid

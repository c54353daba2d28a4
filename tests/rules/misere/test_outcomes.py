"""Outcomes by the definition, against ways to play that are known."""

from __future__ import annotations

from functools import reduce
from operator import xor

import pytest

from mexplore.rules.misere.game import Misere, Outcomes
from mexplore.rules.moves.option_sets import Bounded, bounded_of
from mexplore.rules.notation import parse_rule


def test_nim_as_bouton_has_it() -> None:
    """C. L. Bouton 1901: as in normal play while some heap has two or more."""
    nim = Outcomes(parse_rule("subtract(multiples(1))"))
    for heaps, lost in nim.of_sums(4, 5).items():
        firm = max(heaps, default=0) > 1
        assert lost == (reduce(xor, heaps, 0) == (0 if firm else 1)), heaps


def test_lost_heaps_of_kayles() -> None:
    """W. L. Sibert and J. H. Conway, Mathematical Kayles, Int. J. Game Theory 20 (1992)."""
    kayles = Outcomes(parse_rule("0.77"))
    assert [n for n in range(1, 31) if kayles.lost((n,))] == [1, 4, 9, 12, 20]


@pytest.mark.parametrize("text", ["misere 0.77", " misère  0.77", "misere kayles"])
def test_the_game_is_read(text: str) -> None:
    game = Misere.parse(text)
    assert game is not None and str(game) == "misere 0.77"


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("0.77", Bounded(2, 2)),
        ("4.07", Bounded(2, 2)),
        ("0.3F", Bounded(3, 2)),
        ("0.303", Bounded(1, 3)),
        ("subtract(2, 7)", Bounded(1, 7)),
        ("subtract(9) or 0.77", Bounded(2, 9)),
        ("subtract(squares)", None),
        ("0.[7]", None),
        ("0.7!", None),
        ("0.{2+}", None),
        ("80.0", None),
        ("divide(2)", None),
        ("divide(2) or 0.7", None),
    ],
)
def test_bounded_shapes(text: str, shape: Bounded | None) -> None:
    assert bounded_of(parse_rule(text)) == shape

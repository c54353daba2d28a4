"""The window of classes is as long as it has to be: one heap less lets falsehoods through."""

from __future__ import annotations

import pytest
from misere_rules import known

from mexplore.discover.misere.patterns.quotient import Quotient
from mexplore.discover.misere.theorems.residues import MisereResidueWindow
from mexplore.discover.misere.theorems.windows import MisereWindows
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.misere.game import Misere
from mexplore.rules.notation import parse_rule

NO_MOVES = Quotient(((0,),), (), (0,), 1, (1,))  # 'no heap has a move', n0 = p = 1


@pytest.mark.parametrize(("rule", "first"), [("0.4", 3), ("0.8", 4), ("0.G", 5)])
def test_the_last_heap_of_the_window_counts(rule: str, first: int) -> None:
    """The first heap that has a move is the last one of the window, r(n0 + p - 1) + d = r + 1."""
    game = Misere(parse_rule(rule))
    shape = MisereWindows().hypotheses(game)
    assert not isinstance(shape, Inapplicable)
    assert MisereWindows().bound_of(shape, NO_MOVES) == first + 1
    assert NO_MOVES.objection(game.rule, first) is None
    refused = MisereWindows().proved(game, NO_MOVES)
    assert isinstance(refused, Inapplicable) and f"heap {first} of class 0" in refused.reason
    assert NO_MOVES.first_failure(known(game.rule, ((3, 6),))) is not None


def test_a_law_without_a_period_proves_nothing_of_all_heaps() -> None:
    partial = Quotient(((0,),), (), (0, 0), 0, (1,))
    for theorem in (MisereWindows(), MisereResidueWindow()):
        found = theorem.proved(Misere(parse_rule("subtract(5)")), partial)
        assert isinstance(found, Inapplicable) and "finitely many" in found.reason


@pytest.mark.parametrize("rule", ["4!.0", "0.7!", "0.[7]", "0.{2+}", "80.0", "divide(2)"])
def test_other_shapes_have_no_window(rule: str) -> None:
    assert isinstance(MisereWindows().hypotheses(Misere(parse_rule(rule))), Inapplicable)

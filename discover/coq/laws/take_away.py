"""Schwenk's take-away games as Coq reads them."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.boards.patterns.take_away import TakeAwayOutcomes
from mexplore.discover.boards.theorems.take_away import Schwenk
from mexplore.discover.coq.law import BOARD_VALUES, CoqLaw, Subject, Translation
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable
from mexplore.rules.arithmetic.polynomial import linear
from mexplore.rules.arithmetic.reading import read_expression

PARTS = "(fun k => most (next k))"
_MADE = "intro k; unfold most, next; lia"


class TakeAwayLaw(Translation[TakeAwayOutcomes, TakeAwayOutcomes]):
    """Games in which a*k + b tokens at most may be taken after k, a >= 1."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = Schwenk

    def law(self, shape: TakeAwayOutcomes, claim: TakeAwayOutcomes) -> CoqLaw | Inapplicable:
        if claim != shape:
            return Inapplicable("the moves are others than those of the claim")
        if claim.heap != "x":
            return Inapplicable("the library of Coq proofs has take-away games with the heap first")
        then, most = _line(claim.next, "k"), _line(claim.most, "m")
        if then is None or most is None:
            return Inapplicable("the library of Coq proofs has take-away games with a*k + b alone")
        a, b = most[0] * then[0], most[0] * then[1] + most[1]
        if a < 1 or b < 0:
            return Inapplicable(
                "the library of Coq proofs has take-away games in which at least as much may be "
                "taken as by the last move"
            )
        return CoqLaw(
            ("Boards", "TakeAway"),
            "take_away next most",
            f"forall H, are_parts {PARTS} H ->\n"
            "  forall x y, G (x, y) = 0 <-> x = 0 \\/ exists s, smallest_part H x s /\\ most y < s",
            "fun G HG H parts => take_away_zeros next most never_falls H parts G HG",
            f"split; [apply board_exists, take_away_ends | apply parts_exist; {_MADE}].",
            computed=False,
            header=(
                "From Coq Require Import Lia.\n\n"
                f"Definition next (k : N) : N := {_term(*then, 'k')}.\n"
                f"Definition most (m : N) : N := {_term(*most, 'm')}."
            ),
            lemmas=(
                "Lemma never_falls k l : k <= l -> most (next k) <= most (next l).\n"
                "Proof. unfold most, next. lia. Qed."
            ),
            subject=Subject(
                BOARD_VALUES.kind,
                BOARD_VALUES.every,
                f"({BOARD_VALUES.there_is}) /\\ exists H, are_parts {PARTS} H",
                BOARD_VALUES.unique,
            ),
        )


def _line(text: str, name: str) -> tuple[int, int] | None:
    """(a, b) where the expression is a*name + b, with numbers that are not negative.

    >>> _line("2*k + 1", "k"), _line("k - 1", "k"), _line("k*k", "k")
    ((2, 1), None, None)
    """
    form = linear(read_expression(text, (name,)))
    if form is None:
        return None
    a, b = form.coefficient(name), form.constant
    return (a, b) if a >= 0 and b >= 0 else None


def _term(a: int, b: int, name: str) -> str:
    """a*name + b.

    >>> _term(1, 0, "k"), _term(2, 3, "k")
    ('k', '2 * k + 3')
    """
    times = name if a == 1 else f"{a} * {name}"
    return f"{times} + {b}" if b else times

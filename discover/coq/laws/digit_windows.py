"""Tables of boards that automata read off digits as Coq reads them: the windows as data."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.boards.theorems.digit_windows import DigitWindows, pairs_of
from mexplore.discover.coq.law import BOARD_VALUES, CoqLaw, numbers
from mexplore.discover.coq.laws.boards import BoardTranslation
from mexplore.discover.coq.laws.vector_periods import moves_term
from mexplore.discover.coq.squares import term_of
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable

if TYPE_CHECKING:
    from mexplore.discover.boards.patterns.digit_automaton import DigitAutomaton
    from mexplore.rules.boards.board import Board

MOST_COMPARED = 10**8
"""Pairs of windows that Coq would have to compare."""


class WindowsOfDigits(BoardTranslation["DigitAutomaton"]):
    """Finitely many steps, and division of both numbers by the base."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = DigitWindows

    def law(self, shape: Board, claim: DigitAutomaton) -> CoqLaw | Inapplicable:
        term, moves = term_of(shape), DigitWindows().hypotheses(shape)
        if isinstance(term, Inapplicable):
            return term
        if isinstance(moves, Inapplicable):
            return moves
        pairs = pairs_of(moves, claim)
        if isinstance(pairs, Inapplicable):
            return pairs
        k, compared = claim.base, len(pairs) ** 2 * claim.base**2
        if compared > MOST_COMPARED:
            return Inapplicable(
                f"Coq would have to find {len(pairs)} windows of states among each other; no more "
                f"than {MOST_COMPARED} comparisons are exported"
            )
        offsets = product(moves.reach, repeat=2)
        known = (f"({numbers(window)}, {before})" for window, before in sorted(pairs))
        fields = {
            "transitions : list (list N)": _list(numbers(row) for row in claim.transitions),
            "outputs : list N": numbers(claim.outputs),
            "offsets : list offset": f"{_list(f'({d}, {e})' for d, e in offsets)}%Z",
            "pairs : list window_pair": f"{_list(known)}%Z",
        }
        defined = "\n".join(f"Definition {name} :=\n  {text}." for name, text in fields.items())
        divides = "false" if moves.divisor is None else "true"
        return CoqLaw(
            ("Boards", "DigitWindows"),
            term.text,
            f"forall x y, G (x, y) = automaton {k} transitions outputs x y",
            f"digit_windows_law {k} transitions outputs offsets moves {divides} pairs",
            term.exists,
            len(pairs),
            compared * 1e-7,
            counted="the first {} windows",
            header=f"\n{moves_term(moves.steps)}\n{defined}",
            subject=BOARD_VALUES,
        )


def _list(items: Iterable[str]) -> str:
    return f"[{'; '.join(items)}]"

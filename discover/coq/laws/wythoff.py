"""Laws of Wythoff's game, and of Fraenkel's generalisation, as Coq reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.boards.theorems.moves.wythoff import wythoff_number
from mexplore.discover.boards.theorems.wythoff_pairs import WythoffPairs, wythoff_pairs
from mexplore.discover.boards.theorems.wythoff_rows import WythoffRows, laws_of_rows
from mexplore.discover.coq.law import BOARD_VALUES, CoqLaw
from mexplore.discover.coq.laws.boards import BoardTranslation, common_to, of_all_squares, of_line
from mexplore.discover.coq.squares import term_of
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable
from mexplore.rules.boards.table import Tables

if TYPE_CHECKING:
    from mexplore.discover.boards.patterns.beatty_pairs import BeattyPairs
    from mexplore.discover.boards.patterns.line import LineLaw
    from mexplore.rules.boards.board import Board


class Pairs(BoardTranslation["BeattyPairs"]):
    """The P-positions, floors by integer square roots."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = WythoffPairs

    def law(self, shape: Board, claim: BeattyPairs) -> CoqLaw | Inapplicable:
        r = wythoff_number(shape)
        if isinstance(r, Inapplicable) or claim != wythoff_pairs(r):
            return Inapplicable("the law of these moves is another one")
        said = (
            "G (x, y) = 0 <->\n"
            f"    exists n, (x, y) = (lower {r} n, upper {r} n) \\/ "
            f"(x, y) = (upper {r} n, lower {r} n)"
        )
        proof = f"wythoff_law {r} ltac:(discriminate)"
        return of_all_squares(shape, "Wythoff", said, proof)


class Rows(BoardTranslation["LineLaw"]):
    """Rows and columns, computed as far as their laws need."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = WythoffRows

    def law(self, shape: Board, claim: LineLaw) -> CoqLaw | Inapplicable:
        r, term, tables = wythoff_number(shape), term_of(shape), Tables(shape)
        if isinstance(r, Inapplicable) or isinstance(term, Inapplicable):
            return Inapplicable("the moves are not those of Wythoff's game")
        laws = laws_of_rows(claim.number, r, lambda w, h: tables.table((w, h)))
        if isinstance(laws, Inapplicable):
            return laws
        a, n0, p = claim.number, claim.law.preperiod, claim.law.period
        first, common = common_to(claim, (law for law, _ in laws))
        # By then every row below b has all numbers up to b - 2*r*a.
        end = first + common + (2 * r + 1) * a + r + 1
        fuel = 4 * (2 * r + 1) * (a + 1) + 64
        values = (a + 1) * (end + common)
        numbers = f"{r} {a} {n0} {p} {first} {common} {end} {fuel}"
        return CoqLaw(
            ("Evaluate", "Boards", "WythoffRows"),
            term.text,
            of_line(claim, f" + {p}"),
            f"{claim.kind}s_law {numbers}",
            term.exists,
            values,
            values * (2 * r * a + 10) * 2e-6,
            subject=BOARD_VALUES,
        )

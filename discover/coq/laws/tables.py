"""Tables of boards as Coq reads them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.boards.patterns.line import cut
from mexplore.discover.boards.theorems.digit_windows import DigitWindows, pairs_of
from mexplore.discover.boards.theorems.finite_rows import FiniteRowsTheorem, laws_of_lines
from mexplore.discover.boards.theorems.moves.named import wythoff_number
from mexplore.discover.boards.theorems.vector_period import VectorPeriodTheorem, regions_of
from mexplore.discover.boards.theorems.wythoff_pairs import WythoffPairs, wythoff_pairs
from mexplore.discover.boards.theorems.wythoff_rows import WythoffRows, laws_of_rows
from mexplore.discover.coq.law import BOARD_VALUES, CoqLaw, numbers
from mexplore.discover.coq.laws.boards import BoardTranslation, common_to, of_all_squares, of_line
from mexplore.discover.coq.terms import BoardTerm, term_of
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable, Proved
from mexplore.rules.boards.table import Tables

if TYPE_CHECKING:
    from mexplore.discover.boards.patterns.beatty_pairs import BeattyPairs
    from mexplore.discover.boards.patterns.digit_automaton import DigitAutomaton
    from mexplore.discover.boards.patterns.line import LineLaw
    from mexplore.discover.boards.patterns.strips import Repeating, Strips
    from mexplore.discover.boards.patterns.vector_period import VectorPeriod
    from mexplore.discover.boards.theorems.vector_period import FiniteSteps
    from mexplore.rules.boards.board import Board, Square


MOST_ENTRIES = 100_000  # of the strips: longer files are not written


class VectorPeriods(BoardTranslation["VectorPeriod"]):
    """Finitely many steps, the same from every square, that lower x + y."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = VectorPeriodTheorem

    def law(self, shape: Board, claim: VectorPeriod) -> CoqLaw | Inapplicable:
        term, theorem, tables = term_of(shape), VectorPeriodTheorem(), Tables(shape)
        steps = theorem.hypotheses(shape)
        if isinstance(term, Inapplicable) or isinstance(steps, Inapplicable):
            return term if isinstance(term, Inapplicable) else Inapplicable("no finite steps")
        strips = claim.strips
        if strips is None:  # as after a certificate was read
            proved = theorem.prove(steps, claim, lambda w, h: tables.table((w, h)))
            if not isinstance(proved, Proved):
                return proved
            strips = getattr(proved.claim, "strips", None)
            assert strips is not None
        return _law(term, steps, claim, strips)


def _law(
    term: BoardTerm, steps: FiniteSteps, claim: VectorPeriod, strips: Strips
) -> CoqLaw | Inapplicable:
    (c, d), (a, b), (e, f) = strips.corner, strips.vector, claim.corner
    (m, p), (n, q) = strips.along_rows, strips.along_columns
    n = max(n, d + b)  # above the rows, the columns alone are read
    entries = len(strips.rows) * (m + p) + len(strips.columns) * (n + q)
    if entries > MOST_ENTRIES:
        return Inapplicable(
            f"Coq would have to read strips of {entries} values; no more than {MOST_ENTRIES} are "
            "exported"
        )
    fields = {
        "corner": f"({c}, {d})%Z",
        "vector": f"({a}, {b})%Z",
        "along_rows": f"({m}, {p})%Z",
        "along_columns": f"({n}, {q})%Z",
        "of_rows": _lines(strips.rows, m + p),
        "of_columns": _lines(strips.columns, n + q),
    }
    written = ";\n     ".join(f"{name} := {value}" for name, value in fields.items())
    header = f"\n{moves_term(steps.steps)}\n\nDefinition table : strips :=\n  {{| {written} |}}."
    if len(claim.vectors) == 1:
        ((u, w),) = claim.vectors
        said = f"forall x y, {e} <= x -> {f} <= y -> G (x + {u}, y + {w}) = G (x, y)"
        proof = f"vector_law moves table {e} {f} {u} {w}"
    else:
        listed = f"[{'; '.join(map(_pair, claim.vectors))}]"
        said = (
            f"forall v, In v {listed} ->\n"
            f"  forall x y, {e} <= x -> {f} <= y -> G (x + fst v, y + snd v) = G (x, y)"
        )
        proof = f"vectors_law moves table {e} {f} {listed}"
    looked_at = regions_of(steps, strips, n)
    values = sum(wide * high for wide, high in looked_at)
    return CoqLaw(
        ("Evaluate", "Boards", "VectorPeriod"),
        term.text,
        said,
        proof,
        term.exists,
        values,
        values * len(steps.steps) * 1e-5,
        header=header,
        subject=BOARD_VALUES,
    )


def moves_term(steps: Iterable[Square]) -> str:
    """The steps of the moves, defined for Coq.

    >>> moves_term([(1, 0), (-1, 2)])
    'Definition moves : list (Z * Z) := [(1, 0); (-1, 2)]%Z.'
    """
    return f"Definition moves : list (Z * Z) := [{'; '.join(map(_pair, steps))}]%Z."


def _lines(lines: tuple[Repeating, ...], length: int) -> str:
    rows = (numbers(line.at(place) for place in range(length)) for line in lines)
    return f"[{'; '.join(rows)}]"


def _pair(square: Square) -> str:
    return f"({square[0]}, {square[1]})"


class RowsOfSteps(BoardTranslation["LineLaw"]):
    """Finitely many steps, none to a higher row, or, for columns, none to a higher column."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = FiniteRowsTheorem

    def law(self, shape: Board, claim: LineLaw) -> CoqLaw | Inapplicable:
        term, tables, steps = term_of(shape), Tables(shape), FiniteRowsTheorem().hypotheses(shape)
        if isinstance(term, Inapplicable) or isinstance(steps, Inapplicable):
            return term if isinstance(term, Inapplicable) else Inapplicable("no finite steps")
        turned = steps.along(claim.kind)
        if turned is None or claim.law.saltus:
            return Inapplicable("the claim is not that a row is periodic")
        laws = laws_of_lines(claim, turned, lambda w, h: tables.table((w, h)))
        if isinstance(laws, Inapplicable):
            return laws
        a, n0, p = claim.number, claim.law.preperiod, claim.law.period
        first, common = common_to(claim, (law for law, _ in laws))
        width = first + common
        if (a + 1) * width > MOST_ENTRIES:
            return Inapplicable(
                f"Coq would have to read {a + 1} rows of {width} values; no more than "
                f"{MOST_ENTRIES} values are exported"
            )
        size = (a + 1, width) if claim.kind == "row" else (width, a + 1)
        table = tables.table(size)
        rows = "; ".join(numbers(cut(table, claim.kind, i).tolist()) for i in range(a + 1))
        values = (a + 1) * (width + turned.most)
        return CoqLaw(
            ("Evaluate", "Boards", "FiniteRows"),
            term.text,
            of_line(claim),
            f"finite_{claim.kind}s_law moves rows {a} {n0} {p} {first} {common}",
            term.exists,
            values,
            values * len(steps.steps) * 1e-5,
            header=f"\n{moves_term(steps.steps)}\nDefinition rows : list (list N) :=\n  [{rows}].",
            subject=BOARD_VALUES,
        )


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

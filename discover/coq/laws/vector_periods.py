"""Vector periods of boards as Coq reads them: two strips along the edges as data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.boards.theorems.theorem import Proved
from mexplore.discover.boards.theorems.vector_period import VectorPeriodTheorem
from mexplore.discover.coq.law import BOARD_VALUES, CoqLaw, numbers
from mexplore.discover.coq.laws.boards import BoardTranslation
from mexplore.discover.coq.squares import BoardTerm, term_of
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable
from mexplore.rules.boards.table import Tables

if TYPE_CHECKING:
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
    values = _squares(steps, strips, n)
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


def _squares(steps: FiniteSteps, strips: Strips, n: int) -> int:
    """How many squares the check looks at."""
    K, U = steps.decrease, steps.increase
    (c, d), (a, b) = strips.corner, strips.vector
    (m, p), (_, q) = strips.along_rows, strips.along_columns
    wide = max(m, c) + a * ((K + b + U - 1) // b) + p + K
    high = max(n, d) + b * ((K + a + U - 1) // a) + q + K
    return wide * (d + K + b) + high * (c + K + a)

"""The rows of Wythoff's game, and of its generalisation, are additively periodic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import lcm
from typing import ClassVar

from mexplore.discover.boards.patterns.line import LineLaw, cut
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.theorems.moves.named import wythoff_number
from mexplore.discover.boards.theorems.theorem import BoardTheorem, Values
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.boards.board import Board
from mexplore.rules.engine.working import working_seconds

FIRST_TERMS = 64
LAST_TERMS = 1 << 14
MOST_TRIED = 8  # periods of a row that the detector offers


class WythoffRows(BoardTheorem[int, LineLaw]):
    """**Setting.** A move takes any number >= 1 from one coordinate, or k >= 1 from one and l >= 1
    from the other with |k - l| < r, r >= 1 (r = 1: Wythoff's game). Write H(a, b) = G(a, b) - b.

    **Statement.** Let the rows i < a satisfy H(i, b + P) = H(i, b) for all b >= M. If H(a, b + P) =
    H(a, b) for c <= b < c + (2*r + 1)*a, where c >= M + a + r - 1, then H(a, b + P) = H(a, b) for
    all b >= c. If moreover H(a, b + p) = H(a, b) for n0 <= b < c + P, where n0 <= c, then it holds
    for all b >= n0.

    **Proof.** (1) G(a, b) <= a + b, as every move lowers a + b. (2) G(a, b) >= b - 2*r*a. Let g =
    G(a, b), and j < b. The values of the row are different, so at most g of these j have
    G(a, j) < g, and none has G(a, j) = g. If G(a, j) > g, an option of (a, j) has the value g; it
    is not (a, j'), j' < j, so it is some (i, e) with i < a. Row i has at most one square (i, e) of
    the value g, and it is an option of (a, j) only for j = e, or where l = j - e >= 1 and
    |a - i - l| < r: for at most 2*r numbers j, as the latter are at most 2*r - 1. So b is at most
    g + 2*r*a.

    (3) For b >= (2*r + 1)*a and b >= a + r - 1, H(a, b) is a function, the same for all such b,
    of H(i, b) for i < a, of H(i, b - l) for i < a, l >= 1, |a - i - l| < r, and of the H(a, j) with
    b - (2*r + 1)*a <= j < b. For by (2) G(a, b) is the least v >= b - 2*r*a that no option has, and
    v <= a + b. This needs b >= 2*r*a: for a smaller b the values v = b + d must also be >= 0, so
    that the numbers d that are allowed, beginning with -2*r*a, would depend on b itself. Options of
    the first two kinds have the values b + H(i, b), b + (H(i, b - l) - l), and l <= a + r - 1 <= b.
    A value v = b + d with -2*r*a <= d <= a is that of (a, j), j < b, if j + H(a, j) = b + d; by
    (1), H(a, j) <= a, so that j >= b - 2*r*a - a >= 0: every such j is a square of the row.

    (4) Let b >= c + (2*r + 1)*a. As c >= M + a + r - 1 (or a = 0) and M >= 0, both b and b + P
    meet the conditions of (3). All arguments in (3) are the same for b + P as for b: the rows
    i < a from b - (a + r - 1) >= M on, and H(a, j + P) = H(a, j) for c <= j < b by the hypothesis
    and induction. So H(a, b + P) = H(a, b). (5) The last claim: for b >= c, H(a, b + p) - H(a, b)
    has the period P, and it is 0 for c <= b < c + P. ∎

    Row 0 is G(0, b) = b. Each row is proved from those below, P being a common multiple of their
    periods and of its own p, M the greatest of their preperiods, c = max(n0, M + a + r - 1); the
    bound is c + P + max((2*r + 1)*a, p). The columns are the same by symmetry.

    **Negative control.** With a P that is no common multiple the check accepts false laws
    (tests/discover/boards/theorems/test_wythoff.py).
    """

    name: ClassVar[str] = "rows of Wythoff's game"
    source: ClassVar[str] = (
        "A. Dress, A. Flammenkamp and N. Pink, Additive periodicity of the Sprague-Grundy function "
        "of certain Nim games, Advances in Applied Mathematics 22 (1999) 249-270; H. A. Landman, A "
        "simple FSM-based proof of the additive periodicity of the Sprague-Grundy function of "
        "Wythoff's game, More Games of No Chance (2002); proof in full in "
        "discover/boards/theorems/wythoff_rows.py"
    )
    statement: ClassVar[str] = (
        "In Wythoff's game, and if k and l with |k - l| < r may be taken, row a is additively "
        "periodic as soon as it is so, by a common multiple of the periods of the rows below, on "
        "(2r + 1)a consecutive squares beyond the preperiods of these rows."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (LineLaw,)

    def hypotheses(self, board: Board) -> int | Inapplicable:
        """r, for exactly these moves."""
        return wythoff_number(board)

    def prove(
        self, shape: int, claim: LineLaw, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        if claim.kind == "diagonal" or claim.law.saltus != claim.law.period:
            return Inapplicable("the claim is not that a row goes on by its period")
        found = laws_of_rows(claim.number, shape, values, deadline, claim.law)
        if isinstance(found, Inapplicable):
            return found
        law, bound = found[-1]
        if law != claim.law:
            return Inapplicable("the claim is not the least law of its row")
        row = Evidence(cut(values(claim.number + 1, max(bound, FIRST_TERMS)), "row", claim.number))
        return Proved(replace(claim, form=law.closed_form(row)), bound)


def laws_of_rows(
    number: int,
    r: int,
    values: Values,
    deadline: float | None = None,
    claim: Periodic | None = None,
) -> list[tuple[Periodic, int]] | Inapplicable:
    """The least laws of the rows up to this one, with the bounds, which a claim about the last one
    does not contradict."""
    stop = FIRST_TERMS
    while stop <= LAST_TERMS and (deadline is None or working_seconds() < deadline):
        table = values(number + 1, stop)
        rows = [Evidence(cut(table, "row", a)) for a in range(number + 1)]
        if claim is not None and (reason := claim.objection(rows[-1])):
            return Inapplicable(reason)
        proved = proved_rows(rows, r)
        if len(proved) == len(rows):
            return proved
        stop *= 2
    return Inapplicable(f"the rows up to this one are not proved by {stop // 2} terms")


def proved_rows(rows: list[Evidence], r: int) -> list[tuple[Periodic, int]]:
    """The least laws of the first rows, as many as are proved by these terms, with the bounds."""
    proved: list[tuple[Periodic, int]] = []
    for a, evidence in enumerate(rows):
        below = [law for law, _ in proved]
        laws = (law for law in _candidates(evidence) if bound_of(law, below, r) <= evidence.stop)
        law = next((law for law in laws if law.objection(evidence) is None), None)
        if law is None:
            break
        assert a == len(below)
        proved.append((law, bound_of(law, below, r)))
    return proved


def _candidates(evidence: Evidence) -> Iterator[Periodic]:
    found = islice(Periodic.detect(evidence), MOST_TRIED)
    return (law for law in found if law.saltus == law.period)


def bound_of(law: Periodic, below: list[Periodic], r: int) -> int:
    """How many terms prove the law of the row above these."""
    a = len(below)
    common = lcm(law.period, *(other.period for other in below))
    greatest = max((other.preperiod for other in below), default=0)
    start = max(law.preperiod, greatest + a + r - 1) if a else law.preperiod
    return start + common + max((2 * r + 1) * a, law.period)

"""Laws of boards as Coq reads them, by theorems that need no values."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from mexplore.discover.boards.theorems.cyclic_nimhoff import CyclicNimhoff, cyclic_law
from mexplore.discover.boards.theorems.difference import Difference
from mexplore.discover.boards.theorems.euclid import Euclid
from mexplore.discover.boards.theorems.known_outcomes import EuclidToZero, TwoRowChomp
from mexplore.discover.boards.theorems.longest_chain import LongestChain
from mexplore.discover.boards.theorems.moves.reading import steps_of
from mexplore.discover.boards.theorems.moves.steps import Step, Steps
from mexplore.discover.boards.theorems.nim_and_more import NIM, NimAndMore
from mexplore.discover.coq.law import BOARD_VALUES, Claim, CoqLaw, Translation
from mexplore.discover.coq.terms import parts_term, term_of
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mexplore.discover.boards.patterns.formula import FormulaLaw
    from mexplore.discover.boards.patterns.line import LineLaw
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.rules.boards.board import Board


class BoardTranslation(Translation["Board", Claim], Generic[Claim]):
    """A theorem about boards: its law is told from the board itself."""

    def needed_of(self, game: Any, shape: Any) -> Board:
        from mexplore.rules.boards.board import Board

        del shape
        assert isinstance(game, Board)
        return game


def of_all_squares(
    board: Board, module: str, said: str, proof: str, *, computed: bool = False
) -> CoqLaw | Inapplicable:
    """A law of all squares that follows from the moves alone."""
    term = term_of(board)
    if isinstance(term, Inapplicable):
        return term
    return CoqLaw(
        tuple(dict.fromkeys(("Boards", term.module, module))),
        term.text,
        f"forall x y, {said}",
        proof,
        term.exists,
        computed=computed,
        subject=BOARD_VALUES,
    )


def of_line(claim: LineLaw, added: str = "") -> str:
    """That the line has its period, with what is added to the values."""
    a, n0, p = claim.number, claim.law.preperiod, claim.law.period
    if claim.kind == "column":
        return f"forall n, {n0} <= n -> G (n + {p}, {a}) = G (n, {a}){added}"
    return f"forall n, {n0} <= n -> G ({a}, n + {p}) = G ({a}, n){added}"


def common_to(claim: LineLaw, before: Iterable[Periodic]) -> tuple[int, int]:
    """Where the laws of a line and of those before it all hold, and a common period."""
    laws = [claim.law, *before]
    return max(law.preperiod for law in laws), lcm(*(law.period for law in laws))


class Cyclic(BoardTranslation["FormulaLaw"]):
    """Fewer than h tokens from both heaps together."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = CyclicNimhoff

    def law(self, shape: Board, claim: FormulaLaw) -> CoqLaw | Inapplicable:
        h = CyclicNimhoff().hypotheses(shape)
        if isinstance(h, Inapplicable) or claim != cyclic_law(h):
            return Inapplicable("the claim is another formula than that of the theorem")
        said = f"G (x, y) = {h} * N.lxor (x / {h}) (y / {h}) + (x + y) mod {h}"
        return of_all_squares(shape, "Nimhoff", said, f"cyclic_law {h} ltac:(discriminate)")


class RookAndMore(BoardTranslation["FormulaLaw"]):
    """The rook with single steps more."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = NimAndMore

    def law(self, shape: Board, claim: FormulaLaw) -> CoqLaw | Inapplicable:
        steps = NimAndMore().hypotheses(shape)
        if isinstance(steps, Inapplicable) or claim != NIM:
            return Inapplicable("the claim is another formula than x xor y")
        if len(steps.rays) > 2:
            return Inapplicable("the library of Coq proofs has a rook with single steps more")
        more = "; ".join(f"({i}, {j})" for i, j in sorted(steps.points))
        said, proof = "G (x, y) = N.lxor x y", f"rook_and_more_law [{more}]%Z"
        return of_all_squares(shape, "RookAndMore", said, proof, computed=True)


class LongestChains(BoardTranslation["FormulaLaw"]):
    """Multiples of one step that no step undercuts, or all smaller squares."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = LongestChain

    def law(self, shape: Board, claim: FormulaLaw) -> CoqLaw | Inapplicable:
        steps, law = steps_of(shape), LongestChain().hypotheses(shape)
        if isinstance(steps, Inapplicable) or claim != law:
            return Inapplicable("the law of these moves is another one")
        if steps.holds((1, 0)) and steps.holds((0, 1)):
            said, proof = "G (x, y) = x + y", f"sum_law {parts_term(steps)}"
            return of_all_squares(shape, "Chain", said, proof, computed=True)
        a, b = (min(step[axis] for step in steps.least()) for axis in (0, 1))
        times = _times((a, b), steps)
        if times is None:
            return Inapplicable(
                "the library of Coq proofs has the longest chain where one part of the moves holds "
                f"all multiples of {(a, b)}"
            )
        parts = [f"{n} / {d}" for n, d in (("x", a), ("y", b)) if d]
        said = parts[0] if len(parts) == 1 else f"N.min ({parts[0]}) ({parts[1]})"
        proof = f"chain_law {parts_term(steps)} {a} {b} {times}"
        return of_all_squares(shape, "Chain", f"G (x, y) = {said}", proof, computed=True)


def _times(step: Step, steps: Steps) -> int | None:
    """How many times the direction of a ray that begins with the step the step is; 0 where a
    quadrant holds its multiples, None where neither is so."""
    if any(a <= step[0] and b <= step[1] for a, b in steps.quadrants):
        return 0
    for start, (d, e) in steps.rays:
        times = step[0] // d if d else step[1] // e
        if start == step == (times * d, times * e):
            return times
    return None


class _NamedLaw(BoardTranslation[Any]):
    """A board that the library of Coq proofs has by name, and its law."""

    @property
    @abstractmethod
    def words(self) -> tuple[str, str, str]:
        """The file of the library, the law, and the theorem that says it."""

    def law(self, shape: Board, claim: Any) -> CoqLaw | Inapplicable:
        if claim != self.of_theorem().hypotheses(shape):
            return Inapplicable("the law of these moves is another one")
        return of_all_squares(shape, *self.words)


class DifferenceOfNumbers(_NamedLaw):
    """The larger coordinate is lowered to the smaller one."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = Difference
    words = ("Chain", "G (x, y) = N.max x y - N.min x y", "difference_law")


class EuclidsGame(_NamedLaw):
    """Euclid's game with positive numbers."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = Euclid
    words = (
        "Euclid",
        "G (x, y) =\n    if x * y =? 0 then 0\n"
        "    else (N.max x y * N.max x y - N.min x y * N.min x y) / (x * y)",
        "euclid_law",
    )


class EuclidsGameToZero(_NamedLaw):
    """Euclid's game down to zero."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = EuclidToZero
    words = (
        "Euclid",
        "G (x, y) = 0 <->\n    x = 0 \\/ y = 0 \\/ (x < y /\\ y * y < x * y + x * x) \\/\n"
        "    (y < x /\\ x * x < x * y + y * y)",
        "to_zero_law",
    )

    def law(self, shape: Board, claim: Any) -> CoqLaw | Inapplicable:
        found = super().law(shape, claim)
        if isinstance(found, CoqLaw) and found.game == "euclid_to_zero_both":
            return replace(found, proof="to_zero_both_law")
        return found


class Chomp(_NamedLaw):
    """Chomp with two rows."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = TwoRowChomp
    words = ("Euclid", "G (x, y) = 0 <-> x = y + 1 \\/ (x = 0 /\\ y <= 1)", "chomp_law")

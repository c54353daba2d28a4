"""What a theorem about boards is: it proves a law of all squares by finitely many values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.study.theorem import Inapplicable, Proved, Shape, TheoremOf
from mexplore.rules.engine.working import working_seconds

if TYPE_CHECKING:
    from mexplore.discover.boards.patterns.line import LineLaw
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.boards.kernel import BoardValues


SIDES = (32, 64, 128, 256, 512)  # of tables in which a law of the whole board is looked for

Claim = TypeVar("Claim", bound=BoardLaw)

Values = Callable[..., "BoardValues"]
"""table(width, height): the values of the squares x < width, y < height on the quarter plane; with
as many sides as there are coordinates."""


class BoardTheorem(TheoremOf[Any, Shape, Claim]):
    """One theorem: if a law holds on finitely many squares, it holds on all of them.

    What is said is about the quarter plane: a board with edges is another game. Hypotheses are
    about a `Board` in normal play; `shape_of` takes every `Grid`.
    """

    by_values: ClassVar[bool] = True
    """Whether it says that a claim holds if it holds for finitely many squares; other theorems
    decide in another way, and values are compared all the same."""

    place: ClassVar[int] = 0
    """Where it stands among the theorems that may prove the same law; the first one is named."""

    seeks: ClassVar[bool] = False
    """Whether `sought` looks for claims."""

    of_misere: ClassVar[bool] = False
    """Whether it speaks of misère play, too."""

    laws: ClassVar[tuple[type[BoardLaw], ...]]
    """The laws that it can prove: the classes of ``Claim``, whose names are `about`."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.about = tuple(law.name for law in getattr(cls, "laws", ()))

    def shape_of(self, rule: Grid) -> Shape | Inapplicable:
        """The hypotheses; a theorem that says nothing else is about boards in normal play."""
        from mexplore.rules.boards.board import Board

        if not isinstance(rule, Board):
            return Inapplicable("it is about normal play")
        return self.hypotheses(rule)

    def claims_about(self, shape: Shape, kind: str, number: int) -> Iterable[LineLaw]:
        """The laws of one line that the theorem reads off the rule itself."""
        del shape, kind, number
        return ()

    def sought(
        self, shape: Shape, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        """A claim that takes a long search, which proves it; or why there is none. The search is
        made only where nothing else tells who wins."""
        del shape, values, deadline
        return Inapplicable("")

    def followed(
        self, shape: Shape, told: BoardLaw, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        """A claim that says more than a law of who wins that was sought, and is found from it."""
        del shape, told, values, deadline
        return Inapplicable("")

    @abstractmethod
    def prove(
        self, shape: Shape, claim: Claim, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        """The claim proved, everything that the theorem asks for having been checked; Inapplicable
        where some of it fails, or when `working_seconds` passes the deadline. The result depends on
        the board and the claim only."""

    def proved(
        self, board: Grid, claim: BoardLaw, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        """For a board and a law of any kind: hypotheses first, then `prove`."""
        shape = self.shape_of(board)
        if isinstance(shape, Inapplicable):
            return shape
        if self.is_about(claim):
            return self.prove(shape, claim, values, deadline)  # type: ignore[arg-type]
        if claim.subject == "squares":
            return Inapplicable("the claim is a law of another kind")
        if all(law.partial for law in self.laws):
            return Inapplicable("it says nothing of all values")
        whole = self._whole(shape, values, deadline)
        if whole is None:
            return Inapplicable("no law of the whole board is proved from which this follows")
        followed = claim.following_from(whole)
        return followed if isinstance(followed, Inapplicable) else Proved(*followed)

    def _whole(self, shape: Shape, values: Values, deadline: float | None) -> BoardLaw | None:
        """A law of all values that the theorem proves."""
        claims: list[BoardLaw] = list(self.claims_of(shape))
        for side in SIDES:
            if deadline is not None and working_seconds() > deadline:
                return None
            detected = (c for law in self.laws for c in law.detect(values(side, side)))
            for claim in [*claims, *detected]:
                proved = self.prove(shape, claim, values, deadline)  # type: ignore[arg-type]
                if isinstance(proved, Proved) and proved.claim.whole:
                    law: BoardLaw = proved.claim
                    return law
        return None


AnyBoardTheorem = BoardTheorem[Any, Any]


class LawOfMoves(BoardTheorem[Claim, Claim], ABC):
    """The hypotheses name the law, and the proof of the theorem is that of the law: no values are
    needed. The corner x, y < ``compared`` is compared all the same."""

    compared: ClassVar[int] = 24

    def prove(
        self, shape: Claim, claim: Claim, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        del deadline
        if claim != shape:
            return Inapplicable(f"the law of these moves is another one: {shape.statement()}")
        if claim.first_failure(values(self.compared, self.compared)) is not None:
            return Inapplicable("the claim is false")
        return Proved(claim, self.compared)

    def claims_of(self, shape: Claim) -> Iterable[Claim]:
        yield shape

"""What a law of a board is: a claim about all squares that can fail, and what predicts values.

A `BoardLaw` is to a table what a pattern is to a sequence: 'G(x, y) = min(x, y) for all x, y >= 0'.
It is guessed from a table and proved, or not, by a theorem that knows nothing of how it was found.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from discover.finding import Status
from discover.theorem import Inapplicable
from rules.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from rules.boards.board import Square
    from rules.boards.kernel import BoardValues

    AnyIntegers = npt.NDArray[np.signedinteger[Any]]


class Untold(InputError):
    """A law does not tell the value of a square; ``str()`` says why."""


class Steps(NamedTuple):
    """G(n + period) = G(n) + saltus for all n >= start, along a line; not the least ones."""

    start: int
    period: int
    saltus: int = 0


class BoardLaw(ABC):
    """A claim about all squares (x, y) of the quarter plane: a frozen dataclass."""

    name: ClassVar[str]
    """What JSON and certificates call it: ``vector-period``, ``board-form``, ..."""

    partial: ClassVar[bool] = False
    """Whether laws of this kind never tell every value: of P-positions alone, or of one line."""

    @classmethod
    def detect(cls, table: BoardValues) -> Iterable[Self]:
        """The claims of this kind that hold on the whole of a table and are worth a proof, best
        first. May guess anything; must not raise on any table."""
        del table
        return ()

    @abstractmethod
    def statement(self) -> str:
        """The claim in one sentence."""

    @abstractmethod
    def latex(self) -> str:
        """The claim as LaTeX mathematics, without dollar signs."""

    @abstractmethod
    def parameters(self) -> dict[str, Any]:
        """The numbers of the claim, as JSON prints them and `from_parameters` reads them."""

    @classmethod
    @abstractmethod
    def from_parameters(cls, parameters: dict[str, Any]) -> Self:
        """The claim with these parameters; raises KeyError, TypeError or ValueError on others."""

    @abstractmethod
    def value(self, square: Square) -> int:
        """G(x, y) by the law, exactly, for any Python ints x, y >= 0; `Untold` where the law does
        not say what the value is."""

    @abstractmethod
    def first_failure(self, table: BoardValues) -> Square | None:
        """A square of the table, least in x + y and then in x, whose value contradicts the claim;
        None if there is none. Entries of -1 are unknown and contradict nothing.

        A claim that relates G(X) to G(X + v) fails at X + v, the later of the two."""

    def formula(self) -> str | None:
        """G(x, y) as an expression in x and y; None where the law is none."""
        return None

    @property
    def subject(self) -> str:
        """Of what it holds: of all 'squares', or, along one line, of all 'n'."""
        return "squares"

    def line_steps(self, kind: str, number: int) -> Steps | None:
        """How the law goes on along a row, column or diagonal by equal steps, where it does."""
        del kind, number
        return None

    def following_from(self, whole: BoardLaw) -> tuple[BoardLaw, int] | Inapplicable:
        """This law, of one line, as it follows from a proved law of all values, with all that it
        needs to tell its values; and the number of terms of the line that were compared for it."""
        del whole
        return Inapplicable("the claim is a law of another kind")

    def box(self, bound: int) -> Square:
        """The size of a table that holds the first ``bound`` values that the law speaks of."""
        return bound, bound

    @abstractmethod
    def size(self) -> int:
        """How many integers it takes to write the claim down; ranks rivals, fewer first."""

    @property
    def whole(self) -> bool:
        """Whether the law tells every value."""
        return not self.partial


@dataclass(frozen=True, eq=False)
class BoardFinding:
    """A law that holds at all known squares with x, y <= ``checked_to``, and everywhere where it is
    proved: by ``theorem``, for which the squares with x, y < ``bound`` were held against it."""

    claim: BoardLaw
    checked_to: int
    theorem: str | None = None
    bound: int | None = None

    @property
    def status(self) -> Status:
        return "proved" if self.theorem else "holds so far"

    def rank(self) -> tuple[bool, bool, bool, int, int]:
        """Best first: proved before unproved, laws of all values before others, those of one line
        last, the shortest."""
        about = not self.claim.whole, self.claim.subject != "squares"
        return (self.theorem is None, *about, self.claim.size(), -self.checked_to)


def first_wrong(table: BoardValues, expected: AnyIntegers) -> Square | None:
    """Where a table differs from what is expected, unknown entries aside: the first square in the
    order of x + y, then of x.

    >>> import numpy as np
    >>> first_wrong(np.array([[0, 1], [2, 3]]), np.array([[0, 1], [1, 3]]))
    (1, 0)
    """
    xs, ys = ((table >= 0) & (table != expected)).nonzero()
    squares = zip((xs + ys).tolist(), xs.tolist(), ys.tolist(), strict=True)
    first = min(squares, default=None)
    return None if first is None else (first[1], first[2])

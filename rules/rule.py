"""What a rule is, what its kernel is, and the oracle: the Grundy sequence from the definition.

A *heap game* is played with heaps of tokens. A move takes one heap of n tokens and leaves some
heaps in its place. A rule says which: ``options(n)``. By Sprague (1935) and Grundy (1939) a heap
of n has one value,

    G(n) = mex { G(h1) xor G(h2) xor ... : (h1, h2, ...) an option of n },

mex being the least non-negative integer that is missing, and a position is lost for the player
to move (a P-position, under normal play) exactly when the xor of the values of its heaps is 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice
from operator import xor
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mexplore.rules.errors import TooManyMoves

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


MOST_COMPARED = 1_000_000  # options that are compared with one move
LONGEST = 10_000
"""Characters of a rule's text; no rule that a person writes comes near it."""

Heaps = tuple[int, ...]
"""What one move leaves: sizes of heaps, ``()`` for the empty position."""

if TYPE_CHECKING:
    Values = npt.NDArray[np.unsignedinteger[Any]]
    """A one-dimensional unsigned array, ``values[n] == G(n)``, always from n = 0."""


class Rule(ABC):
    """A rule of an impartial heap game: a frozen dataclass, so equality and hash come free.

    A family is one folder in ``rules/families``; its subclass gives the four abstract members and,
    where it can, a fast ``kernel``. What else it shows, such as ``relations`` or ``pieces``,
    are views (`rules.views`), which this class does not know. ``parse(str(rule)) == rule`` always.
    """

    family: ClassVar[str]
    """The family's name, as JSON prints it."""

    keywords: ClassVar[tuple[str, ...]] = ()
    """The words before a bracket with which its notation begins: the nearest one is offered for a
    misspelled one."""

    runs_python: ClassVar[bool] = False
    """Whether computing its values runs code of the user's: such a rule is read only if
    ``allow_python`` is given to `parse_rule`, and its values are not stored under its text."""

    @classmethod
    @abstractmethod
    def parse(cls, text: str) -> Self | None:
        """The rule that ``text`` denotes; None if it is not in this family's notation at all.

        Raises RuleSyntaxError when the text is in this notation and malformed, or when the
        game it describes does not end.
        """

    @classmethod
    def parse_with(cls, text: str, part: Callable[[str], Rule]) -> Self | None:
        """The same for a text that may hold other rules: ``part`` reads those, in any notation."""
        del part
        return cls.parse(text)

    @abstractmethod
    def __str__(self) -> str:
        """The rule in canonical notation."""

    @abstractmethod
    def options(self, n: int) -> Iterator[Heaps]:
        """THE definition: what a move from a heap of n >= 0 may leave, every part < n.

        An option may be yielded twice; its heaps are nonempty and in any order.
        """

    @abstractmethod
    def words(self) -> str:
        """The rule as a sentence."""

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What a notebook shows of it as text."""
        del cycle
        printer.text(f"<{self}: {self.words()}>")

    def _repr_markdown_(self) -> str:
        """What a notebook shows of it."""
        return f"`{self}`: {self.words()}"

    def kernel(self) -> Kernel | None:
        """A fast evaluator of the same values, or None where there is only the definition."""
        return None

    def simplest(self) -> Rule:
        """The same game in the simplest notation that its shape shows: what `parse_rule` returns
        for ``n -> [n - 1]`` is ``subtract(1)``, so that theorems see it."""
        return self

    def alternatives(self) -> tuple[Rule, ...]:
        """The rules of which every move is a move of one: of a union its parts."""
        return (self,)

    @property
    def one_heap(self) -> bool:
        """Whether every option is a single heap, or empty."""
        return False

    def joined_with(self, other: Rule) -> Rule | None:
        """One rule of this family with the moves of both, where there is one: two subtraction
        sets are one."""
        return self if other == self else None

    def is_move(self, n: int, heaps: Sequence[int]) -> bool:
        """Whether a heap of n may become these heaps, none of them empty; TooManyMoves where more
        than MOST_COMPARED options would have to be looked at.

        >>> from mexplore.rules.notation import parse_rule
        >>> parse_rule("0.77").is_move(10**30, (1, 10**30 - 3))
        True
        """
        return all(0 < heap < n for heap in heaps) and self.may_leave(n, heaps)

    def may_leave(self, n: int, heaps: Sequence[int]) -> bool:
        """`is_move` of heaps that are all smaller than n and not empty."""
        wanted = sorted(heaps)
        for number, option in enumerate(self.options(n)):
            if sorted(option) == wanted:
                return True
            if number == MOST_COMPARED:
                raise TooManyMoves(f"more than {MOST_COMPARED} options would have to be compared")
        return False

    def first_options(self, n: int) -> Iterator[Heaps]:
        """Options of n, all of them where they can be listed one after the other: of a set that
        has to be written out to be listed, some."""
        return self.options(n)

    def fewest_options(self, n: int) -> int:
        """A number of options that n has at least, told without listing them; 0 says nothing."""
        del n
        return 0

    def listed_options(self, n: int, most: int) -> set[Heaps] | None:
        """Every option, heaps in increasing order; None if there are more than ``most`` of them,
        repeated ones counted, or if they have to be written out to be listed."""
        if self.fewest_options(n) > most:
            return None
        options = list(islice(self.options(n), most + 1))
        return {tuple(sorted(option)) for option in options} if len(options) <= most else None


class Kernel(ABC):
    """A fast evaluator of one rule's values.

    A kernel may keep tables between calls (the rare positions found so far), but must be able
    to rebuild them from ``values[:start]`` alone: a resumed computation calls a fresh kernel
    with the stored prefix. The caller never changes values below ``start`` between calls, may
    pass a new array (grown or widened, with equal contents), and keeps blocks short.
    """

    version: ClassVar[int] = 1
    """Part of the key under which values are stored; increased when an error is corrected."""

    continues_others: ClassVar[bool] = True
    """Whether ``fill`` takes the values below ``start`` as they are, be they those of another rule:
    then the moves of the rule are played from ``start`` on only."""

    @abstractmethod
    def fill(self, values: Values, start: int, stop: int) -> int:
        """Compute values[start:stop] in place, given values[:start]; return how far it came.

        That is ``stop``, or the first n whose value does not fit ``values.dtype``: the caller
        then widens the array and calls again from there. Nothing at or beyond the returned n
        counts as computed.
        """

    @abstractmethod
    def steps(self, start: int, stop: int) -> float:
        """About how many elementary steps (nanoseconds, within a factor of 10) the call takes;
        used to choose the first block and to refuse what no machine could finish."""

    def plain(self) -> Kernel:
        """The kernel of this one that has a form in plain Python: the same, unless a faster engine
        takes over from it."""
        return self

    def notes(self) -> dict[str, int]:
        """Figures shown beside the progress, for example {"rare positions": 131}."""
        return {}


def mex(values: Iterable[int]) -> int:
    """The least non-negative integer that is not among ``values``.

    >>> mex([0, 1, 3]), mex([])
    (2, 0)
    """
    present = set(values)
    candidate = 0
    while candidate in present:
        candidate += 1
    return candidate


def grundy_by_definition(
    rule: Rule, stop: int, at_each: Callable[[int], None] | None = None
) -> list[int]:
    """G(0), ..., G(stop - 1), from the definition and nothing else: the oracle of every test.
    ``at_each`` n a caller may end it.

    >>> from mexplore.rules.notation import parse_rule
    >>> grundy_by_definition(parse_rule("subtract(1, 2, 3)"), 6)
    [0, 1, 2, 3, 0, 1]
    """
    values: list[int] = []
    for n in range(stop):
        if at_each is not None:
            at_each(n)
        values.append(mex(reduce(xor, (values[h] for h in heaps), 0) for heaps in rule.options(n)))
    return values

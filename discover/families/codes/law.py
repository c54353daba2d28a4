"""A law with parameters in runs: values as a word with exponents, for all of a cell.

Fix integers k, the *parameters*. A law is two words, of runs (length, value): the values below the
preperiod, and one period. Lengths are linear forms in k, values are numbers. It claims that for all
k in its cell the values G(0), G(1), ... are the first word and then the second one for ever.

Example. ``0.5{k}7``, k >= 1: 0, and then (1^(k+1) 2^(k+1)) for ever.

What proves such a law is `discover.families.codes.theorem`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, NamedTuple

from mexplore.discover.families.patterns.by_cases import LawsByCases
from mexplore.discover.families.patterns.intervals import joined
from mexplore.discover.families.patterns.writing import as_json, read_cell, read_list, read_names
from mexplore.rules.arithmetic.polynomial import Polynomial, total
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooLarge
from mexplore.rules.parameters.constraint import Cell
from mexplore.rules.parameters.reading import read_linear

Json = dict[str, Any]
MOST_COPIES = 40
MOST_PERIODS = 10_000  # whose runs are listed
MOST_RUNS = 600  # of the first word and all copies of the second
LARGEST_VALUE = 255


class Run(NamedTuple):
    """Equal values, as many as ``length``."""

    length: Polynomial
    value: int

    def __str__(self) -> str:
        if self.length == 1:
            return str(self.value)
        bare = len(str(self.length)) == 1
        return f"{self.value}^{self.length}" if bare else f"{self.value}^({self.length})"


@dataclass(frozen=True)
class WordLaw:
    """One law, for all parameters in ``cell``.

    * ``first``: the values of 0 <= n < n0; the first run is the value 0 of the heap of 0.
    * ``again``: those of one period.
    * ``copies``: how many periods the proof looks at.
    * ``mark``: the number of a run of `cycle` that has its value and length alone, which shows that
      the period is the least; None where nothing is claimed of that.
    """

    parameters: tuple[str, ...]
    cell: Cell
    first: tuple[Run, ...]
    again: tuple[Run, ...]
    copies: int
    mark: int | None = None

    @property
    def the_preperiod(self) -> Polynomial:
        return total(run.length for run in self.first)

    @property
    def the_period(self) -> Polynomial:
        return total(run.length for run in self.again)

    def period_at(self, parameters: Mapping[str, int]) -> int:
        """p for these parameters."""
        return self.the_period.at(parameters)

    @property
    def the_saltus(self) -> Polynomial:
        return Polynomial()

    @property
    def is_least(self) -> bool:
        """Whether the law claims that p is the least period."""
        return self.mark is not None

    def __len__(self) -> int:
        return len(self.first) + len(self.again)

    def runs(self) -> Iterator[tuple[Polynomial, Run]]:
        """The runs of the first word and of all copies of the second, each with its first n."""
        start = Polynomial()
        for run in (*self.first, *(self.again * self.copies)):
            yield start, run
            start = start + run.length

    @property
    def shown(self) -> tuple[Run, ...]:
        """One period, as words show it: of equal values a single one."""
        if len(self.again) > 1:
            return self.again
        return tuple(Run(Polynomial.number(1), run.value) for run in self.again)

    def cycle(self) -> list[Run]:
        """The runs of a period, neighbours of one value together, the last and the first too.

        >>> one = Polynomial.number(1)
        >>> law = WordLaw((), (), (Run(one, 0),), (Run(one, 4), Run(one, 1), Run(one, 4)), 4)
        >>> law.cycle()
        [Run(length=1, value=1), Run(length=2, value=4)]
        """
        found: list[Run] = []
        for run in self.again:
            if found and found[-1].value == run.value:
                run = Run(found.pop().length + run.length, run.value)  # noqa: PLW2901
            found.append(run)
        if len(found) > 1 and found[0].value == found[-1].value:
            first = found.pop(0)
            found[-1] = Run(found[-1].length + first.length, first.value)
        return found

    def largest_value(self) -> int | None:
        """Of the runs."""
        return max((run.value for run in (*self.first, *self.again)), default=None)

    def value_at(self, n: int, parameters: Mapping[str, int]) -> int | None:
        """G(n), n >= 0; None where a length is below 0, or the period 0.

        >>> k = Polynomial.name("k")
        >>> first, again = (Run(Polynomial.number(1), 0),), (Run(k + 1, 1), Run(k + 1, 2))
        >>> law = WordLaw(("k",), (), first, again, 4)
        >>> [law.value_at(n, {"k": 1}) for n in range(10)]
        [0, 1, 1, 2, 2, 1, 1, 2, 2, 1]
        """
        preperiod, period = self.the_preperiod.at(parameters), self.the_period.at(parameters)
        if period < 1:
            return None
        word, place = (self.first, n) if n < preperiod else (self.again, (n - preperiod) % period)
        for run in word:
            length = run.length.at(parameters)
            if length < 0:
                return None
            if place < length:
                return run.value
            place -= length
        return None

    def intervals_of(
        self, value: int, ends: tuple[int, int], parameters: Mapping[str, int]
    ) -> list[range]:
        """Where in this interval the runs of this value are."""
        preperiod, period = self.the_preperiod.at(parameters), self.the_period.at(parameters)
        low, high = ends
        first, last = max(0, (low - preperiod) // period), max(0, (high - preperiod) // period)
        if last - first > MOST_PERIODS:
            raise TooLarge(f"{value} is the value in too many intervals from {low} to {high}")
        copies = (preperiod + period * i for i in range(first, last + 1))
        runs = chain(
            _placed(self.first, value, 0, parameters),
            *(_placed(self.again, value, start, parameters) for start in copies),
        )
        return joined(range(max(r.start, low), min(r.stop, high)) for r in runs)

    def regions(self, *, periodic: bool = False) -> None:
        """None: the law has words, not regions of digits."""
        del periodic

    def word(self) -> str:
        """The values as a word with exponents.

        >>> k, one = Polynomial.name("k"), Polynomial.number(1)
        >>> WordLaw(("k",), (), (Run(one, 0),), (Run(k + 1, 1), Run(k, 2)), 4).word()
        '0 (1^(k + 1) 2^k)...'
        >>> WordLaw(("k",), (), (Run(one, 0),), (Run(k + 1, 1),), 4).word()
        '0 (1)...'
        """
        first, again = (" ".join(map(str, runs)) for runs in (self.first, self.shown))
        return f"{first} ({again})..."

    def statement(self) -> str:
        """The law in words."""
        cell = ", ".join(map(str, self.cell)) or "always"
        return f"the values are {self.word()}, {self.ends()} where {cell}"

    def ends(self) -> str:
        """Period and preperiod in words."""
        if len(self.again) == 1:
            return f"one value from {self.the_preperiod} on"
        least = "least period" if self.is_least else "period"
        return f"{least} {self.the_period} from {self.the_preperiod} on"

    def refuse_misfits(self) -> None:
        """Raise ValueError where the parts do not fit together."""
        known = set(self.parameters)
        if len(known) < len(self.parameters):
            raise ValueError("a name is given to two parameters")
        if not self.first or not self.again or self.first[0] != Run(Polynomial.number(1), 0):
            raise ValueError("the first run is that of the heap of 0, and there is a period")
        if type(self.copies) is not int or not 2 <= self.copies <= MOST_COPIES:
            raise ValueError(f"from 2 to {MOST_COPIES} copies of a period are looked at")
        if len(self.first) + self.copies * len(self.again) > MOST_RUNS:
            raise ValueError(f"at most {MOST_RUNS} runs are looked at")
        for run in (*self.first, *self.again):
            if type(run.value) is not int or not 0 <= run.value <= LARGEST_VALUE:
                raise ValueError(f"values are numbers from 0 to {LARGEST_VALUE}")
            if not run.length.is_linear or not run.length.names <= known:
                raise ValueError("lengths are linear forms in the parameters")
        if any(not c.form.is_linear or not c.names <= known for c in self.cell):
            raise ValueError("cells are linear in the parameters")


def _placed(
    runs: Sequence[Run], value: int, start: int, parameters: Mapping[str, int]
) -> Iterator[range]:
    """The intervals of the runs of this value, the first run beginning at ``start``."""
    for run in runs:
        stop = start + run.length.at(parameters)
        if run.value == value:
            yield range(start, stop)
        start = stop


def read_law(given: Json) -> WordLaw:
    """The law that `as_json` wrote. Raises KeyError, TypeError or ValueError, or
    RuleSyntaxError if it is not one."""
    if set(given) != set(WordLaw.__dataclass_fields__):
        raise ValueError(f"a law has the members {', '.join(WordLaw.__dataclass_fields__)}")
    mark = given["mark"]
    if mark is not None and type(mark) is not int:
        raise ValueError("a mark is a value")
    law = WordLaw(
        read_names(given["parameters"]),
        read_cell(given["cell"]),
        read_list(_run, given["first"]),
        read_list(_run, given["again"]),
        given["copies"],
        mark,
    )
    law.refuse_misfits()
    return law


def _run(given: Any) -> Run:
    match given:
        case [str(length), int(value)]:
            return Run(read_linear(length), value)
        case _:
            raise ValueError("a run is a length and a value")


@dataclass(frozen=True)
class CodeLaw(LawsByCases):
    """Each `WordLaw` is true for all members of its case and cell, and every member has one."""

    name: ClassVar[str] = "law of codes"

    @staticmethod
    def read_law(given: dict[str, Any]) -> WordLaw:
        return read_law(given)

    @staticmethod
    def write_law(law: WordLaw) -> dict[str, Any]:
        found: Json = as_json(law)
        return found

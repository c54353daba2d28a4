"""Values of huge heaps without a law, from the definition: one looks down from the heap.

Either what the heap can reach is explored (`rules.engine.exploring`), or all its options are below
the heaps whose values are in a table, as those of ``leave(0 .. isqrt(n))`` are: then its value is
one mex.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, reduce
from operator import xor
from typing import TYPE_CHECKING

from mexplore.discover.heaps.evidence.sources import Source, source_of
from mexplore.discover.heaps.explored import explored
from mexplore.discover.study.kind import FoundValues, Warrant, reached_warrant
from mexplore.rules.engine.exploring import Clock, Deadline
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TooLarge, TooManyMoves
from mexplore.rules.moves.option_sets import AnyOf, Listed, OptionSet, option_sets_of
from mexplore.rules.rule import mex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.engine.exploring import Explored
    from mexplore.rules.rule import Rule

MOST_IN_TABLE = 10**8  # heaps
AT_ONCE = 1 << 20  # of them, before a law is looked for


class OnDemand:
    """The values of single heaps of a rule, by looking down from them, each computed once; of at
    most ``most`` positions. What the ``source`` has computed is in a table.

    >>> from mexplore.discover.heaps.evidence.sources import source_of
    >>> from mexplore.rules.notation import parse_rule
    >>> rule = parse_rule("leave(isqrt(isqrt(n)) .. isqrt(n))")
    >>> demand = OnDemand(rule, source_of(rule))
    >>> found = demand.values_at([777777777777], 5.0)
    >>> found.values, found.warrants[0].words
    ({777777777777: 0}, 'computed from the definition: all options are below 881918, in a table')
    """

    def __init__(
        self, rule: Rule, source: Source, most: int | None = None, watcher: Watcher = no_progress
    ) -> None:
        self._rule, self._source, self._most = rule, source, most
        self._clock = Clock(watcher)
        self._own: Evidence | None = None  # further than the source, which a study goes on with
        self._values: dict[int, int] = {}
        self._warrants: dict[int, Warrant | None] = {}

    @cached_property
    def _explored(self) -> Explored[int]:
        found: Explored[int] = explored(self._rule, self._most, self._clock)
        return found

    def at_once(self, heaps: Sequence[int], seconds: float, *, few: bool = True) -> bool:
        """Whether the values of all these heaps are found in next to no time; with ``few``
        positions, or heaps of a table, only."""
        self._clock.ends = working_seconds() + seconds
        left = [n for n in dict.fromkeys(heaps) if n not in self._values]
        try:
            if not self._few(left):
                left = [n for n in left if not self._by_table(n, AT_ONCE)]
                if left and few:
                    return False
                self._explore(left)
        except (TooLarge, Deadline):
            return False
        return True

    @property
    def table(self) -> Evidence:
        """The longest table of values."""
        known = self._source.evidence
        return known if self._own is None or self._own.stop < known.stop else self._own

    def values_at(self, numbers: Sequence[int], seconds: float) -> FoundValues[int]:
        """The values of those that can be had in these seconds; InputError where a move is none."""
        missing = ""
        self._clock.ends = working_seconds() + seconds
        left = [n for n in numbers if n not in self._values]
        try:
            if left and not self._few(left):
                left = [n for n in left if not self._by_table(n, MOST_IN_TABLE)]
                self._explore(left)
        except TooLarge as why:
            missing = str(why)
        except Deadline:
            missing = "what can be reached was not explored within the budget; --budget gives more"
        found = {n: self._values[n] for n in numbers if n in self._values}
        return FoundValues(
            found, self._reasons(found), missing if len(found) < len(numbers) else ""
        )

    def _reasons(self, found: Mapping[int, int]) -> list[Warrant]:
        reasons = {self._warrants[n]: None for n in found}
        return [each or reached_warrant(self._explored.reached) for each in reasons]

    def _keep(self, n: int, value: int, warrant: Warrant | None = None) -> None:
        """``None`` is the warrant of what was explored: how many positions is known later."""
        self._values[n], self._warrants[n] = value, warrant

    def _few(self, numbers: Sequence[int]) -> bool:
        found = self._explored.few(numbers)
        for n, value in zip(numbers, found or (), strict=found is not None):
            self._keep(n, value)
        return found is not None

    def _explore(self, numbers: Sequence[int]) -> None:
        """By the definition alone; if too many positions are reached, down to a table."""
        more, search = "", self._explored
        try:
            found = search.values(numbers)
        except TooLarge:
            low = self.table
            if not low.dense or not low.stop or self._most is not None:
                raise
            search = explored(self._rule, self._most, self._clock, low.values)
            found = search.values(numbers)
            more = f", and a table of the heaps below {low.stop}"
        for n, value in zip(numbers, found, strict=True):
            self._keep(n, value, reached_warrant(search.reached, more) if more else None)

    # -- one mex -----------------------------------------------------------------------------

    def _by_table(self, n: int, most: int) -> bool:
        """The value of a heap all of whose options are in a table, of at most this many heaps."""
        try:
            sets = list(option_sets_of(self._rule, n))
        except TooManyMoves:
            return False
        ends = list(map(_end, sets))
        if None in ends:
            return False
        stop = max((end for end in ends if end is not None), default=0)
        if self.table.stop < stop <= most:
            self._own = source_of(self._rule).extend(stop, self._clock.ends)
        if (known := self.table).stop < stop:
            return False
        value = mex(value for options in sets for value in _values_of(options, known))
        words = f"computed from the definition: all options are below {stop}, in a table"
        self._keep(n, value, Warrant("computed", words))
        return True


def _end(options: OptionSet) -> int | None:
    """A number that is larger than all heaps of these options; None if none is seen."""
    match options:
        case AnyOf(sizes):
            return max(sizes.stop, 0)
        case Listed(listed):
            return max((heap + 1 for heaps in listed for heap in heaps), default=0)
    return None


def _values_of(options: OptionSet, evidence: Evidence) -> Iterator[int]:
    """The values of these options, each once in an interval."""
    if isinstance(options, AnyOf):
        yield from values_between(evidence, max(options.sizes.start, 0), options.sizes.stop)
    elif isinstance(options, Listed):
        yield from (reduce(xor, map(evidence.at, heaps), 0) for heaps in options.options)


def values_between(evidence: Evidence, start: int, stop: int) -> set[int]:
    """The different values at start <= n < stop.

    >>> import numpy as np
    >>> from mexplore.discover.study.evidence import Evidence
    >>> sorted(values_between(Evidence(np.array([0, 3, 1, 3, 1, 5])), 2, 5))
    [1, 3]
    """
    if start >= stop:
        return set()
    runs = evidence.by_runs
    if runs is not None:
        return set(runs.values[runs.index(start) : runs.index(stop - 1) + 1])
    import numpy as np

    return set(np.unique(evidence.values[start:stop]).tolist())

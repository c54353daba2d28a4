"""The values that a stream has passed, computed again from saved states; the closed form of a law.

A state consists of the last r* + k values (their indices, and the parity of the position if the
space depends on it); it determines all later values as long as none of them is rare. The values
that were passed have been shown to be common, so this need not be shown again.
"""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.pattern import ClosedForm, EventualSteps
from mexplore.discover.windows.streaming.frame import START
from mexplore.discover.windows.streaming.machine import Machine
from mexplore.discover.windows.streaming.reach import DEPTH
from mexplore.discover.windows.streaming.stream import HISTORY, Stream
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher, refuse_beyond_memory
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    from mexplore.discover.windows.streaming.frame import Indices
    from mexplore.rules.rule import Values


MOST_SAVED = 1024
FIRST_SPACING = 1 << 20
STEP = 1 << 25
"""The number of values in a batch, about a tenth of a second; Ctrl-C is handled between batches."""
PIECE = DEPTH

Pulse = Callable[[], None]
"""A function that is called several times a second and raises an exception to end the work."""


class DeadlinePassed(Exception):
    """The deadline has passed."""


def pulse_until(deadline: float | None) -> Pulse:
    """A pulse that raises DeadlinePassed once `working_seconds` is beyond the deadline."""

    def pulse() -> None:
        if deadline is not None and working_seconds() > deadline:
            raise DeadlinePassed

    return pulse


@dataclass
class SavedStates:
    """States at multiples of a spacing, which is doubled when there are too many states."""

    spacing: int = FIRST_SPACING
    heaps: list[int] = field(default_factory=list)
    states: list[Indices] = field(default_factory=list)

    def save(self, n: int, state: Indices) -> None:
        """Save the state before heap n, the last so far."""
        self.heaps.append(n)
        self.states.append(state)
        if len(self.heaps) > MOST_SAVED:
            self.spacing *= 2
            kept = [i for i, n in enumerate(self.heaps) if i == 0 or n % self.spacing == 0]
            self.heaps = [self.heaps[i] for i in kept]
            self.states = [self.states[i] for i in kept]

    def keep_up(self, stream: Stream) -> None:
        """Save the state at the last multiple of the spacing that a stream passed, if it is new
        and still in the stream's buffer."""
        n, state = stream.verified // self.spacing * self.spacing, stream.machine.frame.state
        if n > self.heaps[-1] and stream.verified - n < HISTORY - state:
            self.save(n, stream.indices(n - state, n))

    def next(self, n: int) -> int:
        """The first heap after n whose state is to be saved."""
        return (n // self.spacing + 1) * self.spacing

    def before(self, n: int) -> tuple[int, Indices]:
        """The last state saved at or below n."""
        i = bisect_right(self.heaps, n) - 1
        return self.heaps[i], self.states[i]


@dataclass(frozen=True)
class PassedValues:
    """All values that a stream has passed."""

    machine: Machine
    saved: SavedStates
    pulse: Pulse

    def stream(self, n: int) -> Stream:
        """A stream that has just passed n >= START."""
        begin, state = self.saved.before(n)
        stream = Stream(self.machine, begin, state, checking=False)
        self.run(stream, n)
        return stream

    def run(self, stream: Stream, n: int) -> None:
        """Run a stream on to n."""
        while stream.verified < n:
            self.pulse()
            stream.advance(min(n, stream.verified + STEP))

    def first_break(self) -> int | None:
        """The first heap whose saved state does not follow from the one before; None if each state
        does, so that all states are those of the game."""
        state = self.machine.frame.state
        stream = Stream(self.machine, self.saved.heaps[0], self.saved.states[0], checking=False)
        for n, kept in zip(self.saved.heaps[1:], self.saved.states[1:], strict=True):
            self.run(stream, n)
            if not np.array_equal(stream.indices(n - state, n), kept):
                return n
        return None

    def indices(self, start: int, stop: int) -> Indices:
        """The indices of the values at start <= n < stop, no more than HISTORY, stop > START."""
        frame = self.machine.frame
        begin = max(start, START)
        known, state = self.saved.before(begin)
        stream = Stream(self.machine, known, state, checking=False)
        self.run(stream, stop)
        return np.concatenate([frame.indices(start, begin), stream.indices(begin, stop)])

    def state(self, n: int) -> Indices:
        """The state before heap n >= START."""
        return self.stream(n).indices(n - self.machine.frame.state, n)

    def agree(self, n: int, m: int) -> bool:
        """Whether the values before two heaps are equal, r* + k of them each. Equal indices mean
        equal values where the parity of the position has no part, or is the same."""
        if self.machine.frame.space.by_position and (n - m) % 2:
            return False
        return bool((self.state(n) == self.state(m)).all())

    def values(self, start: int, stop: int) -> Iterator[Values]:
        """G(n) for start <= n < stop, in pieces."""
        frame = self.machine.frame
        known = len(frame.values)
        if start < known:
            yield frame.values[start : min(stop, known)].astype(np.int64)
            start = known
        stream = self.stream(start) if start < stop else None
        for low in range(start, stop, PIECE):
            assert stream is not None
            high = min(stop, low + PIECE)
            self.run(stream, high)
            index = stream.indices(low, high)
            yield frame.tables.commons[np.arange(low, high) & 1, index]

    def largest(self, stop: int) -> int:
        """The largest G(n), 0 <= n < stop, stop >= 1.

        Of heaps of one parity an index means one value. A word has the one bit of its index, so
        that the words of these heaps, united by 'or', have the bits of the indices that occur.
        """
        frame = self.machine.frame
        known = min(stop, len(frame.values))
        found = int(frame.values[:known].max())
        stream, united = self.stream(known) if known < stop else None, [0, 0]
        for low in range(known, stop, PIECE):
            assert stream is not None
            high = min(stop, low + PIECE)
            self.run(stream, high)
            words = stream.words(low, high)
            for first in (0, 1):
                united[(low + first) % 2] |= int(np.bitwise_or.reduce(words[first::2], initial=0))
        for parity, word in enumerate(united):
            indices = [index for index in range(word.bit_length()) if word >> index & 1]
            found = max(found, *(frame.value(parity, index) for index in indices), 0)
        return found

    def last_difference(self, start: int, stop: int, period: int) -> int | None:
        """The last n with start <= n < stop and G(n + period) != G(n); start >= START, and the
        period even where the parity of the position has a part in the space."""
        one, other = self.stream(start), self.stream(start + period)
        last = None
        for low in range(start, stop, PIECE):
            high = min(stop, low + PIECE)
            self.run(one, high)
            self.run(other, high + period)
            wrong = one.words(low, high) != other.words(low + period, high + period)
            if wrong.any():
                last = low + int(np.flatnonzero(wrong)[-1])
        return last

    def last_early_difference(self, period: int) -> int | None:
        """The last n < START with G(n + period) != G(n)."""
        later = np.concatenate([*self.values(period, period + START)])
        wrong = np.flatnonzero(later != self.machine.frame.values[:START])
        return int(wrong[-1]) if len(wrong) else None


STAGE = "values streamed"
UNKNOWN = 0
"""The total that is shown while it is not known."""


@dataclass
class Rate:
    """Reports to a watcher the progress of a stream and its speed in million values a second."""

    watcher: Watcher
    first: int
    notes: dict[str, int] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)

    def report(self, passed: int, bound: int | None) -> None:
        """Report that ``passed`` heaps are done, of as many as the bound says, if it is known."""
        elapsed = max(time.monotonic() - self.began, 1e-3)
        speed = {"million/s": round((passed - self.first) / elapsed / 1e6)}
        self.watcher(Progress(STAGE, passed, bound or UNKNOWN, self.notes | speed))


NEAR = 1 << 20
"""Terms between two that are streamed, rather than begun anew behind them."""

MOST_RUN_AGAIN = 1 << 29
"""Values that are computed again, in about a second, to find the largest."""


@dataclass(frozen=True, eq=False)
class StreamForm(ClosedForm):
    """A periodic law, the values from its beginning, and the states saved up to its bound."""

    law: Periodic
    past: PassedValues

    def at(self, n: int) -> int:
        return self.at_many([n])[0]

    def at_many(self, numbers: Sequence[int]) -> list[int]:
        """Terms that lie near each other are streamed together: to begin anew takes a second."""
        places = [self._in_first_period(n) for n in numbers]
        values: dict[int, int] = {}
        for near in _near_each_other(sorted(set(places))):
            low, done = near[0], 0
            for piece in self.past.values(low, near[-1] + 1):
                here = near[done : bisect_left(near, low + len(piece))]
                values.update((n, int(piece[n - low])) for n in here)
                low, done = low + len(piece), done + len(here)
        return [values[place] for place in places]

    def _in_first_period(self, n: int) -> int:
        """The n before the end of the first period with the same value."""
        n0, p = self.law.preperiod, self.law.period
        return n if n < n0 + p else n0 + (n - n0) % p

    def prefix(self, stop: int) -> Values:
        refuse_beyond_memory(stop, 8)
        n0, p = self.law.preperiod, self.law.period
        pieces = [*self.past.values(0, min(stop, n0 + p))] or [np.zeros(0, dtype=np.int64)]
        known = np.concatenate(pieces)
        if stop > n0 + p:
            known = np.concatenate((known[:n0], np.resize(known[n0:], stop - n0)))
        return known.astype(np.min_scalar_type(int(known.max(initial=0))))

    def counts(self, stop: int) -> dict[int, int]:
        frame = self.past.machine.frame
        if stop > len(frame.values):
            raise TooLarge(f"the values of {self.law.statement()} are not stored, to be counted")
        present, counts = np.unique(frame.values[:stop], return_counts=True)
        return dict(zip(present.tolist(), counts.tolist(), strict=True))

    def largest_value(self) -> int | None:
        """The largest of the values at n < preperiod + period, which are run once more; None where
        these are more than MOST_RUN_AGAIN."""
        stop = self.law.preperiod + self.law.period
        return self.past.largest(stop) if stop <= MOST_RUN_AGAIN else None

    def eventual_steps(self) -> EventualSteps:
        return EventualSteps(self.law.preperiod, self.law.period, 0)


def _near_each_other(places: Sequence[int]) -> Iterator[list[int]]:
    """Ascending numbers in groups, wherever one is further than NEAR from the one before.

    >>> list(_near_each_other([1, 5, 10**9, 10**9 + 2]))
    [[1, 5], [1000000000, 1000000002]]
    """
    group: list[int] = []
    for place in places:
        if group and place - group[-1] > NEAR:
            yield group
            group = []
        group.append(place)
    if group:
        yield group

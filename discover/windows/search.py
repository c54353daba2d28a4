"""The search for a period on a stream: it computes and saves states until a state repeats.

Distinguished states are kept by their hashes; where one comes again the two states are compared
exactly, by running the earlier one again. What is found is a law; it is proved when the stream has
passed its bound.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.windows.checking import (
    StreamLaw,
    excluding_heap,
    gone_on_exactly,
    law_of,
    too_late,
)
from mexplore.discover.windows.checkpoint import Checkpoint, Keeper
from mexplore.discover.windows.passed_values import STEP, PassedValues, Pulse, SavedStates
from mexplore.discover.windows.streaming.frame import START, Frame, Refused
from mexplore.discover.windows.streaming.machine import Machine, least_width
from mexplore.discover.windows.streaming.stream import HISTORY, Recurrence, Stream, begun

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS_BETWEEN = 20.0  # checkpoints


class StreamSearch:
    """The stream of one game, and its saved states."""

    def __init__(self, frame: Frame, keeper: Keeper, pulse: Pulse) -> None:
        self.frame = frame
        self._keeper = keeper
        self.pulse = pulse
        self._began = self._kept_at = time.monotonic()
        self._before = 0.0  # seconds that earlier processes spent
        self._first_frame = frame
        self.found: tuple[int, int] | None = None
        self.growths: list[tuple[int, int]] = []
        """The heaps at which the mask grew, and the bits that were added."""
        self._believed = False
        """Whether data of a checkpoint must still be verified."""
        self.notes: list[str] = []
        """Lines for the proof log."""
        left = keeper.load()
        resumed = self._resumed(left) if left is not None else None
        if resumed is None:
            self._begin()
        else:
            self.machine, self.saved, self.stream = resumed
        self.resumed_at = self.stream.verified
        self.stream.search(on=self.found is None)

    def _begin(self) -> None:
        """Begin with the first heap."""
        frame = self.frame = self._first_frame
        self.found, self.growths, self._believed = None, [], False
        self.machine = Machine(frame, least_width(frame))
        self.saved = SavedStates()
        self.saved.save(START, frame.indices(START - frame.state, START))
        self.stream = begun(self.machine)
        self.stream.search()

    @property
    def passed(self) -> int:
        """All heaps below it are verified."""
        return self.stream.verified

    @property
    def seconds(self) -> float:
        """The seconds spent so far, earlier processes included."""
        return self._before + time.monotonic() - self._began

    def pursue(self, watch: Callable[[int | None], None]) -> StreamLaw | Refused:
        """Go on until a law is proved or the game turns out unfit for streaming. The pulse may
        end it by an exception; the values passed so far are kept. ``watch`` is called with the
        bound once it is known."""
        try:
            while True:
                refused = self._until_found(watch)
                if refused is not None:
                    return refused
                assert self.found is not None
                if self._believed and not self._holds_again():
                    self._begin()
                    continue
                law = law_of(PassedValues(self.machine, self.saved, self.pulse), *self.found)
                if law is None:  # two states with the same hash
                    self.found = None
                    self.stream.search()
                    continue
                refused = self._pass(law.bound, watch)
                return refused or too_late(self.stream, law.preperiod) or law
        finally:
            self.keep()

    def _until_found(self, watch: Callable[[int | None], None]) -> Refused | None:
        while self.found is None:
            refused = self._step(min(self.saved.next(self.passed), self.passed + STEP))
            if refused is not None:
                return refused
            watch(None)
        return None

    def _pass(self, bound: int, watch: Callable[[int | None], None]) -> Refused | None:
        while self.passed < bound:
            watch(bound)
            refused = self._step(min(bound, self.saved.next(self.passed), self.passed + STEP))
            if refused is not None:
                return refused
        return None

    def _step(self, target: int) -> Refused | None:
        self.pulse()
        ended = self.stream.advance(target)
        if isinstance(ended, Refused):
            return self._goes_on(ended)
        if isinstance(ended, Recurrence):
            self.found = ended.first, ended.again
            self.saved.keep_up(self.stream)
            return None
        if self.passed >= self.saved.next(self.saved.heaps[-1]):
            self.saved.keep_up(self.stream)
            self._look_back()
        if time.monotonic() - self._kept_at > SECONDS_BETWEEN:
            self.keep()
        return None

    def _look_back(self) -> None:
        recurrence = self.stream.recent() if self.found is None else None
        if recurrence is not None:
            self.found = recurrence.first, recurrence.again
            self.stream.search(on=False)

    def _goes_on(self, ended: Refused) -> Refused | None:
        """Go on with wider words, a larger mask or a deeper pair; the reason if none helps."""
        past = PassedValues(self.machine, self.saved, self.pulse)
        following = gone_on_exactly(self.stream, ended, past)
        if isinstance(following, Refused):
            return following
        was, now = self.machine.frame.space.mask, following.machine.frame.space.mask
        if was != now:
            self.growths.append((self.passed, now ^ was))
            self.notes.append(f"the mask of rare values grew from {was} to {now} at n = {ended.at}")
        if following.excused > self.stream.excused:
            self.notes.append(f"only a deeper pair excludes {ended.value} at n = {ended.at}")
        self.stream, self.machine = following, following.machine
        self.frame = self.machine.frame
        self.stream.search(on=self.found is None)
        return None

    # -- checkpoints -------------------------------------------------------------------------------

    def keep(self) -> None:
        """Write a checkpoint; the stream passes HISTORY more heaps for it."""
        if self._keeper.store is None:
            return
        n = self.passed
        earlier = self.stream.indices(n - HISTORY, n)
        ended = self.stream.advance(n + HISTORY)
        if isinstance(ended, Recurrence):
            self.found = ended.first, ended.again
        if self.passed < n + HISTORY:
            return
        thin, keys, seen = self.stream.seen()
        later, mask = self.stream.indices(n, n + HISTORY), self.frame.space.mask
        left = Checkpoint(
            n, earlier, later, self.machine.width, mask,
            self.saved.spacing, self.saved.heaps, np.array(self.saved.states),
            thin, keys, seen, self.found, self.seconds, self.stream.excuses(), self.growths,
        )  # fmt: skip
        self._keeper.save(left)
        self._kept_at = time.monotonic()

    def _resumed(self, left: Checkpoint) -> tuple[Machine, SavedStates, Stream] | None:
        """The stream that goes on from a checkpoint, its last values passed again; None where
        they do not come out the same."""
        frame = self.frame
        first = frame.indices(START - frame.state, START)
        saved = SavedStates(left.spacing, left.heaps.tolist(), [*left.states])
        if not saved.heaps or saved.heaps[0] != START or not np.array_equal(saved.states[0], first):
            self._disbelieve("its first state is not that of the game")
            return None
        grown = _with_mask(frame, left.mask)
        if grown is None:
            self._disbelieve(f"its mask {left.mask} is none that may come of {frame.space.mask}")
            return None
        machine = Machine(grown, left.width)
        rare = grown.tables.rares[:, : left.width].tolist()
        if any(value not in rare[n & 1] for n, value in left.excuses):
            self._disbelieve("a value that it excuses is not rare")
            return None
        past = PassedValues(machine, saved, self.pulse)
        if not np.array_equal(past.indices(left.n - HISTORY, left.n), left.earlier):
            self._disbelieve(f"its values before {left.n} do not follow from its states")
            return None
        stream = Stream(machine, left.n, left.earlier)
        for n, value in left.excuses:
            stream.excuse(n, value)
        ended = stream.advance(left.n + HISTORY)
        if ended is not None or not np.array_equal(
            stream.indices(left.n, left.n + HISTORY), left.later
        ):
            self._disbelieve("its last values do not come out again")
            return None
        stream.remember(left.thin, left.keys, left.seen)
        self.found, self.frame = left.found, grown
        self.growths, self._believed = left.growths, True
        self._before = left.seconds
        return machine, saved, stream

    def _holds_again(self) -> bool:
        """Whether the data of a checkpoint are confirmed by computing them again: its saved states,
        that only smaller values were passed before the mask grew, and that each excused value is
        excluded.

        It takes a part of the time that the stream took, once, before a law is reported. Only one
        statement of the checkpoint is not confirmed: that no rare value was left out below its
        heap. `verify` runs the stream from its beginning and trusts no checkpoint.
        """
        past = PassedValues(self.machine, self.saved, self.pulse)
        broken = past.first_break()
        if broken is not None:
            self._disbelieve(f"its state before {broken} does not follow from the one before")
            return False
        for n, bit in self.growths:
            if past.largest(n) >= bit:
                self._disbelieve(f"a value below {n} is too large for a mask that grew by {bit}")
                return False
        for n, value in self.stream.excuses():
            if excluding_heap(past, n, value) is None:
                self._disbelieve(f"nothing excludes {value} at n = {n}")
                return False
        self._believed = False
        return True

    def _disbelieve(self, reason: str) -> None:
        store = self._keeper.store
        assert store is not None
        store.troubles.append(f"the stream of {self._keeper.rule} begins anew: {reason}")


def _with_mask(frame: Frame, mask: int) -> Frame | None:
    """The frame whose mask has grown to this one; None where it cannot."""
    grown: Frame | None = frame
    for bit in (1 << i for i in range(mask.bit_length())):
        if grown is not None and mask & bit and not grown.space.mask & bit:
            grown = grown.grown(bit)
    return grown if grown is not None and grown.space.mask == mask else None

"""The stream of one game: values in order, each one proved, in memory that does not grow.

The stream of one game: values in order, each one proved, in memory that does not grow.

Every heap n that the stream passes satisfies V(n): each rare value below the least common one that
is not excluded is the value of an option that leaves one heap, or of one that leaves a heap of at
most DEPTH tokens and another (`discover.windows.theorem` says why G(n) is that common value then).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mexplore.discover.windows.streaming.frame import RARE, START, WIDEST, Refused
from mexplore.discover.windows.streaming.loops import (
    AT,
    BEFORE,
    EMPTY,
    MOST_MARKS,
    MOST_OPEN,
    NUMBERS,
    OPEN,
    SLOTS,
    Buffers,
)
from mexplore.discover.windows.streaming.machine import Machine
from mexplore.discover.windows.streaming.plan import LANES
from mexplore.discover.windows.streaming.reach import DEPTH
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.compiling import REFUSED

if TYPE_CHECKING:
    from mexplore.discover.windows.streaming.frame import Frame, Indices


BUFFER_BYTES = 1 << 19
TRIAL = 1024
"""This many known values a machine must find again before its code is used."""
MOST_EXCUSED = 256
HISTORY = DEPTH + 64
"""This many indices before a heap let a stream begin there and verify every value from it on."""


@dataclass(frozen=True)
class Recurrence:
    """The states before these two heaps have the same hash."""

    first: int
    again: int


class Stream:
    """Values from one heap on, as far as asked.

    >>> from mexplore.rules.engine.grundy import grundy_values
    >>> from mexplore.rules.families.take_and_break.sparse.game import splitting_game
    >>> from mexplore.discover.windows.streaming.frame import FEWEST_VALUES, framed
    >>> from mexplore.discover.windows.streaming.machine import least_width
    >>> from mexplore.rules.notation import parse_rule
    >>> rule = parse_rule("0.106")
    >>> values = grundy_values(rule, FEWEST_VALUES)
    >>> frame = framed(splitting_game(rule), values)
    >>> stream = begun(Machine(frame, least_width(frame)))
    >>> stream.advance(1_000_000)
    >>> bool((stream.indices(999_900, 1_000_000) == frame.indices(999_900, 1_000_000)).all())
    True
    """

    def __init__(
        self, machine: Machine, n: int, history: Indices, *, checking: bool = True
    ) -> None:
        """From the even heap n on, the HISTORY indices of the heaps before it given; or a state,
        `Frame.state` indices, where ``checking`` is off because all values are known to be
        common."""
        if n % 2 or len(history) < (HISTORY if checking else machine.frame.state):
            raise ValueError("a stream begins at an even heap, after all that it looks back to")
        self.machine = machine
        self.ended_for_width = False
        self._ended = _refused(machine)
        plan = machine.plan
        capacity = BEFORE + 8 * LANES + BUFFER_BYTES // (plan.width // 8)
        self._buffers = self._made(capacity)
        self._buffers.at[AT.checking] = checking
        self._begin(n, history)
        self._addresses = tuple(
            np.uint64(array.ctypes.data)
            for array in (
                self._buffers.words,
                self._buffers.proofs,
                self._buffers.carried,
                self._buffers.missing,
            )
        )

    def _made(self, capacity: int) -> Buffers:
        plan, frame = self.machine.plan, self.machine.frame
        kind = np.dtype(f"u{plan.width // 8}")
        table, counts = self.machine.likely
        heads = frame.indices(0, DEPTH + 1).astype(np.int16)
        heads[heads >= plan.width] = -1
        moves = np.array([*plan.splits, *plan.rare_takes], dtype=np.int64)
        return Buffers(
            _aligned(capacity, kind),
            _aligned(capacity, kind),
            _aligned(plan.carried, np.dtype(np.uint8)),
            _aligned(LANES, kind),
            np.zeros(NUMBERS, dtype=np.int64),
            table,
            counts,
            heads,
            moves,
            np.zeros(MOST_OPEN, dtype=np.int64),
            np.zeros(MOST_OPEN, dtype=np.uint64),
            np.zeros((MOST_EXCUSED, 2), dtype=np.int64),
            np.zeros(MOST_MARKS, dtype=np.int64),
            *(np.zeros(SLOTS, dtype=kind) for kind in 2 * (np.uint64, np.int64)),
        )

    def _begin(self, n: int, history: Indices) -> None:
        plan, buffers = self.machine.plan, self._buffers
        at, words = buffers.at, buffers.words
        # Witnesses are read at whole vectors: n - first split - shift is a multiple of LANES.
        shift = n - plan.first_split - BEFORE
        at[AT.next], at[AT.verified], at[AT.shift] = n, n, shift
        known = history[-min(len(history), n - max(shift, 0)) :]
        one = np.ones(len(known), dtype=words.dtype)
        fits = known < plan.width
        shifted = np.left_shift(one, np.where(fits, known, 0).astype(words.dtype))
        words[n - shift - len(known) : n - shift] = np.where(fits, shifted, 0)
        self._begin_carried()

    def _begin_carried(self) -> None:
        """What a chunk would have left for the first one, and the proofs before it."""
        plan, buffers, frame = self.machine.plan, self._buffers, self.machine.frame
        index = frame.tables.indices
        n = int(buffers.at[AT.next])
        carried = buffers.carried.view(buffers.words.dtype)
        lanes, first = 64 // buffers.words.itemsize, plan.first_split
        far = [(r, g) for g, distances in plan.far for r in distances]
        for i in range(LANES):
            carried[i] = self._united(n - first + i, far, n)
        for k in range(plan.kept):
            low = n - plan.block * (plan.kept - k) - int(buffers.at[AT.shift])
            at = lanes * (plan.vectors + k)
            carried[at : at + 8] = buffers.words[low : low + 8]
            at = lanes * (plan.vectors + plan.kept + k)
            carried[at : at + 8] = buffers.words[low - 8 : low]
        rare = [(r, int(index[frame.values[r]])) for r in frame.rare]
        at = lanes * (plan.vectors + 2 * plan.kept)
        for i in range(8):
            carried[at + i] = self._united(n - first - 8 + i, rare, n)
        witnesses = [(a, g) for g, distances in plan.witnesses for a in distances]
        for s in range(n - first - 2 * LANES, n - first):
            buffers.proofs[s - int(buffers.at[AT.shift])] = self._united(s, witnesses, n)

    def _united(self, s: int, pairs: list[tuple[int, int]], stop: int) -> int:
        """The word with the index of G(s - r) xor g for each of the pairs (r, g)."""
        word, shift = 0, int(self._buffers.at[AT.shift])
        for r, g in pairs:
            held = int(self._buffers.words[s - r - shift]) if s - r < stop else 0
            if held:
                index = (held.bit_length() - 1) ^ g
                if index < self.machine.width:
                    word |= 1 << index
        return word

    @property
    def verified(self) -> int:
        """All heaps below it are done."""
        return int(self._buffers.at[AT.verified])

    @property
    def deepest(self) -> int:
        """The deepest witness that had to be looked for among all."""
        return int(self._buffers.at[AT.deepest])

    def advance(self, target: int) -> Refused | Recurrence | None:
        """Go on until ``verified`` is ``target`` or a little more; less where a state comes again
        (told once), or where the game is none for streaming: there it ends for good, since it has
        written words beyond that heap."""
        if self._ended is not None:
            return self._ended
        machine = self.machine
        ended = machine.run(self._buffers, self._addresses, target)
        at = self._buffers.at
        if ended == OPEN:
            self._ended = self._refused_open(int(at[AT.trouble]), int(at[AT.rare]))
        self.ended_for_width = ended == EMPTY
        if ended == EMPTY:
            n = int(at[AT.trouble])
            self._ended = Refused(
                f"the value at n = {n} does not fit a word of {self.machine.width} bits", n
            )
        if self._ended is not None:
            return self._ended
        if not at[AT.searching] and at[AT.first]:
            found = Recurrence(int(at[AT.first]), int(at[AT.again]))
            at[AT.first] = 0
            return found
        return None

    def _fault(self) -> tuple[int, str] | None:
        """The first heap at which a stream over known values differs from them, or at which the
        rare values that it left open last are not those of `Machine.left_open`."""
        frame = self.machine.frame
        found, known = (it.indices(START, self.verified) for it in (self, frame))
        differing = np.flatnonzero(found != known)
        if len(differing):
            at = int(differing[0])
            return START + at, f"index {found[at]} in place of {known[at]}"
        first = self.verified - LANES
        size = self._buffers.words.itemsize
        away = (first - int(self._buffers.at[AT.shift])) * size
        words, proofs, _, missing = map(int, self._addresses)
        self.machine.code.call(1, words + away, proofs + away, missing)
        for n, word in enumerate(self._buffers.missing.tolist(), first):
            expected = self.machine.left_open(n)
            if word != expected:
                return n, f"{word:b} is left open in place of {expected:b}"
        return None

    def excuse(self, n: int, value: int) -> None:
        """Pass heap n although no witness shows this rare value excluded there: it is."""
        at = self._buffers.at
        index = int(self.machine.frame.tables.indices[value])
        self._buffers.excused[at[AT.excused]] = n, index
        at[AT.excused] += 1

    def excuse_as(self, other: Stream) -> None:
        """Pass what another stream of the game passed so."""
        self._buffers.excused[:] = other._buffers.excused
        self._buffers.at[AT.excused] = other.excused

    def excuses(self) -> list[tuple[int, int]]:
        """The heaps and the values."""
        rows = self._buffers.excused[: self.excused].tolist()
        return [(n, int(self.machine.frame.tables.rares[n & 1, index])) for n, index in rows]

    @property
    def excused(self) -> int:
        """How many values were passed so."""
        return int(self._buffers.at[AT.excused])

    @property
    def last_excused(self) -> int:
        """The last heap of them, 0 if there is none."""
        return int(self._buffers.excused[: self.excused, 0].max(initial=0))

    def search(self, *, on: bool = True) -> None:
        """Look for states that come again, or do so no longer."""
        self._buffers.at[AT.searching] = on

    def recent(self) -> Recurrence | None:
        """The state before ``verified``, if it is among the last DEPTH values, too: of a short
        period hardly any state is distinguished."""
        frame, n = self.machine.frame, self.verified
        words = self.words(max(START, n - DEPTH), n)
        size, state = words.itemsize, words[-frame.state :].tobytes()
        at = words.tobytes().rfind(state, 0, words.nbytes - size)
        period, odd_bytes = divmod(words.nbytes - at - len(state), size)
        if at < 0 or odd_bytes:
            return None
        if frame.space.by_position:
            period *= 1 + period % 2
        return Recurrence(n - period, n) if n - period >= START else None

    def _refused_open(self, n: int, index: int) -> Refused:
        value = int(self.machine.frame.tables.rares[n & 1, index])
        return Refused(
            f"at n = {n} no heap of at most {DEPTH} tokens shows that the rare value {value} is "
            "excluded: it is a rare position that turns up late, or the pair lies deeper",
            n,
            value,
        )

    def words(self, start: int, stop: int) -> Any:
        """The words of the values at start <= n < stop; they must still be in the buffer, which
        holds those of the last DEPTH heaps below ``verified`` at least."""
        shift = int(self._buffers.at[AT.shift])
        if start < shift or stop > self.verified:
            raise ValueError("these values are not in the buffer")
        return self._buffers.words[start - shift : stop - shift]

    def indices(self, start: int, stop: int) -> Indices:
        """The indices of the same values."""
        words = self.words(start, stop)
        # A power of 2 is exact as a float, and so is its exponent.
        exponents = np.frexp(words.astype(np.float64))[1] - 1
        return np.where(words == 0, RARE, exponents).astype(np.uint8)

    # What a checkpoint keeps of the search, and gives back.

    def seen(self) -> tuple[int, Any, Any]:
        """Which states are kept, their hashes, their heaps."""
        held = np.flatnonzero(self._buffers.keys)
        thin = int(self._buffers.at[AT.thin])
        return thin, self._buffers.keys[held].copy(), self._buffers.heaps[held].copy()

    def remember(self, thin: int, keys: Any, heaps: Any) -> None:
        """Take over states seen by an earlier stream."""
        at = self._buffers.at
        at[AT.thin] = thin
        at[AT.seen] = len(keys)
        for key, heap in zip(keys.tolist(), heaps.tolist(), strict=True):
            slot = (key >> 40) & (SLOTS - 1)
            while self._buffers.keys[slot]:
                slot = (slot + 1) & (SLOTS - 1)
            self._buffers.keys[slot], self._buffers.heaps[slot] = key, heap


def _refused(machine: Machine) -> Refused | None:
    """Why the code of a machine is not used: it was run once over heaps whose values are known."""
    if not machine.tried:
        machine.tried = True
        trial = begun(machine)
        trial.advance(START + TRIAL)
        fault = trial._fault()
        if fault is not None:
            n, difference = fault
            message = f"the machine code of streams is wrong at n = {n}"
            REFUSED.get()(f"{message}: {difference}")
            machine.refused = Refused(message, n)
            machine.code.remove()
    return machine.refused


def _aligned(count: int, kind: Any) -> Any:
    """An array of zeros that begins at a multiple of 64."""
    room = np.zeros(count * kind.itemsize + 64, dtype=np.uint8)
    first = -room.ctypes.data % 64
    return room[first : first + count * kind.itemsize].view(kind)


def begun(machine: Machine) -> Stream:
    """The stream of a game from START on."""
    return Stream(machine, START, machine.frame.indices(0, START))


def gone_on(stream: Stream, ended: Refused) -> Stream | None:
    """The stream that goes on where one ended so; None if there is none.

    Words become twice as wide where an index does not fit them. The mask grows by a power of 2
    where that value is the one that no witness excludes, and `Frame.grown` allows it: then all
    that was verified is verified for the larger mask, too (`discover.windows.theorem`).
    """
    machine = _wider(stream) if stream.ended_for_width else _grown(stream.machine, ended.value)
    return begun_again(stream, machine) if machine is not None else None


def begun_again(stream: Stream, machine: Machine) -> Stream:
    """A stream of the same game from where one ended, after all that that one looks back to."""
    n = stream.verified
    following = Stream(machine, n, stream.indices(n - HISTORY, n))
    following.excuse_as(stream)
    if machine.width == stream.machine.width:  # else states have other hashes
        following.remember(*stream.seen())
    return following


def _wider(stream: Stream) -> Machine | None:
    machine = stream.machine
    return Machine(machine.frame, 2 * machine.width) if machine.width < WIDEST else None


def _grown(machine: Machine, value: int | None) -> Machine | None:
    frame: Frame | None = machine.frame.grown(value) if value is not None else None
    return Machine(frame, machine.width) if frame is not None else None

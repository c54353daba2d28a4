"""The values of a rule, computed as far as needed: blocks, widening, progress, deadlines.

This is the middle tier of every kernel. The inner loops only compute; this loop calls them for
blocks of about a tenth of a second (`rules.engine.working`), so that Ctrl-C and a deadline take
effect at once. It widens the array when a value outgrows its dtype. Values computed before an
interruption stay.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import field
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.compiling import WrongCode, is_loaded, machine_code_that_ran
from mexplore.rules.engine.doubt import confirmer
from mexplore.rules.engine.working import Pace, working_seconds
from mexplore.rules.errors import TooLarge
from mexplore.rules.rule import Kernel, Rule, mex
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    import numpy as np

    from mexplore.rules.engine.compiled import Compiled
    from mexplore.rules.engine.mapped import MappedValues
    from mexplore.rules.engine.store import Store, StoredValues
    from mexplore.rules.rule import Values

FEWEST_STORED = 10_000
NOTICEABLE_SECONDS = 1.0  # of the processor: what took less is not worth storing
FEWEST_FOR_KERNELS = 20  # below, the definition takes less time than any kernel's tables
FIRST_BLOCK = 256
FIRST_SLOW = 16  # the first block where the definition computes the values, perhaps slowly
MANY_VALUES = 1 << 24
AHEAD = 64  # a large array has room for this many times the requested values
MAPPED = 1 << 26  # bytes from which on values lie in a file
WITH_A_WIDER_COPY = 3  # bytes a value


@dataclass(frozen=True)
class Progress:
    """How far a long computation has come, and what it is trying, to be shown to the user."""

    stage: str
    done: int
    total: int
    notes: dict[str, int] = field(default_factory=dict)
    trying: str = ""
    news: Callable[[], Any] | None = None
    """Asks what is known by then, at any later time: a `discover.study.finding.News`."""


Watcher = Callable[[Progress], None]


def no_progress(_: Progress) -> None:
    """The watcher that ignores all progress."""


@dataclass
class Computation:
    """G(0), G(1), ... of one rule, as far as computed; ``extend`` computes more.

    ``values`` is always exact and always from n = 0. With a ``store``, values that took noticeable
    time are kept there about every second, and taken from there at first. An exception
    (KeyboardInterrupt too) during ``extend`` leaves it as it was after the last whole block.

    >>> from mexplore.rules.notation import parse_rule
    >>> Computation(parse_rule("subtract(1, 2, 3)")).extend(6).tolist()
    [0, 1, 2, 3, 0, 1]
    """

    rule: Rule
    watcher: Watcher = no_progress
    store: Store | None = None

    def __post_init__(self) -> None:
        import numpy as np

        self._array: Values = np.zeros(0, dtype=np.uint8)
        self._mapped: MappedValues | None = None  # the file in which a large array lies
        self._count = 0
        self._requested = 0  # values; the array may have room for more
        self._kernel: Kernel | None = None
        self._stored: StoredValues | None = None
        self._loading = True
        self._seconds = 0.0  # of the processor, spent on values
        self._saved = 0.0  # of these seconds, those before the values were last stored
        self._paced = 0, 0.0  # values of the last call that were computed, and their seconds

    @property
    def values(self) -> Values:
        """What has been computed so far (a read-only view)."""
        view = self._array[: self._count]
        view.flags.writeable = False
        return view

    def extend(self, stop: int, deadline: float | None = None) -> Values:
        """The values at 0 <= n < stop; fewer if ``deadline`` (of ``working_seconds``) passes first.

        Raises TooLarge where ``stop`` values would not fit into memory.
        """
        refuse_beyond_memory(stop)
        if self._kernel is None:
            self._kernel = self.rule.kernel() or _ByDefinition(self.rule)
            if self.store is not None and self._worth_storing():
                self._stored = self.store.values_of(str(self.rule), self._kernel)
        self._load(stop)
        self._reserve(stop)
        slow = isinstance(self._kernel, _ByDefinition)
        pace = Pace(FIRST_SLOW if slow else FIRST_BLOCK, may_wait=self.rule.runs_python)
        first, before = self._count, self._seconds
        try:
            while self._count < stop and not (deadline and working_seconds() > deadline):
                with pace.block():
                    self._advance(min(stop, self._count + pace.size))
                    if self._mapped is not None:
                        self._mapped.release(self._count)
                    self.watcher(Progress("values", self._count, stop, self._kernel.notes()))
                self._seconds = before + pace.seconds
                if self._seconds - self._saved > NOTICEABLE_SECONDS:
                    self._save()
        finally:
            if self._count > first:
                self._paced = self._count - first, self._seconds - before
            if self._saved:
                self._save()
        return self.values[:stop]

    @property
    def pace(self) -> float:
        """Values a second in the last call, without those read from the store; 0 if none were
        computed."""
        values, seconds = self._paced
        return values / max(seconds, 1e-9) if values else 0.0

    def _worth_storing(self) -> bool:
        """Whether the values are worth storing: those of a fast kernel, unless they come from a
        function of the user's own, which may change under the same name."""
        return not isinstance(self._kernel, _ByDefinition) and not self.rule.runs_python

    def _load(self, stop: int) -> None:
        """Read stored values, as far as they are requested; none of them is kept where one that is
        computed again is wrong."""
        first = self._count
        self._read(stop)
        if self._count == first or self._stored is None or self.store is None:
            return
        why = confirmer().objection(self.rule, self.values, first, self.store.draw)
        if why is None:
            return
        import numpy as np

        self._array, self._count, self._loading = np.zeros(0, dtype=np.uint8), 0, False
        self._mapped = None
        self._stored.discard(why)
        if self._kernel is not None:
            self._stored = self.store.values_of(str(self.rule), self._kernel)

    def _read(self, stop: int) -> None:
        while self._loading and self._count < stop and self._stored is not None:
            block = self._stored.next_block()
            if block is None:
                self._loading = False
                return
            if block.dtype.itemsize > self._array.dtype.itemsize:
                self._rewrite(len(self._array), block.dtype)
            self._reserve(max(stop, self._count + len(block)))
            self._array[self._count : self._count + len(block)] = block
            self._count += len(block)
            if self._mapped is not None:
                self._mapped.release(self._count)

    def _save(self) -> None:
        """Store the values; an error of the store does not end the computation."""
        if self._stored is not None and self._count >= FEWEST_STORED:
            self._stored.append(self.values)
        self._saved = self._seconds

    def _advance(self, target: int) -> None:
        import numpy as np

        assert self._kernel is not None
        few = target <= FEWEST_FOR_KERNELS and not is_loaded()
        # The options of a user's own function may be positions of any kind, which only its kernel
        # understands.
        kernel = _ByDefinition(self.rule) if few and not self.rule.runs_python else self._kernel
        with machine_code_that_ran() as ran:
            try:
                reached = kernel.fill(self._array[: self._requested], self._count, target)
            except WrongCode as wrong:
                self._retreat(wrong)
                return
        if ran and not self._is_trusted(ran):
            reached = self._kernel.fill(self._array[: self._requested], self._count, target)
        self._count = reached
        if reached < target:
            self._rewrite(len(self._array), np.dtype(f"u{2 * self._array.dtype.itemsize}"))

    def _retreat(self, wrong: WrongCode) -> None:
        """Give up the values of an engine that was found to be wrong, here and in the store; the
        kernel from which it took over goes on."""
        assert self._kernel is not None
        self._kernel = self._kernel.plain()
        if wrong.sound is not None:
            self._count = min(self._count, wrong.sound)
        if self._stored is not None:
            self._stored.discard()
            self._stored = None

    def _is_trusted(self, ran: set[Compiled]) -> bool:
        """Whether the machine code that ran agrees with plain Python; where it does not, the kernel
        is the plain one from now on."""
        from mexplore.rules.engine.rehearsal import plain_kernel, trusted

        if isinstance(self._kernel, _ByDefinition) or trusted(self.rule, self._array.dtype, ran):
            return True
        self._kernel = plain_kernel(self.rule)
        return False

    def _reserve(self, stop: int) -> None:
        self._requested = max(stop, self._requested)
        if stop > len(self._array):
            try:
                # Memory that is not written to is not occupied, so spare room costs nothing. It
                # avoids copies: an old array stays in memory as long as a view of it is in use.
                # A file grows without copies, so that there is none beyond where files begin.
                ahead = (
                    min(AHEAD * stop, most_values(), MAPPED - 1) if stop >= MANY_VALUES else stop
                )
                self._rewrite(max(stop, ahead), self._array.dtype)
            except MemoryError:  # some systems, and some limits of users, count spare room too
                self._rewrite(stop, self._array.dtype)

    def _rewrite(self, size: int, dtype: np.dtype[Any]) -> None:
        """The same values in an array of this size and type: in a file if it is large, and the disk
        has room."""
        if self._mapped is not None and dtype == self._array.dtype:
            with suppress(OSError):
                self._mapped.grow(size)
                self._array = self._mapped.array
                return
        mapped = self._file_for(size, dtype)
        if mapped is None:
            import numpy as np

            grown = np.zeros(size, dtype=dtype)
        else:
            grown = mapped.array
        for low in range(0, self._count, MAPPED):
            high = min(low + MAPPED, self._count)
            grown[low:high] = self._array[low:high]
            for each in (mapped, self._mapped):
                if each is not None:
                    each.release(high)
        self._array, self._mapped = grown, mapped

    def _file_for(self, size: int, dtype: np.dtype[Any]) -> MappedValues | None:
        """A file for this many values; None where they are few, or there is no room for one."""
        if size * dtype.itemsize < MAPPED:
            return None
        from mexplore.rules.engine.mapped import MappedValues

        with suppress(OSError, ValueError):
            return MappedValues(size, dtype, None if self.store is None else self.store.folder)
        return None


def grundy_values(rule: Rule, stop: int, watcher: Watcher = no_progress) -> Values:
    """G(0), ..., G(stop - 1) by the fastest kernel that the rule has.

    >>> from mexplore.rules.notation import parse_rule
    >>> grundy_values(parse_rule("0.77"), 10).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    """
    return Computation(rule, watcher).extend(stop)


def most_values(bytes_a_value: int = 1) -> int:
    """How many values a quarter of this machine's memory holds."""
    import os

    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return memory // (4 * bytes_a_value)


def refuse_beyond_memory(stop: int, bytes_a_value: int = WITH_A_WIDER_COPY) -> None:
    """Raise TooLarge if ``stop`` values cannot be held in this machine's memory: where nothing
    else is said, a byte each and, should one outgrow it, the copy that has two."""
    import os

    need = stop * bytes_a_value
    have = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if need > have * 0.8:
        raise TooLarge(
            f"{_power_of_ten(stop)} values need {_power_of_ten(need)} bytes of memory and this "
            f"machine has {_power_of_ten(have)}; ask for fewer (this family is computed term by "
            "term; `mexplore predict` answers for single huge heaps where a law is proved)"
        )


def _power_of_ten(number: int) -> str:
    digits = to_decimal(number)
    return digits if number < 10**6 else f"about {digits[0]}*10^{len(digits) - 1}"


class _ByDefinition(Kernel):
    """The definition in the shape of a kernel, for rules that have no other."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule

    def fill(self, values: Values, start: int, stop: int) -> int:
        import numpy as np

        limit = int(np.iinfo(values.dtype).max)
        for n in range(start, stop):
            options = self.rule.options(n)
            value = mex(reduce(xor, (int(values[h]) for h in heaps), 0) for heaps in options)
            if value > limit:
                return n
            values[n] = value
        return stop

    def steps(self, start: int, stop: int) -> float:
        return 1000.0 * stop * (stop - start)

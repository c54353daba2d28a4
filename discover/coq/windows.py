"""What Coq compares to see the laws of all kinds of a system: the numbers of ``KindShifts.v``.

They are hints. One period p for all kinds is a common multiple of theirs; values that do not grow
are below a power of two, and every kind that grows rises by a multiple of it in p. A heap that
grows is *far* where it and all larger ones have *large* values: more than those of small heaps can
be, however these are raised by one step. Where two heaps of an option grow, both are changed by p,
and options are compared of heaps that are 2 p apart (else p).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import lcm

from mexplore.discover.coq.law import numbers
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.rules.dataclass import dataclass
from mexplore.rules.systems.definition import grundy_of_heaps
from mexplore.rules.systems.system import Part, Schema, System
from mexplore.rules.systems.values import SystemValues


@dataclass(frozen=True)
class Window:
    """The numbers of one system with the laws of its kinds, ``None`` of those of which none is
    claimed: of these a table has the heaps that are named one by one, and what they can become."""

    system: System
    laws: tuple[Periodic | None, ...]

    @classmethod
    def of(cls, system: System, laws: Iterable[tuple[int, Periodic]]) -> Window:
        """Laws by the numbers of the kinds; of several of one kind the first counts.

        >>> from mexplore.rules.systems.system import Kind
        >>> nim = Kind("nim", schemas=(Schema(1, (Part(0), Part(1))),))
        >>> two = System((nim, Kind("nothing")))
        >>> window = Window.of(two, [(0, Periodic(0, 1, 1)), (1, Periodic(0, 1))])
        >>> window.term
        'Window 1 1 0 2 1 2 5 0 2 [1; 0] [0; 1]'
        """
        given = dict(reversed([*laws]))
        return cls(system, tuple(given.get(t) for t in range(len(system.kinds))))

    @property
    def term(self) -> str:
        """The numbers for Coq."""
        rises = numbers(rise >> self._power for rise in self._rises)
        lawful = numbers(t for t, law in enumerate(self.laws) if law)
        return (
            f"Window {self.period} {self._times} {self._begin} {self._parts} {self._drop} "
            f"{self._far} {self._ready} {self._power} {self._large} {rises} {lawful}"
        )

    @property
    def stop(self) -> int:
        """This many heaps of each kind are compared."""
        return self._ready + self._apart

    @cached_property
    def few(self) -> list[int | None]:
        """How many heaps of a kind without a law are reached; None for the others."""
        lawful = [kind for kind, law in zip(self.system.kinds, self.laws, strict=True) if law]
        named = {
            h for kind in lawful for options in kind.below for option in options for h in option
        }
        named |= {heap for schema in self._schemas for heap in schema.beside}
        few = [None if law else 0 for law in self.laws]
        for kind, size in grundy_of_heaps(self.system, named):
            if (known := few[kind]) is not None:
                few[kind] = max(known, size + 1)
        return few

    @cached_property
    def _schemas(self) -> list[Schema]:
        """Those of the kinds that have laws."""
        both = zip(self.system.kinds, self.laws, strict=True)
        return [schema for kind, law in both if law for schema in kind.schemas]

    @cached_property
    def _free(self) -> list[Part]:
        return [part for schema in self._schemas for part in schema.parts]

    @cached_property
    def _parts(self) -> int:
        return max((len(schema.parts) for schema in self._schemas), default=1) or 1

    @cached_property
    def _drop(self) -> int:
        return max((0, *(schema.drop for schema in self._schemas)))

    @cached_property
    def _begin(self) -> int:
        few = (size - 1 for size in self.few if size)
        preperiods = (law.preperiod for law in self.laws if law)
        return max((0, *few, *preperiods, *(part.least for part in self._free)))

    def _grows(self, part: Part) -> bool:
        law = self.laws[part.kind]
        return bool(law and law.saltus)

    @cached_property
    def _times(self) -> int:
        return 2 if any(sum(map(self._grows, schema.parts)) > 1 for schema in self._schemas) else 1

    # The power of two

    @cached_property
    def _repeats(self) -> int:
        """A common multiple of the periods."""
        moduli = [schema.when.modulus for schema in self._schemas]
        moduli += [part.sizes.modulus for part in self._free]
        return lcm(*(law.period for law in self.laws if law), *moduli)

    @cached_property
    def _power(self) -> int:
        """Values that do not grow are less than 2 to this power."""
        values = SystemValues(self.system).extend(self._begin + self._repeats)
        rows = zip(values, self.laws, self.few, strict=True)
        low = (row[:few] for row, law, few in rows if not (law and law.saltus))
        fixed = [heap for schema in self._schemas for heap in schema.beside]
        beside = grundy_of_heaps(self.system, fixed)
        largest = max(
            (0, *(int(row.max()) for row in low if row.size), *(beside[h] for h in fixed))
        )
        return largest.bit_length()

    @cached_property
    def period(self) -> int:
        period = self._repeats
        steps = [law.saltus * (period // law.period) for law in self.laws if law]
        while any(step % (1 << self._power) for step in steps):
            period, steps = 2 * period, [2 * step for step in steps]
        return period

    @cached_property
    def _rises(self) -> list[int]:
        return [law.saltus * (self.period // law.period) if law else 0 for law in self.laws]

    # What is large, and far

    @cached_property
    def _growing(self) -> list[tuple[int, list[int]]]:
        """The rises of the kinds that grow, and their first values."""
        values = SystemValues(self.system).extend(self._begin + self.period)
        both = zip(self._rises, values, strict=True)
        return [(rise, [int(v) for v in row]) for rise, row in both if rise]

    @cached_property
    def _large(self) -> int:
        """As a multiple of the power of two."""
        most = 0
        for rise, values in self._growing:
            step = self._times * rise
            most = max((most, *values, *(v + step for v in values[: self._begin])))
            most = max(most, step + (1 << self._power) - 1)
        return (most >> self._power) + 1

    @cached_property
    def _far(self) -> int:
        far, large = self._begin, self._large << self._power
        for rise, values in self._growing:
            for n in range(self._begin, len(values)):
                missing = -(-max(large - values[n], 0) // rise)  # periods until it is large
                far = max(far, n + (missing - 1) * self.period + 1 if missing else 0)
        return far

    @property
    def _apart(self) -> int:
        return self._times * self.period

    @cached_property
    def _ready(self) -> int:
        first = max(self._far, self._begin + self._apart)
        above = self._parts * first + self._drop - self._apart
        lawful = [kind for kind, law in zip(self.system.kinds, self.laws, strict=True) if law]
        listed = max((len(kind.below) for kind in lawful), default=0)
        return max(listed, self._parts * self._far + self._drop, above)

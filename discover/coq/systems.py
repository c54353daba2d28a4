"""Systems of kinds of heaps as terms of the Coq library, and what its theorem of their periods is
given: a rank, a table of values, a window."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import lcm

from mexplore.discover.coq.law import numbers
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.systems.ends import one_rank
from mexplore.rules.systems.system import Heaps, Kind, Part, Schema, System
from mexplore.rules.systems.values import SystemValues


@dataclass(frozen=True)
class SystemTerms:
    """A system with periods of its kinds, by their numbers; a kind may have several."""

    system: System
    laws: tuple[tuple[int, Periodic], ...]
    rank: tuple[int, tuple[int, ...]]

    @classmethod
    def of(cls, system: System, laws: Iterable[tuple[int, Periodic]]) -> SystemTerms | Inapplicable:
        """The terms; Inapplicable where the library has no theorem."""
        given = tuple(dict.fromkeys(laws))
        lawful = {number for number, _ in given}
        for number, kind in enumerate(system.kinds):
            if kind.schemas and number not in lawful:
                return Inapplicable(f"the library of Coq proofs wants a law of {kind.name}, too")
        rank = one_rank(system)
        if rank is None:
            return Inapplicable(
                "the library of Coq proofs wants one rank that falls with all moves"
            )
        return cls(system, given, rank)

    @property
    def header(self) -> str:
        """The kinds, their weights, values and laws."""
        values = SystemValues(self.system).extend(max(self.sizes))
        rows = zip(values, self.sizes, strict=True)
        tables = (numbers(map(int, row[:size])) for row, size in rows)
        named = "; ".join(f"{number} {kind.name}" for number, kind in enumerate(self.system.kinds))
        laws = (f"({number}, {law.preperiod}, {law.period})" for number, law in self.laws)
        return f"""
(** The kinds, by numbers: {named}. *)
Definition kinds : list kind :=
  {kinds_term(self.system)}.
Definition weights : list Z := {numbers(self.rank[1])}%Z.
Definition tables : list (list N) :=
  {lines(tables)}.
(** (t, n0, p): G (t, n + p) = G (t, n) for all n >= n0. *)
Definition laws : list law_of_kind := {listed(laws)}."""

    @property
    def ranked(self) -> str:
        """What the theorems of the library take to see that play ends."""
        return f"kinds {self.rank[0]} {-min(0, *self.rank[1])} weights"

    @property
    def asked(self) -> str:
        """What the theorem of the library takes."""
        window = f"{self._period} {self._begins} {self._parts} {self._drop}"
        return f"{self.ranked} tables {window} laws"

    @cached_property
    def sizes(self) -> list[int]:
        """How many heaps of each kind are in the table: with a heap all that it can become."""
        stop = self._parts * self._begins + self._parts * self._period + self._drop
        largest = max(law.preperiod + law.period for _, law in self.laws)
        stop = max(stop, self._begins + self._period + largest) + 1
        scale, weights = self.rank
        end = scale * stop + max(weights)
        return [-((weight - end) // scale) for weight in weights]

    @property
    def seconds(self) -> float:
        """An estimate of the time that Coq takes."""
        many = max(1, sum(bool(kind.schemas) for kind in self.system.kinds))
        schemas = max(1, len(self._schemas) // many)
        return 1 + sum(size * size for size in self.sizes) * schemas * 2e-6

    # What is compared: G_t(n + p) = G_t(n) for n0 <= n < k n0 + (k - 1) p + J and all kinds.

    @cached_property
    def _schemas(self) -> list[Schema]:
        return [schema for kind in self.system.kinds for schema in kind.schemas]

    @cached_property
    def _free(self) -> list[Part]:
        return [part for schema in self._schemas for part in schema.parts]

    @property
    def _parts(self) -> int:
        return max((len(schema.parts) for schema in self._schemas), default=1) or 1

    @property
    def _drop(self) -> int:
        return max((0, *(schema.drop for schema in self._schemas)))

    @cached_property
    def _period(self) -> int:
        moduli = [schema.when.modulus for schema in self._schemas]
        moduli += [part.sizes.modulus for part in self._free]
        return lcm(*(law.period for _, law in self.laws), *moduli)

    @cached_property
    def _begins(self) -> int:
        preperiods = (law.preperiod for _, law in self.laws)
        least = (part.least for part in self._free)
        return max(self.system.regular_from, *preperiods, *least)


def kinds_term(system: System) -> str:
    """The kinds of a system for Coq.

    >>> row = Kind("row", (((),),), (Schema(1, (Part(0),)),))
    >>> print(kinds_term(System((row,))))
    [Kind [[[]]]
          [Schema 1 [Part 0 0 1 [0]] [] 1 [0]]]
    """
    return lines(map(_kind, system.kinds))


def _kind(kind: Kind) -> str:
    below = listed(listed(map(_heaps, options)) for options in kind.below)
    return f"Kind {below}\n      {listed(map(_schema, kind.schemas))}"


def _schema(schema: Schema) -> str:
    drop = str(schema.drop) if schema.drop >= 0 else f"({schema.drop})"
    residues = f"{schema.when.modulus} {numbers(sorted(schema.when.allowed))}"
    return f"Schema {drop} {listed(map(_part, schema.parts))} {_heaps(schema.beside)} {residues}"


def _part(part: Part) -> str:
    residues = f"{part.sizes.modulus} {numbers(sorted(part.sizes.allowed))}"
    return f"Part {part.kind} {part.least} {residues}"


def _heaps(heaps: Heaps) -> str:
    return listed(f"({kind}, {size})" for kind, size in heaps)


def listed(items: Iterable[str]) -> str:
    return f"[{'; '.join(items)}]"


def lines(items: Iterable[str]) -> str:
    return "[" + ";\n   ".join(items) + "]"

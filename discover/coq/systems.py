"""Systems of kinds of heaps as terms of the Coq library, and what its theorem of their laws is
given: a rank, a table of values, a window."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from mexplore.discover.coq.law import MOST_VALUES, numbers
from mexplore.discover.coq.windows import Window
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.dataclass import dataclass
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
        rank = one_rank(system)
        if rank is None:
            return Inapplicable(
                "the library of Coq proofs wants one rank that falls with all moves"
            )
        found = cls(system, given, rank)
        if found.window.period > MOST_VALUES:
            return Inapplicable(
                f"Coq would have to look at {found.window.period} heaps of each kind"
            )
        return found

    @property
    def header(self) -> str:
        """The kinds, their weights, values and laws."""
        values = SystemValues(self.system).extend(max(self.sizes))
        rows = zip(values, self.sizes, strict=True)
        tables = (numbers(map(int, row[:size])) for row, size in rows)
        named = "; ".join(f"{number} {kind.name}" for number, kind in enumerate(self.system.kinds))
        laws = (
            f"({number}, {law.preperiod}, {law.period}, {law.saltus})" for number, law in self.laws
        )
        return f"""
(** The kinds, by numbers: {named}. *)
Definition kinds : list kind :=
  {kinds_term(self.system)}.
Definition weights : list Z := {numbers(self.rank[1])}%Z.
Definition tables : list (list N) :=
  {lines(tables)}.
(** (t, n0, p, s): G (t, n + p) = G (t, n) + s for all n >= n0. *)
Definition laws : list law_of_kind := {listed(laws)}."""

    @property
    def ranked(self) -> str:
        """What the theorems of the library take to see that play ends."""
        return f"kinds {self.rank[0]} {-min(0, *self.rank[1])} weights"

    @property
    def asked(self) -> str:
        """What the theorem of the library takes."""
        return f"{self.ranked} tables ({self.window.term}) laws"

    @cached_property
    def window(self) -> Window:
        """What is compared."""
        return Window.of(self.system, self.laws)

    @cached_property
    def sizes(self) -> list[int]:
        """How many heaps of each kind are in the table: with a heap all that it can become."""
        (scale, weights), window = self.rank, self.window
        end = scale * window.stop + max(weights)
        sizes = [-((weight - end) // scale) for weight in weights]
        return [
            few if few is not None else size for few, size in zip(window.few, sizes, strict=True)
        ]

    @property
    def seconds(self) -> float:
        """An estimate of the time that Coq takes."""
        many = max(1, sum(bool(kind.schemas) for kind in self.system.kinds))
        schemas = max(1, sum(len(kind.schemas) for kind in self.system.kinds) // many)
        return 1 + sum(size * size for size in self.sizes) * schemas * 2e-6


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

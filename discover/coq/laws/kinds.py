"""Systems of kinds of heaps as Coq reads them, and the periods of their kinds."""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm
from typing import ClassVar

from mexplore.discover.coq.law import CoqLaw, Subject, Translation, numbers
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.discover.systems.theorems.guy_smith import GuySmithForKinds
from mexplore.rules.systems.ends import one_rank
from mexplore.rules.systems.system import Heaps, Kind, Part, Schema, System
from mexplore.rules.systems.values import SystemValues

SYSTEM_VALUES = Subject(
    "system",
    "forall G, is_system_grundy game G",
    "exists G, is_system_grundy game G",
    "system_grundy_unique",
)


class PeriodsOfKinds(Translation[System, KindLaws]):
    """The theorem of Guy and Smith for kinds, with a period of all of them together."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = GuySmithForKinds

    def law(self, shape: System, claim: KindLaws) -> CoqLaw | Inapplicable:
        lawless = [k.name for k in shape.kinds if k.schemas and k.name not in claim.of]
        if lawless:
            return Inapplicable(f"the library of Coq proofs wants a law of {lawless[0]}, too")
        rank = one_rank(shape)
        if rank is None:
            return Inapplicable(
                "the library of Coq proofs wants one rank that falls with all moves"
            )
        (scale, weights), window = rank, _Window(shape, claim)
        sizes = window.sizes(scale, weights)
        values = SystemValues(shape).extend(max(sizes))
        tables = (numbers(map(int, row[:size])) for row, size in zip(values, sizes, strict=True))
        shift = -min(0, *weights)
        laws = (
            f"({shape.numbers[name]}, {law.preperiod}, {law.period})" for name, law in claim.laws
        )
        named = "; ".join(f"{number} {kind.name}" for number, kind in enumerate(shape.kinds))
        weighed = f"kinds {scale} {shift} weights"
        asked = f"{window.period} {window.begins} {window.parts} {window.drop}"
        return CoqLaw(
            ("Evaluate", "Kinds", "KindLaws"),
            "of_kinds kinds",
            "forall l, In l laws -> holds G l",
            f"kinds_law {weighed} tables {asked} laws",
            f"apply (kinds_there_is {weighed}). vm_cast_no_check (eq_refl true).",
            sum(sizes),
            1 + sum(size * size for size in sizes) * window.schemas * 2e-6,
            header=f"""
(** The kinds, by numbers: {named}. *)
Definition kinds : list kind :=
  {kinds_term(shape)}.
Definition weights : list Z := {numbers(weights)}%Z.
Definition tables : list (list N) :=
  {_lines(tables)}.
(** (t, n0, p): G (t, n + p) = G (t, n) for all n >= n0. *)
Definition laws : list law_of_kind := {_list(laws)}.""",
            subject=SYSTEM_VALUES,
        )


class _Window:
    """What is compared: G_t(n + p) = G_t(n) for n0 <= n < k n0 + (k - 1) p + J and all kinds."""

    def __init__(self, system: System, claim: KindLaws) -> None:
        self.system, self.claim = system, claim
        schemas = [schema for kind in system.kinds for schema in kind.schemas]
        self.schemas = max(1, len(schemas) // max(1, sum(bool(k.schemas) for k in system.kinds)))
        self.parts = max((len(schema.parts) for schema in schemas), default=1) or 1
        self.drop = max((schema.drop for schema in schemas), default=0)
        self.drop = max(self.drop, 0)
        free = [part for schema in schemas for part in schema.parts]
        moduli = (part.sizes.modulus for part in free)
        self.period = lcm(
            *(law.period for law in claim.of.values()),
            *(schema.when.modulus for schema in schemas),
            *moduli,
        )
        self.begins = max(
            system.regular_from,
            *(law.preperiod for law in claim.of.values()),
            *(part.least for part in free),
        )

    def sizes(self, scale: int, weights: tuple[int, ...]) -> list[int]:
        """How many heaps of each kind are in the table: with a heap all that it can become."""
        stop = self.parts * self.begins + self.parts * self.period + self.drop
        largest = max(law.preperiod + law.period for law in self.claim.of.values())
        stop = max(stop, self.begins + self.period + largest) + 1
        end = scale * stop + max(weights)
        return [-((weight - end) // scale) for weight in weights]


def kinds_term(system: System) -> str:
    """The kinds of a system for Coq.

    >>> row = Kind("row", (((),),), (Schema(1, (Part(0),)),))
    >>> print(kinds_term(System((row,))))
    [Kind [[[]]]
          [Schema 1 [Part 0 0 1 [0]] [] 1 [0]]]
    """
    return _lines(map(_kind, system.kinds))


def _kind(kind: Kind) -> str:
    listed = _list(_list(map(_heaps, options)) for options in kind.below)
    return f"Kind {listed}\n      {_list(map(_schema, kind.schemas))}"


def _schema(schema: Schema) -> str:
    drop = str(schema.drop) if schema.drop >= 0 else f"({schema.drop})"
    residues = f"{schema.when.modulus} {numbers(sorted(schema.when.allowed))}"
    return f"Schema {drop} {_list(map(_part, schema.parts))} {_heaps(schema.beside)} {residues}"


def _part(part: Part) -> str:
    residues = f"{part.sizes.modulus} {numbers(sorted(part.sizes.allowed))}"
    return f"Part {part.kind} {part.least} {residues}"


def _heaps(heaps: Heaps) -> str:
    return _list(f"({kind}, {size})" for kind, size in heaps)


def _list(items: Iterable[str]) -> str:
    return f"[{'; '.join(items)}]"


def _lines(items: Iterable[str]) -> str:
    return "[" + ";\n   ".join(items) + "]"

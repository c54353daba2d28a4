"""Kinds of heaps whose values are periodic, each with a preperiod and a period of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Self

from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
from mexplore.discover.study.pattern import Json
from mexplore.discover.systems.patterns.pattern import KindValues, SystemLaw
from mexplore.rules.dataclass import dataclass
from mexplore.rules.systems.system import System


@dataclass(frozen=True)
class KindLaws(SystemLaw):
    """G_t(n + p_t) = G_t(n) + s_t for all n >= n_t, for each of some kinds t.

    Preperiods and periods are least. With a kind those are named to which its schemas lead, so that
    the values of all of them follow from one another. Where ``start`` is true the first law is that
    of the kind with which play starts; otherwise that kind is not among them.

    >>> laws = KindLaws(True, (("ring", Periodic(5, 4)), ("row", Periodic(71, 12))))
    >>> laws.statement()
    'ring: G(n + 4) = G(n) for all n >= 5; row: G(n + 12) = G(n) for all n >= 71'
    >>> KindLaws.from_parameters(laws.parameters()) == laws
    True
    """

    name = "kind-laws"

    start: bool
    laws: tuple[tuple[str, Periodic], ...]

    def __post_init__(self) -> None:
        if not self.laws or len(dict(self.laws)) < len(self.laws):
            raise ValueError("the law names at least one kind, and each kind once")

    @classmethod
    def detect(cls, known: KindValues) -> Iterator[Self]:
        """The laws of all kinds that the start leads to, and then those of other kinds."""
        yield from cls.shown(known, map(Periodic.detect, known.of.values()))

    @classmethod
    def shown(cls, known: KindValues, candidates: Iterable[Iterable[Periodic]]) -> Iterator[Self]:
        """The same from periods that may be those of the kinds, in their order, the shortest laws
        first: of each kind the first that shows three periods."""
        seen = {
            name: next(
                (
                    law
                    for law in periods
                    if law.seen_enough(evidence) and law.objection(evidence) is None
                ),
                None,
            )
            for (name, evidence), periods in zip(known.of.items(), candidates, strict=True)
        }
        laws = {name: law for name, law in seen.items() if law is not None}
        yield from cls.closed(known.system, laws)

    @classmethod
    def closed(cls, system: System, laws: Mapping[str, Periodic]) -> Iterator[Self]:
        """What these laws say of kinds all of whose schemas lead to kinds with a law: of the start
        and those it leads to; or, where the start has none, of all others."""
        names = [kind.name for kind in system.kinds]
        lawful = {name for name in names if name in laws}
        while True:
            whole = {n for n in lawful if _leads_to(system, system.numbers[n]) <= lawful}
            if whole == lawful:
                break
            lawful = whole
        first = names[system.start] if names else ""
        if first in lawful:
            reached = reached_from(system, first)
            yield cls(True, tuple((name, laws[name]) for name in reached))
        elif lawful:
            yield cls(False, tuple((name, laws[name]) for name in names if name in lawful))

    @property
    def whole(self) -> bool:
        return self.start

    @cached_property
    def of(self) -> dict[str, Periodic]:
        """The law of each kind, by its name."""
        return dict(self.laws)

    def first_failure(self, evidence: KindValues) -> tuple[str, int] | None:
        for name, law in self.laws:
            at = law.first_failure(evidence.of[name])
            if at is not None:
                return name, at
        return None

    def objection(self, known: KindValues) -> str | None:
        """Why the claim is to be rejected: where it fails, or a number that is not the least."""
        for name, law in self.laws:
            wrong = law.objection(known.of[name])
            if wrong is not None:
                return f"{name}: {wrong}"
        return None

    def forms(self, known: KindValues) -> dict[str, PeriodicForm] | None:
        """What gives every value of each kind; None where too few are known."""
        found = {name: law.closed_form(known.of[name]) for name, law in self.laws}
        whole = {name: form for name, form in found.items() if form is not None}
        return whole if len(whole) == len(found) else None

    def parameters(self) -> Json:
        laws = [{"kind": name, **law.parameters()} for name, law in self.laws]
        return {"start": self.start, "laws": laws}

    @classmethod
    def from_parameters(cls, parameters: Json) -> Self:
        start, given = parameters["start"], parameters["laws"]
        if type(start) is not bool or type(given) is not list or len(parameters) != 2:
            raise ValueError("a kind-laws claim is written with start and laws, once")
        laws = []
        for each in given:
            numbers = dict(each)
            kind = numbers.pop("kind")
            if type(kind) is not str:
                raise ValueError(f"{str(kind)[:40]!r} is no name of a kind")
            laws.append((kind, Periodic.from_parameters(numbers)))
        return cls(start, tuple(laws))

    def statement(self) -> str:
        return "; ".join(f"{name}: {law.statement()}" for name, law in self.laws)

    def latex(self) -> str:
        rows = (rf"\text{{{_plain(name)}:}} & {law.latex()}" for name, law in self.laws)
        return r"\begin{array}{ll} " + r" \\ ".join(rows) + r" \end{array}"

    def size(self) -> int:
        return 1 + sum(law.size() for _, law in self.laws)


def reached_from(system: System, first: str) -> list[str]:
    """The kinds to which play in a heap of this kind leads by schemas, itself first, by name."""
    reached = [system.numbers[first]]
    for number in reached:
        reached += sorted(
            system.numbers[name]
            for name in _leads_to(system, number)
            if system.numbers[name] not in reached
        )
    return [system.kinds[number].name for number in reached]


def _leads_to(system: System, kind: int) -> set[str]:
    """The kinds of the parts of the schemas of a kind."""
    parts = (part for schema in system.kinds[kind].schemas for part in schema.parts)
    return {system.kinds[part.kind].name for part in parts}


def _plain(name: str) -> str:
    return "".join(rf"\{sign}" if sign in "_#$%&{}" else sign for sign in name)

"""Values of heaps of all kinds with their warrant: by laws, by tables, by the definition.

The laws of all kinds are looked for at once; where a kind has none, its values are computed in
tables of all kinds, and where that takes too long, from what a heap can reach.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, cast

from mexplore.discover.heaps.values import Answers, ComputedForm, Warranted
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.kind import FoundValues, KnownValues, Means, Warrant, Way
from mexplore.discover.study.limits import Limits, uninterrupted
from mexplore.discover.systems.study import SystemStudy, study_system
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.search import Sums
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TooLarge
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.system import Heap
from mexplore.rules.systems.values import SystemValues

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule

LAW_SHARE = 0.7  # of the budget
AT_ONCE = 1 << 11  # sizes that are valued without looking for a law
MOST_SIZES = 1 << 22  # of a table
MOST_REACHED = 200_000  # heaps that are looked at from one


@dataclass(frozen=True, eq=False)
class KnownKinds(KnownValues[Heap]):
    """All that is known of the values of a system."""

    game: SystemGame
    study: SystemStudy | None
    table: SystemValues
    seconds: float
    unproved: bool = False

    def ways(self) -> Iterator[Way[Heap]]:
        yield self._by_laws
        yield self._by_table
        yield self._by_search

    def _by_laws(self, heaps: list[Heap]) -> FoundValues[Heap]:
        values: dict[Heap, int] = {}
        warrants: dict[int, Warrant] = {}
        for kind, size in heaps:
            law = self._laws.get(kind)
            if law is not None:
                values[kind, size] = law.form.at(size)
                warrants[kind] = law.warrant
        return FoundValues(values, list(warrants.values()))

    @cached_property
    def _laws(self) -> dict[int, Warranted]:
        """The laws of kinds that may be used."""
        found = {}
        for number, kind in enumerate(self.game.system.kinds) if self.study else ():
            law = self.study.finding_of(kind.name) if self.study else None
            if law is not None and law.form is not None and (law.proof or self.unproved):
                warrant = Warrant.by(law)
                if number != self.game.system.start:
                    words = f"{kind.name}: {warrant.words}"
                    warrant = Warrant(warrant.status, words, law)
                found[number] = Warranted(law.form, warrant)
        return found

    def _by_table(self, heaps: list[Heap]) -> FoundValues[Heap]:
        stop = max(size for _, size in heaps) + 1
        if stop <= MOST_SIZES and self.table.known < stop:
            self.table.extend(stop, working_seconds() + self.seconds / 2)
        known = self.table.values
        near = {heap: int(known[heap]) for heap in heaps if heap[1] < known.shape[1]}
        return FoundValues(near, [self._computed] * bool(near))

    @property
    def _computed(self) -> Warrant:
        words = f"computed directly for n < {self.table.known}; no law was needed"
        return Warrant("computed", words)

    def _by_search(self, heaps: list[Heap]) -> FoundValues[Heap]:
        """Of heaps from which few others are reached."""
        search, late = Sums(self.game.system.options, MOST_REACHED), working_seconds()
        late += self.seconds / 2
        values: dict[Heap, int] = {}
        for heap in heaps:
            try:
                if working_seconds() < late:
                    values[heap] = search.value(heap)
            except TooLarge:
                break
        words = f"computed from the definition: {len(search)} heaps reached"
        warrants = [Warrant("computed", words)] * bool(values)
        return FoundValues(values, warrants, "" if len(values) == len(heaps) else self.why_not())

    def why_not(self) -> str:
        """Why a value is not known."""
        law = "no law of all kinds is proved"
        if self.study is not None and self.study.findings and not self.unproved:
            law += " (--unproved uses what holds so far)"
        return f"{self.game}: {law}, and values are computed for n < {self.table.known} only"

    def of_kind(self, kind: int, stop: int = 0) -> Answers:
        """What is known of the values of one kind: its law, or what is computed of them."""
        warranted = [self._laws[kind]] if kind in self._laws else []
        if not warranted:
            if stop <= MOST_SIZES:
                self.table.extend(stop, working_seconds() + self.seconds / 2)
            computed = Evidence(self.table.values[kind].copy())
            form = ComputedForm(computed)
            warranted.append(Warranted(form, self._computed, computed.stop))
        return KindAnswers(
            cast("Rule", self.game),
            tuple(warranted),
            self.study.of_start if self.study else None,
            self.seconds,
            self,
            kind,
        )


@dataclass(frozen=True, eq=False)
class KindAnswers(Answers):
    """What is known of the values of one kind of a system, as of a rule of heaps."""

    kinds: KnownKinds
    kind: int

    def _without_law(self, numbers: list[int]) -> FoundValues[int]:
        found = self.kinds.look_up([(self.kind, n) for n in numbers])
        values = zip(numbers, found.values, strict=True)
        known = {n: value for n, value in values if value is not None}
        return FoundValues(known, found.warrants, found.missing)

    def _why_not(self) -> str:
        return self.kinds.why_not()


def known_kinds(
    game: SystemGame,
    places: Sequence[Heap],
    means: Means | None = None,
    watcher: Watcher = no_progress,
) -> KnownKinds:
    """What is known of the values of these heaps: laws of all kinds, unless the heaps are small and
    values are wanted first.

    >>> from mexplore.rules.systems.reading import read_system
    >>> ring = read_system("kinds A(n) -> A(n - 1) | A(n - 2); start A(n)")
    >>> known_kinds(ring, [(0, 10**18)]).at((0, 10**18))
    1
    """
    means = means or Means()
    largest = max((size for _, size in places), default=0)
    table, began = SystemValues(game.system, watcher), working_seconds()
    if not means.law_first and largest < AT_ONCE:
        return KnownKinds(game, None, table, means.budget)
    limits = Limits(LAW_SHARE * means.budget)
    study = uninterrupted(study_system(game, limits, watcher))
    left = max(means.budget - (working_seconds() - began), 0.1 * means.budget)
    return KnownKinds(game, study, table, left, means.unproved)

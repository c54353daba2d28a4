"""Systems of kinds of heaps: games that fall apart into heaps of finitely many kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.kind import STUDIED_SECONDS, GameKind, Invalid, Means, expect_bound
from mexplore.discover.systems.known import system_laws, system_theorems
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.discover.systems.patterns.pattern import KindValues, SystemLaw
from mexplore.discover.systems.theorems.theorem import SystemTheorem
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.systems.game import SystemGame

if TYPE_CHECKING:
    from mexplore.discover.study.conclusion import Conclusion
    from mexplore.discover.study.limits import Limits
    from mexplore.discover.systems.study import SystemStudy
    from mexplore.discover.systems.values import KnownKinds
    from mexplore.rules.systems.system import Heap

MOST_CHECKED = 10**7  # heaps of a kind that are valued again


class Systems(GameKind[SystemGame]):
    """Games of which a system of kinds is known, with laws of all kinds."""

    name: ClassVar[str] = "systems"
    checked: ClassVar[tuple[int, int]] = (0, 1000)

    def parse(self, text: str) -> SystemGame | None:
        from mexplore.rules.systems.reading import read_system

        return read_system(text)

    def places_named(self, game: SystemGame, names: Sequence[int]) -> list[Heap]:
        """Heaps of the kind with which play starts."""
        return [(game.system.start, n) for n in names]

    def claims(self) -> Sequence[type[SystemLaw]]:
        return system_laws()

    def theorems(self) -> Sequence[SystemTheorem]:
        return system_theorems()

    def check(
        self,
        game: SystemGame,
        claim: KindLaws,
        theorem: SystemTheorem,
        given: object,
        *,
        by_definition: bool = False,
        fast: bool = False,
        watcher: Watcher,
    ) -> str:
        """The values below the bound are computed again, in the order of ranks by plain numpy."""
        if type(given) is not int or not 0 < given <= MOST_CHECKED:
            raise Invalid(f"its bound is {given!r}, not a number of heaps up to {MOST_CHECKED}")
        refused = theorem.applies(game)
        if refused is not None:
            raise Invalid(f"the theorem {theorem.name!r} does not apply: {refused.reason}")
        if any(name not in game.system.numbers for name in claim.of):
            raise Invalid("it names a kind that the system does not have")
        known, how = values_below(game, given, by_definition, fast, watcher)
        compare_small(game, known)
        expect_bound(given, theorem.bound(game, claim, known), theorem.name)
        wrong = claim.objection(known)
        if wrong is not None:
            raise Invalid(wrong)
        return f"checked below {given} {how}"

    def study(
        self, game: SystemGame, limits: Limits | None = None, watcher: Watcher = no_progress
    ) -> SystemStudy:
        from mexplore.discover.systems.study import study_system

        return study_system(game, limits, watcher)

    def known_values(
        self,
        game: SystemGame,
        places: Sequence[Heap],
        means: Means | None = None,
        watcher: Watcher = no_progress,
    ) -> KnownKinds:
        from mexplore.discover.systems.values import known_kinds

        return known_kinds(game, places, means, watcher)

    def refuse_unreadable(self, game: SystemGame, conjecture: str) -> None:
        from mexplore.discover.systems.check import read_conjecture

        read_conjecture(game, conjecture)

    def check_conjecture(
        self,
        game: SystemGame,
        conjecture: str,
        ends: tuple[int, int],
        seconds: float = STUDIED_SECONDS,
        watcher: Watcher = no_progress,
    ) -> Conclusion[Any]:
        from mexplore.discover.systems.check import check_conjecture

        return check_conjecture(game, conjecture, ends, seconds, watcher)


def compare_small(game: SystemGame, known: KindValues) -> None:
    """Invalid where a derived system gives a small heap another value than the definition from
    which it was derived; those beyond the values that are known are compared as well."""
    small = dict(game.small_values())
    stop = max((n + 1 for _, n in small), default=0)
    if stop > known.stop:
        known, _ = values_below(game, stop, False, False, no_progress)
    for (kind, n), value in small.items():
        name = game.system.kinds[kind].name
        if known.of[name].at(n) != value:
            raise Invalid(f"{name}({n}) is worth {value} by the definition of the game")


def values_below(
    game: SystemGame, stop: int, by_definition: bool, fast: bool, watcher: Watcher
) -> tuple[KindValues, str]:
    """The values of all kinds below ``stop`` once more, and how they were computed."""
    import numpy as np

    system = game.system
    if by_definition:
        heaps = [(kind, n) for kind in range(len(system.kinds)) for n in range(stop)]
        found = np.array(game.directly(heaps), dtype=np.int64).reshape(-1, stop)
        rows, how = list(found), "by the definition"
    elif fast:
        from mexplore.rules.systems.values import values

        rows, how = list(values(system, stop, watcher)), "by the engine of the study"
    else:
        from mexplore.rules.checking.kinds import values_again

        rows, how = values_again(system, stop, watcher), "in the order of ranks by plain numpy"
    names = (kind.name for kind in system.kinds)
    of = (Evidence(row.astype(np.uint64)) for row in rows)
    return KindValues(system, dict(zip(names, of, strict=True))), how

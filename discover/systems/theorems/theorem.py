"""What a theorem about systems is: values of finitely many heaps decide the laws of all kinds."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from mexplore.discover.study.theorem import Inapplicable, TheoremOf
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.discover.systems.patterns.pattern import KindValues
from mexplore.rules.errors import InputError
from mexplore.rules.systems.ends import check_ends
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.system import System


class SystemTheorem(TheoremOf[SystemGame, System, KindLaws]):
    """One theorem: if the laws of some kinds hold for all heaps below a bound, they hold for all
    heaps of these kinds. Preperiods and periods are least if they are least for those heaps."""

    needs: ClassVar[int] = 0
    """How much it needs to know; theorems that need less are asked first."""

    about: ClassVar[tuple[str, ...]] = (KindLaws.name,)

    def hypotheses(self, rule: SystemGame) -> System | Inapplicable:
        """Play ends; the ranks of `rules.systems.ends` show it."""
        if rule.guessed:
            return Inapplicable(rule.guessed)
        system = rule.system
        try:
            check_ends(system)
        except InputError as error:
            return Inapplicable(str(error))
        return system

    def bound(self, game: SystemGame, claim: KindLaws, known: KindValues) -> int | Inapplicable:
        """The number of heaps of each kind that decide: hypotheses first, then `bound_of`."""
        system = self.hypotheses(game)
        if isinstance(system, Inapplicable):
            return system
        wrong = misnamed(system, claim)
        return self.bound_of(system, claim, known) if wrong is None else wrong

    @abstractmethod
    def bound_of(self, system: System, claim: KindLaws, known: KindValues) -> int | Inapplicable:
        """The heaps of sizes n < bound of the kinds that are named decide. Of the values that are
        known at most those are read that the closed forms of the laws need."""


def misnamed(system: System, claim: KindLaws) -> Inapplicable | None:
    """Whether the claim names kinds of the system, with each all those that it leads to, and the
    start as it says."""
    start = system.kinds[system.start].name
    if claim.start != (claim.laws[0][0] == start) or (not claim.start and start in claim.of):
        return Inapplicable(f"play starts with heaps of the kind {start}")
    for name in claim.of:
        if name not in system.numbers:
            return Inapplicable(f"there is no kind {name!r}")
        for schema in system.kinds[system.numbers[name]].schemas:
            for part in schema.parts:
                if system.kinds[part.kind].name not in claim.of:
                    led = system.kinds[part.kind].name
                    return Inapplicable(f"{name} leads to {led}, of which no law is claimed")
    return None

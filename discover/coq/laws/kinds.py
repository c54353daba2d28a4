"""Systems of kinds of heaps as Coq reads them, and the laws of their kinds."""

from __future__ import annotations

from typing import Any, ClassVar

from mexplore.discover.coq.law import CoqLaw, Subject, Translation
from mexplore.discover.coq.systems import SystemTerms
from mexplore.discover.coq.words import word_law
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.discover.systems.theorems.growing import GrowingKinds
from mexplore.discover.systems.theorems.guy_smith import GuySmithForKinds
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.written import WrittenSystem
from mexplore.rules.words.game import WordGame

SYSTEM_VALUES = Subject(
    "system",
    "forall G, is_system_grundy game G",
    "exists G, is_system_grundy game G",
    "system_grundy_unique",
)


class PeriodsOfKinds(Translation[SystemGame, KindLaws]):
    """The theorem of Guy and Smith for kinds, with a period of all of them together. Of games on
    words Coq derives the system as well."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = GuySmithForKinds

    def needed_of(self, game: Any, shape: Any) -> SystemGame:
        del shape
        assert isinstance(game, SystemGame)
        return game

    def law(self, shape: SystemGame, claim: KindLaws) -> CoqLaw | Inapplicable:
        why = "Coq reads a game on words only"
        if isinstance(shape, WordGame):
            found = word_law(shape, claim)
            if isinstance(found, CoqLaw):
                return found
            why = found.reason
        numbered = ((shape.system.numbers[name], law) for name, law in claim.laws)
        terms = SystemTerms.of(shape.system, numbered)
        if isinstance(terms, Inapplicable):
            return terms
        return CoqLaw(
            ("Evaluate", "Kinds", "KindShifts", "KindLaws"),
            "of_kinds kinds",
            "forall l, In l laws -> holds G l",
            f"kinds_law {terms.asked}",
            f"apply (kinds_there_is {terms.ranked}). vm_cast_no_check (eq_refl true).",
            sum(terms.sizes),
            terms.seconds,
            header=terms.header if isinstance(shape, WrittenSystem) else _taken(why) + terms.header,
            subject=SYSTEM_VALUES,
        )


class GrowthOfKinds(PeriodsOfKinds):
    """The theorem about kinds whose values grow: the library has both in one."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = GrowingKinds


def _taken(why: str) -> str:
    """What is not proved in Coq of a system that was derived."""
    return f"""
(** Proved is a law of the system of kinds below.  That this is the system of the game is not proved
    here, but taken from the program: {why}. *)"""

"""Questions about families of rules of heaps, and about their members."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

from mexplore.reports.cli.subjects import USUAL_LAST, Game, HeapRule
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.heaps.values import Answers
    from mexplore.discover.study.kind import LookedUp, Means
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.documents.listing import SequenceListing
    from mexplore.reports.documents.report import Report
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.engine.store import Store
    from mexplore.rules.parameters.family import FamilyOfRules


@dataclass(frozen=True)
class Family(Game):
    """A family: a game for all values of its names that constraints allow."""

    family: FamilyOfRules

    @property
    def game(self) -> FamilyOfRules:
        return self.family

    def head(self) -> dict[str, Any]:
        return {"rule": str(self.family), "family": self.family.notation}

    def source(self, watcher: Watcher, store: Store | None = None) -> NoReturn:
        del watcher, store
        names = ",".join(f"{name}={7 + 2 * i}" for i, name in enumerate(self.family.names))
        raise InputError(f"a family has no values, its members have: name one with --at {names}")

    def look_up(self, places: Sequence[Any], means: Means, watcher: Watcher) -> NoReturn:
        del places, means
        self.source(watcher)

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        del store
        if limits.upto is not None or limits.max_terms is not None or limits.runs_upto is not None:
            raise InputError(
                "the laws of a family are not found by a number of values; leave it out, --budget "
                "says how long the search may take"
            )
        from mexplore.discover.families.methods import study_of_family
        from mexplore.reports.documents.family_report import FamilyReport

        return FamilyReport(study_of_family(self.family, limits.budget, watcher))


@dataclass(frozen=True)
class Member(HeapRule):
    """A rule that is a member of a family: values may come from the law of all of it."""

    family: FamilyOfRules
    at: tuple[tuple[str, int], ...]

    def head(self) -> dict[str, Any]:
        at = {name: to_decimal(value) for name, value in self.at}
        return super().head() | {"family": str(self.family), "at": at}

    def terms(
        self, last: int | None, watcher: Watcher, store: Store | None = None
    ) -> SequenceListing:
        """Elements beyond the last heap are no moves: kernels need not see their many digits."""
        from mexplore.rules.families.subtraction.rule import Subtraction

        stop = (USUAL_LAST if last is None else last) + 1
        amounts = self.family.amounts(dict(self.at), stop)
        few = self.rule if amounts is None else Subtraction.of(amounts or [stop])
        listing = HeapRule(few).terms(last, watcher, store)
        return replace(listing, head=self.head())

    def look_up(self, places: Sequence[Any], means: Means, watcher: Watcher) -> LookedUp:
        return self.answers(list(places), means, watcher).look_up(places)

    def answers(self, heaps: list[int], means: Means, watcher: Watcher) -> Answers:
        """What is known of its values, by the law of the family where heaps are large."""
        from mexplore.discover.families.member import member_answers
        from mexplore.discover.families.methods import study_of_family

        return member_answers(self.family, dict(self.at), heaps, means, watcher, study_of_family)

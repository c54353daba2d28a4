"""The study of a rule under misère play: tame rules as Nim, wild ones by their quotient."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal

from mexplore.discover.heaps.study import study as study_of_values
from mexplore.discover.misere.known import misere_theorems
from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps, MisereFinding, MisereLaw
from mexplore.discover.misere.patterns.presentation import Presentation
from mexplore.discover.misere.patterns.quotient import Quotient
from mexplore.discover.misere.patterns.search.growing import Growing, Taming, least_period
from mexplore.discover.misere.patterns.search.partial import OptionTable
from mexplore.discover.misere.patterns.types import NONE, PlayedAsNim, Types, as_nim
from mexplore.discover.misere.theorems.theorem import AnyMisereTheorem, ByClasses
from mexplore.discover.study.finding import Proof, Refusal
from mexplore.discover.study.kind import NotKnown
from mexplore.discover.study.limits import Ending, Limits
from mexplore.discover.study.study import Search, StudyOf, run
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.misere.game import PLAY, Misere

if TYPE_CHECKING:
    from mexplore.discover.heaps.study import Study

STAGE = "classes of heaps"
FIRST = 8  # heaps, after which a period is looked for first
LAST_TAME = 4000  # heaps of a tame rule that are looked at, unless more are wanted
LAST_WILD = 1000  # of a wild one
WITHOUT_THEOREM = 60  # of a rule for which no theorem proves that classes repeat
SEARCHING = 0.8  # of a budget; the rest is for checking what was found
CHECKED_A_SECOND = 50_000  # options of tame heaps, of each second of a budget
OF_VALUES = 0.5  # of a budget, for the law of the nim-values


@dataclass(frozen=True, eq=False)
class MisereStudy(StudyOf[MisereFinding, AnyMisereTheorem]):
    """What is known of a rule under misère play. ``findings`` are all proved, the best first."""

    play: ClassVar[str] = PLAY

    misere: Misere
    findings: tuple[MisereFinding, ...]
    refusals: tuple[Refusal, ...]
    ended: Ending
    seconds: float
    wild_from: int | None = None
    """The first heap that is not played as a heap of Nim; None if none was met."""
    tame_to: int | None = None
    """The last heap up to which none is wild; None if the types were not needed."""
    grown: tuple[tuple[int, int], ...] = ()
    """The heaps at which the number of classes changed, each with the new number."""
    values: Study | None = None
    """The study of the nim-values, where sums are played as Nim."""

    @property
    def game(self) -> Misere:
        return self.misere

    def theorems(self) -> Sequence[AnyMisereTheorem]:
        return misere_theorems()

    @property
    def law(self) -> MisereLaw | None:
        """The best law that is proved."""
        return self.findings[0].claim if self.findings else None

    @property
    def reach(self) -> int | None:
        """The largest heap whose sums are decided, None if all are; 0 if none is."""
        return 0 if self.law is None else self.law.reach

    @property
    def whole(self) -> bool:
        """Whether the sums of all heaps are decided."""
        return self.reach is None

    @property
    def kind(self) -> Literal["tame", "wild", "unknown"]:
        """Tame: every heap is played as one of Nim. Wild: heap ``wild_from`` is not."""
        if self.wild_from is not None:
            return "wild"
        return "tame" if self.whole else "unknown"

    def decides(self, heaps: Sequence[int]) -> bool:
        """Whether the player who has to move in this sum loses; NotKnown where no law tells."""
        if self.law is None or (self.reach is not None and max(heaps, default=0) > self.reach):
            raise NotKnown(
                f"{self.misere}: sums of heaps up to {self.reach} are decided, no others"
            )
        if isinstance(self.law, ClassesOfHeaps):
            return self.law.lost(heaps)
        from mexplore.discover.heaps.values import answers

        values = answers(self.misere.rule, heaps).at_all(heaps)
        return as_nim(dict(zip(heaps, values, strict=True)).__getitem__)(tuple(heaps))

    @cached_property
    def presentation(self) -> Presentation | None:
        """Generators and relations, where classes are those of a quotient."""
        return Presentation(self.law) if isinstance(self.law, Quotient) else None


def study_misere(
    game: Misere,
    limits: Limits | None = None,
    watcher: Watcher = no_progress,
    *,
    with_values: bool = True,
) -> MisereStudy:
    """Look for a law of misère play until one of all heaps is proved, or the limits are reached;
    then the law of as many heaps as were looked at is proved.

    A KeyboardInterrupt ends the search with what is known by then. Where sums are played as Nim by
    the shape of the rule, a law of the nim-values is looked for only ``with_values``.

    >>> from mexplore.rules.notation import parse_rule
    >>> found = study_misere(Misere(parse_rule("0.123")))
    >>> found.kind, found.wild_from, found.law.order, found.law.repetition()
    ('wild', 8, 20, 'heap n + 5 is in the class of heap n for all n >= 5')
    """
    began = time.monotonic()
    search = _Search(game, limits or Limits(), watcher, with_values=with_values)
    _, ended = run(search)
    if ended != "proved":
        search.settle()
    return MisereStudy(
        game,
        tuple(search.findings),
        tuple(search.refusals),
        search.over if ended == "terms" else ended,
        time.monotonic() - began,
        search.tame.wild,
        search.tame.last or None,
        tuple(search.classes.grown),
        search.values,
    )


class _Search(Search[Taming | Growing, MisereFinding]):
    """The study of a rule while it runs: types of its heaps, then, where one is wild, classes."""

    def __init__(
        self, game: Misere, limits: Limits, watcher: Watcher, *, with_values: bool
    ) -> None:
        super().__init__(limits, watcher)
        self.game, self.with_values = game, with_values
        self.heaps = OptionTable(game.rule)
        self.tame = Taming(self.heaps)
        self.late = self.deadline(SEARCHING)
        self.classes = Growing(self.heaps, self.late, watcher=watcher)
        self.refusals: list[Refusal] = []
        self.values: Study | None = None
        self.over: Ending = "heaps"
        """Why there are no more steps, where there are none."""
        self.windows = [
            (theorem, shape)
            for theorem in misere_theorems()
            if isinstance(theorem, ByClasses)
            and not isinstance(shape := theorem.hypotheses(game), Inapplicable)
        ]
        self.by_values = True  # the first step needs no heaps
        self.steps = self._steps()

    def compute(self) -> Taming | Growing | None:
        return next(self.steps, None)

    def _steps(self) -> Iterator[Taming | Growing]:
        yield self.tame
        for stop in self._stops(LAST_TAME):
            if not self._more_types(stop):
                break
            yield self.tame
        if self.tame.wild is None:
            return  # types tell what classes would
        for stop in self._stops(LAST_WILD):
            more = self.classes.grow(stop)
            yield self.classes
            if not more:
                self.over = "failed" if self.classes.failed else "time"
                return

    def _more_types(self, stop: int) -> bool:
        """Find the types of the heaps below ``stop``; False where one is wild, or time is up."""
        budget = self.limits.budget
        most = None if budget is None else int(budget * CHECKED_A_SECOND)
        for n in range(self.tame.last + 1, stop):
            self._look(n)
            if not self.tame.grow(n + 1):
                return False
            late = self.late is not None and working_seconds() > self.late
            if late or (most is not None and self.heaps.count > most):
                self.over = "time"
                return False
        return True

    def consider(self, known: Taming | Growing) -> None:
        if self.by_values:
            self.by_values = False
            self._consider_values()
            return
        found = least_period(known.codes, self._bound) if self.windows else None
        if found is not None:
            self._proved(known.claim(*found))

    def computed(self) -> Taming | Growing:
        return self.tame if self.tame.wild is None else self.classes

    def unconsidered(self) -> Taming | Growing:
        return self.computed()

    def _bound(self, length: int, period: int) -> int | None:
        law = Types((NONE,) * length, period)  # a bound depends on these two numbers only
        bounds = [theorem.bound_of(shape, law) for theorem, shape in self.windows]
        return min((bound for bound in bounds if isinstance(bound, int)), default=None)

    # Rules that are played as Nim by their shape and their nim-values.

    def _consider_values(self) -> None:
        if self._proved(PlayedAsNim()):
            if self.with_values:
                self._study_values()
            return
        if not self.game.rule.one_heap or all(
            isinstance(theorem.hypotheses(self.game), Inapplicable)
            for theorem in misere_theorems()
            if PlayedAsNim.name in theorem.about
        ):
            return
        self._study_values()
        for found in self.values.findings if self.values is not None else ():
            if found.proof is not None and self._proved(PlayedAsNim(found.claim)):
                return

    def _study_values(self) -> None:
        budget = self.limits.budget
        share = None if budget is None else OF_VALUES * budget
        self.values = study_of_values(self.game.rule, Limits(share), self.watcher)

    # What is proved.

    def _proved(self, law: MisereLaw) -> bool:
        """Have the theorems check a law, and keep it if one proves it."""
        for theorem in misere_theorems():
            if not theorem.is_about(law):
                continue
            proved = theorem.proved(self.game, law, self._look)
            if isinstance(proved, Proved):
                found = MisereFinding(law, proved.bound, Proof(theorem.name, proved.bound))
                self.findings = sorted([*self.findings, found], key=lambda each: each.rank())
                return True
            self.refusals.append(Refusal(theorem.name, proved.reason, law, "claim"))
        return False

    def settle(self) -> None:
        """Prove what is known of as many heaps as were looked at."""
        if any(finding.explains for finding in self.findings):
            return
        known: Taming | Growing = self.classes
        if self.tame.last and self.tame.last >= self.classes.last:
            known = self.tame
        if known.last:
            self._proved(known.claim(known.last, 0))

    # Limits.

    def _stops(self, usual: int) -> list[int]:
        """Where to look for a period: after 8, 16, 24, ... heaps, later after a tenth more."""
        last = self.limits.upto
        if last is None:
            last = usual if self.windows else WITHOUT_THEOREM
        stops = [min(FIRST, last)]
        while stops[-1] < last:
            stops.append(min(last, stops[-1] + max(FIRST, stops[-1] // 10)))
        return [stop + 1 for stop in stops]

    def _look(self, n: int) -> None:
        self.watcher(Progress(STAGE, n, n))

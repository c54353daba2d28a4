"""The law of a family of rules: splits in turn, until the laws of one cover every member."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from discover.fitting.instances import Instance, Instances
from discover.fitting.judge import Judge
from discover.fitting.members import Values, sequences
from discover.fitting.periods import modulus_of
from discover.fitting.search import LONGEST, Attempt, CaseSearch, SystemSearch, Undecided
from discover.fitting.splitting import splits_of, systems_of
from discover.fitting.systems import System, elements_in
from discover.patterns.parameters.pattern import CaseLaw, FamilyLaw
from discover.patterns.parameters.splits import Split, cases_of
from rules.computing.grundy import Progress, Watcher, nobody
from rules.errors import was_interrupted
from rules.parameters.constraint import all_hold
from rules.parameters.rule import ParametricRule

SAMPLE = 14  # members that show how well digits suit
GOOD = 0.12
MOST_SPLITS = 40
FIRST_TURNS, SECOND_TURNS = 8, 3
FIRST_SECONDS = 6.0
MOST_SYSTEMS = 6  # of one case that are searched
SINGLE = 16  # members of a case that may have a law each
LARGEST_MEMBER = 110  # members with one parameter, whose periods show a modulus
MOST_CASES = 40


@dataclass(frozen=True)
class FamilyFinding:
    """What was proved of a family: a claim with its laws, all of them proved.

    ``claim`` is None where nothing was. ``complete`` is the prover's word that the cells hold every
    member; else ``open_member`` is one that no law is about, if one is known. ``ended`` says why
    the search was over: "proved", "time", "terms" (nothing more was to be tried) or "interrupted".
    ``tried`` has every law that was given to the prover, with its word.
    """

    rule: ParametricRule
    claim: FamilyLaw | None
    complete: bool
    open_member: dict[str, int] | None
    ended: str
    seconds: float
    tried: tuple[Attempt, ...] = ()


def find_family_law(
    rule: ParametricRule, judge: Judge, budget: float = 20.0, watcher: Watcher = nobody
) -> FamilyFinding:
    """Look for laws that cover a family, for at most ``budget`` seconds. A KeyboardInterrupt ends
    the search with what is proved by then."""
    study = _Study(rule, judge, time.monotonic(), budget, watcher)
    ended = "terms"
    try:
        ended = "proved" if study.run() else "time" if study.left() <= 0 else "terms"
    except (KeyboardInterrupt, Exception) as error:
        if not was_interrupted(error):
            raise
        ended = "interrupted"
    return study.finding(ended)


@dataclass(eq=False)
class _Study:
    rule: ParametricRule
    judge: Judge
    began: float
    budget: float
    watcher: Watcher
    tried: list[_SplitStudy] = field(default_factory=list)

    @property
    def deadline(self) -> float:
        return self.began + self.budget

    def left(self) -> float:
        return self.deadline - time.monotonic()

    def run(self) -> bool:
        """Rank the splits, give each a short turn, then the best a long one; whether one covers."""
        splits = splits_of(self.rule, self.modulus())
        for number, split in zip(range(MOST_SPLITS), splits, strict=False):
            try:
                study = _SplitStudy(self.rule, split, self.judge, number)
            except ValueError:
                continue  # it does not apply to this family
            self.tried.append(study)
            self.watcher(Progress("splits", number, MOST_SPLITS, trying=study.text))
            if study.score < GOOD or self.left() < 2 / 3 * self.budget:
                break
        for most, seconds in ((FIRST_TURNS, FIRST_SECONDS), (SECOND_TURNS, self.budget)):
            for study in sorted(self.tried, key=lambda study: study.rank)[:most]:
                if self.left() <= 0:
                    return False
                self.watcher(Progress("laws", study.laws, study.laws, trying=study.text))
                if study.run(min(self.deadline, time.monotonic() + seconds)):
                    return True
        return False

    def modulus(self) -> int | None:
        """The modulus that the periods of the members with one parameter suggest."""
        if len(self.rule.names) > 1:
            return None
        (name,) = self.rule.names
        numbers = [k for k in range(LARGEST_MEMBER) if self.rule.has({name: k})]
        sets = [[e.at({name: k}) for e in self.rule.elements] for k in numbers]
        games = [(k, s) for k, s in zip(numbers, sets, strict=True) if min(s) >= 1]
        found = sequences([s for _, s in games], LONGEST)
        if not games:
            return None
        members: list[Values | None] = [None] * (games[-1][0] + 1)
        for (k, _), values in zip(games, found, strict=True):
            members[k] = values
        return modulus_of(members)

    def finding(self, ended: str) -> FamilyFinding:
        """What is proved by the split that covers most."""
        seconds = time.monotonic() - self.began
        best = max(self.tried, key=lambda study: study.merit, default=None)
        if best is None or not best.laws:
            return FamilyFinding(self.rule, None, False, None, ended, seconds)
        complete = ended == "proved"
        outside = None if complete else best.open_member()
        claim = FamilyLaw(best.split, best.case_laws(), complete)
        return FamilyFinding(self.rule, claim, complete, outside, ended, seconds, best.tried())


class _SplitStudy:
    """The cases of one split."""

    def __init__(self, rule: ParametricRule, split: Split, judge: Judge, number: int) -> None:
        self.rule, self.split, self.number = rule, split, number
        cases = cases_of(rule, split)
        if len(cases) > MOST_CASES:
            raise ValueError(f"{len(cases)} cases are too many to be searched")
        self.cases = [
            _CaseStudy(
                CaseSearch(c.names, c.domain, elements_in(rule, c), judge, 0.0),
                list(systems_of(c, elements_in(rule, c))),
            )
            for c in cases
        ]
        self.score = sum(case.score for case in self.cases) / len(cases)

    @property
    def text(self) -> str:
        return ", ".join(map(str, self.split)) or "no split"

    @property
    def rank(self) -> tuple[float, int]:
        return round(self.score + 0.01 * self.number, 3), self.number

    @property
    def laws(self) -> int:
        return sum(len(case.search.laws) for case in self.cases)

    @property
    def merit(self) -> tuple[float, int]:
        return sum(case.share for case in self.cases) / len(self.cases), -self.number

    def run(self, deadline: float) -> bool:
        """Search each case until it is covered; whether all were."""
        return all(case.run(deadline) for case in self.cases)

    def case_laws(self) -> tuple[CaseLaw, ...]:
        return tuple(
            CaseLaw(number, proved.law)
            for number, case in enumerate(self.cases)
            for proved in case.search.laws
        )

    def open_member(self) -> dict[str, int] | None:
        """The smallest member in the box that no law is about."""
        claim = FamilyLaw(self.split, self.case_laws(), complete=False)
        members = self.rule.members(20)
        return next((m for m in members if claim.law_of(self.rule, m) is None), None)

    def tried(self) -> tuple[Attempt, ...]:
        return tuple(attempt for case in self.cases for attempt in case.search.tried)


class _CaseStudy:
    """The digit systems of one case, those that suit it best first."""

    def __init__(self, search: CaseSearch, systems: Sequence[System]) -> None:
        self.search, self.done = search, False
        search.members.add(search.points())
        sample = self._sample()
        scored = [(self._score(system, sample), n) for n, system in enumerate(systems)]
        best = sorted(scored)[:MOST_SYSTEMS]
        self.score = best[0][0] if best else 1.0
        self.systems = [SystemSearch(search, systems[n]) for score, n in best]

    def _sample(self) -> list[tuple[int, ...]]:
        known = [point for point, values in self.search.members.values.items() if values]
        known.sort(key=lambda point: (sum(point), point))
        late = known[len(known) // 3 :]
        step = max(1, len(late) // SAMPLE)
        return late[::-step][:SAMPLE]

    def _score(self, system: System, sample: Sequence[tuple[int, ...]]) -> float:
        """Distinct shapes for each member of the sample, and a little for long laws."""
        instances = Instances(system, self.search.members)
        found: list[Instance] = [i for point in sample if (i := instances.at(point)) is not None]
        if not found:
            return 0.0 if not sample else 2.0
        shapes = {i.shape for i in found if i.shape is not None}
        lost = sum(i.shape is None for i in found)
        numbers = sum(len(i.numbers) for i in found) / len(found)
        return (len(shapes) + lost) / len(found) + numbers / 2000

    @property
    def share(self) -> float:
        """The part of the members looked at that laws are about."""
        known = [point for point, values in self.search.members.values.items() if values]
        names = self.search.names
        cells = [proved.cell for proved in self.search.laws]
        places = [dict(zip(names, point, strict=True)) for point in known]
        covered = sum(any(all_hold(cell, place) for cell in cells) for place in places)
        return covered / len(known) if known else 1.0

    def run(self, deadline: float) -> bool:
        """Search with each system in turn until the case is covered; whether it is."""
        if self.done:
            return True
        self.search.deadline = deadline
        for system in self.systems:
            if system.run():
                self.done = True
                return True
            if self.search.left() <= 0:
                return False
        self.done = self.single_laws()
        return self.done

    def single_laws(self) -> bool:
        """A law for each of a few members that fit no other, in the digits that suit it best."""
        names, laws = self.search.names, self.search.laws
        for _ in range(SINGLE):
            try:
                outside = self.search.outside()
            except Undecided:
                return False
            if outside is None:
                return True
            point = tuple(outside[name] for name in names)
            self.search.members.add([point])
            options = [(s, i) for s in self.systems if (i := s.instances.at(point)) is not None]
            if not options or self.search.left() <= 0:
                return False
            system, instance = min(options, key=lambda option: len(option[1].numbers))
            if not system.single_law(instance) or len(laws) > 40:
                return False
        return False

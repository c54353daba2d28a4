"""The law of a family of rules: splits in turn, until the laws of one cover every member."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from itertools import islice
from math import inf

from mexplore.discover.families.fitting.case_study import CaseStudy, merge_laws
from mexplore.discover.families.fitting.judge import Judge
from mexplore.discover.families.fitting.members import Values, sequences
from mexplore.discover.families.fitting.search import LONGEST, Attempt, CaseSearch
from mexplore.discover.families.fitting.splitting import (
    finer_splits,
    is_blocks,
    linear_shares,
    modulus_of,
    splits_of,
    with_residues,
)
from mexplore.discover.families.fitting.systems import Weights, elements_in
from mexplore.discover.families.patterns.pattern import CaseLaw, FamilyLaw
from mexplore.discover.families.patterns.splits import Split, cases_of
from mexplore.discover.study.limits import Ending
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import was_interrupted, was_out_of_time
from mexplore.rules.parameters.rule import ParametricRule

MOST_CASES = 40
FEW_CASES = 3  # that tell how well a split suits
SUITABLE = 0.3  # a score below it is good


class SplitStudy:
    """The cases of one split."""

    def __init__(
        self, rule: ParametricRule, split: Split, judge: Judge, number: int, limit: float = inf
    ) -> None:
        self.rule, self.split, self.number = rule, split, number
        cases = cases_of(rule, split)
        if len(cases) > MOST_CASES:
            raise ValueError(f"{len(cases)} cases are too many to be searched")
        self.cases = []
        self.helpful = dict[Weights, None]()
        self.late = False  # whether the last turn was too short
        for case in cases:
            elements = elements_in(rule, case)
            search = CaseSearch(case.names, case.domain, elements, judge, 0.0, limit)
            self.cases.append(CaseStudy(search, case, self.helpful))
        self.score = self.cases[-1].score
        for other in self.cases[:-1][: FEW_CASES - 1]:
            if self.score < SUITABLE:
                self.score = max(self.score, other.score)

    @property
    def text(self) -> str:
        return ", ".join(map(str, self.split)) or "no split"

    @property
    def rank(self) -> tuple[float, int]:
        return round(self.score + 0.002 * self.number, 3), self.number

    @property
    def laws(self) -> int:
        return sum(len(case.search.laws) for case in self.cases)

    @property
    def merit(self) -> tuple[bool, float, int]:
        covered = all(case.done for case in self.cases)
        return covered, sum(case.share for case in self.cases) / len(self.cases), -self.number

    def run(self, deadline: float, deep: bool = False, most_laws: float = inf) -> bool:
        """Search each case until it is covered, in a deep search the last one first, which is the
        hardest; whether all were. A case that comes to more than ``most_laws`` is left."""
        cases = self.cases[::-1] if deep else self.cases
        for case in cases:
            case.search.most_laws = most_laws
        return all(case.run(deadline, deep) for case in cases)

    @property
    def is_left(self) -> bool:
        """Whether some case was left because it had many laws."""
        return any(not case.done and case.search.has_enough() for case in self.cases)

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


MOST_SPLITS = 40
MOST_FINER = 3  # splits into blocks that are split further
PROMISING = 0.15
DEEP_LOOKS, DEEP_TURNS = 6, 2  # splits that are looked at, and searched more deeply
COST_OF_A_STEP, COST_OF_A_SCORE = 0.04, 0.2
DEEP_SHARE = 0.9  # of the time that is left
FEWEST_LINEAR = 0.2  # the part of large members where preperiod and period are linear
MOST_TURNS, MOST_LONG_TURNS = 8, 3
FIRST_SHARE = 0.45  # of the budget, for the first turn of a split
LARGEST_MEMBER = 130  # members with one parameter, whose periods show a modulus
MANY_LAWS = 12  # of a case: other splits are looked at before there are more
MERGING = 0.5  # of the time of the search, for what makes its laws fewer


@dataclass(frozen=True)
class FamilyFinding:
    """What was proved of a family: a claim with its laws, all of them proved.

    ``claim`` is None where nothing was. ``complete`` is the prover's word that the cells hold every
    member; otherwise ``open_member`` is one that no law is about, if one is known. ``ended`` says
    why the search was over: "proved", "time", "terms" (nothing more was to be tried) or
    "interrupted". ``tried`` has every law that was given to the prover, with its word.
    """

    rule: ParametricRule
    claim: FamilyLaw | None
    complete: bool
    open_member: dict[str, int] | None
    ended: Ending
    seconds: float
    tried: tuple[Attempt, ...] = ()


def find_family_law(
    rule: ParametricRule, judge: Judge, budget: float = 20.0, watcher: Watcher = no_progress
) -> FamilyFinding:
    """Look for laws that cover a family, for at most ``budget`` seconds. A KeyboardInterrupt ends
    the search with what is proved by then."""
    study = _Study(rule, judge, working_seconds(), budget, watcher)
    ended: Ending = "terms"
    complete = False
    try:
        complete = study.run()
        ended = "proved" if complete else "time" if study.left() <= 0 else "terms"
        study.merge()
    except (KeyboardInterrupt, Exception) as error:
        if not was_interrupted(error):
            raise
        ended = "time" if was_out_of_time(error) else "interrupted"
    return study.finding(ended, complete)


@dataclass(eq=False)
class _Study:
    rule: ParametricRule
    judge: Judge
    began: float
    budget: float
    watcher: Watcher
    tried: list[SplitStudy] = field(default_factory=list)

    @property
    def deadline(self) -> float:
        return self.began + self.budget

    def left(self) -> float:
        return self.deadline - working_seconds()

    def run(self) -> bool:
        """Give a promising split a turn when it is met; then a turn to each, the best one first,
        and a long one to the best; then finer splits; whether one of them covers the family. A
        split that the periods suggest has all the time that it takes."""
        modulus = self.modulus()
        splits = zip(range(MOST_SPLITS), splits_of(self.rule, modulus), strict=False)
        suggested = modulus is not None
        for number, split in splits:
            if self.left() < self.budget / 3:
                break
            if self.met(number, split, suggested and not number):
                return True
        ranked = sorted(self.tried, key=lambda study: study.rank)
        fresh = [study for study in ranked if not study.score < PROMISING][:MOST_TURNS]
        late = [(study, self.budget) for study in ranked if study.late]
        turns = [(study, FIRST_SHARE * self.budget) for study in fresh]
        good = sum(study.score < SUITABLE for study in fresh)
        good = max(good, int(bool(fresh) and is_blocks(fresh[0].split)))
        if any(self.left() > 0 and self.turn(*each) for each in [*late, *turns[:good]]):
            return True
        if self.deeper():
            return True
        turns = [*turns[good:], *((study, self.budget) for study in ranked[:MOST_LONG_TURNS])]
        if any(self.left() > 0 and self.turn(study, seconds) for study, seconds in turns):
            return True
        finer = zip(range(MOST_SPLITS, 2 * MOST_SPLITS), self.finer(), strict=False)
        return any(self.left() > 0 and self.met(number, split) for number, split in finer)

    def deeper(self) -> bool:
        """Search with the splits in which preperiods and periods of large members are linear most
        often, in longer rows too; whether one covers the family."""
        if len(self.rule.names) != 2:
            return False
        splits = finer_splits(self.rule)
        shares = linear_shares(self.rule, splits)
        merits = [
            share - COST_OF_A_STEP * len(split) for share, split in zip(shares, splits, strict=True)
        ]
        best = sorted(range(len(splits)), key=lambda at: -merits[at])
        suitable = (at for at in best if shares[at] >= FEWEST_LINEAR)
        studies = ((merits[at], self.study_of(splits[at])) for at in suitable)
        looked = islice(((m, study) for m, study in studies if study is not None), DEEP_LOOKS)
        ranked = sorted(looked, key=lambda each: COST_OF_A_SCORE * each[1].score - each[0])
        return any(
            self.left() > 0 and self.turn(study, DEEP_SHARE * self.left(), deep=True)
            for _, study in ranked[:DEEP_TURNS]
        )

    def study_of(self, split: Split) -> SplitStudy | None:
        """The study of a split, a new one if need be; None where it does not apply."""
        known = [study for study in self.tried if study.split == split]
        try:
            number = len(self.tried)
            study = (
                known[0]
                if known
                else SplitStudy(self.rule, split, self.judge, number, self.deadline)
            )
        except ValueError:
            return None
        self.tried += [] if known else [study]
        return study

    def met(self, number: int, split: Split, suggested: bool = False) -> bool:
        """Look at a split, and give it a turn if it is promising; whether it covers the family."""
        if self.is_enough(split):
            return False
        try:
            study = SplitStudy(self.rule, split, self.judge, number, self.deadline)
        except ValueError:
            return False  # it does not apply to this family
        self.tried.append(study)
        share, most = (1.0, inf) if suggested else (FIRST_SHARE, MANY_LAWS)
        promising = suggested or study.score < PROMISING
        return promising and self.turn(study, share * self.budget, most_laws=most)

    def finer(self) -> Iterator[Split]:
        """The best splits into blocks, with residues of the width, and of the remainder too."""
        ranked = sorted(self.tried, key=lambda study: study.rank)
        blocks = [study.split for study in ranked if study.split and is_blocks(study.split)]
        return (finer for split in blocks[:MOST_FINER] for finer in with_residues(split, self.rule))

    def is_enough(self, split: Split) -> bool:
        """Whether a split into residue classes, which are many, is too late."""
        best = min((study.score for study in self.tried), default=2.0)
        return len(self.rule.names) > 1 and not is_blocks(split) and bool(split) and best < SUITABLE

    def turn(
        self, study: SplitStudy, seconds: float, deep: bool = False, most_laws: float = inf
    ) -> bool:
        """Search with a split for this many seconds, or until a case has this many laws; whether it
        covers the family."""
        self.watcher(Progress("laws", study.laws, study.laws, trying=study.text))
        until = min(self.deadline, working_seconds() + seconds)
        done = study.run(until, deep, most_laws)
        study.late = not done and (working_seconds() > until or study.is_left)
        return done

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

    @property
    def best(self) -> SplitStudy | None:
        """The split that covers most."""
        return max(self.tried, key=lambda study: study.merit, default=None)

    def merge(self) -> None:
        """Make the laws of the best split fewer, for as long as the search took at most."""
        now = working_seconds()
        until = min(self.deadline, now + MERGING * (now - self.began))
        for case in self.best.cases if self.best else ():
            case.search.deadline = until
            merge_laws(case.search)

    def finding(self, ended: Ending, complete: bool) -> FamilyFinding:
        """What is proved by the split that covers most."""
        seconds, best = working_seconds() - self.began, self.best
        if best is None or not best.laws:
            return FamilyFinding(self.rule, None, False, None, ended, seconds)
        outside = None if complete else best.open_member()
        claim = FamilyLaw(best.split, best.case_laws(), complete)
        return FamilyFinding(self.rule, claim, complete, outside, ended, seconds, best.tried())

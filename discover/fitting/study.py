"""The law of a family of rules: splits in turn, until the laws of one cover every member."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from math import inf

import numpy as np

from discover.fitting.fits import agreeing
from discover.fitting.instances import Instance
from discover.fitting.judge import Judge
from discover.fitting.linearity import linear_shares
from discover.fitting.members import Values, sequences
from discover.fitting.merging import merge_laws
from discover.fitting.periods import modulus_of
from discover.fitting.points import Point, hold_at
from discover.fitting.search import LONGEST, Attempt, CaseSearch, SystemSearch, Undecided
from discover.fitting.splitting import (
    deeper_systems,
    finer_splits,
    is_blocks,
    splits_of,
    systems_of,
    with_residues,
)
from discover.fitting.systems import Weights, elements_in, in_family, system_of
from discover.fitting.words import Shape
from discover.patterns.parameters.pattern import CaseLaw, FamilyLaw
from discover.patterns.parameters.splits import Case, Split, cases_of
from rules.computing.grundy import Progress, Watcher, nobody
from rules.computing.working import working_seconds
from rules.errors import was_interrupted
from rules.parameters.rule import ParametricRule

SAMPLE = 48  # members that show how well digits suit
FEWER = 7  # the same with one parameter: the largest ones
FEWEST = 6  # with one parameter, however long they are
MANY_BLOCKS = 10
WIDE = 36  # the largest parameter in the sample
NARROW = 8
MOST_DRAWN = 4000
LONG = 1500  # values of a member that is too long for that
LONGER = 4000  # the same with one parameter
GOOD = 0.03  # scores below it need not be compared with others: one short law
FAIR = 0.2  # below it systems that the elements suggest are not looked at
MOST_PARTS = 3
MOST_SPLITS = 40
MOST_FINER = 3  # splits into blocks that are split further
PROMISING = 0.15
SUITABLE = 0.3
MOST_DEEPER = 5  # longer rows of one case that are searched
PATIENCE = 0.1  # by which longer rows have to suit better than others to be searched before
DEEP_TURNS = 2  # splits that are searched more deeply
COST_OF_A_STEP = 0.04
DEEP_SHARE = 0.9  # of the time that is left
FEWEST_LINEAR = 0.2  # the part of large members where preperiod and period are linear
MOST_TURNS, MOST_LONG_TURNS = 8, 3
FIRST_SHARE = 0.45  # of the budget, for the first turn of a split
MOST_SYSTEMS = 6  # of one case that are searched
SINGLE = 12  # members of a case that may have a law each
FEWEST_COVERED = 0.4  # the part of the members that has laws, where rays are looked at
MOST_LOST_RAYS = 24
RAY_SYSTEMS = 2  # of a ray
LARGEST_MEMBER = 130  # members with one parameter, whose periods show a modulus
MOST_CASES = 40
MERGING = 0.5  # of the time of the search, for what makes its laws fewer
FEW_CASES = 3  # that tell how well a split suits


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
    study = _Study(rule, judge, working_seconds(), budget, watcher)
    ended, complete = "terms", False
    try:
        complete = study.run()
        ended = "proved" if complete else "time" if study.left() <= 0 else "terms"
        study.merge()
    except (KeyboardInterrupt, Exception) as error:
        if not was_interrupted(error):
            raise
        ended = "interrupted"
    return study.finding(ended, complete)


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
        suitable = [splits[at] for at in best if shares[at] >= FEWEST_LINEAR]
        studies = (self.study_of(split) for split in suitable)
        found = islice((study for study in studies if study is not None), DEEP_TURNS)
        return any(
            self.left() > 0 and self.turn(study, DEEP_SHARE * self.left(), deep=True)
            for study in found
        )

    def study_of(self, split: Split) -> _SplitStudy | None:
        """The study of a split, a new one if need be; None where it does not apply."""
        known = [study for study in self.tried if study.split == split]
        try:
            number = len(self.tried)
            study = (
                known[0]
                if known
                else _SplitStudy(self.rule, split, self.judge, number, self.deadline)
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
            study = _SplitStudy(self.rule, split, self.judge, number, self.deadline)
        except ValueError:
            return False  # it does not apply to this family
        self.tried.append(study)
        share = 1.0 if suggested else FIRST_SHARE
        return (study.score < PROMISING or suggested) and self.turn(study, share * self.budget)

    def finer(self) -> Iterator[Split]:
        """The best splits into blocks, with residues of the width, and of the remainder too."""
        ranked = sorted(self.tried, key=lambda study: study.rank)
        blocks = [study.split for study in ranked if study.split and is_blocks(study.split)]
        return (finer for split in blocks[:MOST_FINER] for finer in with_residues(split, self.rule))

    def is_enough(self, split: Split) -> bool:
        """Whether a split into residue classes, which are many, is too late."""
        best = min((study.score for study in self.tried), default=2.0)
        return len(self.rule.names) > 1 and not is_blocks(split) and bool(split) and best < SUITABLE

    def turn(self, study: _SplitStudy, seconds: float, deep: bool = False) -> bool:
        """Search with a split for so many seconds; whether it covers the family."""
        self.watcher(Progress("laws", study.laws, study.laws, trying=study.text))
        until = min(self.deadline, working_seconds() + seconds)
        done = study.run(until, deep)
        study.late = not done and working_seconds() > until
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
    def best(self) -> _SplitStudy | None:
        """The split that covers most."""
        return max(self.tried, key=lambda study: study.merit, default=None)

    def merge(self) -> None:
        """Make the laws of the best split fewer, for as long as the search took at most."""
        now = working_seconds()
        until = min(self.deadline, now + MERGING * (now - self.began))
        for case in self.best.cases if self.best else ():
            case.search.deadline = until
            merge_laws(case.search)

    def finding(self, ended: str, complete: bool) -> FamilyFinding:
        """What is proved by the split that covers most."""
        seconds, best = working_seconds() - self.began, self.best
        if best is None or not best.laws:
            return FamilyFinding(self.rule, None, False, None, ended, seconds)
        outside = None if complete else best.open_member()
        claim = FamilyLaw(best.split, best.case_laws(), complete)
        return FamilyFinding(self.rule, claim, complete, outside, ended, seconds, best.tried())


class _SplitStudy:
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
            self.cases.append(_CaseStudy(search, case, self.helpful))
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

    def run(self, deadline: float, deep: bool = False) -> bool:
        """Search each case until it is covered, in a deep search the last one first, which is the
        hardest; whether all were."""
        cases = self.cases[::-1] if deep else self.cases
        return all(case.run(deadline, deep) for case in cases)

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
    """The digit systems of one case, those that suit it best first. ``helpful`` are weights, as
    forms in the names of the family, in which other cases have laws."""

    def __init__(self, search: CaseSearch, case: Case, helpful: dict[Weights, None]) -> None:
        self.search, self.case, self.done, self.helpful = search, case, False, helpful

    def helpful_systems(self) -> Iterator[SystemSearch]:
        """The systems in which other cases have laws, if they suit this one."""
        self.search.members.add(self.search.points())
        sample = self._sample() if self.helpful else []
        for weights in list(self.helpful):
            inside = [weight.with_names(self.case.family) for weight in weights]
            system = system_of(self.case, self.search.elements, inside)
            if system is not None:
                found = SystemSearch(self.search, system)
                if self._score(found, sample) < FAIR:
                    yield found

    def remember(self) -> None:
        """Keep the weights of the laws for other cases."""
        for proved in self.search.laws:
            weights = in_family(self.case, proved.search.system.weights)
            if weights is not None:
                self.helpful[weights] = None

    @cached_property
    def ranked(self) -> list[tuple[float, SystemSearch]]:
        """The systems with their scores."""
        search = self.search
        search.members.add(search.points())
        sample = self._sample()
        scored = list[tuple[float, SystemSearch]]()
        looked = {point: values for point in sample if (values := search.members.values[point])}
        for group in systems_of(self.case, search.elements, looked):
            for system in group:
                candidate = SystemSearch(search, system)
                scored.append((self._score(candidate, sample), candidate))
                if scored[-1][0] < GOOD:
                    break
            if min((score for score, _ in scored), default=2.0) < FAIR:
                break
        return sorted(scored, key=lambda each: each[0])[:MOST_SYSTEMS]

    @cached_property
    def all_ranked(self) -> list[tuple[float, SystemSearch]]:
        """The systems with their scores, and those in longer rows."""
        search, sample = self.search, self._sample()
        deeper = [SystemSearch(search, s) for s in deeper_systems(self.case, search.elements)]
        longer = sorted(((self._score(s, sample), s) for s in deeper), key=lambda each: each[0])
        ranked = [*self.ranked, *((score + PATIENCE, s) for score, s in longer[:MOST_DEEPER])]
        return sorted(ranked, key=lambda each: each[0])

    @property
    def score(self) -> float:
        """The score of the best system: 0 is best, 1 is bad."""
        return min((score for score, _ in self.ranked), default=2.0)

    @property
    def systems(self) -> list[SystemSearch]:
        """The systems, the best ones first."""
        return [system for _, system in self.ranked]

    def _sample(self) -> list[Point]:
        """Members that are neither small nor long, at random from a larger box."""
        search, chance = self.search, np.random.default_rng(1)
        sizes = [MANY_BLOCKS if name == "h" else WIDE for name in search.names]
        narrow = [min(size, NARROW) for size in sizes]  # so that some are many times others
        largest = np.where(chance.integers(0, 2, (MOST_DRAWN, len(sizes))), sizes, narrow)
        points = chance.integers(0, largest + 1)
        inside = points[hold_at(search.domain, search.names, points)]
        if len(sizes) == 1:
            inside = np.arange(WIDE + 1)[:, None]
        drawn = [tuple(map(int, point)) for point in inside[: 2 * SAMPLE]]
        search.members.add(drawn)
        values = search.members.values
        if len(sizes) > 1:
            short = [p for p in dict.fromkeys(drawn) if (v := values[p]) and v.length < LONG]
            return short[:SAMPLE]
        known = [(v.length, p) for p in drawn if (v := values[p])]
        short = [p for length, p in known if length < LONGER]
        if len(short) < FEWEST:
            short = sorted(p for _, p in sorted(known)[:FEWEST])
        return short[-FEWER:]

    def _score(self, search: SystemSearch, sample: Sequence[Point]) -> float:
        """The part of the sample that no linear forms fit, and a little for many shapes and for
        long laws."""
        groups: dict[tuple[Shape | None, Shape], list[Instance]] = {}
        for point in sample:
            instance = search.instances.at(point)
            if instance is not None and instance.shape is not None:
                groups.setdefault(instance.shape, []).append(instance)
        if not groups:
            return 2.0 if sample else 0.0
        parts = [part for group in groups.values() for part in self._parts(search, group)]
        pieces = sum(after.pieces + (before.pieces if before else 0) for before, after in groups)
        return 1 - sum(parts) / len(sample) + 0.01 * len(parts) + pieces / len(groups) / 1000

    def _parts(self, search: SystemSearch, group: Sequence[Instance]) -> Iterator[int]:
        """How many members of one shape agree with one candidate, and so on with the others."""
        names, left = self.search.names, list(group)
        for _ in range(MOST_PARTS):
            if len(left) <= len(names) + 1:
                return
            candidates = search.candidates(left, left[len(left) // 2 :: 2])
            if not candidates:
                return
            points = np.array([i.point for i in left], dtype=np.int64)
            forms = candidates[0].forms
            agree = agreeing(forms, points, [i.numbers for i in left], names).tolist()
            yield sum(agree)
            left = [instance for instance, same in zip(left, agree, strict=True) if not same]

    def missing(self) -> list[Point]:
        """The members looked at that no law is about."""
        known = [point for point, values in self.search.members.values.items() if values]
        points = np.array(known, dtype=np.int64).reshape(len(known), len(self.search.names))
        covered = np.zeros(len(known), dtype=bool)
        for proved in self.search.laws:
            covered |= hold_at(proved.cell, self.search.names, points)
        return [point for point, done in zip(known, covered.tolist(), strict=True) if not done]

    @property
    def share(self) -> float:
        """The part of the members looked at that laws are about."""
        known = sum(values is not None for values in self.search.members.values.values())
        return 1 - len(self.missing()) / known if known else 0.0

    def run(self, deadline: float, deep: bool = False) -> bool:
        """Search with each system in turn until the case is covered; whether it is. The ``deep``
        search has longer rows too, and laws for rays."""
        if self.done:
            return True
        self.search.deadline = deadline
        for system in self._in_turn(deep):
            if system.run() or (system.phase_law() and system.run()):
                self.done = True
                self.remember()
                return True
            if self.search.left() <= 0:
                return False
        self.done = (deep and self.ray_laws()) or self.single_laws(3 * SINGLE if deep else SINGLE)
        return self.done

    def _in_turn(self, deep: bool) -> Iterator[SystemSearch]:
        """The systems that are searched."""
        if not self.search.laws:
            yield from self.helpful_systems()
        yield from [system for _, system in self.all_ranked] if deep else self.systems

    def ray_laws(self) -> bool:
        """Laws for rays of members that fit no other, each in the digits that suit it best; whether
        the case is covered then."""
        if self.share < FEWEST_COVERED:
            return False
        tried = set[Point]()
        while self.search.left() > 0 and len(tried) <= MOST_LOST_RAYS:
            missing = [point for point in self.missing() if point not in tried]
            if not missing:
                return False
            if not self.ray_law(missing):
                tried.add(min(missing, key=sum))
            if not self.missing() and self.found_outside() is None:
                return True
        return False

    def found_outside(self) -> Point | None:
        """A member that no law is about, which is looked at; None if there is none."""
        try:
            outside = self.search.outside()
        except Undecided:
            return ()
        if outside is None:
            return None
        point = tuple(outside[name] for name in self.search.names)
        self.search.members.add([point])
        return point

    def ray_law(self, missing: Sequence[Point]) -> bool:
        """Whether a law is found for a ray that begins at the smallest of the missing members,
        along the axis on which most others are, if there are some."""
        start = min(missing, key=sum)
        along = [0] * len(start)
        for point in missing:
            differing = [n for n, (x, y) in enumerate(zip(start, point, strict=True)) if x != y]
            if len(differing) == 1:
                along[differing[0]] += 1
        options = [(s, i) for s in self.systems if (i := s.instances.at(start)) is not None]
        options = [(s, i) for s, i in options if i.shape is not None]
        options.sort(key=lambda option: len(option[1].numbers))
        axes = sorted(range(len(along)), key=lambda axis: -along[axis])
        return any(
            system.ray_law(instance, axis)
            for axis in axes
            for system, instance in options[:RAY_SYSTEMS]
        )

    def single_laws(self, most: int) -> bool:
        """A law for each of a few members that fit no other, in the digits that suit it best."""
        names = self.search.names
        if len(self.missing()) > most:
            return False
        for _ in range(2 * most):
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
            if not system.single_law(instance):
                return False
        return False

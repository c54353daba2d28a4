"""The search in one case of a split: its digit systems in turn; then its laws are made fewer.

Cells are learned from members, so one may be smaller than its law allows; what is left of it is
then covered by other laws that say the same in other words. Where the guess behind one law says the
values of the members that were looked at in the cell of another, it is given to the prover on a
cell that holds both: on all points where the bounds of both hold, each moved as far as the other
cell wants. Only what is proved so takes the place of the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import permutations

import numpy as np

from mexplore.discover.families.fitting.candidates import agreeing
from mexplore.discover.families.fitting.members import Point, hold_at
from mexplore.discover.families.fitting.search import CaseSearch, Proved, SystemSearch, Undecided
from mexplore.discover.families.fitting.splitting import deeper_systems, systems_of
from mexplore.discover.families.fitting.systems import BLOCKS, Weights, in_family, system_of
from mexplore.discover.families.fitting.words import Instance, Shape
from mexplore.discover.families.patterns.splits import Case
from mexplore.rules.parameters.constraint import Cell, Constraint

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
PASSABLE, MOST_HELPFUL = 0.8, 3  # systems in which other cases have laws
MOST_PARTS = 3
MOST_SYSTEMS = 6  # of one case that are searched
MOST_DEEPER = 5  # longer rows of one case that are searched
PATIENCE = 0.1  # by which longer rows have to suit better than others to be searched before
SINGLE = 12  # members of a case that may have a law each
MORE_SINGLE = 36  # the same in a deep search
FEWEST_COVERED = 0.4  # the part of the members that has laws, where rays are looked at
MOST_LOST_RAYS = 24
RAY_SYSTEMS = 2  # of a ray


class CaseStudy:
    """The digit systems of one case, those that suit it best first. ``helpful`` are weights, as
    forms in the names of the family, in which other cases have laws."""

    def __init__(self, search: CaseSearch, case: Case, helpful: dict[Weights, None]) -> None:
        self.search, self.case, self.done, self.helpful = search, case, False, helpful

    def helpful_systems(self) -> list[tuple[float, SystemSearch]]:
        """The systems in which other cases have laws, if they suit this one, with their scores."""
        self.search.members.add(self.search.points())
        sample, scored = self._sample() if self.helpful else [], []
        for weights in self.helpful:
            inside = [weight.with_names(self.case.family) for weight in weights]
            system = system_of(self.case, self.search.elements, inside)
            if system is not None:
                found = SystemSearch(self.search, system)
                scored.append((self._score(found, sample), found))
        suitable = [(score, system) for score, system in scored if score < PASSABLE]
        return sorted(suitable, key=lambda each: each[0])[:MOST_HELPFUL]

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
        sizes = [MANY_BLOCKS if name == BLOCKS else WIDE for name in search.names]
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
        helpful = [] if self.search.laws else self.helpful_systems()
        if self._covered_by(helpful, FEWEST_COVERED) or self._covered_by(
            self.all_ranked if deep else self.ranked
        ):
            self.done = True
            self.remember()
            return True
        if self.search.left() <= 0 or self.search.has_enough():
            return False
        self.done = (deep and self.ray_laws()) or self.single_laws(MORE_SINGLE if deep else SINGLE)
        return self.done

    def _covered_by(self, scored: Sequence[tuple[float, SystemSearch]], least: float = 0.0) -> bool:
        """Whether laws in these systems cover the case: where none suits well, first laws that are
        not for members on a line only, and others where these are for the ``least`` share."""
        hard = min((score for score, _ in scored), default=0.0) > FAIR
        for wide_only in [True, False] if hard else [False]:
            if hard and not wide_only and self.share < least:
                return False
            for _, system in scored:
                if self.search.left() <= 0 or self.search.has_enough():
                    return False
                if system.run(wide_only) or (system.phase_law() and system.run(wide_only)):
                    return True
        return False

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
        """A law for each of a few members that fit no other, in the digits that suit it best; for a
        ray where two of them are on one."""
        names, alone = self.search.names, list[Point]()
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
            beside = [p for p in alone if sum(x != y for x, y in zip(p, point, strict=True)) == 1]
            if beside and self.ray_law([beside[0], point]):
                continue
            alone.append(point)
            system, instance = min(options, key=lambda option: len(option[1].numbers))
            if not system.single_law(instance):
                return False
        return False


MOST_MOVED = 3  # how far a bound is moved
MOST_LAWS = 24  # of one case: pairs of more are too many to be looked at
LOOKED = 12  # members of the other cell


def merge_laws(case: CaseSearch) -> None:
    """Merge cells while there is time, then leave out laws that others make needless."""
    merging = len(case.laws) <= MOST_LAWS
    while merging and not case.is_late():
        merging = any(_merged(case, one, other) for one, other in permutations(case.laws, 2))
    for proved in sorted(case.laws, key=lambda each: -len(each.cell)):
        others = [each for each in case.laws if each is not proved]
        if others and not case.is_late() and _inside(case, proved.cell, [o.cell for o in others]):
            case.laws = others


def _merged(case: CaseSearch, one: Proved, other: Proved) -> bool:
    """Whether the guess behind ``one`` is proved for both cells; it then takes their place."""
    search, guess = one.search, one.guess
    known = search.instances.known
    there = _in_cell(known, other.cell, case.names)
    sample = there[:: max(1, len(there) // LOOKED)]
    if case.is_late() or not there or not all(guess.is_true_of(i) for i in sample):
        return False
    both = [*there, *_in_cell(known, one.cell, case.names)]
    cell = search.needed([*guess.natural(), *_around(case, one.cell, other.cell, both)])
    inside = _in_cell(known, cell, case.names)
    if not all(_inside(case, old.cell, [tuple(cell)]) for old in (one, other)):
        return False
    if not all(guess.is_true_of(instance) for instance in inside):
        return False
    verdict = search.prove(guess, cell, inside)
    if verdict is None or not verdict.proved:
        return False
    case.laws = [each for each in case.laws if each is not one and each is not other]
    return True


def _around(
    case: CaseSearch, one: Cell, other: Cell, members: Sequence[Instance]
) -> Iterator[Constraint]:
    """The bounds of both cells, moved so far that these members satisfy them; those of them that
    hold in both cells."""
    points = np.array([instance.point for instance in members], dtype=np.int64)
    for bound in dict.fromkeys(_bounds((*one, *other))):
        for moved in _moved(bound, case, points):
            if all(_inside(case, cell, [(moved,)]) for cell in (one, other)):
                yield moved
                break


def _bounds(cell: Cell) -> Iterator[Constraint]:
    """The constraints of a cell, each equation as it is and as two inequalities."""
    for constraint in cell:
        yield constraint
        if constraint.sign == "==":
            yield Constraint(constraint.form)
            yield Constraint(-constraint.form)


def _moved(bound: Constraint, case: CaseSearch, points: object) -> Iterator[Constraint]:
    """The bound, or the nearest one beyond that these points satisfy."""
    for step in range(MOST_MOVED + 1 if bound.sign == ">=" else 1):
        moved = Constraint(bound.form + step, bound.sign, bound.modulus) if step else bound
        if hold_at([moved], case.names, points).all():  # type: ignore[arg-type]
            yield moved
            return


def _inside(case: CaseSearch, cell: Cell, others: Sequence[Cell]) -> bool:
    """Whether every point of a cell is in one of the others: the prover's word."""
    around = (*case.domain, *cell)
    return case.judge.cover(case.names, around, others, max(0.1, case.left())).complete


def _in_cell(
    known: Sequence[Instance], cell: Sequence[Constraint], names: Sequence[str]
) -> list[Instance]:
    points = np.array([i.point for i in known], dtype=np.int64).reshape(len(known), len(names))
    inside = hold_at(cell, names, points).tolist()
    return [instance for instance, kept in zip(known, inside, strict=True) if kept]

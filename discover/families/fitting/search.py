"""One case of a split: from its members to laws that are proved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property
from itertools import product
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.families.fitting.candidates import agreeing, linear_forms
from mexplore.discover.families.fitting.carries import RowCandidate
from mexplore.discover.families.fitting.cells import Guess, learned_cell
from mexplore.discover.families.fitting.judge import Judge, Verdict
from mexplore.discover.families.fitting.members import Point, box, hold_at
from mexplore.discover.families.fitting.phases import phase_candidates
from mexplore.discover.families.fitting.systems import BLOCKS, REST, System
from mexplore.discover.families.fitting.words import Instance, Instances, Members
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.parameters.constraint import Cell, Constraint, all_hold, equal, without_weaker

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]

MOST_MEMBERS = 700
BOXES = {1: 40, 2: 14, 3: 9}  # the largest coordinate, for each number of parameters
LARGEST = 5  # the same for more parameters
MOST_BLOCKS, REMAINDERS = 4, 18  # the largest h and r of b = w h + r
LONGEST = 8192  # values of a member, within which its period has to be seen
REPAIRS = 7
PROOF_SHARE = 0.5  # of the time that is left, for one proof at most
SECONDS_A_CARRY = 5e-7  # of a proof, for each carry and each pair of pieces, about
MOST_UNSEEN = 3  # proofs that fail at members of which the candidate is true
SEEDS = 6
MORE_THAN_FITTED = 3  # members beyond as many as there are parameters
MOST_FAILURES = 5  # shapes in turn that lead to no law: these digits do not suit
NEIGHBOURS = (24, 12, 8, 6, 5, 4, 3)
PHASES = 3  # candidates by which rows repeat up to a rotation
FEW_LEFT = 12  # members for which even the smallest cell is of use
WORTHWHILE = 0.06  # the part of more members that a law has to be about
CARRIERS = 10
SCATTERED, SCATTER = 3000, (12, 90)  # points that show which constraints are needed
RAY, FEWEST_ON_A_RAY = 14, 5  # members on a ray that are looked at, that have to be alike
STEPS = (1, 2)  # of the coordinate that grows
SHORT = 1500  # values of members at which carries are observed


@dataclass(frozen=True)
class Proved:
    """A law that was proved, the cell for which it was guessed, the guess, and the search."""

    law: DigitLaw
    cell: Cell
    guess: Guess
    search: SystemSearch


@dataclass(frozen=True)
class Attempt:
    """A law that was given to the prover, and its verdict."""

    law: DigitLaw
    verdict: Verdict

    def __str__(self) -> str:
        law, verdict = self.law, self.verdict
        said = "proved" if verdict.proved else f"refuted ({verdict.reason} {verdict.parameters})"
        cell = ", ".join(map(str, law.cell))
        return f"period {law.written_period}, preperiod {law.the_preperiod} for {cell}: {said}"


@dataclass(eq=False)
class CaseSearch:
    """The laws of one case: ``names`` and ``domain`` are those of the case, ``laws`` what is proved
    so far, in any digit system."""

    names: tuple[str, ...]
    domain: Cell
    elements: tuple[Polynomial, ...]
    judge: Judge
    deadline: float  # of the present turn
    limit: float  # of the whole search
    most_laws: float = inf  # of the present turn
    laws: list[Proved] = field(default_factory=list)
    tried: list[Attempt] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.members = Members(self.names, self.domain, self.elements, LONGEST)

    def points(self) -> list[Point]:
        """A box of small members; as many as are looked at, evenly spread."""
        size = BOXES.get(len(self.names), LARGEST)
        blocks = {BLOCKS: MOST_BLOCKS, REST: REMAINDERS}
        sizes = [blocks.get(name, size) for name in self.names]
        points = box(self.domain, self.names, sizes)
        if len(points) > MOST_MEMBERS:
            chosen = np.random.default_rng(1).choice(len(points), MOST_MEMBERS, replace=False)
            points = points[np.sort(chosen)]
        return [tuple(map(int, point)) for point in points]

    @cached_property
    def scattered(self) -> Integers:
        """Points of the domain, at random, small and large."""
        chance, shape = np.random.default_rng(1), (SCATTERED, len(self.names))
        near, far = (chance.integers(-2, size, shape) for size in SCATTER)
        points = np.vstack([near, far])
        return points[hold_at(self.domain, self.names, points)]

    def is_covered(self, instance: Instance) -> bool:
        """Whether some law is about a member."""
        return any(all_hold(proved.cell, instance.environment) for proved in self.laws)

    def left(self) -> float:
        """The seconds that are left."""
        return self.deadline - working_seconds()

    def is_late(self) -> bool:
        """Whether the time is up."""
        return self.left() <= 0

    def has_enough(self) -> bool:
        """Whether there are more laws than the present turn may find: a staircase of cells."""
        return len(self.laws) > self.most_laws

    def outside(self) -> dict[str, int] | None:
        """A point of the domain that no law is about; None if there is none. Raises Undecided."""
        cells = [proved.cell for proved in self.laws]
        found = self.judge.cover(self.names, self.domain, cells, max(0.1, self.left()))
        if not found.complete and found.outside is None:
            raise Undecided
        return None if found.complete else found.outside


def is_thin(points: Sequence[Point]) -> bool:
    """Whether points lie on a line or a plane, of fewer dimensions than they have coordinates.

    >>> is_thin([(1, 2), (2, 4), (3, 6)]), is_thin([(1, 2), (2, 4), (3, 5)])
    (True, False)
    """
    table = np.array(points, dtype=np.int64)
    return int(np.linalg.matrix_rank(table - table[0])) < len(points[0])


class Undecided(Exception):
    """The prover does not know."""


@dataclass(eq=False)
class SystemSearch:
    """The search for laws of one case in one digit system."""

    case: CaseSearch
    system: System

    def __post_init__(self) -> None:
        self.instances = Instances(self.system, self.case.members)
        self.stuck = set[Point]()
        self.wide_only = False

    def run(self, wide_only: bool = False) -> bool:
        """Look for laws until every member of the case is covered; whether it is. With
        ``wide_only`` no law is taken whose members lie on a line, or on a plane in space."""
        case = self.case
        if self.wide_only and not wide_only:
            self.stuck.clear()
        self.wide_only = wide_only
        case.members.add(case.points())
        failures = 0
        try:
            while case.left() > 0 and not case.has_enough():
                missing = [i for i in self.instances.known if not case.is_covered(i)]
                if not missing:
                    point = case.outside()
                    if point is None:
                        return True
                    if not self.explore([point[name] for name in case.names], 2):
                        return False
                    continue
                free = [i for i in missing if i.point not in self.stuck]
                if not free:
                    return False
                failures = 0 if self.one_law(free, missing) else failures + 1
                if failures > MOST_FAILURES:
                    return False
        except Undecided:
            return False
        return False

    # Candidates.

    def one_law(self, free: Sequence[Instance], missing: Sequence[Instance]) -> bool:
        """Whether a law is found for the shape that most members have; otherwise they are stuck."""
        groups: dict[object, list[Instance]] = {}
        self.stuck.update(i.point for i in free if i.shape is None)
        for instance in free:
            if instance.shape is not None:
                groups.setdefault(instance.shape, []).append(instance)
        if not groups:
            return False
        seeds = max(groups.values(), key=len)
        shape = seeds[0].shape
        group = [i for i in self.instances.known if i.shape == shape]
        seeds.sort(key=lambda i: -sum(i.point))
        seeds = seeds[len(seeds) // 4 :] + seeds[: len(seeds) // 4]
        for candidate in self.candidates(group, seeds):
            if self.case.left() <= 0:
                return False
            if self.settle(candidate, seeds, missing):
                return True
        self.stuck.update(seed.point for seed in seeds)
        return False

    def candidates(
        self, group: Sequence[Instance], seeds: Sequence[Instance]
    ) -> list[RowCandidate]:
        """The fit of members of one shape; if there is none, those of members near some seeds, and
        of those that are near and congruent modulo 2: what most members agree with comes first."""
        if (fitted := self.fitted(group)) is not None:
            return [fitted]
        points = np.array([i.point for i in group], dtype=np.int64)
        numbers = [i.numbers for i in group]
        found = dict[tuple[Polynomial, ...], tuple[int, RowCandidate]]()
        for seed in seeds[:SEEDS]:
            for part in self.neighbourhoods(group, seed):
                fitted = self.fitted(part)
                if fitted is not None:
                    agree = int(agreeing(fitted.forms, points, numbers, self.case.names).sum())
                    if agree < len(part) or agree < len(self.case.names) + MORE_THAN_FITTED:
                        continue  # any few members fit something
                    found[tuple(fitted.forms)] = (agree, fitted)
                    break
        return [each for _, each in sorted(found.values(), key=lambda each: -each[0])]

    def neighbourhoods(self, group: Sequence[Instance], seed: Instance) -> Iterator[list[Instance]]:
        """Members near a seed, more at first, then fewer; and those in the seed's residue class."""
        points = np.array([i.point for i in group], dtype=np.int64) - np.array(seed.point)
        order = np.argsort((points**2).sum(axis=1), kind="stable")
        near = [group[index] for index in order]
        alike = [group[index] for index in order if not (points[index] % 2).any()][:12]
        few = len(self.case.names)
        for size in NEIGHBOURS:
            if few < size <= len(near):
                yield near[:size]
            if size == len(alike) or (size == NEIGHBOURS[0] and len(alike) > few + 1):
                yield alike

    def fitted(self, group: Sequence[Instance], given: Cell = ()) -> RowCandidate | None:
        """The candidate of which all these members are instances."""
        points = np.array([i.point for i in group], dtype=np.int64)
        forms = linear_forms(points, [i.numbers for i in group], self.case.names)
        if forms is None or group[0].shape is None:
            return None
        before, after = group[0].shape
        candidate = RowCandidate(self.system, before, after, forms, given)
        return candidate if candidate.has_a_law else None

    def phase_law(self) -> bool:
        """Whether a law by which rows repeat up to a rotation is found for members without one."""
        missing = [i for i in self.instances.known if not self.case.is_covered(i)]
        if not self.system.weights or self.case.left() <= 0:
            return False
        late = self.case.is_late
        guesses = phase_candidates(self.system, missing, late)[:PHASES]
        return any(self.settle(guess, missing, missing) for guess in guesses)

    # From a candidate to a law.

    def settle(
        self, candidate: Guess, seeds: Sequence[Instance], missing: Sequence[Instance]
    ) -> bool:
        """Learn the cell, prove, and repair the cell by the member at which a proof failed; whether
        a law came of it that is about a member that had none."""
        unseen = list[Instance]()  # members at which a carry was wanting
        for _ in range(REPAIRS):
            learned = self.worthwhile_cell(candidate, seeds, missing)
            verdict = None if learned is None else self.prove(candidate, *learned, unseen)
            if verdict is None or verdict.proved or verdict.parameters is None:
                return verdict is not None and verdict.proved
            point = tuple(verdict.parameters[name] for name in self.case.names)
            self.explore(point, 1)
            instance = self.instances.at(point)
            if instance is not None and candidate.is_true_of(instance):
                unseen.append(instance)
            if len(unseen) > MOST_UNSEEN:
                return False
        return False

    def worthwhile_cell(
        self, candidate: Guess, seeds: Sequence[Instance], missing: Sequence[Instance]
    ) -> tuple[list[Constraint], list[Instance]] | None:
        """The cell of a candidate and the members in it; None if it holds too few that are new: a
        staircase of tiny cells means that these digits do not suit."""
        if self.case.left() <= 0:
            return None
        cells = [self.case.domain, *(proved.cell for proved in self.case.laws)]
        borders = [constraint for cell in cells for constraint in cell]
        wanted = {instance.point for instance in missing}
        learned = learned_cell(candidate, self.instances.known, wanted, borders)
        if learned is None:
            return None
        cell, good = learned
        gain = sum(all_hold(cell, i.environment) for i in missing)
        few = len(missing) > FEW_LEFT and gain < max(3, WORTHWHILE * len(missing))
        if few or not any(all_hold(cell, seed.environment) for seed in seeds):
            return None
        if self.wide_only and is_thin([instance.point for instance in good]):
            return None
        return self.needed(cell), good

    def prove(
        self,
        candidate: Guess,
        cell: Sequence[Constraint],
        good: Sequence[Instance],
        unseen: Sequence[Instance] = (),
    ) -> Verdict | None:
        """The prover's verdict on the law of a candidate, with the carries that are seen at some
        good members and at the ``unseen`` ones; None where it is not a law."""
        carriers = [*self.carriers(good), *unseen]
        carries = candidate.carries([i.environment for i in carriers], wide=bool(unseen))
        if carries is None:
            return None
        *moves, successor = carries
        law = candidate.law(without_weaker([*self.case.domain, *cell]), moves, successor)
        listed = sum(map(len, law.carries)) + len(law.successor)
        left = self.case.limit - working_seconds()  # beyond the turn: a proof is not begun twice
        left *= PROOF_SHARE
        if len(law.pieces) ** 2 * listed * SECONDS_A_CARRY > left:
            return None  # the proof would take longer
        verdict = self.case.judge.prove(law, max(0.1, left))
        self.case.tried.append(Attempt(law, verdict))
        if verdict.proved:
            self.case.laws.append(Proved(law, tuple(cell), candidate, self))
        return verdict

    def carriers(self, good: Sequence[Instance]) -> list[Instance]:
        """Members at which carries are observed: the smallest, and some others."""
        by_length = sorted(good, key=lambda i: i.values.length)
        small = [i for i in by_length if i.values.length < SHORT] or by_length[:3]
        spread = np.linspace(0, len(small) - 1, min(CARRIERS, len(small))).round().astype(int)
        chosen = [small[index] for index in spread] + by_length[:4]
        return list({i.point: i for i in chosen}.values())

    def needed(self, cell: Sequence[Constraint]) -> list[Constraint]:
        """The cell without the constraints that follow from the others: the prover is asked about
        those that do so at many points."""
        kept, names, scattered = list(dict.fromkeys(cell)), self.case.names, self.case.scattered
        for constraint in sorted(kept, key=lambda c: -len(str(c))):
            rest = [c for c in kept if c != constraint]
            around = (*self.case.domain, *rest)
            without = scattered[hold_at(rest, names, scattered)]
            if not hold_at([constraint], names, without).all():
                continue
            if self.case.judge.cover(
                self.case.names, around, [(constraint,)], self.case.left()
            ).complete:
                kept = rest
        return kept

    def single_law(self, instance: Instance) -> bool:
        """A law for one member alone."""
        if instance.shape is None:
            return False
        numbers = [Polynomial.number(n or 0) for n in instance.numbers]
        candidate = RowCandidate(self.system, *instance.shape, numbers)
        at = zip(self.case.names, instance.point, strict=True)
        cell = [equal(Polynomial.name(name), value) for name, value in at]
        verdict = self.prove(candidate, cell, [instance])
        return verdict is not None and verdict.proved

    def ray_law(self, instance: Instance, axis: int) -> bool:
        """A law for the members on a ray: one coordinate grows, the others are those of a member.
        Its shape is that of the last of them."""
        case, point = self.case, instance.point
        ray = [(*point[:axis], point[axis] + t, *point[axis + 1 :]) for t in range(RAY)]
        case.members.add(ray)
        known = [i for i in map(self.instances.at, ray) if i is not None]
        for members, step in product((known, [i.in_whole_rows for i in known]), STEPS):
            alike = [i for i in members if i.shape and (i.point[axis] - point[axis]) % step == 0]
            whole = len(alike) >= FEWEST_ON_A_RAY and len(alike) * step >= len(known)
            if whole and self._settled_ray(alike, axis, step):
                return True
        return False

    def _settled_ray(self, alike: Sequence[Instance], axis: int, step: int) -> bool:
        name, at = self.case.names[axis], alike[0].point
        others = [n for n in range(len(at)) if n != axis]
        given = [equal(Polynomial.name(self.case.names[n]), at[n]) for n in others]
        if step > 1:
            given.append(Constraint(Polynomial.name(name) - at[axis] % step, "%", step))
        group = [i for i in alike if i.shape == alike[-1].shape][-FEWEST_ON_A_RAY:]
        fitted = self.fitted(group, tuple(given)) if len(group) == FEWEST_ON_A_RAY else None
        missing = [i for i in alike if not self.case.is_covered(i)]
        return fitted is not None and self.settle(fitted, missing, missing)

    def explore(self, centre: Sequence[int], radius: int) -> bool:
        """Look at the members around a point; whether there were new ones."""
        steps = product(range(-radius, radius + 1), repeat=len(centre))
        return self.case.members.add(
            tuple(a + b for a, b in zip(centre, s, strict=True)) for s in steps
        )

"""Laws of families whose moves are ranges, guessed from some members.

The shapes that are tried are rows: n = p q + B i + j, where a period p consists of c blocks of the
length B and a rest, p = B c + rest. The value is the block i, or the place j in it; in the rest it
may be another one; and after p terms values may have grown by a saltus. p, B and the saltus are
small sums of the ends of the ranges. A prover has the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product

from mexplore.discover.families.fitting.codes import claims_by_cases
from mexplore.discover.families.fitting.members import points_of
from mexplore.discover.families.fitting.systems import BLOCKS, REST
from mexplore.discover.families.patterns.members import first_terms
from mexplore.discover.families.patterns.splits import Blocks, Case, Split
from mexplore.discover.families.ranges.law import NumberSystem, RangeLaw, ValueLaw, ValuePiece
from mexplore.rules.arithmetic.polynomial import Polynomial, Vector
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import look_at_clock
from mexplore.rules.parameters.constraint import Cell, at_least, equal, without_weaker
from mexplore.rules.parameters.ranges import RangeFamily

SIZES = 4, 9, 16, 32  # of the parameters of members that are looked at, until there are enough
MEMBERS = 24  # of a case, that a shape has to suit
LOOKED_AT = 4  # members, from which witnesses are chosen
MOST_TERMS = 400
APART = 2  # how many periods, or blocks, a carry takes
LOOKS = 500  # shapes, or places, between two looks at the clock: most differ at once
SPECIAL = 3  # small values of a name that may have a law of their own
ROWS = 3  # of each member, from which witnesses are chosen
MOST_BLOCKS = 8  # in a period, where their number is the same for all members

ROW, BLOCK, PLACE, U, V = map(Polynomial.name, ("q", "i", "j", "u", "v"))
Prove = Callable[[ValueLaw, Case], bool]
Values = dict[str, int]
Known = tuple[Values, list[int]]
"""The parameters of a member, and its first terms."""
Place = tuple[Values, Values]
"""The parameters of a member, and digits."""


def find_range_law(rule: RangeFamily, prove: Prove, until: float) -> Iterator[RangeLaw]:
    """Claims whose laws are all proved, one for each split in which each case that has members
    has a law. TimeIsUp when `working_seconds` passes ``until``."""
    return claims_by_cases(
        rule,
        _splits(rule),
        lambda case: _CaseFit(rule, case, prove, until).laws(),
        RangeLaw,
        until,
    )


def _splits(rule: RangeFamily) -> Iterator[Split]:
    """None; then each name in blocks of an end of the ranges, of one more, or of its double."""
    yield ()
    ends = dict.fromkeys(end for ends in rule.ranges for end in ends)
    for name, end in product(reversed(rule.names), ends):
        if end.names and name not in end.names:
            yield (Blocks(name, end, BLOCKS, REST),)
            yield (Blocks(name, end + 1, BLOCKS, REST),)
            yield (Blocks(name, 2 * end, BLOCKS, REST, 2),)


@dataclass(frozen=True)
class _Rows:
    """A shape: period, length of a block, blocks, rest, saltus, and whether the value is j."""

    period: Polynomial
    block: Polynomial
    blocks: Polynomial
    rest: Polynomial
    saltus: Polynomial
    by_place: bool
    last: Polynomial  # the value of the rest, where it is one; a shape of its own has -1

    def value(self, n: int, at: Values) -> int | None:
        """The value of n; None where the shape makes no sense."""
        period, block, rest = self.period.at(at), self.block.at(at), self.rest.at(at)
        if block < 1 or period < 1 or not 0 <= rest <= block or self.saltus.at(at) < 0:
            return None
        row, place = divmod(n, period)
        i, j = divmod(place, block)
        value = j if self.by_place else i
        if self.last != -1 and i == self.blocks.at(at):
            value = self.last.at(at)
        return value + row * self.saltus.at(at)


class _CaseFit:
    """The search in one case of a split."""

    def __init__(self, rule: RangeFamily, case: Case, prove: Prove, until: float) -> None:
        self.rule, self.case, self.prove, self.until = rule, case, prove, until
        self.ranges = tuple(
            (low.with_names(case.family), high.with_names(case.family)) for low, high in rule.ranges
        )

    @cached_property
    def members(self) -> list[Known]:
        """Some members in the parameters of the case, with their first terms."""
        found = []
        names = self.case.names
        for size in SIZES[len(names) < 3 :]:
            points = points_of(self.case.domain, names, size)
            if len(points) >= MEMBERS // 2:
                break
        for at in points[:: max(1, len(points) // MEMBERS)]:
            member = {name: meaning.at(at) for name, meaning in self.case.meanings}
            if self.rule.has(member):
                look_at_clock(self.until)
                longest = max(high.at(at) for _, high in self.ranges)
                stop = min(MOST_TERMS, 4 * longest + 40)
                found.append((at, first_terms(self.rule, member, stop)))
        return found

    def laws(self) -> list[ValueLaw] | None:
        """Laws for all members that were looked at, each proved; None where some have none."""
        laws: list[ValueLaw] = []
        left = self.members
        for cell in self._cells():
            inside = [m for m in left if all(c.holds(m[0]) for c in cell)]
            law = self._law(cell, inside) if inside else None
            if law is not None:
                laws.append(law)
                left = [m for m in left if m not in inside]
        return None if left else laws

    def _cells(self) -> Iterator[Cell]:
        yield ()
        if REST in self.case.names:
            r = Polynomial.name(REST)
            yield (equal(r),)
            yield (at_least(r, 1),)
        elif len(self.case.names) == 1:
            name = self.case.names[0]
            found = sorted({at[name] for at, _ in self.members})[:SPECIAL]
            k = Polynomial.name(name)
            yield from ((at_least(k, v + 1),) for v in found)
            yield from ((equal(k, Polynomial.number(v)),) for v in found)

    def _law(self, cell: Cell, members: Sequence[Known]) -> ValueLaw | None:
        """A law for all of these members that is proved."""
        for number, rows in enumerate(self._shapes()):
            if number % LOOKS == 0:
                look_at_clock(self.until)
            if all(rows.value(n, at) == g for at, terms in members for n, g in enumerate(terms)):
                look_at_clock(self.until)
                inside = without_weaker((*self.case.domain, *cell))
                law = self._written(rows, inside, members)
                if law is None:
                    continue
                law = replace(law, witnesses=self._witnesses(law, members))
                if self.prove(law, self.case):
                    return self._with_landmarks(law, members)
        return None

    def _with_landmarks(self, law: ValueLaw, members: Sequence[Known]) -> ValueLaw:
        """The law with landmarks, if they show that its period is the least; otherwise as it is."""
        if law.the_saltus != 0:
            return law
        needed = _Needed(self.rule, self.case, law, members)
        landmarks = self._few(list(needed.positions()), _landmarks(law), needed.tells)
        least = replace(law, landmarks=landmarks)
        return least if least.landmarks and self.prove(least, self.case) else law

    def _shapes(self) -> Iterator[_Rows]:
        """All shapes with small sums of ends."""
        ends = list(dict.fromkeys(end for ends in self.ranges for end in ends))
        sums = [*ends, *(a + b for n, a in enumerate(ends) for b in ends[n:])]
        lengths = list(dict.fromkeys(e + c for e in sums for c in (0, 1, -1, 2)))
        blocks = [e for e in lengths if e.is_linear and e.names]
        counts = [Polynomial.number(c) for c in range(1, MOST_BLOCKS + 1)]
        if BLOCKS in self.case.names:
            counts += [Polynomial.name(BLOCKS) + c for c in (0, 1, 2)]
        for period, block in product(lengths, blocks):
            for count in counts:
                rest = period - block * count
                if not rest.is_linear:
                    continue
                for saltus, by_place in product((Polynomial(), block), (False, True)):
                    lasts = (Polynomial.number(-1), block) if by_place and rest != 0 else (-1,)
                    for last in map(Polynomial.of, lasts):
                        yield _Rows(period, block, count, rest, saltus, by_place, last)

    # The law of a shape.

    def _written(self, rows: _Rows, cell: Cell, members: Sequence[Known]) -> ValueLaw | None:
        one, zero = Polynomial.number(1), Polynomial()
        relations = ((one, -rows.blocks, -rows.rest), (zero, one, -rows.block))
        positions = _system(("q", "i", "j"), (rows.period, rows.block, one), relations)
        grows = rows.saltus != 0
        values = _system(("v",), (one,), ())
        values_in: Cell = (at_least(V),)
        if grows:
            values = _system(("u", "v"), (rows.saltus, one), ((one, -rows.saltus),))
            values_in = (at_least(U), at_least(V), at_least(rows.saltus - 1, V))
        vector = (lambda value: (ROW, value)) if grows else (lambda value: (value,))
        value = PLACE if rows.by_place else BLOCK
        row = (at_least(ROW), at_least(PLACE))
        full = (
            *row,
            at_least(BLOCK),
            at_least(rows.blocks - 1, BLOCK),
            at_least(rows.block - 1, PLACE),
        )
        pieces = [ValuePiece(full, vector(value))]
        if rows.rest != 0:
            last = rows.last if rows.last != -1 else value
            part = (*row, equal(BLOCK, rows.blocks), at_least(rows.rest - 1, PLACE))
            pieces.append(ValuePiece(part, vector(last)))
        ends = [
            (self._vector(low, rows, members), self._vector(high, rows, members))
            for low, high in self.ranges
        ]
        if any(low is None or high is None for low, high in ends):
            return None
        return ValueLaw(
            self.case.names,
            cell,
            positions,
            values,
            values_in,
            tuple((low or (), high or ()) for low, high in ends),
            tuple(pieces),
            (),
            (one, zero, zero),
            (one, zero) if grows else (zero,),
        )

    def _vector(self, end: Polynomial, rows: _Rows, members: Sequence[Known]) -> Vector | None:
        """An end in digits, with linear entries. Whole blocks, or rows, are taken out until less
        than one is left, if their number is the same for all members; otherwise whole rows or
        blocks, where the end is not linear itself."""
        none = Polynomial()
        counts = [none, rows.blocks, rows.blocks - 1]
        if BLOCKS in end.names:
            h = Polynomial.name(BLOCKS)
            counts += [h, h + 1, h - 1]
        several = (*counts, *map(Polynomial.number, range(1, MOST_BLOCKS)))
        for unit, count in product((rows.block, rows.period), several):
            rest = end - unit * count
            if rest.is_linear and all(0 <= rest.at(at) < unit.at(at) for at, _ in members):
                return (none, count, rest) if unit == rows.block else (count, none, rest)
        for count, row in product(counts, (True, False)):
            rest = end - (rows.period if row else rows.block) * count
            if rest.is_linear:
                return (count, none, rest) if row else (none, count, rest)
        return None

    def _witnesses(self, law: ValueLaw, members: Sequence[Known]) -> tuple[Vector, ...]:
        """A few of the candidates, of which each smaller value of each position that is looked at
        is reached by one."""
        needed = _Needed(self.rule, self.case, law, members)
        return self._few(list(needed.places()), _candidates(law), needed.serves)

    def _few(
        self,
        places: Sequence[Place],
        vectors: Iterable[Vector],
        serves: Callable[[Vector, Place], bool],
    ) -> tuple[Vector, ...]:
        """Some of the vectors, of which each place is served by one, chosen greedily; none where
        some place is served by none."""
        served: dict[Vector, set[int]] = {}
        for vector in vectors:
            mine = served[vector] = set()
            for number, place in enumerate(places):
                if number % LOOKS == 0:
                    look_at_clock(self.until)
                if serves(vector, place):
                    mine.add(number)
        left = set(range(len(places)))
        chosen: list[Vector] = []
        while left:
            best = max(served, key=lambda vector: len(served[vector] & left))
            if not served[best] & left:
                return ()
            chosen.append(best)
            left -= served[best]
        return tuple(chosen)


def _system(
    digits: tuple[str, ...], weights: Vector, relations: tuple[Vector, ...]
) -> NumberSystem:
    """With all sums of a few relations as carries."""
    carries = []
    for factors in product(range(-APART, APART + 1), repeat=len(relations)):
        sums = [Polynomial()] * len(digits)
        for factor, relation in zip(factors, relations, strict=True):
            sums = [a + factor * b for a, b in zip(sums, relation, strict=True)]
        if any(factors):
            carries.append(tuple(sums))
    return NumberSystem(digits, weights, relations, tuple(carries))


def _candidates(law: ValueLaw) -> Iterator[Vector]:
    """The position itself, with the digits that tell the value replaced, and another place."""
    of_value = dict.fromkeys(entry for piece in law.pieces for entry in piece.value)
    grows = len(law.values.digits) == 2
    by_place = PLACE in of_value
    blocks = -law.positions.relations[0][1]
    last = dict.fromkeys(z[-1] for z in law.positions.all_carries)
    for above in (U,) if grows else (ROW, ROW - 1, Polynomial()):
        if by_place:
            for block in (BLOCK, BLOCK - 1, BLOCK + 1, Polynomial(), blocks - 1, blocks):
                yield (above, block, V)
            yield (above, blocks, Polynomial())
        else:
            yield from (
                (above, V, place + more) for place in (PLACE, Polynomial()) for more in last
            )


def _landmarks(law: ValueLaw) -> Iterator[Vector]:
    """Places in the first period, and some that depend on the digits of x."""
    block, rest = (law.positions.relations[i][-1] for i in (1, 0))
    blocks = law.positions.relations[0][1]
    zero, one = Polynomial(), Polynomial.number(1)
    for i, j in product(
        (zero, one, -blocks - one, -blocks, -blocks - BLOCK, -blocks - BLOCK - one),
        (zero, -block - one, -block - PLACE, -block - PLACE - one, -rest - one, -rest - PLACE),
    ):
        yield zero, i, j


class _Needed:
    """What witnesses are for: positions of some members with each of their smaller values."""

    def __init__(
        self,
        rule: RangeFamily,
        case: Case,
        law: ValueLaw,
        members: Sequence[Known],
    ) -> None:
        self.rule, self.case, self.law = rule, case, law
        self.members = [at for at, _ in members[:: max(1, len(members) // LOOKED_AT)]]

    def positions(self) -> Iterator[Place]:
        """The parameters, and the digits of x, for 0 < x < p."""
        for at in self.members:
            for n in range(1, self.law.the_period.at(at)):
                yield at, self._digits(n, at) or {}

    def tells(self, landmark: Vector, where: Place) -> bool:
        """Whether the values at the landmark and so far after it differ."""
        at, x = where
        t = [entry.at({**at, **x}) for entry in landmark]
        if self.law.value_of(t, at) is None:
            return False
        weights = [weight.at(at) for weight in self.law.positions.weights]
        n, m = (sum(w * d for w, d in zip(weights, v, strict=True)) for v in (t, x.values()))
        return n >= 0 and self.law.value_at(n, at) != self.law.value_at(n + m, at)

    def places(self) -> Iterator[Place]:
        """The parameters, and the digits of x and of w."""
        weights = self.law.values.weights
        for at in self.members:
            period = self.law.the_period.at(at)
            for n in range(ROWS * period):
                x = self._digits(n, at)
                value = None if x is None else self.law.value_of(x.values(), at)
                for smaller in range(value or 0):
                    quotient, rest = divmod(smaller, weights[0].at(at))
                    grows = len(weights) > 1
                    w = {"u": quotient, "v": rest} if grows else {"v": smaller}
                    yield at, {**(x or {}), **w}

    def _digits(self, n: int, at: Values) -> Values | None:
        period, block, _ = (weight.at(at) for weight in self.law.positions.weights)
        q, place = divmod(n, period)
        i, j = divmod(place, block)
        return {"q": q, "i": i, "j": j}

    def serves(self, witness: Vector, where: Place) -> bool:
        """Whether the witness is a position of the value to which a move leads."""
        at, digits = where
        known = {**at, **digits}
        t = [entry.at(known) for entry in witness]
        inside = {**at, **dict(zip(self.law.positions.digits, t, strict=True))}
        piece = next((piece for piece in self.law.pieces if piece.holds(inside)), None)
        if piece is None:
            return False
        wanted = [digits[digit] for digit in self.law.values.digits]
        if [entry.at(inside) for entry in piece.value] != wanted:
            return False
        weights = [weight.at(at) for weight in self.law.positions.weights]
        x = [digits[digit] for digit in self.law.positions.digits]
        taken = sum(w * (a - b) for w, a, b in zip(weights, x, t, strict=True))
        member = {name: meaning.at(at) for name, meaning in self.case.meanings}
        return self.rule.takes(member, taken)

"""A system of kinds of heaps, guessed from a function that says what moves leave.

Positions are heaps of shapes (`shapes`). The options of a heap of one size, some dozen tokens, are
looked at: a part with more than a quarter of them is a heap, two of them are a split of what is
left, smaller parts are worth what they are worth. What is guessed is then compared with the
function, heap by heap, for all sizes up to `COMPARED`: which values the options of each heap have.

So much is *evidence*: the function may do something else with larger heaps, and nothing is proved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from functools import reduce
from operator import xor
from typing import Any, NamedTuple

from mexplore.rules.dataclass import dataclass
from mexplore.rules.systems.derived import letter_of, nim_heaps
from mexplore.rules.systems.game import NoSystem
from mexplore.rules.systems.shapes import Shape, shape_of
from mexplore.rules.systems.system import EVERY, Kind, Part, Residues, Schema, System

LOOKED_AT = 24
"""The size of the heaps whose options are looked at; the next ones for residues."""
COMPARED = 40
REGULAR_FROM = 20
"""Options of smaller heaps may be any."""
MOST_KINDS = 30
MODULI = (1, 2, 3)

Options = Callable[[Any], Iterable[tuple[Any, ...]]]


class _Split(NamedTuple):
    """What one option leaves: large heaps, and what the rest is worth."""

    heaps: tuple[tuple[Shape, int], ...]
    rest: int


@dataclass
class Guess:
    """Guesses from the options and the values of positions, which start with a shape.

    >>> from mexplore.rules.engine.search import Sums
    >>> flips = lambda row: [(row[:i], row[i + 2 :]) for i in range(len(row) - 1)]
    >>> guess = Guess(flips, Sums(flips).value, Shape("", "", "+"))
    >>> (schema,) = guess.system.kinds[1].schemas
    >>> str(guess.start), schema.drop, [(part.kind, part.least) for part in schema.parts]
    ('+^n', 2, [(1, 0), (1, 0)])
    """

    options: Options
    value: Callable[[Any], int]
    start: Shape
    shapes: list[Shape] = field(default_factory=list)
    """The kinds, in the order of their numbers from 1 on."""

    def __post_init__(self) -> None:
        self.shapes = [self.start]
        self._kinds: list[Kind] = []
        self._most = 0
        while len(self._kinds) < len(self.shapes):
            if len(self.shapes) > MOST_KINDS:
                raise NoSystem(f"more than {MOST_KINDS} kinds of heaps are met")
            self._kinds.append(self._kind(len(self._kinds)))

    @property
    def system(self) -> System:
        """The system: heaps of Nim, and the kinds."""
        return System((nim_heaps(0, self._most), *self._kinds), start=1)

    def _kind(self, number: int) -> Kind:
        shape = self.shapes[number]
        for modulus in MODULI:
            schemas = [
                schema
                for size in range(LOOKED_AT, LOOKED_AT + modulus)
                for schema in self._schemas(shape, size, modulus)
            ]
            regular = self._regular_from(shape, schemas)
            if regular <= REGULAR_FROM:
                below = tuple(
                    tuple(((0, value),) for value in sorted(self._values(shape, n)))
                    for n in range(regular)
                )
                return Kind(letter_of(number), below, tuple(schemas))
        raise NoSystem(f"no pattern is seen in the options of {shape}")

    def _values(self, shape: Shape, n: int) -> set[int]:
        """The values of the options of a heap."""
        found = {
            reduce(xor, map(self.value, option), 0) for option in self.options(shape.position(n))
        }
        self._most = max(self._most, *found, 0)
        return found

    def _regular_from(self, shape: Shape, schemas: list[Schema]) -> int:
        """The size from which on the schemas give options of the right values, up to `COMPARED`."""
        kind = Kind("", (), tuple(schemas))
        for n in range(COMPARED, -1, -1):
            guessed = {
                reduce(xor, (self._worth(*heap) for heap in option), 0)
                for option in kind.options(n)
            }
            if guessed != self._values(shape, n):
                return n + 1
        return 0

    def _worth(self, kind: int, size: int) -> int:
        return size if kind == 0 else self.value(self.shapes[kind - 1].position(size))

    def _schemas(self, shape: Shape, n: int, modulus: int) -> Iterator[Schema]:
        """Schemas that have the options of the heap of this size."""
        when = Residues(modulus, frozenset({n % modulus})) if modulus > 1 else EVERY
        splits: defaultdict[Any, set[int]] = defaultdict(set)
        singles: dict[Any, _Split] = {}
        every = {_normal(option) for option in self.options(shape.position(n))}
        for option in every:
            heaps, rest = self._split(option, n)
            left = n - sum(size for _, size in heaps)
            if len(heaps) > 2:
                raise NoSystem(f"a move from {shape} leaves three long parts")
            if len(heaps) == 2:
                (one, a), (other, _) = sorted(heaps)
                splits[one, other, left, rest].add(a)
            else:
                singles[option] = _Split(heaps, rest)
        covered: set[Any] = set()
        for (one, other, drop, rest), sizes in splits.items():
            yield self._pairs(one, other, n - drop, drop, rest, sizes, every, covered, when)
        for option, (heaps, rest) in singles.items():
            if option not in covered:
                parts = tuple(Part(self._number(heap)) for heap, _ in heaps)
                drop = n - heaps[0][1] if heaps else 0
                yield Schema(drop, parts, ((0, rest),) * (rest > 0), when)

    def _split(self, option: tuple[Any, ...], n: int) -> _Split:
        """The parts of an option: large heaps, and the xor of the others."""
        heaps, rest = [], 0
        for part in option:
            shape, size = shape_of(part, self.start.block)
            if size > n // 4:
                if shape.block and shape_of(shape.before, shape.block)[1] > n // 4:
                    raise NoSystem(f"{part!r:.60} has two long runs: name what is between parts")
                if shape.block and shape_of(shape.behind, shape.block)[1] > n // 4:
                    raise NoSystem(f"{part!r:.60} has two long runs: name what is between parts")
                heaps.append((shape, size))
            else:
                rest ^= self.value(part)
        self._most = max(self._most, rest)
        return _Split(tuple(heaps), rest)

    def _pairs(
        self,
        one: Shape,
        other: Shape,
        total: int,
        drop: int,
        rest: int,
        sizes: set[int],
        every: set[Any],
        covered: set[Any],
        when: Residues,
    ) -> Schema:
        """A split in all ways, or with sizes of one residue: how small the parts may be."""
        middle = sorted(sizes)
        step = middle[1] - middle[0] if len(middle) > 1 else 1
        if middle != list(range(middle[0], middle[-1] + 1, step)):
            raise NoSystem(f"the splits into {one} and {other} follow no pattern that is known")

        def option(a: int) -> Any:
            return _normal((one.position(a), other.position(total - a)))

        def fits(a: int) -> bool:
            return rest == 0 and 0 <= a <= total and option(a) in every

        first, last = middle[0], middle[-1]
        while fits(first - step):
            first -= step
        while fits(last + step):
            last += step
        if max(first, total - last) > LOOKED_AT // 4:
            raise NoSystem(f"splits into {one} and {other} of some sizes only")
        covered |= {option(a) for a in range(first, last + 1, step)}
        residues = Residues(step, frozenset({first % step})) if step > 1 else EVERY
        parts = (
            Part(self._number(one), first, residues),
            Part(self._number(other), total - last),
        )
        return Schema(drop, parts, ((0, rest),) * (rest > 0), when)

    def _number(self, shape: Shape) -> int:
        if shape not in self.shapes:
            self.shapes.append(shape)
        return self.shapes.index(shape) + 1


def _normal(option: tuple[Any, ...]) -> tuple[Any, ...]:
    """An option without the empty string, in one order."""
    return tuple(sorted((part for part in option if part != ""), key=repr))

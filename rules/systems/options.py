"""Options in linear forms, and their first simplification: no form between constants is left.

1. A form that lies between two constants takes finitely many values: each is put in its place.
2. A number on which no heap depends, and which stands with 1 or -1 in all facts, can be chosen if
   and only if each lower bound is at most each upper one: that is said instead.

Both keep exactly the options of every n from some bound on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from mexplore.rules.arithmetic.polynomial import Polynomial, plain_of
from mexplore.rules.dataclass import dataclass
from mexplore.rules.systems.facts import AtLeastZero, Fact, Facts, Remainder, Unread, together

SIZE = "n#"
"""The name of the size of the heap that is moved in; no text has it, and it is shown as n."""
MOST_VALUES = 1000
"""Of a form between two constants."""

Key = tuple[Hashable, tuple[int, ...]]
"""A kind: a label, and the numbers of a state."""


@dataclass(frozen=True)
class HeapForm:
    """A heap of an option: what its kind is, by a label and linear forms, and its size."""

    label: Hashable
    state: tuple[Polynomial, ...]
    size: Polynomial

    @property
    def names(self) -> frozenset[str]:
        """The names on which it depends."""
        return self.size.names.union(*(form.names for form in self.state))

    def with_names(self, meanings: Mapping[str, Polynomial | int]) -> HeapForm:
        state = tuple(form.with_names(meanings) for form in self.state)
        return HeapForm(self.label, state, self.size.with_names(meanings))

    @property
    def key(self) -> tuple[Hashable, tuple[int, ...]]:
        """The kind, where it does not vary."""
        for form in self.state:
            if not form.is_constant:
                raise Unread(f"the state {plain_of(form)} takes infinitely many values")
        return self.label, tuple(form.constant for form in self.state)


@dataclass(frozen=True)
class Written:
    """An option in linear forms, and the facts under which it is one."""

    heaps: tuple[HeapForm, ...]
    facts: Facts

    def __str__(self) -> str:
        heaps = (
            f"{heap.label}({', '.join(map(plain_of, (heap.size, *heap.state)))})"
            for heap in self.heaps
        )
        return " + ".join(heaps) or "0"


def without_bounded(option: Written, bound: int) -> Iterator[tuple[Written | None, int]]:
    """The option with values in place of forms between constants, and without numbers on which
    no heap depends; None where it is one for n below the bound alone."""
    facts = together(option.facts)
    if facts is None:
        yield None, bound
        return
    for fact in facts:
        slope = fact.form.coefficient(SIZE)
        if isinstance(fact, AtLeastZero) and fact.form.names == {SIZE} and slope < 0:
            yield None, max(bound, fact.form.constant // -slope + 1)
            return
    low, high = _ends(facts)
    heaps = frozenset[str]().union(*(heap.names for heap in option.heaps))
    for slopes, least in low.items():
        most = high.get(slopes)
        if most is not None and most < least:
            yield None, bound
            return
    for slopes, least in low.items():
        most = high.get(slopes)
        name = next((name for name, c in slopes if abs(c) == 1 and name != SIZE), None)
        if most is None or name is None:
            continue
        if most - least >= MOST_VALUES:
            raise Unread(
                f"a number takes {most - least + 1} values, at most {MOST_VALUES} are read"
            )
        form = Polynomial({(name,): c for name, c in slopes})
        sign = form.coefficient(name)
        for value in range(least, most + 1):
            meaning = {name: (Polynomial.number(value) - form) * sign + Polynomial.name(name)}
            yield from without_bounded(_replaced(option, facts, meaning), bound)
        return
    hidden = frozenset[str]().union(*(fact.form.names for fact in facts)) - heaps - {SIZE}
    for name in sorted(hidden):
        without = _projected(facts, name)
        if without is not None:
            yield from without_bounded(Written(option.heaps, without), bound)
            return
    yield Written(option.heaps, facts), bound


def _replaced(option: Written, facts: Facts, meaning: Mapping[str, Polynomial | int]) -> Written:
    heaps = tuple(heap.with_names(meaning) for heap in option.heaps)
    return Written(heaps, tuple(fact.with_names(meaning) for fact in facts))


Slopes = tuple[tuple[str, int], ...]


def _ends(facts: Facts) -> tuple[dict[Slopes, int], dict[Slopes, int]]:
    """The greatest lower and the least upper bounds of linear parts; of a part and its negative,
    one has both."""
    low: dict[Slopes, int] = {}
    high: dict[Slopes, int] = {}
    for fact in facts:
        if isinstance(fact, AtLeastZero):
            form = fact.form
            above, below = tuple(form.slopes.items()), tuple((-form).slopes.items())
            low[above] = max(low.get(above, -form.constant), -form.constant)
            high[below] = min(high.get(below, form.constant), form.constant)
    return low, high


def _projected(facts: Facts, name: str) -> Facts | None:
    """What the facts say of the other numbers: that there is such a number. None where that is not
    seen."""
    rest = [fact for fact in facts if name not in fact.form.names]
    own = [fact for fact in facts if name in fact.form.names]
    lower: list[Polynomial] = []
    upper: list[Polynomial] = []
    for fact in own:
        slope = fact.form.coefficient(name)
        if isinstance(fact, Remainder) or abs(slope) != 1:
            return None
        (lower if slope == 1 else upper).append(fact.form)
    both: list[Fact] = [AtLeastZero(one + other) for one in lower for other in upper]
    return (*rest, *both)

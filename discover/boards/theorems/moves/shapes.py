"""The steps of one entry of a list: the whole points of a polyhedron in one name, or in two.

In one name they are single steps or a ray. In two names the step (i, j) itself takes their place,
and the conditions may bound i, j, i - j and i + j: what is bounded is gone through number by
number, and what is left is a ray, or a quadrant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from mexplore.discover.boards.theorems.moves.steps import Ray, Step, Steps
from mexplore.discover.outcomes.moves.bounds import Ends, NotSeen, bounds, least
from mexplore.discover.outcomes.moves.conditions import Affine
from mexplore.rules.dataclass import dataclass

MOST_STEPS = 2000
MOST_LINES = 200
I, J = "i", "j"  # noqa: E741 (the step)


@dataclass(frozen=True)
class Conjunction:
    """The steps (i, j) for all whole values of the names for which all the forms are >= 0."""

    i: Affine
    j: Affine
    forms: tuple[Affine, ...]
    names: tuple[str, ...]

    @cached_property
    def ends(self) -> dict[str, Ends]:
        """Bounds of the names that follow from the forms."""
        return bounds(self.forms, self.names)

    @property
    def empty(self) -> bool:
        """Whether it is seen that no values satisfy the forms."""
        crossed = any(
            low is not None and high is not None and low > high for low, high in self.ends.values()
        )
        return crossed or any(f.is_constant and f.constant < 0 for f in self.forms)

    def least(self, form: Affine) -> int | None:
        """A number below which the form does not go; None if none is seen."""
        found = [least(form, self.ends)]
        for own in self.forms:
            rest = least(form - own, self.ends)
            found.append(rest)
        known = [number for number in found if number is not None]
        return max(known, default=None)


def parts_of(case: Conjunction) -> Steps:
    """The steps; `NotSeen` where they have another shape."""
    used = case.i.names | case.j.names
    if any(form.names - used for form in case.forms):
        raise NotSeen("a name stands in conditions only")
    if case.empty:
        return Steps()
    if not used:
        return Steps(frozenset({(case.i.constant, case.j.constant)}))
    if len(used) == 1:
        return _line(case.i, case.j, case.forms, *used)
    if len(used) == 2:
        return _plane(_by_steps(case, *sorted(used)))
    raise NotSeen("a move has too many parameters")


def _line(i: Affine, j: Affine, forms: Iterable[Affine], name: str) -> Steps:
    low, high = bounds(forms, (name,))[name]
    direction = i.coefficient(name), j.coefficient(name)

    def step(t: int) -> Step:
        return i.constant + direction[0] * t, j.constant + direction[1] * t

    if low is not None and high is not None:
        if direction == (0, 0):
            high = min(low, high)
        if high - low >= MOST_STEPS:
            raise NotSeen(f"a list has more than {MOST_STEPS} steps")
        return Steps(frozenset(step(t) for t in range(low, high + 1)))
    if direction == (0, 0):
        return Steps(frozenset({(i.constant, j.constant)}))
    if low is not None:
        return Steps(rays=frozenset({Ray(step(low), direction)}))
    if high is not None:
        return Steps(rays=frozenset({Ray(step(high), (-direction[0], -direction[1]))}))
    raise NotSeen("what a move takes has no bound")


def _by_steps(case: Conjunction, first: str, second: str) -> tuple[Affine, ...]:
    """The forms in the names i and j."""
    a, b = case.i.coefficient(first), case.i.coefficient(second)
    c, d = case.j.coefficient(first), case.j.coefficient(second)
    determinant = a * d - b * c
    if abs(determinant) != 1:
        raise NotSeen("the steps of a list leave gaps")
    i, j = Affine.name(I) - case.i.constant, Affine.name(J) - case.j.constant
    # The inverse of a matrix of determinant 1 or -1.
    one = (d * i - b * j) * determinant
    two = (a * j - c * i) * determinant
    # At once: the rule may call its own names i and j.
    return tuple(form.with_names({first: one, second: two}) for form in case.forms)


def _plane(forms: tuple[Affine, ...]) -> Steps:
    ends = bounds(forms, (I, J))
    (low_i, high_i), (low_j, high_j) = ends[I], ends[J]
    i, j = Affine.name(I), Affine.name(J)
    if low_i is not None and high_i is not None:
        return _each(low_i, high_i, lambda t: (Affine.number(t), j), forms, I)
    if low_j is not None and high_j is not None:
        return _each(low_j, high_j, lambda t: (i, Affine.number(t)), forms, J)
    if low_i is None or low_j is None:
        raise NotSeen("what a move takes has no lower bound")
    band = _band(forms)
    if band is not None:
        return _each(*band, lambda t: (j + t, j), forms, I)
    return _quadrants(forms, low_i, low_j)


def _each(
    low: int,
    high: int,
    step: Callable[[int], tuple[Affine, Affine]],
    forms: tuple[Affine, ...],
    name: str,
) -> Steps:
    """The union over the values of a number: the name is replaced as the step says."""
    if high - low >= MOST_LINES:
        raise NotSeen(f"a list has more than {MOST_LINES} lines of steps")
    found = Steps()
    for t in range(low, high + 1):
        i, j = step(t)
        meaning = i if name == I else j
        here = tuple(form.with_names({name: meaning}) for form in forms)
        other = J if name == I else I
        part = parts_of(Conjunction(i, j, here, (other,)))
        found = Steps(found.points | part.points, found.rays | part.rays)
    return found


def _band(forms: tuple[Affine, ...]) -> tuple[int, int] | None:
    """Bounds of i - j on both sides, if the forms have them."""
    shifted = tuple(form.with_names({I: Affine.name(J) + Affine.name("d")}) for form in forms)
    low, high = bounds([f for f in shifted if f.names == {"d"}], ("d",))["d"]
    return None if low is None or high is None else (low, high)


def _quadrants(forms: tuple[Affine, ...], low_i: int, low_j: int) -> Steps:
    """From bounds of i, of j and of i + j below."""
    total = low_i + low_j
    for form in forms:
        a, b = form.coefficient(I), form.coefficient(J)
        if min(a, b) < 0 or (a and b and a != b):
            raise NotSeen("the steps of a list fill a wedge")
        if a and b:
            total = max(total, -(form.constant // a))
    if total - low_i - low_j >= MOST_LINES:
        raise NotSeen(f"a list has more than {MOST_LINES} lines of steps")
    corners = _corners(low_i, low_j, total)
    return Steps(quadrants=frozenset(corners))


def _corners(low_i: int, low_j: int, total: int) -> Iterator[Step]:
    """The quadrants whose union is i >= low_i, j >= low_j, i + j >= total."""
    for i in range(low_i, total - low_j + 1):
        yield i, total - i

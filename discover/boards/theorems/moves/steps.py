"""Sets of steps: what a move takes from (x, y), if that does not depend on the square.

A set is a union of single steps (i, j), of rays s, s + d, s + 2*d, ..., and of quadrants, all the
steps with i >= a and j >= b. A step is a move wherever x - i >= 0 and y - j >= 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mexplore.rules.dataclass import dataclass

Step = tuple[int, int]


class Ray(NamedTuple):
    """The steps start + t*direction for all t >= 0."""

    start: Step
    direction: Step

    def holds(self, step: Step) -> bool:
        """Whether the step is one of them."""
        (i, j), (d, e) = (step[0] - self.start[0], step[1] - self.start[1]), self.direction
        if i * e != j * d:
            return False
        times, rest = divmod(i, d) if d else divmod(j, e)
        return rest == 0 and times >= 0


@dataclass(frozen=True)
class Steps:
    """A union of single steps, rays and quadrants, written without what is in another part."""

    points: frozenset[Step] = frozenset()
    rays: frozenset[Ray] = frozenset()
    quadrants: frozenset[Step] = frozenset()

    @classmethod
    def union(
        cls, points: Iterable[Step], rays: Iterable[Ray] = (), quadrants: Iterable[Step] = ()
    ) -> Steps:
        """The union in its shortest form: unions of parts that are written in different ways, such
        as rays that begin a step later, come out the same.

        >>> Steps.union([(1, 0), (3, 0)], [Ray((2, 0), (1, 0))]).rays
        frozenset({Ray(start=(1, 0), direction=(1, 0))})
        """
        kept = _quadrants(quadrants)
        outside = {p for p in points if not _covered(p, kept)}
        lines = _rays({ray for ray in rays if not _ray_covered(ray, kept)}, outside)
        outside = {p for p in outside if not any(ray.holds(p) for ray in lines)}
        return cls(frozenset(outside), frozenset(lines), frozenset(kept))

    @property
    def finite(self) -> bool:
        """Whether there are finitely many steps."""
        return not self.rays and not self.quadrants

    def holds(self, step: Step) -> bool:
        """Whether the step is in the set."""
        return (
            step in self.points
            or any(ray.holds(step) for ray in self.rays)
            or _covered(step, self.quadrants)
        )

    def contains(self, other: Steps) -> bool:
        """Whether each part of another set is seen to be inside one of the parts."""
        return (
            all(self.holds(point) for point in other.points)
            and all(self._contains_ray(ray) for ray in other.rays)
            and all(_covered(corner, self.quadrants) for corner in other.quadrants)
        )

    def _contains_ray(self, ray: Ray) -> bool:
        return _ray_covered(ray, self.quadrants) or any(_inside(ray, own) for own in self.rays)

    def least(self) -> list[Step]:
        """The single steps, and the first of each ray and quadrant."""
        return sorted({*self.points, *(ray.start for ray in self.rays), *self.quadrants})


def _covered(step: Step, quadrants: Iterable[Step]) -> bool:
    return any(step[0] >= a and step[1] >= b for a, b in quadrants)


def _ray_covered(ray: Ray, quadrants: Iterable[Step]) -> bool:
    return min(ray.direction) >= 0 and _covered(ray.start, quadrants)


def _quadrants(quadrants: Iterable[Step]) -> set[Step]:
    given = set(quadrants)
    return {q for q in given if not _covered(q, given - {q})}


def _rays(rays: set[Ray], points: set[Step]) -> set[Ray]:
    """The rays, lengthened by single steps before their start, without those inside others."""
    found = set(rays)
    while True:
        longer = {_lengthened(ray, points, found) for ray in found}
        kept = {ray for ray in longer if not any(_inside(ray, o) for o in longer - {ray})}
        if kept == found:
            return found
        found = kept


def _lengthened(ray: Ray, points: set[Step], rays: set[Ray]) -> Ray:
    """The ray, begun a step earlier if that step is in the set. Rays that go down in a coordinate
    are only taken back to single steps: two of them could lengthen each other forever."""
    (i, j), (d, e) = ray
    before = i - d, j - e
    upwards = min(d, e, *before) >= 0
    reached = before in points or (upwards and any(o.holds(before) for o in rays - {ray}))
    return Ray(before, ray.direction) if reached else ray


def _inside(ray: Ray, other: Ray) -> bool:
    """Whether all of the ray is on another one."""
    return _multiple(ray.direction, other.direction) and other.holds(ray.start)


def _multiple(direction: Step, other: Step) -> bool:
    """Whether a direction is a positive multiple of another one."""
    (d, e), (f, g) = direction, other
    times = d // f if f else e // g
    return (d, e) == (times * f, times * g) and times > 0

"""Bounded kinds whose heaps are split into two heaps of kinds that grow."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import ClassVar

from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.discover.systems.patterns.pattern import KindValues
from mexplore.discover.systems.theorems.growing import LONGEST, GrowingKinds, _Growth
from mexplore.discover.systems.theorems.shifts import Shifts
from mexplore.rules.systems.system import Part, Schema, System

LONGEST_PERIOD = 10**6


class GrowingPairs(GrowingKinds):
    """**Statement.** Let all be as in *growing kinds*, but let a kind t in T that does not grow
    also have schemas with exactly two parts, both of kinds that grow, u and v. Let 2^q exceed Z,
    the largest value of t, besides what it exceeds there. Let Q_t be, besides what it is a multiple
    of there, for each of these schemas a multiple of K_u + K_v, where K_u >= 1 is a multiple of p_u
    and of the modulus of the part of kind u, K_v likewise, and

        K_u s_u / p_u = K_v s_v / p_v, a multiple of 2^q.

    Let L_u = K_u Q_t / (K_u + K_v), and L_v likewise, j the drop of the schema, and e_u and e_v as
    there, max(n_u, lo) for each part. Let B_t be so large that n_v <= B_t - Q_t - j - e_u + 1 and

    (3) F_v(b) >= F_u(a) + 2^q for all a < e_u + L_u and all b > B_t - Q_t - j - e_u,

    and let the same be true with u and v exchanged. If the laws hold for all heaps n < B_t of all t
    in T, they hold for all heaps of these kinds.

    **Proof.** As there, for n >= B_t and m = n - Q_t it is to be shown that the sets O(n) and O(m)
    of values of options, by F, have the same members w <= Z; for schemas with at most one part that
    grows it was shown. Let a schema with two leave (u, a) and (v, b), and fixed heaps worth c, and
    let w = x xor y xor c <= Z with x = F_u(a), y = F_v(b). As c and w are less than 2^q, |x - y| <=
    x xor y = w xor c < 2^q, and x and y have the same quotient by 2^q.

    Let it be an option of (t, m): a + b = m - j. If a < e_u, then b > m - j - e_u >= B_t - Q_t - j
    - e_u, and y >= x + 2^q by (3): it is not so. So a >= e_u, and b >= e_v in the same way. The
    sizes a + L_u and b + L_v have the sum n - j, as L_u + L_v = Q_t, and are in the residues of
    their parts; n is in those of the schema. The values are x + S and y + S, S = L_u s_u / p_u =
    L_v s_v / p_v, a multiple of 2^q: the last q digits stay, and the quotients are equal again. So
    the xor is the same, and w is in O(n).

    Let it be an option of (t, n): a + b = n - j. If a < e_u + L_u, then b > n - j - e_u - L_u >=
    B_t
    - Q_t - j - e_u, and again y >= x + 2^q: it is not so. So a - L_u >= e_u, and b - L_v >= e_v;
      these sizes are allowed for m, and have the values x - S and y - S, whose xor is the same. ∎

    *Col without sides* on a row of n empty cells: a first move leaves two rows, each with an end
    where one colour is forbidden. These have the values a + 1. With a + b = n - 3 both are even or
    odd together exactly if n is odd, so that all options are even, or all are odd: G(n) is n mod 2.

    **Without (3)** the conclusion fails: A(n) -> A(a) + Z(b), a + b = n - 1, Z being worth nothing,
    is a heap of Nim, B(n) is one for n >= 5 and worth 0 below, and the xor of two of them is small
    below a bound in other ways than above it. **With 2^q = 1** high digits may differ by a carry.
    """

    needs: ClassVar[int] = 2
    name: ClassVar[str] = "growing pairs"
    source: ClassVar[str] = "proof in full in discover/systems/theorems/growing_pairs.py"
    statement: ClassVar[str] = (
        "Where heaps of bounded kinds may be split into two heaps whose values grow: the xor of "
        "two such values is small only if they agree in their high digits, and stays the same when "
        "both grow by a multiple of a power of two. If the values of each kind go on by equal "
        "steps with a period of its own for all sizes below a bound, they do for all sizes."
    )

    def bound_of(self, system: System, claim: KindLaws, known: KindValues) -> int | Inapplicable:
        forms = claim.forms(known)
        if forms is None:
            return Inapplicable("the first values of some kinds are not known")
        shifts, largest, pairs = Shifts(system, claim), 0, False
        for kind in shifts.named():
            growth = _Pairs(shifts, kind, forms)
            bound = growth.bound()
            if isinstance(bound, Inapplicable):
                return bound
            pairs = pairs or bool(growth.pairs)
            largest = max(largest, bound, shifts.least(kind))
        return largest if pairs else Inapplicable("no move leaves two heaps that grow")


@dataclass(frozen=True)
class _Pairs(_Growth):
    """What the theorem asks of one kind."""

    @property
    def pairs(self) -> list[tuple[Schema, Part, Part]]:
        """The schemas with two parts that grow."""
        grown = ((schema, self._grows(schema)) for schema in self.kind.schemas)
        return [(schema, parts[0], parts[1]) for schema, parts in grown if len(parts) == 2]

    def bound(self) -> int | Inapplicable:
        several = [schema for schema in self.kind.schemas if len(self._grows(schema)) > 1]
        if not several:
            return super().bound()
        if self.law.saltus or any(len(schema.parts) != 2 for schema in several):
            return Inapplicable(f"moves of {self.kind.name} leave two heaps that grow, and others")
        common = self.shifts.common(self.kind)
        limit = self._pair_limit()
        for _, u, v in self.pairs:
            common = lcm(common, sum(self._steps(u, v, limit)))
        if common > LONGEST_PERIOD:
            return Inapplicable(f"the period {common} is too long")
        single = [(s, self._grows(s)[0]) for s in self.kind.schemas if len(self._grows(s)) == 1]
        bound = self._regular(common)
        if single:
            more = self._without_saltus(single, common, limit)
            if isinstance(more, Inapplicable):
                return more
            bound = max(bound, more)
        step = common
        while not all(self._far_apart(pair, bound, common, limit) for pair in self.pairs):
            bound, step = bound + step, 2 * step
            if bound > LONGEST:
                return Inapplicable(f"{self.kind.name} is bounded by values that grow too slowly")
        return bound

    def _pair_limit(self) -> int:
        """2^q, which exceeds the values of this kind as well."""
        largest = int(self.forms[self.kind.name].values.max())
        return max(self._limit(), 1 << largest.bit_length())

    def _steps(self, u: Part, v: Part, limit: int) -> tuple[int, int]:
        """K_u and K_v, the least."""
        units = [lcm(self.shifts.law(part).period, part.sizes.modulus) for part in (u, v)]
        gains = [
            unit // self.shifts.law(part).period * self.shifts.law(part).saltus
            for unit, part in zip(units, (u, v), strict=True)
        ]
        step = lcm(*gains, limit)
        return step // gains[0] * units[0], step // gains[1] * units[1]

    def _far_apart(
        self, pair: tuple[Schema, Part, Part], bound: int, common: int, limit: int
    ) -> bool:
        """(3)"""
        schema, u, v = pair
        steps = self._steps(u, v, limit)
        turns = common // sum(steps)
        return self._apart(schema, u, v, bound, common, limit, turns * steps[0]) and self._apart(
            schema, v, u, bound, common, limit, turns * steps[1]
        )

    def _apart(
        self,
        schema: Schema,
        low: Part,
        high: Part,
        bound: int,
        common: int,
        limit: int,
        step: int,
    ) -> bool:
        """(3) for small heaps of one part, and large ones of the other."""
        settled, form = self.shifts.settled(low), self._form(high)
        first = bound - common - schema.drop - settled + 1
        if first < form.law.preperiod:
            return False
        largest = max(self._form(low).at_many(range(settled + step)))
        return self._least_from(form, first) >= largest + limit

"""Kinds whose values grow: a saltus where one heap of a split grows and the others do not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.discover.systems.patterns.pattern import KindValues
from mexplore.discover.systems.theorems.shifts import Shifts
from mexplore.discover.systems.theorems.theorem import SystemTheorem
from mexplore.rules.dataclass import dataclass
from mexplore.rules.systems.definition import grundy_of_heaps
from mexplore.rules.systems.system import Kind, Part, Schema, System

LONGEST = 10**9  # a bound that is larger is not stated


class GrowingKinds(SystemTheorem):
    """**Statement.** Let T, n_t, p_t, N_t be as in *Guy-Smith for kinds*, and let the laws be
    G_t(n + p_t) = G_t(n) + s_t for n >= n_t with s_t >= 0. A kind *grows* if s_t > 0. Let every
    schema of a kind in T have at most one part of a kind that grows; but schemas of kinds that do
    not grow may also be *pairs*: two parts, both of kinds that grow, and at one rate, s_u / p_u =
    s_v / p_v. For each t in T let

    - 2^q exceed every value of the kinds that do not grow and are parts of schemas of t, and of the
      sums of fixed heaps in these schemas, and with them each xor of such values; if t has pairs,
      also all values of t;
    - Q_t be a multiple of all that it is a multiple of in *Guy-Smith for kinds*; and, if t grows, a
      number for which S = Q_t s_t / p_t is a multiple of 2^q; if t has pairs, Q_t = 2 H for an H
      that is such a multiple, and for which H s_u / p_u is a multiple of 2^q for each pair;
    - B_t be at least the bound there, and at least n_t + 2 Q_t;
    - for a schema with drop j, k parts, one part of a kind u that grows, and e_i = max(n_{u_i},
      lo_i), R be the sum of the e_i of its other parts + (k - 2)(Q_t - 1) for k >= 2, and 1 for
      k = 1; and let e be the e_i of the growing part.

    Let F_t be the functions that the laws continue from the values below n_t + p_t. For each t that
    is not of the shape of *Guy-Smith for kinds*, having a schema with a growing part, let there be:

    (1) If t does not grow and its largest value is Z: for each schema with a growing part, and all
    a > B_t - Q_t - j - R: F_u(a) >= Z + 2^q.

    (2) If t grows: s_u / p_u = s_t / p_t for the growing parts u of its schemas. Let M be the least
    of all F_t(n) with n >= B_t - Q_t and of all F_u(a) - (2^q - 1) with a > B_t - Q_t - j - R, for
    these parts. Let V be 2^q - 1 more than the greatest F_u(a) with a < e of these parts, and W
    the same with a < e + Q_t. Then M > S + V, and M + S > W.

    (3) For each pair with parts u, v, in both orders, and e = max(n_u, lo_u): F_v(b) >= F_u(a) +
    2^q for all a < e + H and b > B_t - Q_t - j - e - H.

    A t that grows has a schema with a growing part. If the laws hold for all heaps n < B_t of all
    t in T, they hold for all heaps of these kinds.

    **Proof.** By induction over the rank as there; it remains to be shown for n >= B_t, m = n - Q_t
    and O(n), the set of the values by F of the options of (t, n), that mex O(n) = mex O(m) + S,
    where S = 0 if t does not grow. (The values of options of (t, n) and (t, m) and G_t(m) are those
    of F by induction.) For schemas without a growing part let P(n) be the set of the values of
    their options; P(n) = P(m) by the Lemma of `shifts`, and its members are less than 2^q. Options
    of the other schemas have the values F_u(a) xor x, a being the size of the growing part, and
    x in X(r) that of the other parts and fixed heaps, the parts having r = n - j - a tokens in all.
    By the Lemma, X(r + Q_t) = X(r) for r >= R, if k >= 2 (drop 0, k - 1 parts; (k - 1)(Q_t - 1) + 1
    - Q_t = (k - 2)(Q_t - 1)); for k = 1, r = 0 < R. Also y - (2^q - 1) <= y xor x <= y + 2^q - 1.
    Since n >= j + e + R + 2 Q_t - 1 (k = 1: n >= j + e + Q_t), a < e + Q_t implies r >= R + Q_t for
    n if k >= 2, and a > m - j - R implies a >= e.

    *t does not grow.* Let w <= Z. If w is in O(m) by a growing part a with r < R, then a > m - j -
    R, and w >= F_u(a) - (2^q - 1) > Z: it is not. So r >= R, and w is in O(n) with the same a and
    r + Q_t. If w is in O(n) by a, and r < R + Q_t, then a > n - j - R - Q_t = m - j - R, which is
    impossible in the same way; so r >= R + Q_t, and w is in O(m) by a and r - Q_t. Let w be in O(m)
    or O(n) by a pair, w = y xor z xor c with y = F_u(a), z = F_v(b). As w, c < 2^q, y and z have
    the same quotient by 2^q, so that they differ by less than 2^q; by (3), a >= e_u + H, since a <
    e_u + H would leave b > m - j - e_u - H; and b >= e_v + H in the same way. For O(m), a + H and
    b + H are an option of (t, n); for O(n), a - H and b - H are one of (t, m). Their values differ
    from y and z by the same multiple of 2^q: the quotients are equal again, and the remainders are
    what they were, so that w is the value of this option, too. With P(n) =
    P(m), O(n) and O(m) have the same members up to Z; mex O(m) = F_t(m) <= Z, so mex O(n) is the
    same.

    *t grows.* Let g = F_t(m) = mex O(m) >= M. For y >= 0 and x < 2^q, (y + S) xor x = (y xor x) +
    S, as 2^q divides S; and F_u(a + Q_t) = F_u(a) + S for a >= n_u. (i) g + S is not in O(n): by a
    >= e + Q_t, a - Q_t would have the value g in O(m). By a < e + Q_t values are at most W < g + S,
    and those of P(n) at most 2^q - 1 <= W. (ii) Every w < g + S is in O(n). For w < M: w < g is in
    O(m). If by P(m), it is in P(n). If by a growing part a with r < R, then a > m - j - R, and w >=
    M: it is not. So r >= R, and w is in O(n) by a and r + Q_t. For M <= w < g + S: w - S > V >= 0
    and w - S < g, so w - S is in O(m). It is larger than all members of P(m) and all values by a <
    e, so it is there by some a >= e, and w is in O(n) by a + Q_t and the same r. So mex O(n) = g +
    S = F_t(n). ∎

    *Nim with a pass.* Nim heaps: A(n) -> A(a) + Z(b), a + b = n - 1, Z being worth nothing; with a
    pass that may be made once, before the heap is empty: B(n) -> B(a) + Z(b) | A(n), n >= 1. A(n)
    = n, and B(n) = n + 1 for odd n, n - 1 for even n >= 2: B(n + 2) = B(n) + 2 for n >= 1.

    *Two heaps of Nim.* C(n) -> A(a) + A(b), a + b = n - 1: the values a xor b are odd if n - 1 is,
    and if it is even, so are they, and 0 is among them. C(n) = 0, 1, 0, 1, ...

    **Without 2^q**, with 1 in its place, the conclusion fails: A(n) -> A(a) + Z(b), a + b = n - 1,
    and for n >= 8 also A(n - 2) beside a heap worth 2. The law G(n + 1) = G(n) + 1 is true below
    the bound, which is 10, and A(10) would have the option A(8), of value 8 xor 2 = 10. **Without
    (2)**: A(n) -> A(a) + P(b), a + b = n - 2, where P(b) is worth b mod 2, and A(n - 1), for n >=
    1. Then G(n + 1) = G(n) + 1 for 3 <= n <= 8, and the bound of *Guy-Smith for kinds* is 8; but
    G(9) = 6 and G(10) = 4, where low values of other options take part.
    """

    needs: ClassVar[int] = 1
    name: ClassVar[str] = "growing kinds"
    source: ClassVar[str] = "proof in full in discover/systems/theorems/growing.py"
    statement: ClassVar[str] = (
        "Where at most one heap of each option is of a kind whose values grow, or two at one rate, "
        "beside no other, in options of a kind with bounded values: if the values of "
        "each kind go on by equal steps with a period of its own for all sizes below a bound, past "
        "which low values of options repeat and high ones are shifted by a step that no bounded "
        "value can carry over, then they do for all sizes."
    )

    def bound_of(self, system: System, claim: KindLaws, known: KindValues) -> int | Inapplicable:
        forms = claim.forms(known)
        if forms is None:
            return Inapplicable("the first values of some kinds are not known")
        if not any(law.saltus for law in claim.of.values()):
            return Inapplicable("no kind grows")
        shifts, largest = Shifts(system, claim), 0
        for kind in shifts.named():
            bound = _Growth(shifts, kind, forms).bound()
            if isinstance(bound, Inapplicable):
                return bound
            largest = max(largest, bound, shifts.least(kind))
        return largest


@dataclass(frozen=True)
class _Growth:
    """What the theorem asks of one kind."""

    shifts: Shifts
    kind: Kind
    forms: dict[str, PeriodicForm]

    @property
    def law(self) -> Periodic:
        return self.shifts.claim.of[self.kind.name]

    def bound(self) -> int | Inapplicable:
        """B_t, or the condition that fails."""
        shifts, kind, law = self.shifts, self.kind, self.law
        grown = [(schema, self._grows(schema)) for schema in kind.schemas]
        pairs = [schema for schema, parts in grown if len(parts) == len(schema.parts) == 2]
        if any(len(parts) > 1 and schema not in pairs for schema, parts in grown):
            return Inapplicable(f"two heaps of a move of {kind.name} grow")
        growing = [(schema, parts[0]) for schema, parts in grown if len(parts) == 1]
        common = shifts.common(kind)
        if pairs:
            return self._with_pairs(pairs, growing, common)
        if not growing:
            if law.saltus:
                return Inapplicable(f"no heap that {kind.name} leads to grows")
            return shifts.bound(kind, common)
        prove = self._with_saltus if law.saltus else self._without_saltus
        return prove(growing, common, self._limit())

    def _grows(self, schema: Schema) -> list[Part]:
        return [part for part in schema.parts if self.shifts.law(part).saltus]

    def _limit(self) -> int:
        """2^q."""
        system, largest = self.shifts.system, 0
        for schema in self.kind.schemas:
            for part in schema.parts:
                if not self.shifts.law(part).saltus:
                    largest = max(largest, int(self._form(part).values.max()))
            beside = grundy_of_heaps(system, schema.beside)
            largest = max([largest, *(beside[heap] for heap in schema.beside)])
        return 1 << largest.bit_length()

    def _form(self, part: Part) -> PeriodicForm:
        return self.forms[self.shifts.system.kinds[part.kind].name]

    def _regular(self, common: int) -> int:
        return max(self.shifts.bound(self.kind, common), self.law.preperiod + 2 * common)

    def _far(self, schema: Schema, growing: Part, common: int) -> int:
        """j + R: a growing part of a heap of m tokens is far from the end of its range up to the
        size m - j - R."""
        k = len(schema.parts)
        if k == 1:
            return schema.drop + 1
        others = sum(map(self.shifts.settled, schema.parts)) - self.shifts.settled(growing)
        return schema.drop + others + (k - 2) * (common - 1)

    def _least_from(self, form: PeriodicForm, start: int) -> int:
        """The least value at n >= start, where start is at least the preperiod."""
        start = max(start, form.law.preperiod)
        return min(form.at_many(range(start, start + form.law.period)))

    def _least_far(self, growing: Iterable[tuple[Schema, Part]], m: int, common: int) -> int:
        """The least F_u(a) with a > m - j - R."""
        return min(
            self._least_from(self._form(part), m - self._far(schema, part, common) + 1)
            for schema, part in growing
        )

    def _with_pairs(
        self, pairs: list[Schema], growing: list[tuple[Schema, Part]], half: int
    ) -> int | Inapplicable:
        """(1) and (3)"""
        if self.law.saltus:
            return Inapplicable(f"two heaps of a move of {self.kind.name} grow")
        largest = int(self.forms[self.kind.name].values.max())
        limit = max(self._limit(), 1 << largest.bit_length())
        for schema in pairs:
            one, other = map(self.shifts.law, schema.parts)
            if one.saltus * other.period != other.saltus * one.period:
                return Inapplicable(f"two heaps of a move of {self.kind.name} grow at two rates")
            while half // one.period * one.saltus % limit:
                half *= 2
        return self._without_saltus(growing, 2 * half, limit, pairs)

    def _apart(self, pairs: Iterable[Schema], bound: int, half: int, limit: int) -> bool:
        """(3)"""
        for schema in pairs:
            for part, other in (schema.parts, schema.parts[::-1]):
                stop = self.shifts.settled(part) + half
                first = bound - 2 * half - schema.drop - stop + 1
                most = max(self._form(part).at_many(range(stop)))
                if self._least_from(self._form(other), first) < most + limit:
                    return False
        return True

    def _without_saltus(
        self,
        growing: list[tuple[Schema, Part]],
        common: int,
        limit: int,
        pairs: Iterable[Schema] = (),
    ) -> int | Inapplicable:
        """(1), and (3) if there are pairs"""
        wanted = int(self.forms[self.kind.name].values.max()) + limit
        bound, step = self._regular(common), common
        if bound > LONGEST:
            return Inapplicable(f"the period {common} is too long")
        while (growing and self._least_far(growing, bound - common, common) < wanted) or not (
            self._apart(pairs, bound, common // 2, limit)
        ):
            bound, step = bound + step, 2 * step
            if bound > LONGEST:
                return Inapplicable(f"{self.kind.name} is bounded by values that grow too slowly")
        return bound

    def _with_saltus(
        self, growing: list[tuple[Schema, Part]], common: int, limit: int
    ) -> int | Inapplicable:
        """(2)"""
        law, slopes = self.law, [self.shifts.law(part) for _, part in growing]
        if any(each.saltus * law.period != law.saltus * each.period for each in slopes):
            return Inapplicable(f"heaps that {self.kind.name} leads to grow at another rate")
        while common // law.period * law.saltus % limit:
            common *= 2
        step = common // self.law.period * self.law.saltus
        bound, own = self._regular(common), self.forms[self.kind.name]
        least = min(
            self._least_from(own, bound - common),
            self._least_far(growing, bound - common, common) - (limit - 1),
        )
        low, high = limit - 1, limit - 1
        for _, part in growing:
            e = self.shifts.settled(part)
            if e + common > LONGEST:
                return Inapplicable(f"the period {common} is too long")
            form = self._form(part)
            low = max([low, *(v + limit - 1 for v in form.at_many(range(e)))])
            high = max([high, *(v + limit - 1 for v in form.at_many(range(e + common)))])
        missing = max(step + low + 1 - least, high + 1 - step - least, 0)
        # Least values are larger by the step where the bound is by the common multiple.
        return bound + -(-missing // step) * common

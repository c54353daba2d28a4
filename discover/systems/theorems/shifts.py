"""How far a schema has to be looked at: the sizes from which on its options are those of a heap
one period below.

**Lemma.** Let a schema have k >= 1 parts of kinds u_1, ..., u_k, least sizes lo_i and drop j. Let
F_u be functions with F_u(n + p_u) = F_u(n) for n >= n_u, and let Q >= 1 be a multiple of all p_u,
of the modulus of the schema and those of its parts. Let V(n) be the set of the numbers

    F_{u_1}(a_1) xor ... xor F_{u_k}(a_k) xor c

over all sizes a_i that the schema allows for n. With e_i = max(n_{u_i}, lo_i), for all

    n >= j + e_1 + ... + e_k + k (Q - 1) + 1

V(n) = V(n - Q).

**Proof.** The schema is for n exactly if it is for n - Q, as its modulus divides Q. Let sizes a_i
be allowed for n: they have the sum n - j >= e_1 + ... + e_k + k (Q - 1) + 1, so that some a_i is at
least e_i + Q. Then a_i - Q is at least lo_i, in the same residues, and at least n_{u_i}, so that
the sizes with a_i - Q in place of a_i are allowed for n - Q, and have the same value. Let sizes a_i
be allowed for n - Q: their sum is n - Q - j >= e_1 + ... + e_k + (k - 1) (Q - 1), which is greater
than the sum of all e_i - 1, so some a_i is at least e_i, and a_i + Q in its place is allowed for n
and has the same value. ∎

For k = 1 this is n >= j + e_1 + Q: a window of j sizes beyond e_1 + Q. For k = 2, where all kinds
have the same n0 >= lo_i and Q = p, it is the bound of Guy and Smith.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.rules.systems.system import Kind, Part, Schema, System


class Shifts:
    """The laws that are claimed of the kinds of a system, by their numbers.

    >>> from mexplore.rules.systems.system import Kind, Part, Schema, System
    >>> row = Kind("row", schemas=(Schema(1, (Part(0), Part(0))), Schema(2, (Part(0), Part(0)))))
    >>> kayles = Shifts(System((row,)), KindLaws(True, (("row", Periodic(71, 12)),)))
    >>> kayles.common(row), kayles.bound(row, 12)
    (12, 167)
    """

    def __init__(self, system: System, claim: KindLaws) -> None:
        self.system, self.claim = system, claim

    def law(self, part: Part) -> Periodic:
        """The law of the kind of a part."""
        return self.claim.of[self.system.kinds[part.kind].name]

    def named(self) -> Iterable[Kind]:
        """The kinds of which laws are claimed."""
        return (self.system.kinds[self.system.numbers[name]] for name in self.claim.of)

    def common(self, kind: Kind) -> int:
        """The least Q for the schemas of a kind that is also a multiple of its own period."""
        found = self.claim.of[kind.name].period
        for schema in kind.schemas:
            found = lcm(found, schema.when.modulus)
            for part in schema.parts:
                found = lcm(found, part.sizes.modulus, self.law(part).period)
        return found

    def settled(self, part: Part) -> int:
        """From this size on the part may be made smaller or larger by Q: e_i."""
        return max(self.law(part).preperiod, part.least)

    def of_schema(self, schema: Schema, common: int) -> int:
        """The bound of the lemma."""
        k = len(schema.parts)
        if not k:
            return 0
        return schema.drop + sum(map(self.settled, schema.parts)) + k * (common - 1) + 1

    def bound(self, kind: Kind, common: int) -> int:
        """From this size n on the options of heaps of the kind are those of schemas, have the
        values of those of n - Q, and n - Q is at least the preperiod."""
        begun = max(len(kind.below), self.claim.of[kind.name].preperiod) + common
        return max([begun, *(self.of_schema(schema, common) for schema in kind.schemas)])

    def least(self, kind: Kind) -> int:
        """This many values show that the preperiod and the period of a kind are the least."""
        law = self.claim.of[kind.name]
        return law.preperiod + 2 * law.period

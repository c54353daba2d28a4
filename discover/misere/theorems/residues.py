"""Options that are floor forms on residue classes, under misère play."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.theorems.residue_window import first_and_common, residue_options
from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps
from mexplore.discover.misere.theorems.theorem import ByClasses
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.misere.game import Misere

if TYPE_CHECKING:
    from mexplore.rules.moves.residue_options import ResidueOptions


class MisereResidueWindow(ByClasses["ResidueOptions"]):
    """**Statement.** Let m >= 1 and N0 >= 1, and for every n >= N0 let the options of n be those of
    its class n mod m: tuples of heaps, each a constant or floor(a*n/c) + j, with integers j and 1
    <= a <= c in lowest terms, c | m, each between 0 and n - 1. Let n0, p >= 1, and let classes Φ in
    a finite commutative monoid, or types, be given for 1 <= n < n0 + p and continued by Φ(n + p) =
    Φ(n) for n >= n0. Let N1 be the greatest of N0, n0 and all ceil((n0 - j)*c/a), and Q the least
    common multiple of m, p and all c*p. If the conditions of Theorem 1, or (2) of Theorem 6, hold
    with all heaps 1 <= n < N1 + Q, they hold with all heaps.

    **Proof.** (This is Theorem 5, transfer: classes go where nim-values go.) Let n >= N1 + Q and n'
    = n - Q >= N1. As m | Q, the options of n and n' correspond. Equal constants are equal heaps.
    Let h(k) = floor(a*k/c) + j be a heap of an option of k. As n' >= (n0 - j)*c/a, a*n'/c >= n0 -
    j, so h(n') >= n0 >= 1; and as c*p | Q, h(n) = h(n') + a*(Q/c), where p divides Q/c. So Φ(h(n))
    = Φ(h(n')), and the options of n and n' have the same classes. Also Φ(n) = Φ(n'), as n' >= n0
    and p | Q. The conditions speak of the class of a heap and of those of its options only: they
    hold with n as they hold with n'. Induction on n. ∎

    It is the window of *residue window* (`discover.heaps.theorems.residue_window`) with n0 >= 1:
    heap 0 is not a heap, and its class is not among those that repeat.
    """

    place: ClassVar[int] = 1
    name: ClassVar[str] = "misère residue window"
    source: ClassVar[str] = "proof in full in discover/misere/theorems/residues.py"
    statement: ClassVar[str] = (
        "If from some n on the options of n are given, by the residue of n modulo m, as tuples of "
        "constants and of floor(a*n/c) + j: classes of period p that meet the conditions on moves "
        "for one common multiple of m and all c*p, once all options lie in the periodic part, meet "
        "them with all heaps."
    )

    def hypotheses(self, rule: Misere) -> ResidueOptions | Inapplicable:
        return residue_options(rule.rule)

    def bound_of(self, shape: ResidueOptions, law: ClassesOfHeaps) -> int | Inapplicable:
        if not law.repeats_with:
            return Inapplicable("the law is about finitely many heaps")
        window = Periodic(law.preperiod, law.repeats_with)
        first, common = first_and_common(shape, window)
        return first + common

"""Whether two closed forms, of whatever kind, have the same terms for all n.

**Proposition.** Let a(n + p) - a(n) depend on n mod p alone for n >= n0, and b(n + q) - b(n) on
n mod q. If a(n) = b(n) for n0 <= n < n0 + 2(p + q), then a(n) = b(n) for all n >= n0. If these
steps are the same s for all residues, and the same t, then p + q such n are enough.

*Proof.* Write E for the shift, (E a)(n) = a(n + 1). As n and n + p have the same residue,
(E^p - 1)^2 a = 0 from n0 on, and (E^q - 1)^2 b = 0. So d = a - b fulfils
(E^p - 1)^2 (E^q - 1)^2 d = 0, a linear recurrence of order 2(p + q) with leading coefficient 1,
and is 0 for ever after 2(p + q) zeros in a row. For equal steps, by induction on n >= n0 + p + q;
all indices below are at least n0, and less than n: a(n) = a(n - p) + s = b(n - p) + s
= b(n - p - q) + t + s = a(n - p - q) + s + t = a(n - q) + t = b(n - q) + t = b(n). ∎

(For s = t = 0 this is, with p + q in place of p + q - gcd(p, q), the theorem of N. J. Fine and
H. S. Wilf, Uniqueness theorems for periodic functions, Proc. Amer. Math. Soc. 16 (1965) 109-114.)
"""

from __future__ import annotations

from mexplore.discover.study.pattern import ClosedForm, EventualSteps, Undecided

MOST_WRITTEN = 3 * 10**7  # terms that are written out to be compared
SEARCHED = 10**5  # n below which forms of different kinds are compared


def first_difference_of(one: ClosedForm, other: ClosedForm) -> int | None:
    """The least n at which the terms differ; None if they are equal for all n.

    >>> from mexplore.discover.heaps.patterns.split import SplitForm, SplitPeriodic
    >>> from mexplore.discover.heaps.patterns.threshold import Threshold, ThresholdForm
    >>> from mexplore.rules.arithmetic.forms import Floor
    >>> halves = ThresholdForm(Threshold(Floor(1, -2, 1)))  # floor(n/2)
    >>> first_difference_of(halves, SplitForm(SplitPeriodic(0, 2, (1, 1)), (0, 0))) is None
    True
    >>> first_difference_of(halves, SplitForm(SplitPeriodic(0, 2, (1, 1)), (0, 1)))
    1

    Raises Undecided where neither is known.
    """
    steps = one.eventual_steps(), other.eventual_steps()
    if steps[0] is not None and steps[1] is not None:
        return _written_out(one, other, _enough(*steps))  # type: ignore[arg-type]
    why = f"two laws of different kinds agree for n < {SEARCHED}"
    if type(one) is type(other):
        try:
            return one.first_difference(other)
        except Undecided as reason:
            why = str(reason)
    difference = _written_out(one, other, SEARCHED)
    if difference is None:
        raise Undecided(why)
    return difference


def _enough(one: EventualSteps, other: EventualSteps) -> int:
    """Below which n two forms must agree, by the proposition."""
    periods = one.period + other.period
    equal_steps = one.saltus is not None and other.saltus is not None
    return max(one.preperiod, other.preperiod) + (periods if equal_steps else 2 * periods)


def _written_out(one: ClosedForm, other: ClosedForm, stop: int) -> int | None:
    """The least n < stop at which the terms differ."""
    if stop > MOST_WRITTEN:
        raise Undecided(f"{stop} terms would have to be compared")
    differ = (one.prefix(stop) != other.prefix(stop)).nonzero()[0]
    return int(differ[0]) if len(differ) else None

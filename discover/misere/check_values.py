"""Statements about misère play where sums are played as Nim by the nim-values.

There (Theorem 7) the class of a heap is its type, f(G(n)) for G(n) <= 1 and F(G(n)) for others. So
heap n + p is in the class of heap n exactly if G(n + p) = G(n), and a heap is lost alone exactly if
its nim-value is 1: a law of the nim-values decides both for all n.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits, uninterrupted
from mexplore.rules.engine.grundy import Watcher, grundy_values
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.rules.rule import Rule

MOST_DECIDED = 10**6  # heaps


def periodic_values(rule: Rule, seconds: float, watcher: Watcher) -> tuple[Periodic, str] | None:
    """The law G(n + p) = G(n) + s that is proved of the rule, and by which theorem, if one is.

    >>> from mexplore.rules.engine.grundy import nobody
    >>> from mexplore.rules.notation import parse_rule
    >>> periodic_values(parse_rule("subtract(1, 2)"), 5, nobody)[0]
    Periodic(preperiod=0, period=3, saltus=0)
    """
    found = uninterrupted(study(rule, Limits(seconds), watcher))
    for finding in found.findings:
        if isinstance(finding.claim, Periodic) and finding.proof is not None:
            return finding.claim, finding.proof.theorem
    return None


def first_unlike(
    rule: Rule, further: int, first: int, ends: tuple[int, int], seconds: float, watcher: Watcher
) -> tuple[int | None, int, str]:
    """The first n >= ``first`` with G(n + ``further``) other than G(n), where one is known; up to
    which n that was seen; and the theorem that decides it for all n, if one does."""
    from mexplore.discover.heaps.check import check, limits_of

    statement = f"G(n + {further}) = G(n) for n >= {first}"
    found = check(rule, statement, ends, limits_of(ends, seconds), watcher)
    return found.first_failure, max(found.high, ends[1]), found.theorem


def first_not_lost_as_said(
    rule: Rule, heaps: Sequence[int], ends: tuple[int, int], seconds: float, watcher: Watcher
) -> tuple[int | None, int, str]:
    """The first n >= 0 that is lost alone and not among these heaps, or the other way round, where
    one is known; up to which n that was seen; and the theorem that decides it for all n, if one
    does.

    >>> from mexplore.rules.engine.grundy import nobody
    >>> from mexplore.rules.notation import parse_rule
    >>> first_not_lost_as_said(parse_rule("subtract(multiples(1))"), (1,), (1, 9), 5, nobody)[2]
    'all-but window'
    """
    said = set(heaps)
    law, high = periodic_values(rule, seconds, watcher), ends[1]
    if law is not None:
        claim, _ = law
        # Beyond all that is said; two periods on, values that grow are 2 or more.
        periods = 1 if claim.saltus == 0 else 2
        settled = max(claim.preperiod, max(heaps, default=0) + 1) + periods * claim.period
        law, high = (law, max(high, settled)) if settled <= MOST_DECIDED else (None, high)
    if high > MOST_DECIDED:
        raise InputError(f"more than {MOST_DECIDED} heaps would have to be compared")
    values = grundy_values(rule, high + 1, watcher).tolist()
    wrong = (n for n in range(high + 1) if (values[n] == 1) != (n in said))
    return next(wrong, None), high, "" if law is None else law[1]

"""What there is to say of the n with G(n) = v: the first ones, how many, the K-th, their gaps."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from mexplore.discover.heaps.evidence.sources import GivenSource
from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
from mexplore.discover.heaps.study import Study, study
from mexplore.discover.heaps.values import Answers, Warranted
from mexplore.discover.questions.classes import NimValues
from mexplore.discover.questions.known import answers_of, classes_of_rule
from mexplore.discover.questions.where import NoSuchPosition, Places
from mexplore.discover.study.kind import Means, Warrant
from mexplore.discover.study.limits import uninterrupted
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.working import working_seconds

COMPUTING = 0.8  # of a budget, for values
MOST_TAKEN = 0.05  # of it, with which no more values are asked for

if TYPE_CHECKING:
    from mexplore.discover.questions.known import HeapGame
    from mexplore.discover.study.pattern import Pattern
    from mexplore.rules.rule import Rule

FAR = 10**6  # tokens: under misère play, a law of all heaps is looked for
FEW = 60  # heaps that are listed under misère play
STUDIED = 2000  # positions that are listed, and studied as a sequence
SEARCHED = 10**6  # below this n
USUAL_LAST = 10**4
FURTHEST = 10**7  # so far the K-th is looked for where no law is known


@dataclass(frozen=True)
class PositionsQuery:
    """Which value, below which n if it matters, and the number of the one that is asked for."""

    value: int
    stop: int | None = None
    nth: int | None = None


@dataclass(frozen=True, eq=False)
class PositionsAnswer:
    """The first n with the value, of those below ``searched``; how many lie below ``stop`` and
    the K-th, where asked for. ``complete``: no other n, below ``stop`` if there is one, has the
    value."""

    warrant: Warrant
    value: int
    listed: list[int]
    count: int | None = None
    nth: int | None = None
    searched: int | None = None
    complete: bool = False
    warranted: Warranted | None = None
    """The form of the values; None under misère play."""

    @property
    def gaps(self) -> list[tuple[int, int]]:
        """Each difference of neighbours listed, with the number of times it occurs."""
        return sorted(Counter(b - a for a, b in pairwise(self.listed)).items())

    @cached_property
    def study(self) -> Study | None:
        """Those listed as a sequence of their own; None where there are no two."""
        import numpy as np

        if len(self.listed) < 2:
            return None
        listed = GivenSource(np.array(self.listed, dtype=np.uint64))
        return uninterrupted(study(None, source=listed))

    def follows(self, claim: Pattern) -> bool:
        """Whether a law of the positions a(0), a(1), ... follows from the law of the values.

        Let G(n + p) = G(n) for all n >= n0 be proved, let c > 0 of the n in a period have the
        value, and a(K) be the first position from n0 on. The positions from n0 on are repeated by
        every p, so a(i + c) = a(i) + p for all i >= K; a multiple of this law holds as well. The
        finitely many i < K are looked at one by one.

        >>> from mexplore.rules.notation import parse_rule
        >>> found = find_positions(parse_rule("0.07"), PositionsQuery(0, stop=1000))
        >>> [found.follows(Periodic(9, 5, 34)), found.follows(Periodic(8, 5, 34))]
        [True, False]
        """
        if self.warranted is None:
            return False
        form = self.warranted.form
        proved = self.warrant.status == "proved" and self.warranted.stop is None
        if not (proved and isinstance(form, PeriodicForm) and isinstance(claim, Periodic)):
            return False
        p, n0, many = form.law.period, form.law.preperiod, claim.period
        early = form.count_of(self.value, n0)
        each = form.count_of(self.value, n0 + p) - early
        if form.law.saltus or not each or many % each or claim.saltus * each != many * p:
            return False
        known, first = self.listed, range(claim.preperiod, early)
        if first and first[-1] + many >= len(known):
            return False
        return all(known[i + many] == known[i] + claim.saltus for i in first)


def find_positions(
    rule: HeapGame,
    query: PositionsQuery,
    means: Means | None = None,
    watcher: Watcher = no_progress,
) -> PositionsAnswer:
    """Where the value occurs. Raises NotKnown or NoSuchPosition.

    >>> from mexplore.rules.notation import parse_rule
    >>> found = find_positions(parse_rule("subtract(1, 2)"), PositionsQuery(0, stop=10, nth=10**18))
    >>> found.listed[:4], found.count, found.nth, found.gaps
    ([0, 3, 6, 9], 4, 2999999999999999997, [(3, 3)])
    """
    known = NimValues(_known(rule, query, means or Means(), watcher))
    warranted = known.best(query.stop, query.value)
    there = known.of_value(query.value, query.stop)
    free = query.stop is None
    nth = None if query.nth is None else _nth(there, query.nth, warranted, free=free)
    found = _listed(there, query, warranted.warrant, STUDIED, SEARCHED)
    return replace(found, nth=nth, warranted=warranted)


def lost_alone(
    rule: Rule, query: PositionsQuery, means: Means | None = None, watcher: Watcher = no_progress
) -> PositionsAnswer:
    """Which heaps are lost alone under misère play. Raises NotKnown or NoSuchPosition.

    >>> from mexplore.rules.notation import parse_rule
    >>> lost_alone(parse_rule("0.77"), PositionsQuery(0)).listed
    [1, 4, 9, 12, 20]
    """
    last = FAR if query.stop is None else query.stop - 1
    known = classes_of_rule(rule, [max(last, 1)], means or Means(), watcher, misere=True)
    there, (warrant, *_) = known.lost_alone(query.stop), known.warrants([last])
    nth = None if query.nth is None else there.nth(query.nth)
    return replace(_listed(there, query, warrant, FEW, known.searched), nth=nth)


def _listed(
    there: Places, query: PositionsQuery, warrant: Warrant, most: int, searched: int
) -> PositionsAnswer:
    """The first ones, and how many there are."""
    reach = min(stop for stop in (there.stop, query.stop, searched) if stop is not None)
    listed = there.first(most, reach).tolist()
    count = None if query.stop is None else there.count(query.stop)
    total = there.total() if count is None and there.stop is None else count
    complete = total == len(listed)
    return PositionsAnswer(warrant, query.value, listed, count, searched=reach, complete=complete)


def _nth(there: Places, k: int, warranted: Warranted, *, free: bool) -> int:
    """The k-th position; where there is none, it is said by which law. More values may be computed
    where the question is ``free`` of an upper bound."""
    try:
        return there.nth(k)
    except NoSuchPosition as why:
        if warranted.stop is not None:
            further = "--budget computes further" if free else "leave --upto out"
            found = there.count(warranted.stop)
            raise NoSuchPosition(
                f"number {k} was not reached: {found} n < {warranted.stop} have it, and no law is "
                f"proved that tells more; {further}"
            ) from None
        by = warranted.warrant
        raise NoSuchPosition(f"{why}, by the law {by.words} ({by.status})") from None


def _known(rule: HeapGame, query: PositionsQuery, means: Means, watcher: Watcher) -> Answers:
    """What is known of the rule: up to N if there is one, else as far as the K-th position if it
    can be computed without a law."""
    last = USUAL_LAST if query.stop is None else query.stop - 1
    deadline = working_seconds() + COMPUTING * means.budget
    known = answers_of(rule, [last], means, watcher)
    while _too_few(known, query) and last < FURTHEST:
        last *= 8
        left = deadline - working_seconds()
        if left < MOST_TAKEN * means.budget:
            break
        nearer = replace(means, law_first=False, budget=left)
        further = answers_of(rule, [last], nearer, watcher)
        if (further.warranted[0].stop or 0) <= last:
            break
        known = further
    return known


def _too_few(known: Answers, query: PositionsQuery) -> bool:
    """Whether more values should be computed to find the K-th position."""
    warranted = known.warranted[-1]
    if query.nth is None or query.stop is not None or warranted.stop is None:
        return False
    if known.first_value(query.value) is not None:
        return False
    return warranted.form.count_of(query.value, warranted.stop) < query.nth

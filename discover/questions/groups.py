"""Rules in groups of equal values: as far as computed, and for all n where laws allow.

Of rules whose values were compared for n < stop, a group holds those with the same values there.
Groups stand in the order of their values, read from n = 0 on as words in a dictionary. So the first
difference of each from the next tells the first difference of any two: it is the least of those
that stand between them.

*Proof.* Let the words u < v < w, in this order, first differ at i (u, v) and at j (v, w). If
i < j, then v and w agree at all n <= i, so u and w differ first at i; likewise if j < i. If
i = j, then u(i) < v(i) < w(i), and all three agree before i. So u and w differ first at min(i, j);
further words by induction. ∎
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cmp_to_key
from itertools import pairwise
from typing import TYPE_CHECKING

from mexplore.discover.heaps.evidence.sources import RunSource, Source
from mexplore.discover.heaps.statements import EQUAL, compared
from mexplore.discover.questions.compare import (
    BESIDE_RUNS,
    COMPUTING,
    FOR_A_LAW,
    first_difference,
    proved_law,
)
from mexplore.discover.questions.known import source_of_game
from mexplore.discover.study.pattern import ClosedForm
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.engine.working import working_seconds

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule

FIRST_STOP = 512
GROWTH = 8
TRIED = 2  # rules of a group without a law, until no more is looked for
COMPARING, LAWS = "rules compared", "laws compared"  # stages, for watchers


@dataclass(frozen=True)
class Group:
    """Rules whose values are equal for n < ``stop``. Those of one of the ``classes`` have equal
    values for all n: it is one rule, or their proved laws agree. ``later`` holds (i, j, n) where
    laws say that the classes i and j differ first at n >= stop. Under misère play, rules that lose
    the same sums of heaps below ``stop``, None for one rule alone."""

    classes: tuple[tuple[Rule, ...], ...]
    stop: int | None
    later: tuple[tuple[int, int, int], ...] = ()

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All of them."""
        return tuple(rule for each in self.classes for rule in each)

    @property
    def for_all(self) -> bool:
        """Whether all are proved to be equal for all n."""
        return len(self.classes) == 1


@dataclass(frozen=True)
class Grouping:
    """Groups in the order of their values; ``differences[i]`` is the first n at which the groups i
    and i + 1 differ."""

    groups: tuple[Group, ...]
    differences: tuple[int, ...]

    def first_difference(self, one: int, other: int) -> int | None:
        """The first n at which the groups of these numbers differ; None if it is one group."""
        low, high = sorted((one, other))
        return min(self.differences[low:high], default=None)


@dataclass(frozen=True, eq=False)
class _Known:
    rule: Rule
    source: Source


def group(
    rules: Sequence[Rule], last: int, budget: float, watcher: Watcher = no_progress
) -> Grouping:
    """Group rules by their values at n <= last, or at as many n as the time allows.

    >>> from mexplore.rules.notation import parse_rule
    >>> found = group([parse_rule(t) for t in ("0.3", "0.33", "subtract(1)")], 100, budget=10)
    >>> [[str(rule) for rule in each.rules] for each in found.groups], found.differences
    ([['0.3', 'subtract(1)'], ['0.33']], (2,))
    >>> found.groups[0].for_all
    True
    """
    known = [_Known(rule, source_of_game(rule)) for rule in dict.fromkeys(rules)]
    began = working_seconds()
    buckets = _buckets(known, last + 1, began + COMPUTING * budget, watcher)
    heads = [bucket[0].source.evidence for bucket, _ in buckets]
    differences = [first_difference(one, other) for one, other in pairwise(heads)]
    groups = tuple(
        _by_laws(bucket, stop, last, began + budget, watcher) for bucket, stop in buckets
    )
    return Grouping(groups, tuple(n for n in differences if n is not None))


def _buckets(
    known: list[_Known], stop: int, deadline: float, watcher: Watcher
) -> list[tuple[list[_Known], int]]:
    """The rules that agree for n < stop, with how far that was seen; in the order of values."""
    dense = not all(isinstance(each.source, RunSource) for each in known)
    stop = min(stop, BESIDE_RUNS) if dense else stop

    def refined(bucket: list[_Known], target: int) -> Iterator[tuple[list[_Known], int]]:
        for number, each in enumerate(bucket):
            each.source.extend(target, deadline)
            watcher(Progress(COMPARING, number + 1, len(bucket)))
        seen = min(target, *(each.source.evidence.stop for each in bucket))
        for part in _split(bucket, seen):
            if len(part) == 1 or seen < target or target >= stop:
                yield part, seen
            else:
                yield from refined(part, min(stop, target * GROWTH if dense else target**2))

    return list(refined(known, min(stop, FIRST_STOP))) if known else []


def _split(bucket: list[_Known], stop: int) -> Iterator[list[_Known]]:
    """The rules by their values at n < stop, in the order of these."""
    evidence = {each: each.source.evidence.prefix(stop) for each in bucket}

    def order(one: _Known, other: _Known) -> int:
        n = first_difference(evidence[one], evidence[other])
        return 0 if n is None else evidence[one].at(n) - evidence[other].at(n)

    ordered = sorted(bucket, key=cmp_to_key(order))
    part: list[_Known] = []
    for each in ordered:
        if part and order(part[0], each):
            yield part
            part = []
        part.append(each)
    yield part


def _by_laws(
    bucket: list[_Known], stop: int, last: int, deadline: float, watcher: Watcher
) -> Group:
    """What the proved laws add to values that agree, as long as there is time."""
    if len(bucket) == 1:
        return Group(((bucket[0].rule,),), stop)
    laws: list[ClosedForm | None] = []  # of each class
    classes: list[list[Rule]] = []
    later: list[tuple[int, int, int]] = []
    for number, each in enumerate(bucket):
        watcher(Progress(LAWS, number + 1, len(bucket)))
        # Equal values that gave no law twice hardly give one the third time.
        seconds = min(FOR_A_LAW, deadline - working_seconds())
        hopeless = laws.count(None) >= TRIED or seconds <= 0
        law = None if hopeless else proved_law(each.rule, each.source, last, seconds)
        answers = [compared(other, law) for other in laws]
        if EQUAL in answers:
            classes[answers.index(EQUAL)].append(each.rule)
            continue
        later += [(k, len(laws), n) for k, n in enumerate(answers) if isinstance(n, int)]
        laws.append(law)
        classes.append([each.rule])
    return Group(tuple(map(tuple, classes)), stop, tuple(later))

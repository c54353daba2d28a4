"""Values of heaps with their warrant: a proved law, values that were computed, or neither.

A question about heaps of any size is answered, in this order, by a closed form that a theorem
proves, by values computed from the definition, by an unproved form if the user asks for one, and,
for single heaps of rules with quotients, by coalescence. Each answer says which it was.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, cast

from mexplore.discover.heaps.coalescence import subtract_or_divide
from mexplore.discover.heaps.evidence.sources import Source, TermSource, source_of
from mexplore.discover.heaps.published import family_law
from mexplore.discover.numerics.digits import largest
from mexplore.discover.numerics.integers import LARGEST_WORD, at_words
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.kind import (
    FoundValues,
    KnownValues,
    LookedUp,
    Means,
    NotKnown,
    Warrant,
    Way,
)
from mexplore.discover.study.limits import Limits, uninterrupted
from mexplore.discover.study.pattern import ClosedForm
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TooLarge
from mexplore.rules.reach import unreached

if TYPE_CHECKING:
    from mexplore.discover.heaps.coalescence import Coalesced
    from mexplore.discover.heaps.first_values import FirstValuesForm
    from mexplore.discover.heaps.on_demand import OnDemand
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.numerics.integers import Words
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.pattern import ClosedForm
    from mexplore.rules.rule import Rule, Values


@dataclass(frozen=True, eq=False)
class ComputedForm(ClosedForm):
    """The computed terms of a sequence; other terms raise IndexError.

    >>> from mexplore.discover.heaps.evidence.sources import evidence_below
    >>> from mexplore.rules.notation import parse_rule
    >>> form = ComputedForm(evidence_below(parse_rule("subtract(1, 2, 3)"), 10))
    >>> form.at(5), form.counts(6), form.count_of(3, 10)
    (1, {0: 2, 1: 2, 2: 1, 3: 1}, 2)
    """

    evidence: Evidence

    def at(self, n: int) -> int:
        return self.evidence.at(n)

    def at_many(self, numbers: Sequence[int]) -> list[int]:
        return at_words(numbers, self._at_words, self.at)

    def _at_words(self, n: Words) -> Words:
        import numpy as np

        self._must_be_known(int(n.max()) + 1)
        if self.evidence.by_runs is None:
            return self.evidence.values[n].astype(np.int64)
        starts, values = self._runs_of_words
        return values[np.searchsorted(starts, n, side="right") - 1]

    @cached_property
    def _runs_of_words(self) -> tuple[Words, Words]:
        """Where the runs begin that hold numbers of one machine word, and their values."""
        import numpy as np

        runs = self.evidence.runs
        count = bisect_right(runs.starts, LARGEST_WORD)
        return (
            np.array(runs.starts[:count], dtype=np.int64),
            np.array(runs.values[:count], dtype=np.int64),
        )

    def prefix(self, stop: int) -> Values:
        self._must_be_known(stop)
        if self.evidence.by_runs is not None:
            return self.evidence.by_runs.dense(stop)
        return self.evidence.values[:stop]

    def counts(self, stop: int) -> dict[int, int]:
        import numpy as np

        self._must_be_known(stop)
        if self.evidence.by_runs is None:
            values, counts = np.unique(self.evidence.values[:stop], return_counts=True)
            return dict(zip(values.tolist(), counts.tolist(), strict=True))
        found: dict[int, int] = {}
        for run in self.evidence.by_runs.prefix(stop):
            found[run.value] = found.get(run.value, 0) + run.stop - run.start
        return found

    def count_of(self, value: int, stop: int) -> int:
        import numpy as np

        if self.evidence.by_runs is not None:
            return self.counts(stop).get(value, 0)
        self._must_be_known(stop)
        return int(np.count_nonzero(self.evidence.values[:stop] == value))

    def _must_be_known(self, stop: int) -> None:
        if stop > self.evidence.stop:
            raise IndexError(f"only n < {self.evidence.stop} are known, not {stop - 1}")


FEW_TERMS = 10**6  # values that are computed before it is asked whether a family has a law
FEWEST_TERMS = 1 << 12  # values that are studied for a law, however small the heaps are
ENOUGH_TERMS = 1 << 15  # values without a law, where a law of who wins is proved
MOST_TERMS = 3 * 10**8  # values that are computed at most where there is no law
AT_ONCE = 1.0  # seconds for values, where they are preferred to a law
LAW_SHARE = 0.8  # of the budget
DEMAND_SHARE = 0.2  # for what single heaps can reach, before a law is looked for longer
LEFT_SHARE = 0.1  # for values without a law that are no part of a table
BEFORE_OTHERS = 3.0  # seconds for laws (one of who wins too), before single values are had without


@dataclass(frozen=True, eq=False)
class Warranted:
    """A form that answers for every n < stop (for every n, if stop is None), and its warrant."""

    form: ClosedForm
    warrant: Warrant
    stop: int | None = None

    def covers(self, stop: int) -> bool:
        """Whether it answers for every n < stop."""
        return self.stop is None or stop <= self.stop

    def values_at(self, numbers: Sequence[int]) -> FoundValues[int]:
        """The values of those of the numbers for which it answers."""
        mine = [n for n in numbers if self.covers(n + 1)]
        try:
            values = zip(mine, self.form.at_many(mine), strict=True) if mine else ()
        except TooLarge as why:
            return FoundValues({}, (), str(why))
        return FoundValues(dict(values), [self.warrant] * bool(mine))

    def counts(self, start: int, stop: int) -> dict[int, int]:
        """How many start <= n < stop have each value; values that occur only."""
        counts = self.form.counts(stop)
        for value, count in self.form.counts(start).items() if start else ():
            counts[value] -= count
        return {value: count for value, count in counts.items() if count}

    def count_of(self, value: int, start: int, stop: int) -> int:
        """How many start <= n < stop have this value."""
        below = self.form.count_of(value, start) if start else 0
        return self.form.count_of(value, stop) - below


@dataclass(frozen=True, eq=False)
class Answers(KnownValues[int]):
    """All that is known of the values of a rule; ``warranted`` stand best first. Each question
    about values without a law has ``seconds`` of its own, whenever it is asked.

    >>> from mexplore.rules.notation import parse_rule
    >>> known = answers(parse_rule("0.77"), [10**18])
    >>> known.at(10**18), known.best_for(10**100).warrant.status
    (1, 'proved')
    """

    rule: Rule
    warranted: tuple[Warranted, ...]
    study: Study | None
    seconds: float
    on_demand: OnDemand | None = field(default=None, kw_only=True)
    first_values: tuple[Warranted, ...] = field(default=(), kw_only=True)
    """What tells which values are 0, or 0, ..., v, where no law of all values is proved: that of
    the fewest values first. Each has a `FirstValuesForm`."""

    def best_for(self, stop: int) -> Warranted:
        """The best warranted that answers for every n < stop; NotKnown if there is none."""
        for warranted in self.warranted:
            if warranted.covers(stop):
                return warranted
        raise NotKnown(self._why_not())

    def look_up(self, numbers: Sequence[int]) -> LookedUp:
        """G at each of the numbers, as far as it is known."""
        best = self.warranted[0] if self.warranted and numbers else None
        if best is not None and (best.stop is None or isinstance(best.form, ComputedForm)):
            try:
                return LookedUp(best.form.at_many(numbers), (best.warrant,))
            except IndexError:  # some are not among the computed ones
                if best.stop is None:
                    raise
            except TooLarge:  # some may be had in another way
                pass
        heaps = list(numbers)  # each is read once
        found = super().look_up(heaps)
        if not self.first_values or not found.missing:
            return found
        won = [n for n, value in zip(heaps, found.values, strict=True) if value is None]
        by = f"by a law of who wins; no law tells the value, which is {self.beyond}"
        missing = f"the next player wins from a heap of {_short(won[0])}, {by}"
        warrants = tuple(dict.fromkeys((*found.warrants, self.first_values[-1].warrant)))
        return replace(found, warrants=warrants, missing=missing, not_0=frozenset(won))

    @property
    def beyond(self) -> str:
        """What is known of values that no law tells: 'not 0', 'greater than 3'."""
        return cast("FirstValuesForm", self.first_values[-1].form).beyond

    def first_value(self, value: int) -> Warranted | None:
        """What tells which heaps have a value, of the laws of the first values."""
        return next((w for w in self.first_values if value <= most_of(w)), None)

    def ways(self) -> Iterator[Way[int]]:
        yield from (warranted.values_at for warranted in self.warranted)
        for told in self.first_values:
            yield partial(self._first_values, told)
        yield self._without_law
        yield self._on_demand

    def _first_values(self, told: Warranted, numbers: list[int]) -> FoundValues[int]:
        """Those that a law of the first values tells."""
        values = dict[int, int]()
        for n in numbers:
            with suppress(NotKnown):
                values[n] = told.form.at(n)
        return FoundValues(values, [told.warrant] * bool(values))

    def _on_demand(self, numbers: list[int]) -> FoundValues[int]:
        """Values from the definition, of what a heap can reach."""
        if self.on_demand is None:
            return FoundValues({})
        return self.on_demand.values_at(numbers, self.seconds)

    def _without_law(self, numbers: list[int]) -> FoundValues[int]:
        """Values one by one, where the rule has quotients."""
        values, warrants, missing = dict[int, int](), list[Warrant](), ""
        deadline = working_seconds() + self.seconds
        for n in numbers:
            outcome = self._coalesced(n, deadline)
            if isinstance(outcome, str):
                missing = missing or outcome
            else:
                values[n] = outcome.value
                warrants.append(Warrant("computed", f"G({_short(n)}): {outcome.words()}"))
        return FoundValues(values, warrants, missing)

    def _coalesced(self, n: int, deadline: float) -> Coalesced | str:
        """One value without a law, or why there is none."""
        if isinstance(subtract_or_divide(self.rule), Inapplicable):
            return self._why_not()
        if working_seconds() > deadline:
            return f"G({_short(n)}) was not reached within the budget; --budget gives more time"
        from mexplore.discover.heaps.coalescence import Coalesced, coalesce

        outcome = coalesce(self.rule, n)
        return outcome if isinstance(outcome, Coalesced) else f"G({_short(n)}) {outcome.reason}"

    def _why_not(self) -> str:
        law = "no closed form is known"
        if self.study is not None and self.study.best is not None:
            law = "no closed form is proved (--unproved uses what holds so far)"
        elif self.study is not None and self.study.unreached is not None:
            law = self.study.unreached.words()
        reach = max((g.stop or 0 for g in self.warranted), default=0)
        return f"{self.rule}: {law}, and values are computed for n < {_short(reach)} only"


def answers(
    rule: Rule, heaps: Sequence[int], means: Means | None = None, watcher: Watcher = no_progress
) -> Answers:
    """What can be said of the values of these heaps and all smaller ones: a law, or computed
    values as far as needed."""
    means, last = means or Means(), largest(heaps)
    deadline = working_seconds() + means.budget
    source = source_of(rule, watcher)
    far = last >= FEW_TERMS or means.law_first
    if not far and (evidence := _at_once(source, last + 1, means.budget)):
        return Answers(rule, (_computation(evidence),), None, means.budget)
    small = unreached(rule, FEWEST_TERMS) is None
    if not small and (known := family_law(rule)) is not None:
        return Answers(rule, (known,), None, means.budget)
    if not means.law_first and (evidence := _at_once(source, last + 1, means.budget)):
        return Answers(rule, (_computation(evidence),), None, means.budget)
    from mexplore.discover.heaps.on_demand import OnDemand

    demand = OnDemand(rule, source, means.positions, watcher)
    some = min(AT_ONCE, LEFT_SHARE * means.budget)
    by_demand = means.singly and demand.at_once(heaps, some)
    if by_demand and not means.law_first:
        table = (_computation(demand.table),)
        return Answers(rule, table, None, means.budget, on_demand=demand)
    result, proved, by_demand = _law_or_values(
        source, rule, heaps, demand, by_demand, means, watcher
    )
    if proved is not None:
        return Answers(rule, (proved,), result, means.budget, on_demand=demand)
    until = deadline - LEFT_SHARE * means.budget
    evidence = demand.table if by_demand else _computed(source, heaps, until)
    warranted = [_computation(evidence)]
    guess = next((f for f in result.findings if f.form), None) if means.unproved else None
    if guess and guess.form and guess.claim.first_failure(evidence) is None:
        warranted.append(Warranted(guess.form, Warrant.by(guess)))
    left = max(deadline - working_seconds(), LEFT_SHARE * means.budget)
    first = _first_values_of(result)
    single = demand if not first or by_demand else None  # it was tried, and took long
    return Answers(rule, tuple(warranted), result, left, on_demand=single, first_values=first)


def _first_values_of(result: Study) -> tuple[Warranted, ...]:
    from mexplore.discover.heaps.first_values import laws_of_first_values

    found = laws_of_first_values(result.findings)
    return tuple(Warranted(form, Warrant.by(finding)) for form, finding in found)


def most_of(told: Warranted) -> int:
    """The greatest value that a law of the first values tells."""
    return cast("FirstValuesForm", told.form).most


def _law_or_values(
    source: Source,
    rule: Rule,
    heaps: Sequence[int],
    demand: OnDemand,
    by_demand: bool,
    means: Means,
    watcher: Watcher,
) -> tuple[Study, Warranted | None, bool]:
    """What a study finds, the law that it proves, and whether single values, if only such are asked
    for, are known without one: then, and before they are looked for, the study is short."""
    began, last = working_seconds(), largest(heaps)
    whole = LAW_SHARE * means.budget
    may_coalesce = _may_coalesce(rule)
    short = min(BEFORE_OTHERS, whole / 2)
    if not means.singly and not may_coalesce:
        return *_studied(source, rule, last, whole, watcher), False
    result, proved = _studied(source, rule, last, short, watcher)
    told = bool(_first_values_of(result))
    enough = told and result.evidence.stop >= ENOUGH_TERMS
    if proved is not None or may_coalesce or by_demand or enough:
        return result, proved, by_demand
    if not told:
        by_demand = demand.at_once(heaps, DEMAND_SHARE * means.budget, few=False)
    left = whole - (working_seconds() - began)
    if not by_demand and left > short:
        longer, proved = _studied(source, rule, last, left, watcher)
        if proved is not None or not told or _first_values_of(longer):
            result = longer
    return result, proved, by_demand


def _may_coalesce(rule: Rule) -> bool:
    """Whether single values can be had from windows."""
    moves = subtract_or_divide(rule)
    return not isinstance(moves, Inapplicable) and bool(moves.subtractions and moves.divisors)


def _studied(
    source: Source, rule: Rule, last: int, seconds: float, watcher: Watcher
) -> tuple[Study, Warranted | None]:
    """What a study of this many seconds finds, and the law that it proves. No more values are
    studied than would answer without a law."""
    from mexplore.discover.heaps.study import study

    most = max(last + 1, FEWEST_TERMS)
    limits = Limits(seconds, most, who_wins=True, enough=ENOUGH_TERMS, first_law=True)
    result = uninterrupted(study(rule, limits, watcher, source))
    best = next((f for f in result.findings if f.form and f.proof), None)
    if best is None or best.form is None:
        return result, None
    return result, Warranted(best.form, Warrant.by(best))


def _at_once(source: Source, stop: int, budget: float) -> Evidence | None:
    """The values at n < stop, if it takes no time to speak of, nor much of the budget."""
    if isinstance(source, TermSource) and stop > MOST_TERMS:
        return None
    evidence = source.extend(stop, working_seconds() + min(AT_ONCE, (1 - LAW_SHARE) * budget))
    return evidence if evidence.stop >= stop else None


def _computed(source: Source, heaps: Sequence[int], deadline: float) -> Evidence:
    """The values of these heaps, or of as many as can be computed one by one."""
    if isinstance(source, TermSource):
        heaps = [n for n in heaps if n < MOST_TERMS]
    stop = max(heaps, default=0) + 1
    return source.extend(max(stop, source.evidence.stop), deadline)


def _computation(evidence: Evidence) -> Warranted:
    how = "run by run" if evidence.by_runs else "directly"
    words = f"computed {how} for n < {_short(evidence.stop)}; no law was needed"
    return Warranted(ComputedForm(evidence), Warrant("computed", words), evidence.stop)


def _short(number: int) -> str:
    """The number, or its size where it is long."""
    if number < 10**30:
        return str(number)
    return f"a number of {number.bit_length()} bits"

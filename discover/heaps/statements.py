"""Statements given back, such as 'G(n + 12) = G(n) for all n >= 71': whether they hold for a rule.

Whether two closed forms, of whatever kind, have the same terms for all n.

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

It is read by the patterns, tested on values, and decided where possible: a theorem proves or
refutes it as it stands (the parameters need not be the least ones), or a proved law that predicts
every term equals what the statement predicts from the same beginning, or differs from it first
where the statement fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from mexplore.discover.heaps.evidence.sources import evidence_below, source_of
from mexplore.discover.heaps.known import patterns, theorems
from mexplore.discover.study.conclusion import Conclusion, Difference
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import uninterrupted
from mexplore.discover.study.pattern import ClosedForm, EventualSteps, Pattern, Undecided
from mexplore.discover.study.theorem import Disproof, Inapplicable
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.walk import run_starts
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError, RuleSyntaxError, TooLarge
from mexplore.rules.text.numbers import to_decimal
from mexplore.rules.text.sentences import departure, refuse_too_long

if TYPE_CHECKING:
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.study.limits import Limits
    from mexplore.rules.rule import Rule, Values


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


EQUAL: Literal["equal"] = "equal"
UNKNOWN: Literal["unknown"] = "unknown"


def compared(one: ClosedForm | None, other: ClosedForm | None) -> int | Literal["equal", "unknown"]:
    """What two laws say of each other: the first n at which they differ, where they do."""
    if one is None or other is None:
        return UNKNOWN
    try:
        difference = first_difference_of(one, other)
    except (Undecided, TooLarge):
        return UNKNOWN
    return EQUAL if difference is None else difference


def _written_out(one: ClosedForm, other: ClosedForm, stop: int) -> int | None:
    """The least n < stop at which the terms differ."""
    if stop > MOST_WRITTEN:
        raise Undecided(f"{stop} terms would have to be compared")
    differ = (one.prefix(stop) != other.prefix(stop)).nonzero()[0]
    return int(differ[0]) if len(differ) else None


MOST_TERMS = 3 * 10**7  # computed term by term for one statement
STUDYING = 0.6  # of the budget
EXAMPLES = "write 'G(n + 12) = G(n) for n >= 71', 'G(n) = G(floor(n/12)) for n >= 6', 'G(n) = ...'"


def read_statement(text: str) -> Pattern | None:
    """The claim that the text states; None if no pattern reads it.

    >>> read_statement("G(n + 12) = G(n) for n >= 71")
    Periodic(preperiod=71, period=12, saltus=0)

    Raises RuleSyntaxError for a text, or a number in it, that is too long.
    """
    refuse_too_long(text)
    return next(_readings(text), None)


def readings(text: str) -> list[Pattern]:
    """All claims that the text may state; none also where it is too long to be read.

    >>> readings("period 12 from 71"), readings("it repeats")
    ([Periodic(preperiod=71, period=12, saltus=0)], [])
    """
    try:
        refuse_too_long(text)
    except RuleSyntaxError:
        return []
    return list(_readings(text))


def _readings(text: str) -> Iterator[Pattern]:
    claims = (pattern.from_statement(text) for pattern in patterns())
    return (claim for claim in claims if claim is not None)


def unreadable(text: str, why: str = EXAMPLES) -> InputError:
    """The error for a text that no pattern reads: where it departs from the statement that it
    follows furthest; ``why`` it is no other statement, where it follows none.

    >>> print(unreadable("G(n+2) = G(n) but 9"))  # doctest: +ELLIPSIS
    'G(n+2) = G(n) but 9' states nothing that can be read: 'but 9' (column 15) stands where 'for...
    """
    misread = [found for pattern in patterns() if (found := pattern.misread(text))]
    unreadable = f"{text[:60]!r} states nothing that can be read"
    if not misread:
        return InputError(f"{unreadable}; {why or EXAMPLES}")
    place, wanted = max(misread)
    here = f"{text[place : place + 30]!r} (column {place + 1})" if text[place:] else "the end"
    should = f"stands where {wanted[:30]!r} is needed" if wanted else "is not understood"
    return InputError(f"{unreadable}: {here} {should}")


def check_statement(
    rule: Rule, text: str, last: int, limits: Limits, watcher: Watcher = no_progress
) -> Conclusion[int]:
    """Whether a statement holds for a rule: for all n, or for the terms at n <= last.

    >>> from mexplore.discover.study.limits import Limits
    >>> from mexplore.rules.notation import parse_rule
    >>> kayles = parse_rule("0.77")
    >>> check_statement(kayles, "G(n+24) = G(n) for n >= 100", 500, Limits()).status
    'proved'
    >>> check_statement(kayles, "G(n+12) = G(n) for n >= 4", 500, Limits()).failure
    Difference(place=10, value=6, formula='2', index=22)

    Raises InputError for a text that states nothing whole.
    """
    from mexplore.discover.heaps.study import study

    claim = read_statement(text)
    if claim is not None:
        early = _failure(claim, evidence_below(rule, min(last + 1, 500)))
        if early is not None:
            return Conclusion(0, last, early)
    if claim is not None and _needs_a_stream(rule, claim, limits):
        limits = replace(limits, max_terms=None)
    began = working_seconds()
    limited = limits if claim is None else for_a_study(limits)
    result = uninterrupted(study(rule, limited, watcher))
    if claim is None:
        return _as_found(result, text, last)
    return _Question(rule, claim, result, last, limits, began).answer()


def for_a_study(limits: Limits) -> Limits:
    """The limits of the study before a statement is decided: the rest of the time is for that."""
    return limits if limits.budget is None else replace(limits, budget=STUDYING * limits.budget)


def _needs_a_stream(rule: Rule, claim: Pattern, limits: Limits) -> bool:
    """Whether the claim is about terms so far out that only a theorem that streams values decides
    it, and there is one; the time has to be limited then."""
    if (
        limits.budget is None
        or limits.max_terms is None
        or claim.begins + claim.lag < limits.max_terms
    ):
        return False
    return any(t.by_search and t.is_about(claim) and t.applies(rule) is None for t in theorems())


def check_statement_of_terms(text: str, terms: Values) -> Conclusion[int]:
    """Whether a statement holds for the terms of a sequence without a rule, as far as given."""
    claim = read_statement(text)
    if claim is None:
        raise unreadable(text)
    failure = _failure(claim, Evidence(terms))
    if failure is None:
        _refuse_unseen(claim, len(terms))
    why = "" if failure else "there is no rule of heaps"
    return Conclusion(0, len(terms) - 1, failure, unproved=why)


def _as_found(result: Study, text: str, last: int) -> Conclusion[int]:
    """A statement that does not say the whole law (of an automaton, the number of states alone) is
    that of a finding, or of a claim that was refuted."""
    for finding in result.findings:
        if departure(text, finding.claim.statement()) is None:
            why = "" if finding.proof else "no theorem proves it"
            high = max(last, finding.checked_to - 1)
            return Conclusion(0, high, theorem=finding.theorem or "", unproved=why)
    for refuted in result.refuted:
        if departure(text, refuted.claim.statement()) is None:
            failure = _difference(refuted.claim, result.evidence, refuted.failure)
            return Conclusion(0, last, failure, refuted_by=refuted.reason)
    raise unreadable(text)


def _failure(claim: Pattern, evidence: Evidence) -> Difference[int] | None:
    """Where the claim is seen to fail first, as it is stated; None proves nothing, as of long runs
    it may be checked on the beginning only."""
    try:
        failure = claim.first_failure(evidence)
    except TooLarge:  # it is checked on values, and these are runs
        failure = claim.first_failure(Evidence(evidence.values))
    return _difference(claim, evidence, failure)


def _refuse_unseen(claim: Pattern, stop: int, *, late: bool = False) -> None:
    """Raise where a claim says nothing of the terms at n < stop: they do not support it."""
    first = claim.begins + claim.lag
    if 0 < stop <= first:
        raise TooLarge(
            f"nothing decides the claim: the first term that it is about is that at n = "
            f"{to_decimal(first)}, and those at n < {to_decimal(stop)} are known"
            + ("; the budget ended, --budget gives more" if late else "")
        )


def _follows(claim: Pattern, law: ClosedForm) -> bool:
    """Whether a period follows at once from that of a law, however long both are: a multiple of
    it, from the same n on or later."""
    from mexplore.discover.heaps.patterns.periodic import Periodic

    steps = law.eventual_steps()
    if not isinstance(claim, Periodic) or steps is None or steps.saltus is None:
        return False
    times, rest = divmod(claim.period, steps.period)
    return not rest and claim.preperiod >= steps.preperiod and claim.saltus == times * steps.saltus


def _difference(claim: Pattern, evidence: Evidence, failure: int | None) -> Difference[int] | None:
    if failure is None:
        return None
    n = claim.as_stated(failure)
    value = evidence.at(failure) if failure < evidence.stop else None
    form = claim.closed_form(evidence.prefix(failure))
    given = "" if form is None else to_decimal(form.at(failure))
    return Difference(n, value, given, failure)


@dataclass(frozen=True)
class _Question:
    """One claim about one rule of which a study is known."""

    rule: Rule
    claim: Pattern
    result: Study
    last: int
    limits: Limits
    began: float
    """When the question was asked, by `working_seconds`."""

    def answer(self) -> Conclusion[int]:
        """By a theorem, by a proved law, or as far as computed."""
        return (
            self._seen_to_fail(self.result.evidence)
            or self._seen_to_fail(self._asked_for)
            or self._denied()
            or self._by_law()
            or self._by_theorems()
            or self._so_far()
        )

    def _concluded(self, failure: Difference[int] | None, why: str = "") -> Conclusion[int]:
        return Conclusion(0, self.last, failure, refuted_by=why)

    def _proved(self, theorem: str) -> Conclusion[int]:
        return Conclusion(0, self.last, theorem=theorem)

    def _seen_to_fail(self, evidence: Evidence) -> Conclusion[int] | None:
        failure = _failure(self.claim, evidence)
        return None if failure is None else self._concluded(failure)

    @cached_property
    def _asked_for(self) -> Evidence:
        """The terms at n <= last, if they can be had; otherwise what the study knows."""
        known = self.result.evidence
        if known.stop > self.last or not self._can_compute(self.last + 1):
            return known
        return self._evidence(self.last + 1)

    def _evidence(self, stop: int) -> Evidence:
        """The terms below stop, or as many as can be computed in the time of a study."""
        return source_of(self.rule).extend(stop, self._deadline())

    def _deadline(self) -> float | None:
        return self.limits.end(self.began)

    def _by_theorems(self) -> Conclusion[int] | None:
        """Every theorem about such claims is asked, light ones first, in the time of a study."""
        deadline = self._deadline()
        for theorem in sorted(theorems(), key=lambda t: t.heavy):
            if not theorem.is_about(self.claim):
                continue
            bound = theorem.bound(self.rule, self.claim, deadline)
            if isinstance(bound, Disproof):
                return self._disproved(theorem.name, bound)
            if isinstance(bound, Inapplicable) or not self._can_compute(bound):
                continue
            evidence = self._evidence(bound)
            refuted = self._seen_to_fail(evidence)
            if refuted is not None:
                return refuted
            try:
                failure = self.claim.first_failure(evidence)
            except TooLarge:
                continue
            if evidence.stop >= bound and failure is None:
                return self._proved(theorem.name)
        return None

    def _can_compute(self, stop: int) -> bool:
        return stop <= MOST_TERMS or run_starts(self.rule) is not None

    def _disproved(self, theorem: str, disproof: Disproof) -> Conclusion[int]:
        """The first failure, if it is near enough to be seen; otherwise what the theorem says."""
        if disproof.exact and self._can_compute(disproof.at + 1):
            seen = self._seen_to_fail(self._evidence(disproof.at + 1))
            if seen is not None:
                return seen
        return self._concluded(None, f"{theorem}: {disproof.reason}")

    def _denied(self) -> Conclusion[int] | None:
        """By a proved claim that this one contradicts."""
        for proved in (f for f in self.result.findings if f.proof is not None):
            assert proved.proof is not None
            if proved.claim.denies(self.claim) or self.claim.denies(proved.claim):
                why = f"{proved.proof.theorem}: {proved.claim.statement()}"
                return self._concluded(None, why)
        return None

    def _by_law(self) -> Conclusion[int] | None:
        """By the proved law, compared with what the claim predicts from the same beginning."""
        best = self.result.best
        if best is None or best.form is None or best.proof is None:
            return None
        if _follows(self.claim, best.form) or self.claim.follows_from(best.form):
            return self._proved(best.proof.theorem)
        known = self.result.evidence
        if known.stop <= self.last < MOST_TERMS:
            known = Evidence(best.form.prefix(self.last + 1))
        predicted = self.claim.closed_form(known)
        if predicted is None:
            return None
        try:
            difference = first_difference_of(best.form, predicted)
        except (Undecided, TooLarge):
            return None
        if difference is None:
            return self._proved(best.proof.theorem)
        value, given = best.form.at(difference), to_decimal(predicted.at(difference))
        n = self.claim.as_stated(difference)
        return self._concluded(Difference(n, value, given, difference))

    def _so_far(self) -> Conclusion[int]:
        """On all terms that are known, or asked for."""
        stop = max(map(self._compared, (self._asked_for, self.result.evidence)))
        _refuse_unseen(self.claim, stop, late=self.result.ended == "time")
        return Conclusion(0, stop - 1, unproved="no theorem proves or refutes it")

    def _compared(self, evidence: Evidence) -> int:
        """Below which n the claim is compared with this evidence: of long runs perhaps with the
        beginning only."""
        try:
            self.claim.first_failure(evidence)
        except TooLarge:
            return len(evidence.values)
        return evidence.stop

"""Statements about values at several n: proved or refuted by a law, or tested on what is known.

Where a law of equal steps is proved of a rule, it decides (`on_lines`), as does a law whose values
are read off digits (`by_digits`): such laws stand for all values. Other laws that are proved give
values as far as they are asked for; without one, the values are computed. What is tested holds so
far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from mexplore.discover.heaps.relations.on_lines import Decision, decided
from mexplore.discover.heaps.relations.on_values import (
    MOST_CHOICES,
    Known,
    Seen,
    held_against,
    shown,
)
from mexplore.discover.heaps.relations.reading import Relation
from mexplore.discover.study.conclusion import Conclusion, Difference, concluded
from mexplore.discover.study.limits import uninterrupted
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.formula_values import truth_where
from mexplore.rules.arithmetic.numbers import Undefined
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.automata.operations import Budget
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.limits import Limits
    from mexplore.discover.study.pattern import ClosedForm
    from mexplore.rules.rule import Rule, Values

EARLY = 500
"""Heaps of which most false statements fail at one."""
COMPUTING = 0.15
"""Of the budget, for values that no law gives."""
AT_MOST = 20.0
"""Seconds for automata, where no budget is given."""
NO_LAW = "no law that is proved decides it"


def check_relation(
    rule: Rule, relation: Relation, last: int, limits: Limits, watcher: Watcher = no_progress
) -> Conclusion[int]:
    """Whether a statement holds for a rule: for all n of which it says something, or for those up
    to ``last``.

    >>> from mexplore.discover.heaps.relations.reading import read_relation
    >>> from mexplore.discover.study.limits import Limits
    >>> from mexplore.rules.notation import parse_rule
    >>> rule, limits = parse_rule("subtract(1, 3, 4)"), Limits(max_terms=1000)
    >>> check_relation(rule, read_relation("lost(n) iff n mod 7 in {0, 2}"), 100, limits)
    <proved for all n >= 0, by finite window>
    >>> check_relation(rule, read_relation("G(n) <= log2(n)"), 100, limits).first_failure
    1
    """
    from mexplore.discover.heaps.evidence.sources import evidence_below, source_of
    from mexplore.discover.heaps.statements import for_a_study
    from mexplore.discover.heaps.study import study

    began = working_seconds()
    early = Known.of_values(evidence_below(rule, min(last + 1, EARLY)).whole())
    found = held_against(relation, early, relation.start, EARLY)
    if found.failure is not None:
        return _failed(relation, early, found.failure, last)
    result = uninterrupted(study(rule, for_a_study(limits), watcher))
    proved = [each for each in result.findings if each.proof and each.form]
    for finding in proved:
        by_law = decide(relation, finding, last, watcher, limits.end(began))
        if by_law is not None:
            return by_law
    form = proved[0].form if proved else None
    if form is not None:
        return _so_far(relation, Known.of_law(form), last, watcher)
    told = by_first_values(relation, result.findings, last, limits.end(began))
    if told is not None:
        return told
    budget = limits.budget
    deadline = None if budget is None else working_seconds() + COMPUTING * budget
    known = source_of(rule, watcher).extend(max(last + 1, relation.start + 1), deadline).whole()
    return _so_far(relation, Known.of_values(known), last, watcher)


def by_first_values(
    relation: Relation, findings: Iterable[Finding], last: int, end: float | None = None
) -> Conclusion[int] | None:
    """What the proved laws of who wins and of the first values say of a statement; None where they
    do not decide it by the end, or not where it fails first."""
    from mexplore.discover.heaps.first_values import laws_of_first_values
    from mexplore.discover.heaps.relations.by_first_values import told_by_first_values

    for form, finding in laws_of_first_values(findings):
        told = told_by_first_values(relation, form.law, _for_automata(end))
        if told is None or (not told.whole and (told.failure is None or told.failure <= last)):
            continue
        low, high, theorem = relation.start, max(last, relation.start), finding.theorem or ""
        if told.whole or told.failure is None:
            failure = None if told.failure is None else Difference(told.failure)
            return concluded(low, high, failure, theorem)
        where = f"it fails at n = {to_decimal(told.failure)}"
        return Conclusion(low, high, refuted_by=f"{where}, by {theorem}")
    return None


def decide(
    relation: Relation,
    finding: Finding,
    last: int,
    watcher: Watcher = no_progress,
    end: float | None = None,
) -> Conclusion[int] | None:
    """What a proved law says of a statement; None where it does not decide it by the end."""
    if finding.form is None or finding.proof is None:
        return None
    found = (
        decided(relation, finding.form, watcher)
        or _of_any_values(relation, finding.form.largest_value())
        or by_digits(relation, finding.form, end)
    )
    if found is None:
        return None
    if found.failure is not None:
        return _failed(relation, Known.of_law(finding.form), found.failure, last)
    low = relation.start if found.first is None else found.first
    extent = "" if low == relation.start else f" (for n >= {to_decimal(low)}, where it has a value)"
    return Conclusion(low, max(last, low), theorem=finding.proof.theorem, extent=extent)


def _of_any_values(relation: Relation, largest: int | None) -> Decision | None:
    """The claim is proved if it is true of all numbers that are not above the largest value, such
    as 'G(n) <= 4'; whether all of these are values does not matter."""
    names = sorted(tree.names_in(relation.claim))
    if largest is None or not {*names} <= {*relation.terms}:
        return None
    if (largest + 1) ** len(names) > MOST_CHOICES:
        return None
    for values in product(range(largest + 1), repeat=len(names)):
        chosen = dict(zip(names, values, strict=True))
        try:
            if not truth_where(relation.claim, chosen.__getitem__):
                return None
        except Undefined:
            return None
    return Decision(None, relation.start)


def by_digits(relation: Relation, form: ClosedForm, end: float | None = None) -> Decision | None:
    """The decision of automata, which are given time to the end, or some."""
    from mexplore.discover.heaps.relations.by_digits import decided_by_digits

    return decided_by_digits(relation, form, _for_automata(end))


def _for_automata(end: float | None) -> Budget:
    from mexplore.discover.outcomes.theorem import until

    return until(working_seconds() + AT_MOST if end is None else end)


def check_relation_of_terms(
    relation: Relation, terms: Values, watcher: Watcher = no_progress
) -> Conclusion[int]:
    """Whether a statement holds for the terms of a sequence without a rule, as far as given."""
    found = _so_far(relation, Known.of_values(terms), len(terms) - 1, watcher)
    return replace(found, unproved="there is no rule of heaps" if found.unproved else "")


def _so_far(relation: Relation, known: Known, last: int, watcher: Watcher) -> Conclusion[int]:
    found = held_against(relation, known, relation.start, max(last, relation.start) + 1, watcher)
    if found.failure is not None:
        return _failed(relation, known, found.failure, last)
    return _held(found)


def _held(found: Seen) -> Conclusion[int]:
    if found.first is None:
        raise InputError(
            f"nothing decides the statement: it speaks of no values that are known, for n < "
            f"{to_decimal(found.stop)}"
        )
    low, high = found.first, found.stop - 1
    return Conclusion(low, high, unproved=NO_LAW)


def _failed(relation: Relation, known: Known, n: int, last: int) -> Conclusion[int]:
    failure = Difference(n, shown=shown(relation, known, n))
    return Conclusion(relation.start, max(last, n), failure)

"""The user's own conjecture: G(n) equals a formula, on a range and, where provable, for all n."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from math import lcm
from typing import TYPE_CHECKING

from mexplore.discover.heaps.check_lost import check_lost
from mexplore.discover.heaps.evidence.difference import Block, first_difference
from mexplore.discover.heaps.relations.check import (
    by_digits,
    check_relation,
    check_relation_of_terms,
    decide,
)
from mexplore.discover.heaps.relations.of_all import OfAllValues, check_of_all
from mexplore.discover.heaps.relations.reading import Relation, read_relation
from mexplore.discover.heaps.stated import BareFormula, Stated, bare_formula, statement_of
from mexplore.discover.heaps.statements import (
    check_statement,
    check_statement_of_terms,
    read_statement,
)
from mexplore.discover.study.conclusion import Conclusion, Difference, cautious, concluded
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.kind import STUDIED_SECONDS
from mexplore.discover.study.limits import uninterrupted
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.formula_values import value_at
from mexplore.rules.arithmetic.formulas import FormulaSyntaxError, is_condition, parse_formula
from mexplore.rules.arithmetic.vocabulary import applied
from mexplore.rules.engine.grundy import Computation, Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError, RuleSyntaxError, TooLarge
from mexplore.rules.text.numbers import to_decimal
from mexplore.rules.text.sentences import (
    departure,
    is_statement,
)

if TYPE_CHECKING:
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.limits import Limits
    from mexplore.discover.study.pattern import ClosedForm
    from mexplore.rules.rule import Rule, Values

MOST_COMPARED = 10**8  # n in a range
MOST_BEYOND = 10**6  # n in a range that reaches beyond that
MOST_DECIDED = 10**6  # n that a proof may compare
STUDIED_TERMS = 300_000  # at least, for a law
EARLY = 500  # heaps
BY_AUTOMATA = 0.15  # of the budget; the rest is for a law of the values
FIRST_HEAPS = 4  # where a formula may have no value that is right elsewhere


def limits_of(ends: tuple[int, int], seconds: float = STUDIED_SECONDS) -> Limits:
    """How far a law is looked for that may decide a conjecture about low <= n <= high."""
    from mexplore.discover.study.limits import Limits

    return Limits(seconds, max(2 * (ends[1] + 1), STUDIED_TERMS), who_wins=True)


def check(
    rule: Rule,
    formula: str,
    ends: tuple[int, int],
    limits: Limits | None = None,
    watcher: Watcher = no_progress,
) -> Conclusion[int]:
    """Compare G(n) with a formula for low <= n <= high, ends = (low, high), exactly, and try to
    prove it for all n >= low; or decide a statement (`discover.heaps.statements`).

    >>> from mexplore.rules.notation import parse_rule
    >>> rule = parse_rule("subtract(1..9)")
    >>> check(rule, "Mod(n, 10)", (0, 1000)).status
    'proved'
    >>> check(rule, "Mod(n, 9)", (0, 1000)).failure
    Difference(place=9, value=9, formula='0', index=None)

    Raises FormulaSyntaxError for what is not a formula, TooLarge for a range that is too long.
    """
    limits, stated = limits or limits_of(ends), statement_of(formula)
    if not isinstance(stated, str):
        found = _stated(rule, stated, ends, limits, watcher)
        return cautious(rule, replace(found, statement=formula.strip()))
    formula, bare = stated, bare_formula(stated)
    if bare is None:
        found = check_statement(rule, formula, ends[1], limits, watcher)
        return cautious(rule, replace(found, statement=formula.strip()))
    verdict = cautious(rule, _checked(rule, bare, ends, limits, watcher))
    if is_statement(formula):
        return verdict
    # v2(n) has no value at 0: what matters is whether it is right where it has one.
    undefined = [verdict]
    while (missing := undefined[-1].failure) and missing.undefined and missing.place < FIRST_HEAPS:
        later = replace(bare, start=missing.place + 1)
        undefined.append(cautious(rule, _checked(rule, later, ends, limits, watcher)))
    return reduce(lambda rest, one: replace(one, beyond=rest), reversed(undefined))


def _stated(
    rule: Rule, stated: Stated, ends: tuple[int, int], limits: Limits, watcher: Watcher
) -> Conclusion[int]:
    """`check` of a statement that no pattern reads."""
    from mexplore.discover.heaps.study import study

    if isinstance(stated, OfAllValues):
        result = uninterrupted(study(rule, limits, watcher))
        return check_of_all(stated, result.findings, result.evidence)
    condition = stated.lost_where
    if condition is None:
        return check_relation(rule, stated, ends[1], limits, watcher)
    seconds = STUDIED_SECONDS if limits.budget is None else limits.budget
    told = check_lost(rule, condition, ends, BY_AUTOMATA * seconds, watcher)
    if told.status != "holds so far":
        return told
    found = check_relation(rule, stated, ends[1], limits, watcher)
    return told if found.status == "holds so far" and found.high <= told.high else found


def _checked(
    rule: Rule, bare: BareFormula, ends: tuple[int, int], limits: Limits, watcher: Watcher
) -> Conclusion[int]:
    """`check` of a formula."""
    from mexplore.discover.heaps.study import study

    began = working_seconds()
    term, (low, high) = parse_formula(bare.text), bare.ends(ends)
    ends = low, high
    early = _early_failure(term, rule, ends)
    if early is not None:
        return Conclusion(low, high, early)
    result = uninterrupted(study(rule, limits, watcher))
    best = next((f for f in result.findings if f.proof and f.form), None)
    if best is not None:
        verdict = _by_law(bare, best, ends, limits.end(began))
        if verdict is not None:
            return verdict
    failure = _first_failure(term, rule, best, ends, watcher)
    reason = "no theorem covers a law of this rule"
    if best is not None:
        reason = f"it could not be compared for all n with the law '{best.claim.statement()}'"
    return Conclusion(low, high, failure, unproved="" if failure else reason)


def check_by_law(formula: str, best: Finding, ends: tuple[int, int]) -> Conclusion[int] | None:
    """The same for a sequence of which a law is proved: a formula that can be decided by it, or the
    statement of the law; None for others."""
    low, high = ends
    stated = statement_of(formula)
    if isinstance(stated, Relation):
        return decide(stated, best, high)
    if isinstance(stated, OfAllValues):
        return stated.by_law(best, high + 1)
    formula, bare = stated, bare_formula(stated)
    if bare is None:
        claim = read_statement(formula)
        same = claim == best.claim if claim else departure(formula, best.claim.statement()) is None
        return Conclusion(low, high, theorem=best.theorem or "") if same else None
    return _by_law(bare, best, bare.ends(ends))


def check_terms(formula: str, terms: Values, low: int) -> Conclusion[int]:
    """Compare a formula with the terms of a sequence without a rule, from n = low on; or a
    statement, of which ``low`` says nothing, with all of them.

    >>> import numpy as np
    >>> check_terms("Mod(n, 2)", np.array([7, 1, 0, 1, 0, 0]), 2).failure
    Difference(place=5, value=0, formula='1', index=None)
    """
    stated = statement_of(formula)
    if isinstance(stated, Relation):
        return check_relation_of_terms(stated, terms)
    if isinstance(stated, OfAllValues):
        return stated.as_seen([], Evidence(terms))
    formula, bare = stated, bare_formula(stated)
    if bare is None:
        return check_statement_of_terms(formula, terms)
    stop = len(terms)
    if bare.start >= stop > low:
        raise InputError(
            f"the claim is about n >= {to_decimal(bare.start)}, and no term from n = {stop} on is "
            "known"
        )
    low = max(low, bare.start)
    failure = first_difference(parse_formula(bare.text), lambda a, b: terms[a:b], low, stop)
    return Conclusion(
        low, stop - 1, failure, unproved="" if failure else "there is no rule of heaps"
    )


def _early_failure(term: tree.Node, rule: Rule, ends: tuple[int, int]) -> Difference[int] | None:
    """A failure among the first few heaps, where most wrong conjectures fail."""
    low, stop = ends[0], min(ends[1] + 1, EARLY)
    if low >= stop:
        return None
    values = Computation(rule).extend(stop)
    return first_difference(term, lambda a, b: values[a:b], low, stop)


def _by_law(
    bare: BareFormula, best: Finding, ends: tuple[int, int], until: float | None = None
) -> Conclusion[int] | None:
    """What a proved law says of a formula; None where the two could not be compared in time. A
    statement for all n >= start is false wherever it fails, also beyond the range."""
    term = parse_formula(bare.text)
    verdict = (
        _decided(term, best, *ends)
        or _eventually(term, best, *ends)
        or _same(term, best, *ends)
        or _as_relation(bare, term, best, ends, until)
    )
    if verdict is not None and verdict.later is not None and bare.for_all:
        return Conclusion(*ends, failure=verdict.later)
    return verdict


def _decided(term: tree.Node, best: Finding, low: int, high: int) -> Conclusion[int] | None:
    """The question for all n >= low, where both sides are eventual lines; None if not."""
    from mexplore.rules.arithmetic.eventual_lines import lines_of
    from mexplore.rules.arithmetic.residue_lines import NoLine

    law = best.form.eventual_steps() if best.form is not None else None
    if law is None or best.form is None or best.proof is None:
        return None
    try:
        lines = lines_of(term)
    except NoLine:
        return None
    # By the lemma of `rules.arithmetic.eventual_lines`, two common periods beyond both thresholds.
    start = max(low, lines.threshold, law.preperiod)
    stop = start + 2 * lcm(lines.modulus, law.period)
    if stop - low > MOST_DECIDED:
        return None
    found = first_difference(term, _block_of(best.form, stop), low, stop)
    return concluded(low, high, found, best.proof.theorem)


def _eventually(term: tree.Node, best: Finding, low: int, high: int) -> Conclusion[int] | None:
    """A proof where the formula is the one that states the law from some n on; the terms before
    that n, and some after it, are compared one by one."""
    stated = None if best.form is None else best.form.eventual_term()
    if stated is None or best.form is None or best.proof is None:
        return None
    if stated[0] != term and not _alike(stated[0], term):
        return None
    stop = max(stated[1], low + EARLY)
    found = first_difference(term, _block_of(best.form, stop), low, stop)
    if found is None:
        return Conclusion(low, high, theorem=best.proof.theorem)
    return Conclusion(low, high, failure=found) if found.place <= high else None


def _same(term: tree.Node, best: Finding, low: int, high: int) -> Conclusion[int] | None:
    """A proof where the formula is the very one by which the law is printed."""
    import sympy

    if best.form is None:
        return None
    printed = best.form.formula(sympy.Symbol("n", integer=True, nonnegative=True))
    if printed is None:
        return None
    try:
        own = parse_formula(str(printed))
    except FormulaSyntaxError:
        return None
    if own != term and not _alike(own, term):
        return None
    # The printed formula is itself only text: it is compared with the law once more.
    stop = min(high + 1, low + EARLY)
    found = first_difference(term, _block_of(best.form, stop), low, stop)
    return Conclusion(low, high, failure=found, theorem="" if found else best.theorem or "")


def _as_relation(
    bare: BareFormula, term: tree.Node, best: Finding, ends: tuple[int, int], until: float | None
) -> Conclusion[int] | None:
    """The formula as a statement, G(n) = ... for n >= low, where it has a value everywhere."""
    low, high = ends
    if best.form is None or best.proof is None:
        return None
    try:
        found = by_digits(read_relation(f"G(n) = ({bare.text}) for n >= {low}"), best.form, until)
    except RuleSyntaxError:
        return None
    if found is None or not found.everywhere:
        return None
    n, failure = found.failure, None
    if n is not None:
        value = value_at(term, n)
        given = to_decimal(value) if isinstance(value, int) else str(value)
        failure = Difference(n, best.form.at(n), given)
    return concluded(low, high, failure, best.proof.theorem)


def _alike(left: tree.Node, right: tree.Node) -> bool:
    """Whether two formulas are one after sympy has sorted their sums and products.

    Terms that may be undefined somewhere must be the same ones on both sides: none may cancel.
    """
    import sympy

    from mexplore.rules.arithmetic.formula_values import expression_of

    if _partial(left) != _partial(right):
        return False
    n = sympy.Symbol("n", integer=True, nonnegative=True)
    return bool(expression_of(left, n) == expression_of(right, n))


def _partial(term: tree.Node) -> list[str]:
    """The operations in a formula that have no value everywhere, in alphabetical order."""
    below = [name for child in term.children() for name in _partial(child)]
    if is_condition(term) or isinstance(term, tree.Number | tree.Name):
        return sorted(below)
    if isinstance(term, tree.Piecewise):
        return sorted([*below, "piecewise"])
    name, parts = applied(term)
    divides = name in ("div", "floordiv", "mod", "pow")
    positive = divides and isinstance(parts[1], tree.Number) and parts[1].value > 0
    total = name in ("add", "sub", "mul", "max", "min", "abs", "floor", "ceiling")
    return sorted(below if positive or total else [*below, name])


def _first_failure(
    term: tree.Node, rule: Rule, best: Finding | None, ends: tuple[int, int], watcher: Watcher
) -> Difference[int] | None:
    low, high = ends
    most = MOST_COMPARED if high < MOST_COMPARED else MOST_BEYOND
    if high - low >= most:
        raise TooLarge(
            f"a range of {high - low + 1} n is too long to be compared one by one; ask for {most} "
            "at most"
        )
    if best is not None and best.form is not None:
        return first_difference(term, _block_of(best.form, high + 1), low, high + 1, watcher)
    values = Computation(rule, watcher).extend(high + 1)
    return first_difference(term, lambda a, b: values[a:b], low, high + 1, watcher)


def _block_of(form: ClosedForm, stop: int) -> Block:
    if stop <= MOST_COMPARED:
        values = form.prefix(stop)
        return lambda low, high: values[low:high]
    return lambda low, high: [form.at(n) for n in range(low, high)]

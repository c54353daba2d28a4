"""What there is to find and to prove with: the members of the three extension folders."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from discover.pattern import ClosedForm, Pattern
from discover.theorem import AnyTheorem, Theorem
from rules.errors import InputError
from rules.members import members
from rules.rule import Rule
from rules.text.nearest import did_you_mean

if TYPE_CHECKING:
    from discover.cases.analysis import AnyCaseAnalysis, Cases


def patterns() -> tuple[type[Pattern], ...]:
    """Every pattern there is."""
    import discover.patterns

    return members(discover.patterns, Pattern)


def theorems() -> list[AnyTheorem]:
    """Every theorem there is."""
    import discover.theorems

    return [theorem() for theorem in members(discover.theorems, Theorem)]


def theorem_named(name: str) -> AnyTheorem | None:
    """The theorem of this name, as certificates give it; None if there is none."""
    return next((theorem for theorem in theorems() if theorem.name == name), None)


def refuse_unknown_pattern(name: str, what: str) -> None:
    """Raise InputError for a name that no pattern has; it says which ones there are."""
    names = sorted({pattern.name for pattern in patterns()})
    if name not in names:
        meant = did_you_mean(name, names)
        raise InputError(f"{what} {name[:40]!r}: {meant}the laws are {', '.join(names)}")


@cache
def case_analyses() -> tuple[AnyCaseAnalysis, ...]:
    """Every case analysis there is."""
    import discover.cases
    from discover.cases.analysis import CaseAnalysis

    return tuple(member() for member in members(discover.cases, CaseAnalysis))


def case_analysis(rule: Rule, form: ClosedForm) -> Cases | None:
    """The case analysis of a closed form, where its kind and the family have one; None where
    they have none, or where it would have too many rows.

    >>> from discover.study import study
    >>> from rules.notation import parse_rule
    >>> rule = parse_rule("subtract(1, 2)")
    >>> cases = case_analysis(rule, study(rule).best.form)
    >>> [(row.where, row.values, row.claim) for row in cases.rows]
    [('n = 3q', (1, 2), 0), ('n = 3q + 1', (0, 2), 1), ('n = 3q + 2', (0, 1), 2)]
    >>> cases.holds
    True
    """
    analysis = _analysis_of(rule, form)
    return None if analysis is None else analysis.cases(rule, form)


def has_case_analysis(rule: Rule, form: ClosedForm) -> bool:
    """Whether `case_analysis` has rows, told without making them."""
    return _analysis_of(rule, form) is not None


def _analysis_of(rule: Rule, form: ClosedForm) -> AnyCaseAnalysis | None:
    for analysis in case_analyses():
        suits = isinstance(rule, analysis.of_rule) and isinstance(form, analysis.of_form)
        if suits and analysis.has_cases(rule, form):
            return analysis
    return None

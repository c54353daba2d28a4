"""All patterns, theorems and case analyses: the members of the extension folders."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from mexplore.discover.study.pattern import ClosedForm, Pattern
from mexplore.discover.study.theorem import AnyTheorem, Theorem
from mexplore.discover.study.theorem import theorem_named as of_this_name
from mexplore.rules.errors import InputError
from mexplore.rules.members import members, members_of
from mexplore.rules.rule import Rule
from mexplore.rules.text.sentences import did_you_mean

if TYPE_CHECKING:
    from mexplore.discover.heaps.cases import AnyCaseAnalysis, Cases


def patterns() -> tuple[type[Pattern], ...]:
    """All patterns of sequences."""
    return members(_folder("mexplore.discover.heaps.patterns"), Pattern)


def patterns_that_run_first() -> tuple[type[Pattern], ...]:
    """The patterns with ``runs_first``, without loading the others."""
    folder = _folder("mexplore.discover.heaps.patterns")
    return members_of(folder, folder.FIRST, Pattern)


def theorems() -> list[AnyTheorem]:
    """All theorems about heaps."""
    return [theorem() for theorem in members(_folder("mexplore.discover.heaps.theorems"), Theorem)]


def _folder(name: str) -> ModuleType:
    """An extension folder. What reads it names no member, and does not depend on any."""
    return import_module(name)


def theorem_named(name: str) -> AnyTheorem | None:
    """The theorem of this name, as certificates give it; None if there is none."""
    return of_this_name(name, theorems())


def refuse_unknown_pattern(name: str, what: str) -> None:
    """Raise InputError for an unknown name of a pattern; the message lists the names."""
    names = sorted({pattern.name for pattern in patterns()})
    if name not in names:
        meant = did_you_mean(name, names)
        raise InputError(f"{what} {name[:40]!r}: {meant}the laws are {', '.join(names)}")


@cache
def case_analyses() -> tuple[AnyCaseAnalysis, ...]:
    """All case analyses."""
    import mexplore.discover.heaps.cases
    from mexplore.discover.heaps.cases import CaseAnalysis

    return tuple(member() for member in members(mexplore.discover.heaps.cases, CaseAnalysis))


def case_analysis(rule: Rule, form: ClosedForm) -> Cases | None:
    """The case analysis of a closed form, if there is one for its kind and the family of the rule;
    None otherwise, or if it would have too many rows.

    >>> from mexplore.discover.heaps.study import study
    >>> from mexplore.rules.notation import parse_rule
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
    """Whether `case_analysis` has rows; decided without making them."""
    return _analysis_of(rule, form) is not None


def _analysis_of(rule: Rule, form: ClosedForm) -> AnyCaseAnalysis | None:
    for analysis in case_analyses():
        suits = isinstance(rule, analysis.of_rule) and isinstance(form, analysis.of_form)
        if suits and analysis.has_cases(rule, form):
            return analysis
    return None

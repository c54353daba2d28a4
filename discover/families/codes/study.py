"""The study of a family of codes."""

from __future__ import annotations

from mexplore.discover.families.by_cases import Kind, StudyByCases, study_by_cases
from mexplore.discover.families.codes.theorems.theorem import SumsOfRuns
from mexplore.discover.families.fitting.codes import ends_of, find_code_law, unsuited
from mexplore.rules.engine.grundy import Watcher, nobody
from mexplore.rules.parameters.codes import CodeFamily

CODES = Kind(find_code_law, SumsOfRuns(), ends_of, unsuited)


def study_codes(
    rule: CodeFamily, budget: float | None = None, watcher: Watcher = nobody
) -> StudyByCases:
    """Look for laws that cover the family, and prove them. A KeyboardInterrupt ends the study.

    >>> found = study_codes(CodeFamily.parse("0.5{k}7 for k >= 1"))
    >>> found
    <0.5{k}7 for k >= 1: 1 law; proved>
    >>> found.claim.laws[0].law.word()
    '0 (1^(k + 1) 2^(k + 1))...'
    """
    return study_by_cases(rule, CODES, budget, watcher)

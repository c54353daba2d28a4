"""Finite subtraction sets under a period: n - s lies in one residue class."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.heaps.cases.analysis import CaseAnalysis, Cases, Check, Option
from mexplore.discover.heaps.cases.residues import Congruences, has_rows, residue_cases
from mexplore.discover.heaps.patterns.periodic import PeriodicForm
from mexplore.discover.study.pattern import ClosedForm
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.rule import Rule


class DifferencesByResidues(CaseAnalysis[Subtraction, PeriodicForm]):
    """One option n - s for each s of the set; its residue class determines its value."""

    of_rule: ClassVar[type[Rule]] = Subtraction
    of_form: ClassVar[type[ClosedForm]] = PeriodicForm

    def has_cases(self, rule: Subtraction, form: PeriodicForm) -> bool:
        return rule.finite and has_rows(form)

    def cases(self, rule: Subtraction, form: PeriodicForm) -> Cases:
        p = form.law.period
        congruences = Congruences(p)

        def options_of(r: int) -> tuple[list[Option], list[Check]]:
            options = []
            for s in rule.members:
                rest = (r - s) % p
                value = form.extended_down(rest)
                latex = rf"n - {s} \equiv {rest} \to {value}"
                options.append(Option(f"n - {s} ≡ {rest} -> {value}", latex, (value,)))
            return options, [congruences.check(r - s) for s in rule.members]

        return residue_cases(form, form.law.preperiod + rule.largest, options_of)

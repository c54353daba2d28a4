"""Finite subtraction sets under a period: n - s lies in one residue class."""

from __future__ import annotations

from typing import ClassVar

from discover.cases.analysis import CaseAnalysis, Cases, Check, Option
from discover.cases.residues import Congruences, has_rows, residue_cases
from discover.pattern import ClosedForm
from discover.patterns.periodic import PeriodicForm
from rules.families.subtraction.rule import Subtraction
from rules.rule import Rule


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

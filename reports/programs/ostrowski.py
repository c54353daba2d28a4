"""Automata that read Fibonacci, Pell and like digits of n, most significant first."""

from __future__ import annotations

from itertools import takewhile
from typing import ClassVar

from discover.pattern import ClosedForm
from discover.patterns.ostrowski.pattern import OstrowskiForm
from reports.documents.program import WORD, Program, ProgramKind

PYTHON = """
state, begun = 0, False
for unit in UNITS:
    digit, n = divmod(n, unit)
    begun = begun or digit > 0
    if begun:
        state = NEXT[{row} * state + digit]
return OUTPUTS[state]
"""
CPP = """
std::uint64_t state = 0;
bool begun = false;
for (std::uint64_t unit : UNITS) {{
    begun = begun || n >= unit;
    if (begun) state = NEXT[{row} * state + n / unit];
    n %= unit;
}}
return OUTPUTS[state];
"""


class OstrowskiProgram(ProgramKind[OstrowskiForm]):
    """UNITS, largest first, are taken greedily; leading zeros are not read."""

    of_form: ClassVar[type[ClosedForm]] = OstrowskiForm

    def program(self, form: OstrowskiForm) -> Program:
        claim = form.claim
        units = takewhile(lambda unit: unit < WORD, claim.numeration.units(2 * WORD.bit_length()))
        row = claim.quotient + 1
        targets = [max(target, 0) for row_of in claim.transitions for target in row_of]
        tables = {"UNITS": list(units)[::-1], "NEXT": targets, "OUTPUTS": claim.outputs}
        return Program(tables, PYTHON.format(row=row), CPP.format(row=row))

"""The laws of a family that is split into cases, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mexplore.discover.families.cells import in_names_of_family, together
from mexplore.discover.families.codes.patterns.law import WordLaw
from mexplore.reports.writers.document import Math, Table, Words
from mexplore.rules.parameters.written import latex_of, plain_of

if TYPE_CHECKING:
    from mexplore.discover.families.patterns.by_cases import LawsByCases, OfCase
    from mexplore.discover.families.patterns.splits import Case
    from mexplore.rules.parameters.family import FamilyOfRules
    from mexplore.rules.parameters.polynomial import Polynomial


def when(claim: LawsByCases, each: OfCase, cases: Sequence[Case]) -> str:
    """Which members a law is about, less what is said of all members and of the split."""
    case = cases[each.case]
    parts = [str(c) for c in dict.fromkeys(each.law.cell) if c not in case.domain]
    several = len({other.case for other in claim.laws}) > 1
    if several and str(case):
        parts.insert(0, str(case))
    return ", ".join(parts) or "always"


def table(rule: FamilyOfRules, claim: LawsByCases) -> Table:
    """A row for each law in runs, or for each piece of one in digits."""
    if isinstance(claim.laws[0].law, WordLaw):
        return _of_words(rule, claim)
    heads = ["when", "n", "where", "G(n)", "period", "saltus"]
    return Table(heads, [list(row) for row in rows(rule, claim)])


def rows(rule: FamilyOfRules, claim: LawsByCases) -> list[list[str]]:
    """The same as text: for words when, period, preperiod, values; for digits a row a piece."""
    cases, found = claim.cases(rule), []
    for each in claim.laws:
        law, case = each.law, cases[each.case]
        condition = when(claim, each, cases)
        if isinstance(law, WordLaw):
            ends = [plain_of(_named(end, law, case)) for end in (law.the_period, law.the_preperiod)]
            found.append([condition, *ends, law.word()])
            continue
        n, names = _as_digits(law, case), (*law.positions.digits, *law.parameters)
        ends = [plain_of(_named(end, law, case)) for end in (law.the_period, law.the_saltus)]
        for piece in law.pieces:
            value = str(law.values.val(piece.value))
            where = ", ".join(map(str, together(piece.where, names)))
            found.append([condition, n, where, value, *ends])
    return found


def _of_words(rule: FamilyOfRules, claim: LawsByCases) -> Table:
    cases, body = claim.cases(rule), list[list[Words]]()
    for each in claim.laws:
        law, case = each.law, cases[each.case]
        period, preperiod = (_named(end, law, case) for end in (law.the_period, law.the_preperiod))
        constant = len(law.again) == 1
        shown: Words = "1" if constant else Math(latex_of(period), plain_of(period))
        body.append(
            [
                when(claim, each, cases),
                shown,
                Math(latex_of(preperiod), plain_of(preperiod)),
                Math(latex_of_word(law), law.word()),
            ]
        )
    heads = ["when", "period", "preperiod", "values"]
    caption = "x^k stands for k times x; what is in brackets is repeated for ever."
    return Table(heads, body, caption=caption)


def latex_of_word(law: WordLaw) -> str:
    r"""The word as mathematics.

    >>> from mexplore.discover.families.codes.patterns.law import Run
    >>> from mexplore.rules.parameters.polynomial import Polynomial
    >>> k, one = Polynomial.name("k"), Polynomial.number(1)
    >>> latex_of_word(WordLaw(("k",), (), (Run(one, 0),), (Run(k + 1, 1), Run(one, 2)), 3))
    '0\\,(1^{k + 1}\\,2)^{\\infty}'
    """
    first, again = (
        r"\,".join(
            str(run.value) if run.length == 1 else f"{run.value}^{{{latex_of(run.length)}}}"
            for run in part
        )
        for part in (law.first, law.shown)
    )
    return rf"{first}\,({again})^{{\infty}}"


def _as_digits(law: Any, case: Case) -> str:
    """n as a sum of digits times weights."""
    weights = zip(law.positions.weights, law.positions.digits, strict=True)
    return " + ".join(f"({_named(w, law, case)}) {d}" if w != 1 else d for w, d in weights)


def _named(number: Polynomial, law: Any, case: Case) -> Polynomial:
    """In the names of the family, where they suffice."""
    return in_names_of_family(number, case, law.cell)

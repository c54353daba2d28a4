"""The cells of a family: each has members, and together they have all, or one is left open.

Everything here is about parameters alone, case by case of a split:

* the family has members; whether each element is at least 1 for all of them is seen apart;
* what the steps of the split take for granted (`Case.needs`) holds;
* each cell has a point in the domain of its case: an empty cell proves nothing;
* no point of the domain of a case lies in none of its cells: then every member has a law.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mexplore.discover.families.patterns.by_cases import LawsByCases
from mexplore.discover.families.patterns.splits import Case, Need
from mexplore.discover.families.solvers.formulas import Names, all_of, form, holds, none_of
from mexplore.discover.families.solvers.script import Question, Script
from mexplore.rules.parameters.constraint import Cell, Constraint
from mexplore.rules.parameters.family import FamilyOfRules
from mexplore.rules.parameters.rule import ParametricRule


def members_script(rule: FamilyOfRules) -> Script:
    """Whether there are members; the answer has to be sat."""
    names = _names(rule.names)
    some = (Question("members", "true"),)
    return Script(tuple(names.values()), (), _cell(rule.where, names), some)


def elements_script(rule: ParametricRule) -> Script:
    """Whether an element is below 1 for a member, for each element."""
    names = _names(rule.names)
    below = [f"(< {form(element, names)} 1)" for element in rule.elements]
    questions = tuple(Question(f"element {j} below 1", body) for j, body in enumerate(below))
    return Script(tuple(names.values()), (), _cell(rule.where, names), questions)


def needs_script(cases: Sequence[Case]) -> Script:
    """What the steps take for granted; the answers have to be unsat."""
    needs = dict.fromkeys(need for case in cases for need in case.needs)
    return _script(Question(f"need {i}", _fails(need)) for i, need in enumerate(needs))


def _fails(need: Need) -> str:
    names = _names(sorted({n for c in (*need.given, need.then) for n in c.names}))
    return all_of((_cell(need.given, names), none_of([holds(need.then, names)])))


def cells_script(cases: Sequence[Case], claim: LawsByCases) -> Script:
    """A point of each law's cell in the domain of its case; the answers have to be sat."""
    questions = []
    for i, each in enumerate(claim.laws):
        case = cases[each.case]
        names = _names(case.names)
        body = all_of((_cell(case.domain, names), _cell(each.law.cell, names)))
        questions.append(Question(f"cell {i}", body))
    return _script(questions)


def holes_script(cases: Sequence[Case], claim: LawsByCases) -> Script:
    """A point of each case's domain in no cell; where all answers are unsat, each member has a
    law."""
    return _script(
        Question(f"case {number}", _outside(case.names, case.domain, cells))
        for number, case in enumerate(cases)
        for cells in [[law.law.cell for law in claim.laws if law.case == number]]
    )


def outside_script(names: Sequence[str], domain: Cell, cells: Sequence[Cell]) -> Script:
    """A point of the domain in none of the cells."""
    return _script([Question("outside", _outside(names, domain, cells))])


def _outside(names: Sequence[str], domain: Cell, cells: Sequence[Cell]) -> str:
    short = _names(names)
    return all_of((_cell(domain, short), none_of(_cell(cell, short) for cell in cells)))


def _script(questions: Iterable[Question]) -> Script:
    """Each question speaks of k0, k1, ..., whatever they are in others."""
    found = tuple(questions)
    used = sorted({word for q in found for word in q.body.replace(")", " ").split() if _is_k(word)})
    return Script(tuple(used), (), "true", found)


def _is_k(word: str) -> bool:
    return word[:1] == "k"


def _names(names: Iterable[str]) -> Names:
    return {name: f"k{i}" for i, name in enumerate(names)}


def _cell(cell: Cell | Iterable[Constraint], names: Names) -> str:
    return all_of(holds(constraint, names) for constraint in cell)

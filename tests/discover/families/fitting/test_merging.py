"""Laws of one case are made fewer, by the prover's word only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from member_judge import ByMembers

from mexplore.discover.families.fitting.case_study import merge_laws
from mexplore.discover.families.fitting.judge import Verdict
from mexplore.discover.families.fitting.search import CaseSearch, SystemSearch
from mexplore.discover.families.fitting.systems import elements_in, system_of
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.patterns.splits import cases_of
from mexplore.rules.parameters.constraint import Constraint
from mexplore.rules.parameters.reading import read_constraints, read_polynomial
from mexplore.rules.parameters.rule import ParametricRule


class Refusing(ByMembers):
    """Believes no law."""

    def prove(self, law: DigitLaw, seconds: float) -> Verdict:
        return Verdict(False)


def searched() -> CaseSearch:
    """subtract(k, k + 1) in rows of 2k + 1: one law."""
    rule = ParametricRule.parse("subtract(k, k + 1) for k >= 1")
    (case,) = cases_of(rule, ())
    elements = elements_in(rule, case)
    found = CaseSearch(case.names, case.domain, elements, ByMembers(), 1e12, 1e12)
    system = system_of(case, elements, [read_polynomial("2*k + 1")])
    assert system is not None
    assert SystemSearch(found, system).run()
    return found


def cut_into(case: CaseSearch, *cells: str) -> None:
    """The one law, for each of these cells."""
    (proved,) = case.laws
    read: list[Sequence[Constraint]] = [read_constraints(cell) for cell in cells]
    case.laws = []
    for cell in read:
        known = [
            i for i in proved.search.instances.known if all(c.holds(i.environment) for c in cell)
        ]
        verdict = proved.search.prove(proved.guess, cell, known)
        assert verdict is not None and verdict.proved
    assert len(case.laws) == len(cells)


def test_neighbouring_cells_become_one() -> None:
    case = searched()
    cut_into(case, "k <= 3", "k == 4", "k >= 5")
    merge_laws(case)
    (law,) = case.laws
    assert str(law.law.the_period) == "2*k + 1"
    assert case.outside() is None


def test_a_law_that_others_make_needless_is_left_out() -> None:
    case = searched()
    cut_into(case, "k <= 6", "k >= 4", "k >= 3, k <= 8")
    case.judge = Refusing()
    merge_laws(case)
    assert [str(c) for each in case.laws for c in each.cell] == ["k <= 6", "k >= 4"]


def test_what_is_not_proved_stays_as_it_was() -> None:
    case = searched()
    cut_into(case, "k <= 3", "k >= 4")
    kept, case.judge = list(case.laws), Refusing()
    merge_laws(case)
    assert case.laws == kept


def test_another_law_is_not_taken_for_a_neighbour() -> None:
    """The guess is false in the other cell: the prover is not even asked."""
    case = searched()
    cut_into(case, "k <= 3", "k >= 4")
    asked = count()

    class Doubting(type(case.laws[0].guess)):  # type: ignore[misc]
        def is_true_of(self, instance: object) -> bool:
            next(asked)
            return False

    guess = case.laws[0].guess
    other = Doubting(guess.system, guess.before, guess.after, guess.forms)  # type: ignore[attr-defined]
    case.laws = [replace(each, guess=other) for each in case.laws]
    tried = len(case.tried)
    merge_laws(case)
    assert len(case.laws) == 2 and len(case.tried) == tried and next(asked) > 0


def test_without_time_nothing_is_merged() -> None:
    case = searched()
    cut_into(case, "k <= 3", "k >= 4")
    case.deadline = 0.0
    merge_laws(case)
    assert len(case.laws) == 2

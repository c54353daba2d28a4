"""Laws with parameters for Coq: all members of a family in one theorem."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mexplore.discover.coq.compiler import check
from mexplore.discover.coq.export import CoqProof
from mexplore.discover.coq.families.forms import Form, displaced, moved, negation, value_at
from mexplore.discover.coq.families.members import family_proof
from mexplore.discover.coq.families.trees import (
    Goal,
    NoTree,
    Trees,
    Way,
    Ways,
    all_of,
    among,
    first_of,
)
from mexplore.discover.families.library import shipped_families
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.patterns.pattern import FamilyLaw
from mexplore.discover.kinds import kind_of
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.parameters.rule import ParametricRule

pytest.importorskip("z3")
QUICK = ["two-consecutive", "all-but-one", "fives-and-seven"]
LONG = ["two-elements", "two-five-k", "additive", "double-and-b"]
LONG += ["one-range", "range-and-one", "all-but-two"]
LONG += ["fives-and-four", "ones-and-five", "ones-nought-five"]


def exported(name: str) -> CoqProof:
    family = shipped_families()[name]
    theorem = kind_of(str(family.rule)).theorems()[0].name
    proof = family_proof(family.rule, family.law, theorem)
    assert isinstance(proof, CoqProof), proof
    return proof


def accepted(proof: CoqProof, compiled: Path, tmp_path: Path) -> bool:
    return check(proof, tmp_path, compiled).accepted


@pytest.mark.parametrize("name", QUICK)
def test_coq_accepts_a_family(name: str, compiled: Path, tmp_path: Path) -> None:
    assert accepted(exported(name), compiled, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_coq_accepts_families(name: str, compiled: Path, tmp_path: Path) -> None:
    assert accepted(exported(name), compiled, tmp_path)


def changed(proof: CoqProof, old: str, new: str) -> CoqProof:
    text = proof.files["Law.v"]
    assert re.search(old, text), old
    return replace(proof, files={**proof.files, "Law.v": re.sub(old, new, text)})


WRONG = [
    ("two-consecutive", r"\(0%N, true\)", "(1%N, true)"),  # values
    ("two-consecutive", r"\(2 \* k \+ 1\)", "(2 * k + 2)"),  # the period
    ("all-but-one", r"\(2 \* a\)\)%N", "(2 * a + 1))%N"),
    ("all-but-one", r"1 <= a", "0 <= a"),  # the bound
    ("fives-and-seven", r"\(k \+ 1, 2%N\)", "(k + 2, 2%N)"),  # the period, a value, the game
    ("fives-and-seven", r"\(\[1; 1\], 2%N\)", "([1; 1], 3%N)"),
    ("fives-and-seven", r"\(k, 5%N\)", "(k + 1, 5%N)"),
    ("all-but-one", r"take_outside \[\(a, a\)\]", "take_outside [(a, a + 1)]"),
    ("two-elements", r"a \+ 1 <= b", "a <= b"),  # the bound
    ("two-elements", r"\(2%N, true\)", "(3%N, true)"),
    ("two-elements", r"2 \* a \* h \+ a \+ r\)", "2 * a * h + a + r + 1)"),
    ("two-five-k", r"6 <= k", "5 <= k"),
    ("two-five-k", r"7 \* k1 \+ 8 <= Z.of_N n", "7 * k1 + 7 <= Z.of_N n"),
    ("one-range", r"1 <= k -> k <= m", "0 <= k -> k <= m"),  # the bound
    ("one-range", r"take_in \[\(k, m\)\]", "take_in [(k, m + 1)]"),
    ("one-range", r"G \(n \+ Z.to_N \(h \* k \+ k \+ r\)\)", "G (n + Z.to_N (h * k + k))"),
    ("range-and-one", r"\[\[1; 1\]\]", "[[2; 1]]"),  # a value
    ("range-and-one", r"k \+ 1 <= m ->", "k <= m ->"),
    ("all-but-two", r"take_outside", "take_in"),
    ("all-but-two", r"Z.of_N \(G n\) \+ \(a\)", "Z.of_N (G n) + (2 * a)"),
    ("ones-and-five", r"1 <= k ->", "0 <= k ->"),
    ("ones-and-five", r"1 <= Z.of_N n -> G", "0 <= Z.of_N n -> G"),
    ("ones-nought-five", r"3 <= k ->", "2 <= k ->"),
    ("additive", r"3%N, true", "2%N, true"),
    ("additive", r"4 \* a \* h\)", "2 * a * h)"),
]


@pytest.mark.parametrize(("name", "old", "new"), WRONG[:8])
def test_coq_refuses_false_laws(
    name: str, old: str, new: str, compiled: Path, tmp_path: Path
) -> None:
    assert not accepted(changed(exported(name), old, new), compiled, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "old", "new"), WRONG[8:])
def test_coq_refuses_false_laws_of_others(
    name: str, old: str, new: str, compiled: Path, tmp_path: Path
) -> None:
    assert not accepted(changed(exported(name), old, new), compiled, tmp_path)


def with_law(claim: FamilyLaw, law: DigitLaw) -> FamilyLaw:
    return replace(claim, laws=(replace(claim.laws[0], law=law),))


def test_no_cases_are_found_for_false_laws() -> None:
    family = shipped_families()["two-consecutive"]
    claim, law = family.law, family.law.laws[0].law
    pieces = (replace(law.pieces[0], value=1), *law.pieces[1:])
    for wrong in (
        replace(law, pieces=pieces),
        replace(law, carries=((), *law.carries[1:])),
        replace(law, successor=law.successor[:1]),
        replace(law, period=law.unit),
    ):
        found = family_proof(family.rule, with_law(claim, wrong), "digits")
        assert isinstance(found, Inapplicable) and "no cases were found" in found.reason


def test_laws_that_leave_members_open_are_exported_for_their_cells(
    compiled: Path, tmp_path: Path
) -> None:
    family = shipped_families()["three-consecutive"]
    claim = replace(family.law, laws=family.law.laws[1:], complete=False)
    proof = family_proof(family.rule, claim, "digits")
    assert isinstance(proof, CoqProof), proof
    assert "other members are left open" in proof.files["Law.v"]
    assert accepted(proof, compiled, tmp_path)
    whole = family_proof(family.rule, replace(claim, complete=True), "digits")
    assert isinstance(whole, Inapplicable) and "it is not true at" in whole.reason


def test_several_phases_are_refused_by_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    family = shipped_families()["additive"]
    law = next(each.law for each in family.law.laws if each.law.phases)
    several = with_law(family.law, replace(law))
    monkeypatch.setitem(vars(several.laws[0].law), "phases", law.phases * 2)
    found = family_proof(family.rule, several, "digits")
    assert isinstance(found, Inapplicable) and "with one phase, not with 2" in found.reason


def test_what_is_not_exported_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    family = shipped_families()["two-consecutive"]
    found = family_proof(family.rule, replace(family.law, laws=()), "digits")
    assert isinstance(found, Inapplicable) and "there is no law" in found.reason
    monkeypatch.setitem(sys.modules, "z3", None)
    found = family_proof(family.rule, family.law, "digits")
    assert isinstance(found, Inapplicable) and "pip install z3-solver" in found.reason


def test_names_of_a_family_are_no_words_of_coq() -> None:
    family = shipped_families()["two-consecutive"]
    law = family.law.laws[0].law
    to = {"k": Polynomial.name("forall")}
    text = exported("two-consecutive").files["Law.v"]
    assert "forall k : Z, " in text
    claim = with_law(
        family.law,
        replace(
            law,
            parameters=("forall",),
            cell=tuple(c.with_names(to) for c in law.cell),
            weights=tuple(w.with_names(to) for w in law.weights),
            moves=tuple(
                replace(
                    m,
                    element=m.element.with_names(to),
                    vector=tuple(e.with_names(to) for e in m.vector),
                )
                for m in law.moves
            ),
            relations=tuple(tuple(e.with_names(to) for e in v) for v in law.relations),
            carries=tuple(
                tuple(tuple(e.with_names(to) for e in v) for v in vs) for vs in law.carries
            ),
            successor=tuple(tuple(e.with_names(to) for e in v) for v in law.successor),
            ranges=tuple(tuple(e.with_names(to) for e in v) for v in law.ranges),
            pieces=tuple(
                replace(p, where=tuple(c.with_names(to) for c in p.where)) for p in law.pieces
            ),
            start=tuple(e.with_names(to) for e in law.start),
            period=tuple(e.with_names(to) for e in law.period),
            landmarks=(),
            ups=(),
        ),
    )
    rule = ParametricRule.parse("subtract(forall, forall + 1) for forall >= 1")
    proof = family_proof(rule, claim, "digits")
    assert isinstance(proof, CoqProof), proof
    code = re.sub(r"\(\*.*?\*\)", "", proof.files["Law.v"], flags=re.DOTALL)
    assert "forall forall" not in code and "forall z0 : Z, " in code


def test_trees_are_found_only_for_what_is_true() -> None:
    import z3

    inside = ((0, 1), (9, -1))  # 0 <= x <= 9
    halves = (((0, 1), (4, -1)), ((-5, 1), (9, -1)))  # x <= 4, x >= 5
    assert Trees(z3, ("a",)).tree(Goal(inside, ((),), halves)).startswith("Cases")
    with pytest.raises(NoTree, match="not true"):
        Trees(z3, ("a",)).tree(Goal(inside, ((),), halves[:1]))
    odd = ((1, -2, 2), (-1, 2, -2))  # 2 x - 2 y = 1 has rational solutions
    assert "Cut" in Trees(z3, ("a", "b")).tree(Goal((*odd, (0, 1), (9, -1)), ((),), ()))


def test_forms_of_a_moved_point() -> None:
    form: Form = (1, 2, -3)
    shift: tuple[Form, ...] = ((), (5, 0, 1), (0, 1))
    point = [1, 4, 7]
    assert value_at(displaced(form, shift), point) == value_at(form, moved(point, shift))
    assert value_at(negation(form), point) == -1 - value_at(form, point)


def test_no_cases_are_found_for_false_laws_of_ranges() -> None:
    family = shipped_families()["all-but-one"]
    law = family.law.laws[0].law
    one = Polynomial.number(1)
    first, second = law.pieces
    for wrong in (
        replace(law, pieces=(first,)),
        replace(law, pieces=(first, replace(second, value=(second.value[0] + 1, second.value[1])))),
        replace(law, pieces=(replace(first, where=first.where[:-1]), second)),
        replace(law, witnesses=()),
        replace(law, values_in=law.values_in[:-1]),
        replace(law, period=law.positions.unit),
        replace(law, saltus=(*law.saltus[:-1], one)),
        replace(law, positions=replace(law.positions, carries=())),
    ):
        claim = replace(family.law, laws=(replace(family.law.laws[0], law=wrong),))
        found = family_proof(family.rule, claim, "digit values")
        assert isinstance(found, Inapplicable) and "no cases were found" in found.reason, wrong


def test_no_cases_are_found_for_false_laws_in_runs() -> None:
    family = shipped_families()["fives-and-seven"]
    law = family.law.laws[0].law
    one, two = law.again
    for wrong in (
        replace(law, again=(one, two._replace(length=two.length + 1))),
        replace(law, again=(one, one)),
        replace(law, again=(two, one)),
        replace(law, again=(one,)),
    ):
        claim = replace(family.law, laws=(replace(family.law.laws[0], law=wrong),))
        found = family_proof(family.rule, claim, "sums of runs")
        assert isinstance(found, Inapplicable) and "no cases were found" in found.reason, wrong


def test_ways_hold_where_all_their_parts_do() -> None:
    low, high = among([Way("a", ((0, 1),))]), among([Way("b", ((9, -1),)), Way("c", ((5, 1),))])
    both = all_of([low, first_of([high])], "({}, {})")
    assert both([1, 4]) == Way("(a, b)", ((0, 1), (9, -1)))
    assert both([1, 12]) == Way("(a, c)", ((0, 1), (5, 1)))
    assert both([1, -1]) is None
    goal = Ways((), both)
    assert goal.cases([1, 12]) == ([((-1, -1),), ((-6, -1),)], "false 0 0")
    assert goal.cases([1, 4]) == ([((-1, -1),), ((-10, 1),)], "false 0 1")
    assert goal.listed == "[(a, c); (a, b)]" and goal.cases([1, -1]) is None

"""Words with exponents give the values of members, and are left out where they would not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from laws_with_parameters import stored

from mexplore.discover.families.patterns.digits import TWICE, value_at
from mexplore.discover.families.patterns.members import by_definition
from mexplore.discover.families.patterns.words import word_of
from mexplore.discover.families.patterns.writing import read_law
from mexplore.discover.families.solvers.solver import solver_named
from mexplore.discover.families.table import case_words, in_names_of_family, small_members
from mexplore.discover.families.theorems.proving import prove_law


@pytest.mark.parametrize("name", ["two-elements", "consecutive-and-b", "two-five-k"])
def test_words_are_the_values_of_members_far_outside(name: str) -> None:
    """Members with twice the parameters of those that the words were compared with."""
    rule, claim = stored(name)
    cases, seen = claim.cases(rule), 0
    for each in claim.laws:
        law, case = each.law, cases[each.case]
        members = small_members(law, case)
        word = word_of(law, members)
        assert word is not None
        before = word_of(law, members, periodic=False)
        far = {parameter: 2 * value + 1 for parameter, value in members[-1].items()}
        if not all(constraint.holds(far) for constraint in (*law.cell, *case.domain)):
            continue
        member = {n: meaning.at(far) for n, meaning in case.meanings}
        amounts = [element.at(member) for element in rule.elements]
        n0, p = law.the_preperiod.at(far), law.period_at(far)
        values = by_definition(amounts, n0 + p)
        assert word.expanded(far) == values[n0:]
        assert before is not None and before.expanded(far) == values[:n0]
        seen += 1
    assert seen >= 2


def test_a_false_piece_makes_no_word() -> None:
    rule, claim = stored("two-elements")
    law, case = claim.laws[0].law, claim.cases(rule)[0]
    first = replace(law.pieces[0], value=3)
    wrong = replace(law, pieces=(first, *law.pieces[1:]))
    assert word_of(wrong, small_members(law, case)) is None


def test_a_law_with_phases_makes_no_word() -> None:
    rule, claim = stored("additive-lower")
    law, case = claim.laws[0].law, claim.cases(rule)[claim.laws[0].case]
    assert word_of(law, small_members(law, case)) is None


def test_numbers_in_the_names_of_the_family() -> None:
    """2ah + a + r, with b = 2ah + r, is a + b."""
    rule, claim = stored("two-elements")
    cases = claim.cases(rule)
    law = claim.laws[1]
    case = cases[law.case]
    assert str(in_names_of_family(law.law.the_period, case)) == "a + b"
    assert [case_words(claim.split, each) for each in cases] == [["h == 0"], ["h >= 1"]]


def test_digits_before_a_period_that_is_smaller_than_the_preperiod() -> None:
    """Far below n0 there is no whole period, however many would go into n."""
    law = read_law(LATE)
    assert [value_at(law, {"k": 31}, n) for n in range(99)] == by_definition([1], 99)


LATE = {
    "parameters": ["k"],
    "cell": ["k >= 1"],
    "digits": ["q", "u", "i", "j"],
    "weights": ["2", "2*k", "2", "1"],
    "moves": [{"element": "1", "vector": ["0", "0", "0", "1"]}],
    "relations": [["1", "0", "0", "-2"], ["0", "1", "-k", "0"], ["0", "0", "1", "-2"]],
    "carries": [[["0", "0", "0", "0"]]],
    "successor": [["0", "0", "0", "0"]],
    "pieces": [
        {
            "where": ["q == 0", "u == 0", "i >= 0", "k >= i + 1", "j == 0"],
            "value": 0,
            "part": "pre",
        },
        {
            "where": ["q == 0", "u == 0", "i >= 0", "k >= i + 1", "j == 1"],
            "value": 1,
            "part": "pre",
        },
        {"where": ["q >= 0", "u == 1", "i == 0", "j == 0"], "value": 0, "part": "per"},
        {"where": ["q >= 0", "u == 1", "i == 0", "j == 1"], "value": 1, "part": "per"},
    ],
    "start": ["0", "1", "0", "0"],
    "period_vector": ["1", "0", "0", "0"],
}
"""G(n) = n mod 2, with a preperiod of 2k: no law that is found, but one that digits must read."""


def test_words_that_are_wrong_for_small_members_alone_are_left_out() -> None:
    """A true law with one more piece, which for k = 1 is {0}, and empty for all larger k: read off
    at large k, the word is 0^k 1^k 0^(2 - k)."""
    more = {"where": ["q >= 0", "j >= 2*k - 2", "j <= k - 1"], "value": 0, "part": "per"}
    twice: dict[str, Any] = {**TWICE}
    law = read_law({**twice, "pieces": [*twice["pieces"], more]})
    assert prove_law(law, (law.moves[0].element,), [solver_named("z3")]).proved
    members = [{"k": k} for k in range(1, 13)]
    assert str(word_of(law, members[2:])) == "0^k 1^k 0^(2 - k)"
    assert word_of(law, members) is None

"""The named sets: members, membership, residues and multiples agree with each other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from strategies import SETS, subtractions

from mexplore.rules.engine.grundy import Computation, grundy_values
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition
from mexplore.rules.sets.named import NamedSet
from mexplore.rules.sets.powers import Powers

LIMIT = 2000

# The first members, as the notation's table lists them.
LISTED = {
    "squares": [1, 4, 9],
    "cubes": [1, 8, 27],
    "triangular": [1, 3, 6, 10],
    "primes": [2, 3, 5, 7, 11],
    "fibonacci": [1, 2, 3, 5, 8],
    "factorials": [1, 2, 6, 24],
    "odd": [1, 3, 5],
    "even": [2, 4, 6],
    "powers(3)": [1, 3, 9, 27],
    "multiples(3)": [3, 6, 9],
}


@pytest.mark.parametrize(("text", "first"), LISTED.items())
def test_members_are_those_of_the_table(text: str, first: list[int]) -> None:
    rule = parse_rule(f"subtract({text})")
    assert isinstance(rule, Subtraction)
    assert list(rule.upto(first[-1])) == first


@pytest.mark.parametrize("named", SETS, ids=str)
def test_members_are_positive_increasing_and_those_that_it_contains(named: NamedSet) -> None:
    listed = list(named.upto(LIMIT))
    assert listed == [s for s in range(-5, LIMIT + 1) if s in named]
    assert list(named.upto(0)) == []


@pytest.mark.parametrize("named", SETS, ids=str)
@pytest.mark.parametrize("p", range(1, 13))
def test_residues_are_those_of_the_members(named: NamedSet, p: int) -> None:
    # Far past the cycle of the residues of each set here (12! for factorials is the last).
    assert named.residues(p) == {s % p for s in named.upto(10**4 if named.dense else 10**9)}


@pytest.mark.parametrize("named", SETS, ids=str)
@pytest.mark.parametrize("p", [1, 2, 5, 7, 12])
def test_residues_beyond_are_those_of_the_members_beyond(named: NamedSet, p: int) -> None:
    members = list(named.upto(10**4 if named.dense else 10**9))
    for limit in (0, 1, 2, 3, 6, 40, 150):
        assert named.residues_beyond(limit, p) == {s % p for s in members if s > limit}


@pytest.mark.parametrize("named", SETS, ids=str)
def test_a_set_that_meets_every_modulus_holds_a_multiple_and_another_misses_one(
    named: NamedSet,
) -> None:
    missed = [p for p in range(1, 60) if 0 not in named.residues(p)]
    assert named.meets_every_modulus == (not missed)


def test_inclusions_hold_member_by_member() -> None:
    included = [(a, b) for a in SETS for b in SETS if a != b and a.includes(b)]
    assert (Powers(2), Powers(4)) in included
    for a, b in included:
        assert all(s in a for s in b.upto(LIMIT))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("subtract(1, powers(2))", "subtract(powers(2))"),
        ("subtract(1, primes)", "subtract(1, primes)"),
        ("subtract(multiples(2))", "subtract(even)"),
        ("subtract(odd, even)", "subtract(multiples(1))"),
        ("subtract(powers(4), powers(2), 64)", "subtract(powers(2))"),
        ("subtract(multiples(6), even)", "subtract(even)"),
        ("subtract( all  but 7,2 , 3)", "subtract(all but 2, 3, 7)"),
        ("subtract(2, squares, all but 2..9)", "subtract(all but 3, 5..8)"),
        ("subtract(2, all but 2)", "subtract(multiples(1))"),
    ],
)
def test_canonical_text(text: str, canonical: str) -> None:
    assert str(parse_rule(text)) == canonical
    assert parse_rule(canonical) == parse_rule(text)


def test_published_values() -> None:
    squares = grundy_values(parse_rule("subtract(squares)"), 100_001)
    assert squares[:14].tolist() == [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1]
    assert squares.max() == 74
    values = grundy_values(parse_rule("subtract(all but 2, 3, 7)"), 14)
    assert values[1:].tolist() == [1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7]


@settings(deadline=None)  # the first call compiles
@given(subtractions())
def test_round_trip_and_values(rule: Subtraction) -> None:
    assert parse_rule(str(rule)) == rule
    listed = set(rule.upto(200))
    assert listed == {s for s in range(1, 201) if s in rule}
    assert grundy_values(rule, 150).tolist() == grundy_by_definition(rule, 150)


@pytest.mark.parametrize("text", Subtraction.examples)
def test_a_resumed_or_interrupted_computation_gives_the_same(text: str) -> None:
    rule = parse_rule(text)
    whole = grundy_values(rule, 9000)
    computation = Computation(rule)
    for stop in (1, 2, 65, 300, 5000, 9000):
        computation.extend(stop)
    assert computation.values.tolist() == whole.tolist()
    kernel = rule.kernel()
    assert kernel is not None
    resumed = whole.copy()
    resumed[4500:] = 0
    assert kernel.fill(resumed, 4500, 9000) == 9000
    assert resumed.tolist() == whole.tolist()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("subtract(powers(1))", 16),
        ("subtract(powers)", 15),
        ("subtract(powers())", 15),
        ("subtract(multiples(0))", 19),
        ("subtract(all but)", 16),
        ("subtract(all but squares)", 17),
        ("subtract(all but 0)", 17),
        ("subtract(squares, 0)", 18),
        ("subtract(squares(2))", 16),
        ("subtract(sqares)", 9),
        ("subtract(squares", 16),
        ("subtract(squares,)", 17),
        ("subtract(2 squares)", 11),
        ("subtract(all but 2, all but 3)", 20),
        ("subtract(1..200000)", 9),
        ("subtract(99999999999999999999999)", 9),
    ],
)
def test_malformed_sets_name_the_place(text: str, place: int) -> None:
    from mexplore.rules.errors import RuleSyntaxError

    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule(text)
    assert caught.value.position == place, str(caught.value)


@pytest.mark.parametrize("last", ["10^9", "10**9", "1000000000"])
def test_a_long_interval_has_its_final_remedy_at_once(last: str) -> None:
    """Each remedy is a rule, whichever way the end is written: no correction leads to another."""
    from mexplore.rules.errors import RuleSyntaxError

    with pytest.raises(RuleSyntaxError, match="or write remove") as caught:
        parse_rule(f"subtract(1..{last})")
    assert str(parse_rule("remove(1 .. 1000000000)")) in str(caught.value)


def test_a_power_in_a_short_interval_is_written_in_digits() -> None:
    from mexplore.rules.errors import RuleSyntaxError

    with pytest.raises(RuleSyntaxError, match=r"write 1000 for 10\^3"):
        parse_rule("subtract(1..10^3)")

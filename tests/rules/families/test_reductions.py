"""Known reductions, held against the definition."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.reduction import reduced
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition

DIGITS = "0123456789ABCDEF"


def agrees(rule: Rule, stop: int, by_definition: bool = True) -> bool:
    """Whether the values below stop are what the reduction says, and the reduction is final."""
    smaller, reduction = reduced(rule)
    assert reduced(smaller)[0] == smaller
    if by_definition:
        mine, theirs = (grundy_by_definition(each, stop) for each in (rule, smaller))
    else:
        mine, theirs = (grundy_values(each, stop).tolist() for each in (rule, smaller))
    return all(reduction.value(n, theirs.__getitem__) == mine[n] for n in range(stop))


def three_digits() -> list[Rule]:
    return [
        parse_rule(f"{lead}.{a}{b}{c}")
        for lead in (0, 4)
        for a, b, c in product(range(8), repeat=3)
    ]


def test_every_octal_code_of_three_digits_agrees_with_its_standard_form() -> None:
    changed = 0
    for rule in three_digits():
        assert agrees(rule, 26), str(rule)
        smaller = reduced(rule)[0]
        changed += smaller != rule
        if grundy_by_definition(rule, 12) != [0] * 12:
            assert grundy_by_definition(smaller, 2)[1] == 1, str(rule)
    assert changed == 511  # half of the codes, those with d1 even, but not 0.000


@pytest.mark.slow
def test_the_same_far_out() -> None:
    for rule in three_digits():
        assert agrees(rule, 2000, by_definition=False), str(rule)


def test_codes_of_more_heaps_agree() -> None:
    random = Random(5)
    for _ in range(150):
        digits = "".join(random.choice(DIGITS) for _ in range(random.randint(1, 4)))
        rule = parse_rule(f"{random.choice('048C')}.{digits}")
        assert agrees(rule, 16), str(rule)


def test_subtraction_sets_agree() -> None:
    random = Random(6)
    for _ in range(200):
        g = random.randint(1, 5)
        members = {g * random.randint(1, 9) for _ in range(random.randint(1, 4))}
        rule = parse_rule(f"subtract({', '.join(map(str, members))})")
        assert agrees(rule, 120), str(rule)
    rule = parse_rule("subtract(6, 9, 15)")
    assert str(reduced(rule)[0]) == "subtract(2, 3, 5)"


@pytest.mark.parametrize(
    "text",
    ["0.77", "0.0", "4!.0", "0.0[7]", "0.{0,2+}", "subtract(2, even)", "subtract(all but 2)",
     "divide(2, 4)", "subtract(2) or divide(3)", "{3}.0", "80.0"],
)  # fmt: skip
def test_what_no_reduction_is_known_of_is_left_alone(text: str) -> None:
    rule = parse_rule(text)
    if text != "{3}.0":
        assert reduced(rule)[0] == rule
    assert agrees(rule, 20)


def test_known_cousins() -> None:
    # Winning Ways, chapter 4: Dawson's Kayles and Dawson's chess, Kayles and its cousin 4.4.
    assert str(reduced(parse_rule("0.07"))[0]) == "0.137"
    assert str(reduced(parse_rule("4.4"))[0]) == "0.77"
    assert str(reduced(parse_rule("0.007"))[0]) == "0.11337"

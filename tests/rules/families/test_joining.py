"""Unions of codes and subtraction sets: one code, exactly the same moves, and read back alike."""

from __future__ import annotations

import random

import pytest

from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.families.subtraction.rule import as_subtraction
from mexplore.rules.families.take_and_break.code import Digit
from mexplore.rules.families.take_and_break.joining import NoSingleCode, joined_digits
from mexplore.rules.families.take_and_break.partitions import splits
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Heaps, Rule, grundy_by_definition


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("0.7 or 0.03", "0.73"),
        ("0.77 or subtract(4)", "0.7703"),
        ("0.33 or subtract(5)", "subtract(1, 2, 5)"),
        ("0.7 or subtract(odd)", "0.7[03]"),
        ("0.4! or 0.4=", "0.4"),
        ("0.8! or 0.8=", "0.8! or 0.8="),
        ("0.8! or 0.8?", "0.8?"),
        ("subtract(squares) or 0.3 or 0.7", "subtract(squares) or 0.7"),
        ("0.[30]", "subtract(odd)"),
        ("0.[03]", "subtract(even)"),
        ("0.[003]", "subtract(multiples(3))"),
        ("0.[3]", "subtract(multiples(1))"),
        ("0.0[3]", "subtract(all but 1)"),
        ("0.3[03003]", "subtract(residues(1, 3 mod 5))"),
        ("0.[13] or 0.[2]", "subtract(multiples(1))"),
        ("leave(0 .. n - 1) or divide(2)", "subtract(multiples(1))"),
        ("leave(0 .. n - 1) or 4.0", "4.[3]"),
        ("80.0 or 0.7", "80.7"),
        ("0.33", "0.33"),
        ("0.33 or divide(2)", "subtract(1, 2) or divide(2)"),
        ("0.7 or remove(1..3)", "0.733"),
        ("subtract(1) or n -> range(n - 3, n)", "subtract(1..3)"),
    ],
)
def test_canonical_text(text: str, written: str) -> None:
    assert str(parse_rule(text)) == written
    assert parse_rule(written) == parse_rule(text)


def _digit(pick: random.Random, least: int = 0) -> str:
    counts = [i for i in range(least, 5) if pick.random() < 0.4]
    listed = [f"{i}{pick.choice(['', '', '!', '?', '=']) if i > 1 else ''}" for i in counts]
    if listed and pick.random() < 0.15:
        listed[-1] += "+"
    return f"{{{','.join(listed)}}}" if listed else "0"


def random_part(pick: random.Random) -> str:
    kind = pick.random()
    if kind < 0.6:
        digits = "".join(_digit(pick) for _ in range(pick.randint(0, 3)))
        block = "".join(_digit(pick) for _ in range(pick.choice([0, 0, 0, 1, 2])))
        return f"{_digit(pick, 2)}.{digits}0[{block}]" if block else f"{_digit(pick, 2)}.{digits}0"
    if kind < 0.7:
        return pick.choice(["80.0", "{4}{3}0.3", "{3,5}.1", "0.0"])
    members = ", ".join(map(str, sorted(pick.sample(range(1, 9), pick.randint(1, 3)))))
    more = pick.choice(["", "", ", odd", ", multiples(3)", ", squares", ", residues(1 mod 4)"])
    return f"subtract({members}{more})"


def options(rule: Rule, n: int) -> set[Heaps]:
    return {tuple(sorted(heaps)) for heaps in rule.options(n)}


@pytest.mark.parametrize("count", [150, pytest.param(6000, marks=pytest.mark.slow)])
def test_a_union_has_the_moves_of_its_parts_and_is_read_back_alike(count: int) -> None:
    pick = random.Random(f"union {count}")
    single = 0
    for _ in range(count):
        texts = [random_part(pick) for _ in range(pick.randint(1, 3))]
        parts = [TakeAndBreak.parse(t) or parse_rule(t) for t in texts]
        rule = parse_rule(" or ".join(texts))
        single += len(rule.alternatives()) == 1 < len(texts)
        assert parse_rule(str(rule)) == rule, texts
        assert parse_rule(" or ".join(reversed(texts))) == rule, texts
        for n in range(13):
            expected = set().union(*(options(part, n) for part in parts))
            assert options(rule, n) == expected, (texts, str(rule), n)
    assert single > count // 6


def test_values_are_those_of_the_definition() -> None:
    pick = random.Random(5)
    for _ in range(25):
        texts = [f"0.{pick.randrange(1, 8)}{pick.randrange(8)}", f"subtract({pick.randint(1, 9)})"]
        rule = parse_rule(" or ".join(texts))
        assert isinstance(rule, TakeAndBreak) or as_subtraction(rule) is not None
        assert grundy_values(rule, 60).tolist() == grundy_by_definition(rule, 60)


def test_every_pair_of_conditions() -> None:
    for count in (2, 3, 4):
        for first in ("", "!", "?", "="):
            for second in ("", "!", "?", "="):
                a, b = Digit.of({count: first}), Digit.of({count: second})
                expected = {*splits(12, count, first), *splits(12, count, second)}
                try:
                    joined = joined_digits(a, b)
                except NoSingleCode:
                    assert {first, second} == {"!", "="}
                    assert count > 2
                    continue
                suffix = joined.suffix(count)
                assert suffix is not None
                assert set(splits(12, count, suffix)) == expected

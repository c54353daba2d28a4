"""Families: as many members as the formula says, all different, in order of size."""

from __future__ import annotations

from math import comb
from pathlib import Path

import pytest

from mexplore.discover.surveys.family import Choice, Family
from mexplore.discover.surveys.games import read_game
from mexplore.discover.surveys.reading import kinds, read_family
from mexplore.rules.errors import InputError, MexploreError, RuleSyntaxError, TooLarge
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

WRITTEN = [text for kind in kinds() for text in kind.examples]


def of(text: str, **holes: str) -> Family:
    return read_family(text, holes)


@pytest.mark.parametrize("text", WRITTEN)
def test_members_are_as_many_as_said_and_all_different(text: str) -> None:
    family = of(text)
    rules = [str(read_game(member.rule)) for member in family]
    assert len(set(rules)) == len(rules) == family.size
    assert read_family(str(family), {}) == family


@pytest.mark.parametrize(
    ("text", "size"),
    [("octal(3)", 2 * 8**3), ("octal(3, lead=4)", 8**3), ("hexadecimal(3)", 16**3),
     ("quaternary(5)", 4**5), ("repeating(2, head=1)", 8**3), ("subtract(max=12)", 2**12 - 1),
     ("subtract(max=22, size<=4)", 22 + 231 + 1540 + 7315), ("all-but(max=9)", 2**9 - 1),
     ("divide(max=12, size<=3)", 11 + 55 + 165), ("mixed(s<=4, d<=5)", 15 * 15),
     ("words(1 letter, 3 long, 3 rules)", 137), ("words(2 letters, 3 long)", 1266),
     ("symmetric-words(3 letters, 2 long)", 57), ("words(1 letter, 3 long, 1 rule)", 8),
     ("words(letters=1, long=2, rules=1)", 3), ("intervals(max=2)", 5),
     ("subtract(max=60, size<=5)", sum(comb(60, k) for k in range(1, 6)))],
)  # fmt: skip
def test_sizes(text: str, size: int) -> None:
    assert of(text).size == size


def test_small_families_by_hand() -> None:
    assert [m.rule for m in of("subtract(max=3, size<=2)")] == [
        "subtract(1)", "subtract(2)", "subtract(3)",
        "subtract(1, 2)", "subtract(1, 3)", "subtract(2, 3)",
    ]  # fmt: skip
    assert [m.rule for m in of("divide(max=3)")] == ["divide(2)", "divide(3)", "divide(2, 3)"]
    assert [m.rule for m in of("intervals(max=2)")] == [
        "leave(0 .. n - 1)", "leave(0 .. n // 2)", "leave(0 .. ceil(n/2))",
        "leave(n // 2 .. n - 1)", "leave(ceil(n/2) .. n - 1)",
    ]  # fmt: skip
    assert [m.rule for m in of("quaternary(1)")] == ["0.0", "0.1", "0.2", "0.3"]
    assert {m.rule for m in of("all-but(max=2)")} == {
        "subtract(all but 1)", "subtract(all but 2)", "subtract(all but 1, 2)"
    }  # fmt: skip


@pytest.mark.parametrize("text", WRITTEN)
def test_parameters_make_the_rule(text: str) -> None:
    for member in of(text):
        for name in ("S", "D", "F"):
            for number in member.parameters.get(name, []):
                assert str(number) in member.rule


def test_a_template_has_every_value_in_every_hole() -> None:
    text = "n -> [n - {a}] + ([n // {b}] if n % {c} == 0 else [])"
    family = of(text, a="1..4", b="2,3", c="2..5")
    assert family.size == 4 * 2 * 4
    members = list(family)
    assert len({member.rule for member in members}) == 32
    assert members[0].parameters == {"a": 1, "b": 2, "c": 2}
    assert members[-1].parameters == {"a": 4, "b": 3, "c": 5}
    for member in members[::7]:
        a, b, c = member.parameters.values()
        by_hand = f"n -> [n - {a}] + ([n // {b}] if n % {c} == 0 else [])"
        both = (grundy_by_definition(parse_rule(text), 30) for text in (member.rule, by_hand))
        assert next(both) == next(both)


def test_a_rule_alone_is_a_family_of_one() -> None:
    assert [m.rule for m in of("kayles")] == ["kayles"]
    assert of("0.{0,2}").size == 1


def test_files_of_rules(tmp_path: Path) -> None:
    lines = tmp_path / "games.txt"
    lines.write_text("0.77  # Kayles\n\nkayles\nsubtract(1, 2)\n")
    assert [m.rule for m in of(str(lines))] == ["0.77", "subtract(1, 2)"]
    named = tmp_path / "games.toml"
    named.write_text('[rules.mine]\nrule = "0.7"\n')
    assert next(iter(of(str(named)))).parameters == {"name": "mine"}
    lines.write_text("0.77\n0.7W\n")
    with pytest.raises(InputError, match="line 2"):
        of(str(lines))
    lines.write_text("# nothing\n")
    with pytest.raises(InputError, match="holds no rules"):
        of(str(lines))
    with pytest.raises(InputError, match="cannot read"):
        of(str(tmp_path / "none.txt"))
    lines.write_text("games.py:options\n")
    with pytest.raises(InputError, match="Python"):
        of(str(lines))


@pytest.mark.parametrize(
    ("text", "holes", "place", "said"),
    [("octal", {}, 0, "octal"),
     ("octle(3)", {}, 0, "neither a family nor a rule"),
     ("octal()", {}, 6, "a number"),
     ("octal(0)", {}, 6, "cannot be 0"),
     ("octal(3, lead=5)", {}, 9, "need not end"),
     ("octal(3", {}, 7, "not expected"),
     ("subtract(max=7, sise<=4)", {}, 16, "'sise'"),
     ("subtract(size<=4)", {}, 16, "max is not given"),
     ("subtract(max=7, max=8)", {}, 16, "twice"),
     ("divide(max=1)", {}, 11, "cannot be 1"),
     ("words(2 letters)", {}, 15, "write 12 long"),
     ("words(2 letters, 3 wide)", {}, 19, "'wide'"),
     ("words(2 letters, 3 letters)", {}, 19, "twice"),
     ("words(letters=2 letters, 3 long)", {}, 16, "not expected"),
     ("words(0 letters, 3 long)", {}, 6, "cannot be 0"),
     ("words(2 letters, 3 long, rules)", {}, 25, "needs its name"),
     ("words(3 letters, 3 long, 4 rules)", {}, None, "sets of rules to be looked at"),
     ("words(8 letters, 12 long)", {}, None, "rules to be looked at"),
     ("subtract(1, {a})", {}, 12, "has no values"),
     ("subtract(1, {a})", {"a": "1", "b": "2"}, 16, "no such hole"),
     ("subtract(1, 2)", {"a": "2"}, 14, "no such hole"),
     ("octal(2)", {"a": "2"}, 8, "no such hole"),
     ("subtract({a})", {"a": "one"}, 0, "whole numbers"),
     ("subtract({a})", {"a": "4..1"}, 0, "empty"),
     ("subtract({a}, 1, {b}", {"a": "4", "b": "2"}, None, ""),
     ("", {}, 0, "empty")],
)  # fmt: skip
def test_what_is_malformed_is_refused_with_its_place(
    text: str, holes: dict[str, str], place: int | None, said: str
) -> None:
    with pytest.raises(MexploreError) as caught:
        read_family(text, holes)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    if place is not None:
        assert isinstance(caught.value, RuleSyntaxError)
        assert caught.value.position == place


def test_a_huge_family_is_refused_with_its_size() -> None:
    family = of("subtract(max=60, size<=8)")
    with pytest.raises(TooLarge, match=str(family.size)):
        Choice().places(family)
    assert list(Choice(limit=5).places(family)) == [0, 1, 2, 3, 4]
    chosen = Choice(sample=100, seed=7).places(family)
    assert len(set(chosen)) == 100 and list(chosen) == sorted(chosen)
    assert chosen == Choice(sample=100, seed=7).places(family)
    assert chosen != Choice(sample=100, seed=8).places(family)
    assert len(of("quaternary(1)").at(2).rule) == 3
    assert len(Choice(sample=9).places(of("quaternary(1)"))) == 4
    with pytest.raises(InputError, match="either"):
        Choice(limit=1, sample=1).places(family)
    with pytest.raises(TooLarge):
        Choice(limit=10**7).places(family)
    immense = of("subtract(max=1000)")
    with pytest.raises(TooLarge, match=r"about 1\.0e301 members"):
        Choice().places(immense)
    assert len(set(Choice(sample=3).places(immense))) == 3
    assert parse_rule(immense.at(Choice(sample=1).places(immense)[0]).rule)

"""Claims over a family: read safely, decided as the definition says, never proved of the family."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys.claims import claim_names, deciding, judged
from mexplore.discover.surveys.family import Choice
from mexplore.discover.surveys.reading import read_family
from mexplore.discover.surveys.record import Record, Row
from mexplore.discover.surveys.statement import Missing, Names, read_statement
from mexplore.discover.surveys.worker import record_of
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


@cache
def rows_of(text: str = "subtract(max=7, size<=3)") -> list[Row]:
    family = read_family(text, {})
    members = {place: family.at(place) for place in Choice().places(family)}
    return [
        Row(family.title, place, record_of(parse_rule(member.rule)), member.parameters)
        for place, member in members.items()
    ]


def verdict(claim: str, given: list[Row] | None = None) -> Any:
    rows = rows_of() if given is None else given
    return judged(read_statement(claim, claim_names([row.parameters for row in rows])), rows)


def test_the_smallest_counterexample_stands_first() -> None:
    found = verdict("7 in S implies period == 8")
    assert not found.holds
    assert found.counterexamples[0].row.rule == "subtract(7)"
    assert found.counterexamples[0].named == {"S": [7], "period": 14}
    assert [c.row.place for c in found.counterexamples] == sorted(
        c.row.place for c in found.counterexamples
    )
    by_hand = [r.rule for r in rows_of() if 7 in r.parameters["S"] and r.record.period != 8]
    assert [c.row.rule for c in found.counterexamples] == by_hand


def test_what_holds_is_said_to_hold_for_each_member_and_no_more() -> None:
    found = verdict("G(n) <= size")
    assert found.holds
    assert found.sentence() == "holds for all 63 members, each proved"
    assert (found.proved, found.so_far, found.members) == (63, 0, 63)


def test_a_claim_is_about_members_that_have_all_it_names() -> None:
    found = verdict("size == 2 implies period == a + b or period == 2*a")
    assert (found.members, found.not_meant) == (56, 7)
    assert found.holds  # the theorem on sets of two numbers


def test_a_claim_with_a_condition_says_how_many_members_it_concerns() -> None:
    """Of the sets of 1 to 7 with at most 3 members, 21 have two; the claim is not about 42."""
    found = verdict("size == 2 implies period <= 14")
    assert (found.members, found.concerned, found.beside, found.proved) == (63, 21, 42, 63)
    assert found.sentence() == (
        "holds for all 21 members with size == 2, each proved; it says nothing of the other 42"
    )
    nobody = verdict("size == 9 implies period == 1")
    assert nobody.holds and nobody.concerned == 0
    assert "about no member" in nobody.sentence() and "size == 9" in nobody.sentence()
    both = verdict("size == 2 implies 7 in S implies G(n) <= 1")
    pairs = [r for r in rows_of() if len(r.parameters["S"]) == 2 and 7 in r.parameters["S"]]
    assert both.concerned == len(pairs) == 6
    false = [r for r in pairs if max(grundy_by_definition(parse_rule(r.rule), 50)) > 1]
    assert {c.row.rule for c in both.counterexamples} >= {r.rule for r in false}
    assert f"refuted: {len(both.counterexamples)} of 6 members with (size == 2) and" in (
        both.sentence()
    )
    assert verdict("n > 3 implies G(n) <= size").condition == ""  # a condition on n


def test_claims_about_values_are_decided_for_all_n() -> None:
    assert verdict("G(n + period) == G(n) or n < preperiod", rows_of()[:9]).so_far == 9
    found = verdict("G(n + preperiod + period) == G(n + preperiod)")
    assert found.proved == 63
    assert verdict("G(n - 1) != G(n) or 1 not in S").proved == 63
    assert verdict("G(0) == 0").proved == 63
    refuted = verdict("G(n + 7) == G(n)")
    for counterexample in refuted.counterexamples:
        values = grundy_by_definition(parse_rule(counterexample.row.rule), counterexample.n + 8)
        first = next(n for n in range(counterexample.n + 1) if values[n + 7] != values[n])
        assert first == counterexample.n


def test_random_claims_about_values_agree_with_brute_force() -> None:
    random = Random(4)
    decided = 0
    for _ in range(60):
        c, m, v = random.randint(0, 9), random.randint(2, 6), random.randint(0, 3)
        claim = random.choice(
            [f"G(n + {c}) != G(n)", f"n % {m} == 0 implies G(n) <= {v}",
             f"G(n) + G(n + {c}) <= {v + 2}", f"G(n) != {v} or G(n - {c}) != {v}",
             f"n % {m} != {m - 1} or G(n + {c}) > 0"]
        )  # fmt: skip
        row = random.choice(rows_of())
        found = verdict(claim, [row])
        values = grundy_by_definition(parse_rule(row.rule), 400)
        text = claim.replace("implies", ") <= (").replace("G(", "g(")
        wrong = [n for n in range(300) if not brute(text, n, values)]
        decided += found.proved
        assert found.holds == (not wrong), (claim, row.rule)
        assert not wrong or found.counterexamples[0].n == wrong[0]
    assert decided > 8


def brute(text: str, n: int, values: list[int]) -> bool:
    """The same by Python itself: ``a implies b`` is a <= b there."""

    def g(at: int) -> int:
        if at < 0:
            raise LookupError
        return values[at]

    try:
        return bool(eval(f"({text})", {"n": n, "g": g}))
    except LookupError:
        return True


def test_what_decides_is_beyond_preperiod_and_period() -> None:
    record = Record("0.7", "proved", "periodic", preperiod=10, period=6, saltus=0)
    names = Names(values=True)

    def stop(claim: str, record: Record = record) -> int | None:
        row = Row("f", 0, record)
        return deciding(read_statement(claim, names).of({}), row)

    assert stop("G(n) <= 3") == 16
    assert stop("G(n - 4) <= 3") == 20
    assert stop("G(n + 4) <= 3 or n % 4 == 1") == 6 + 12
    assert stop("G(n) <= n") is None
    assert stop("G(2*n) <= 3") is None
    open_law = Record("0.7", "holds so far", "periodic", preperiod=1, period=2, saltus=0)
    assert stop("G(n) <= 3", open_law) is None
    split = Record("0.7", "proved", "split-periodic", preperiod=1, period=2)
    assert stop("G(n) <= 3", split) is None  # some classes of n grow
    ruler = Record("0.7", "proved", "ruler", preperiod=1, period=2, saltus=0)
    assert stop("G(n) <= 3", ruler) is None
    grows = Record("0.7", "proved", "periodic", preperiod=1, period=2, saltus=1)
    assert stop("G(n) <= 3", grows) is None


def test_nothing_unproved_is_called_proved() -> None:
    open_row = Row("f", 0, Record("0.007", "holds so far", "periodic", period=3, head=(0,) * 64))
    found = verdict("period == 3", [open_row])
    assert (found.proved, len(found.undecided)) == (0, 1)
    assert "undecided" in found.sentence()
    grows = Row("f", 0, Record("nim", "proved", "periodic", period=1, saltus=1, largest=63))
    assert verdict("largest <= 63", [grows]).proved == 0
    failed = Row("f", 0, Record("0.7", "failed", trouble="its worker died"))
    assert len(verdict("place == 0", [failed]).undecided) == 1
    assert verdict("period == 3", []).sentence() == "it is about no member of the family"
    assert verdict("place == 5 // (place - 1) or 1 // place == 0", [open_row]).undecided


def test_the_largest_of_the_first_values_is_no_fact() -> None:
    """Of 0.104 the first 2^20 values reach 27, and all of them 29."""
    law: dict[str, Any] = {"preperiod": 197769598, "period": 11770282, "saltus": 0}
    seen = Record("0.104", "proved", "periodic", **law, largest=27, computed=1 << 20)
    row = Row("f", 0, seen)
    for claim in ("largest <= 27", "largest <= 39", "saltus == 0 implies largest < 28"):
        found = verdict(claim, [row])
        assert (found.proved, found.so_far) == (0, 1)
        assert found.sentence().startswith("no counterexample among 1 members")
        assert found.sentence().endswith(": 0 proved, 1 so far, 0 undecided")
    for claim in ("largest >= 28", "largest == 29", "G(n) < largest"):  # true of all n, or not
        found = verdict(claim, [row])
        assert found.holds and not found.proved
        assert not found.undecided or "of n < 1048576 only" in found.undecided[0][1]
    whole = Row("f", 0, replace(seen, largest=29, largest_for_all=True))
    assert verdict("largest == 29", [whole]).proved == 1
    assert not verdict("largest <= 27", [whole]).holds


def test_largest_values_of_studies_are_those_of_all_n_where_they_say_so() -> None:
    """Held against values far beyond those that the law needs."""
    rules = ["0.77", "subtract(2, 3)", "divide(2, 3)", "divide(2, ceil)", "divide(3, 5, ceil)",
             "subtract(all but 3)", "0.3", "0.07", "subtract(multiples(1))"]  # fmt: skip
    said = {text: record_of(parse_rule(text), Limits(10.0, 2000)) for text in rules}
    for text, record in said.items():
        if record.largest_for_all:
            assert record.largest == max(grundy_values(parse_rule(text), 5000).tolist()), text
            assert record.facts["largest"] == record.largest
        else:
            assert "largest" not in record.facts
    grow = {"subtract(all but 3)", "subtract(multiples(1))"}
    assert {text for text, record in said.items() if not record.largest_for_all} == grow


def test_a_largest_value_is_not_passed_on_by_a_law_that_only_holds_so_far() -> None:
    found = record_of(parse_rule("0.104"), Limits(10.0, 3000))
    assert not found.proved and not found.largest_for_all and found.facts == {}


def test_values_far_out_come_from_the_law_or_are_out_of_reach() -> None:
    assert verdict("G(10**30) < 4 and G(10**9) == G(10**9 + period)").proved == 63
    nim = Row("f", 0, record_of(parse_rule("subtract(multiples(1))")))
    assert verdict("G(10**17) == 10**17", [nim]).proved == 1
    row = Row("f", 0, Record("0.007", "nothing found", head=(0,) * 64))
    assert "out of reach" in verdict("G(10**9) == 0", [row]).undecided[0][1]
    assert "negative" in verdict("G(0 - 1) == 0", [row]).undecided[0][1]


def test_laws_with_a_period_of_another_kind_are_not_taken_for_periodic() -> None:
    """Nim in which heaps of even size cannot be touched, kept as a split period by hand: its
    values grow."""
    record = Record("0.7", "proved", "split-periodic", preperiod=0, period=2, head=(0, 1, 0, 3))
    row = Row("f", 0, record)
    assert record.repeats is None
    assert verdict("G(n) <= 3", [row]).proved == 0
    assert verdict("G(5) == 5", [row]).proved == 0 and deciding(parsed("G(n) <= 3"), row) is None
    assert verdict("period == 2", [row]).proved == 0  # G has none
    other = Row("f", 0, Record("0.7", "proved", "beatty", start=3))
    assert verdict("start == 3", [other]).proved == 0


def test_members_that_were_not_studied_are_not_spoken_for() -> None:
    names = claim_names([row.parameters for row in rows_of()])
    statement = read_statement("G(n) <= size", names)
    assert "all" not in judged(statement, rows_of()[:40], 23).sentence()
    assert "23 others not studied" in judged(statement, rows_of()[:40], 23).sentence()
    assert "no member" not in judged(statement, [], 63).sentence()


def parsed(text: str) -> Any:
    return read_statement(text, Names(values=True)).of({})


def test_words_are_compared() -> None:
    assert verdict("pattern == 'periodic' and status in ['proved', 'failed']").holds
    assert not verdict('pattern == "geometric"').holds
    assert verdict("theorem != 'Guy-Smith'").holds


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [("perid == 8", 0, "the names are S, a, b, c"),
     ("period", 0, "no condition"),
     ("", 0, "missing"),
     ("period == 8 implies ", 19, "missing"),
     ("period == 8 implies perid == 2", 20, "no name"),
     ("pattern", 0, "is a word"),
     ("pattern < 'periodic'", 0, "words are only equal"),
     ("pattern == 3", 11, "compared with a word"),
     ("'periodic'", 0, "stands alone"),
     ("S == 7", 0, "number is needed"),
     ("G == 7", 0, "G needs a number"),
     ("G(n, 2) == 7", 0, "one number"),
     ("__import__('os') == 1", 0, "no function"),
     ("S.append(3)", 0, "only named functions"),
     ("(lambda: 3)() == 3", 7, "unexpected ':'"),
     ("period == 8; 3", 11, "unexpected"),
     ("period == True", 10, "whole numbers"),
     ("period = 8", None, "this is no expression")],
)  # fmt: skip
def test_what_is_malformed_is_refused_with_its_place(
    text: str, place: int | None, said: str
) -> None:
    with pytest.raises(RuleSyntaxError) as caught:
        verdict(text)
    assert said in str(caught.value)
    assert place is None or caught.value.position == place


def test_missing_values_are_told_apart_from_false() -> None:
    names = Names()
    statement = read_statement("period == 2 or preperiod == 1", names)
    assert statement.holds({"period": 2})
    with pytest.raises(Missing):
        statement.holds({"period": 3})
    with pytest.raises(RuleSyntaxError, match="not kept in the atlas"):
        read_statement("G(n) == 1", names)
    nested = read_statement("a == 1 implies b == 1 implies c == 1", Names(frozenset("abc")))
    assert nested.holds({"a": 1, "b": 0, "c": 0})
    assert not nested.holds({"a": 1, "b": 1, "c": 0})
    for text in ("2 in S", "len(S) == 2", "max(S) > 1 and period == 3"):
        sets = read_statement(text, Names(sets=frozenset("S")))
        with pytest.raises(Missing):
            sets.holds({"period": 3})  # of another family, whose members have no S
        assert sets.holds({"S": [1, 2], "period": 3})


def test_a_power_is_not_taken_for_an_xor() -> None:
    assert read_statement("period <= 10**3", Names()).holds({"period": 4})
    assert read_statement("xor(period, 1) == 5", Names()).holds({"period": 4})
    with pytest.raises(RuleSyntaxError, match="write \\*\\* for a power, xor"):
        read_statement("period <= 10^3", Names())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "largest", "at"),
    [("0.104", 29, None), ("0.454", 41, 14_456_117), ("0.054", 41, 33_671_802)],
)
def test_the_largest_value_of_a_law_proved_on_a_stream(
    text: str, largest: int, at: int | None
) -> None:
    """The places were found by the engine that stores values."""
    record = record_of(parse_rule(text), Limits(None, 10**9))
    assert (record.proved, record.largest, record.largest_for_all) == (True, largest, True)
    row = Row("f", 0, record)
    assert not verdict("largest <= 28", [row]).holds
    assert verdict(f"largest == {largest}", [row]).proved == 1
    if at is not None:
        assert grundy_values(parse_rule(text), at + 1)[at] == largest

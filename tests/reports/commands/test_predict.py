"""Values of huge heaps, many at a time, with their warrant; and ``predict``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands_run import invoked as run
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import divisions

from mexplore.discover.heaps.patterns.automatic.pattern import Automatic, AutomaticForm
from mexplore.discover.heaps.values import answers
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.kind import Means, NotKnown
from mexplore.discover.study.pattern import ClosedForm
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition, mex

SIZES = st.one_of(
    st.integers(0, 300), st.integers(0, 10**18), st.integers(2**62, 2**70), st.integers(0, 10**200)
)
NUMBERS = st.lists(SIZES, max_size=60)


def form_of(text: str) -> ClosedForm:
    return answers(parse_rule(text), [10**30]).warranted[0].form


FORMS = {
    "periodic": form_of("0.77"),
    "arithmetic periodic": form_of("subtract(multiples(1))"),
    "geometric": form_of("divide(2..6)"),
    "geometric, rounded up": form_of("divide(2, 3, ceil)"),
    "automatic": AutomaticForm(Automatic(2, ((0, 1), (1, 2), (0, 1)), (0, 5, 3))),
}


@pytest.mark.parametrize("name", FORMS)
@given(numbers=NUMBERS)
@settings(deadline=None)
def test_many_at_once_are_each_alone(name: str, numbers: list[int]) -> None:
    form = FORMS[name]
    found = form.at_many(numbers)
    assert found == [form.at(n) for n in numbers]
    assert all(type(value) is int for value in found)


def small_steps(rule: Rule, n: int, known: dict[int, int]) -> int:
    """G(n) by the definition, going down only where the options lead."""
    if n not in known:
        options = [sum(heaps) for heaps in rule.options(n)]
        known[n] = mex(small_steps(rule, m, known) for m in options)
    return known[n]


@given(divisions(), st.lists(st.integers(0, 10**25), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_division_games_far_out(rule: Rule, numbers: list[int]) -> None:
    known: dict[int, int] = {}
    expected = [small_steps(rule, n, known) for n in numbers]
    assert answers(rule, numbers).at_all(numbers) == expected


def test_values_far_out_without_a_law() -> None:
    """One subtraction and quotients: no law, but single values by coalescence. Negative control:
    a rule of which nothing is known has no value there."""
    rule = parse_rule("subtract(1) or divide(2, 3)")
    near = 3 * 10**5
    dense = answers(rule, [near], Means(law_first=False))
    known = answers(rule, [10**30, 4], Means(budget=1))
    expected = grundy_by_definition(rule, 20)[4]
    found = known.look_up([10**30, 4])
    assert found.status == "computed" and found.values[1] == expected
    assert dense.at(near) == known.at(near)
    silent = answers(parse_rule("4!.0"), [10**30], Means(budget=0.5))
    with pytest.raises(NotKnown, match="no closed form"):
        silent.at(10**30)


def test_an_unproved_law_is_used_only_when_asked_for() -> None:
    # To remove one token, in words that no theorem reads: period 2.
    rule = parse_rule("n -> [n - 1 - isqrt(n) // (n + 1)] if n else []")
    with pytest.raises(NotKnown):
        answers(rule, [10**30], Means(budget=2)).at(10**30)
    asked = answers(rule, [10**30], Means(budget=2, unproved=True)).look_up([10**30, 3])
    assert asked.status == "holds so far" and asked.values[1] == grundy_by_definition(rule, 4)[3]


def test_json() -> None:
    result = run("predict", "0.77", "10^18", "4", "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert "proved for all n, by Guy-Smith" in answer.pop("warrant")
    assert answer == {
        "rule": "0.77",
        "status": "proved",
        "values": [{"n": str(10**18), "value": 1}, {"n": "4", "value": 1}],
    }


def test_no_law_and_small_heaps() -> None:
    values = grundy_by_definition(parse_rule("subtract(squares)"), 101)
    result = run("predict", "subtract(squares)", "100", "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert "computed" in answer.pop("warrant")
    assert answer == {
        "rule": "subtract(squares)",
        "status": "computed",
        "values": [{"n": "100", "value": values[100]}],
    }


def test_malformed_lines(tmp_path: Path) -> None:
    file = tmp_path / "heaps.txt"
    file.write_text("5\n10^20\n\n# none\n7x\n12\n-3\n")
    plain = run("predict", "0.77", "--file", str(file))
    assert plain.exit_code == 2 and plain.stdout == ""
    assert "line 5: heap '7x'" in plain.stderr and plain.stderr.count("\n") == 1
    kept = run("predict", "0.77", "--file", str(file), "--keep-going", "--format", "csv")
    assert kept.exit_code == 2
    assert kept.stdout == f"n,value\n5,4\n{10**20},1\n12,4\n"
    assert "line 5:" in kept.stderr and "line 7:" in kept.stderr


def test_numbers_from_standard_input() -> None:
    result = run("predict", "subtract(1, 3, 4)", "--json", text="7\n8\n")
    assert [entry["value"] for entry in json.loads(result.stdout)["values"]] == [0, 1]
    assert run("predict", "0.77").exit_code == 2


def test_a_hundred_thousand_numbers(tmp_path: Path) -> None:
    rule = parse_rule("divide(2..6)")
    file = tmp_path / "heaps.txt"
    numbers = [10**12 + 10**11 * i for i in range(100_000)] + [12**40 + i for i in range(100)]
    file.write_text("\n".join(map(str, numbers)))
    result = run("predict", str(rule), "--file", str(file), "--format", "csv")
    lines = result.stdout.splitlines()[1:]
    assert [int(line.split(",")[0]) for line in lines] == numbers
    known: dict[int, int] = {}
    for i in (0, 1, 777, 99_999, 100_000, 100_099):
        assert int(lines[i].split(",")[1]) == small_steps(rule, numbers[i], known)


def test_evidence_answers_only_where_it_reaches() -> None:
    from mexplore.discover.heaps.values import ComputedForm
    from mexplore.rules.engine.grundy import grundy_values

    form = ComputedForm(Evidence(grundy_values(parse_rule("0.77"), 10)))
    for ask in (form.at, form.counts, form.prefix):
        with pytest.raises(IndexError):
            ask(11)
    with pytest.raises(IndexError):
        form.at_many([3, 10])

"""Winning moves against enumeration, small and huge; ``solve`` and its game."""

from __future__ import annotations

import json
from functools import reduce
from itertools import islice, product
from operator import xor
from pathlib import Path
from random import Random

import pytest
from commands_run import invoked as run
from hypothesis import given, settings
from hypothesis import strategies as st
from nim_moves import moves_to_value
from own_clock import Clock
from strategies import divisions
from typer.testing import CliRunner
from work import counted

import mexplore.discover.questions.winning_moves
from mexplore.discover.heaps.values import answers
from mexplore.discover.questions.classes import NimValues
from mexplore.discover.questions.outcomes_of_sums import outcomes_of
from mexplore.discover.questions.sums import Component, solve
from mexplore.discover.study.kind import Means
from mexplore.reports.commands import app
from mexplore.rules.errors import TooManyMoves
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Heaps, Rule, grundy_by_definition, mex

RULES = (
    "0.77",
    "0.07",
    "4!.0",
    "0.137",
    "0.2?7=3",
    "0.3F",
    "0.[3]",
    "0.[7]",
    "0.1[06!]",
    "80.0",
    "subtract(1, 3, 4)",
    "subtract(squares)",
    "subtract(3, 4, odd)",
    "subtract(4, multiples(3))",
    "subtract(all but 2, 3, 7)",
    "subtract(1, primes)",
    "divide(2..6)",
    "divide(2, 3, ceil)",
    "subtract(1) or divide(2)",
    "remove(1 .. n // 2)",
    "leave(ceil(n/2) .. n - 1)",
    "0.77 or subtract(3)",
    "subtract(odd) or divide(2)",
)


def enumerated(rule: Rule, n: int, value: int, values: list[int]) -> list[Heaps]:
    """The different options of n of this value, from the definition."""
    options = {tuple(sorted(heaps)) for heaps in rule.options(n)}
    return sorted(o for o in options if reduce(xor, (values[h] for h in o), 0) == value)


@pytest.mark.parametrize("text", RULES)
@pytest.mark.parametrize("listed", [True, False])
def test_moves_agree_with_enumeration(
    text: str, listed: bool, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    """Also by the ways to moves that are too many to be listed, made to serve for small heaps."""
    rule = parse_rule(text)
    values = grundy_by_definition(rule, 90)
    clock.tick = 0.2
    known = answers(rule, [90], Means(budget=2))
    if not listed:
        monkeypatch.setattr(mexplore.discover.questions.winning_moves, "MOST_OPTIONS", 1)
    for n, value in product((*range(12), 30, 61, 88, 89), range(6)):
        try:
            groups = moves_to_value(rule, n, value, known)
        except TooManyMoves:
            assert not listed
            continue
        found = [result for group in groups for result in group]
        assert all(len(list(group)) == group.count > 0 for group in groups)
        assert sorted(found) == enumerated(rule, n, value, values), (n, value)


@pytest.mark.parametrize("text", ["0.77", "0.07", "0.137", "subtract(odd)"])
def test_groups_by_residues(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Heaps beyond the preperiod, where the closed form groups the splits."""
    rule = parse_rule(text)
    known = answers(rule, [10**18])
    monkeypatch.setattr(mexplore.discover.questions.winning_moves, "MOST_OPTIONS", 300)
    values = known.warranted[0].form.prefix(1501).tolist()
    for n, value in product((1490, 1499, 1500), (0, 1, 2, 4, 7)):
        groups = moves_to_value(rule, n, value, known)
        found = [result for group in groups for result in group]
        assert sorted(found) == enumerated(rule, n, value, values), (n, value)


def test_every_way_is_taken_by_some_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above must not pass because every move was listed, or none was found."""
    monkeypatch.setattr(mexplore.discover.questions.winning_moves, "MOST_OPTIONS", 5)
    for text in ("0.77", "subtract(all but 2, 3, 7)", "subtract(odd)", "4!.0", "subtract(even)"):
        rule = parse_rule(text)
        known = answers(rule, [90], Means(budget=1))
        assert any(moves_to_value(rule, 89, value, known) for value in range(60)), text


@pytest.mark.parametrize("text", RULES)
def test_legal_moves_are_the_options(text: str) -> None:
    rule = parse_rule(text)
    for n in (1, 4, 7):
        options = {tuple(sorted(heaps)) for heaps in rule.options(n)}
        candidates = [
            tuple(sorted(h for h in parts if h)) for parts in product(range(n + 2), repeat=3)
        ]
        assert {heaps for heaps in candidates if rule.is_move(n, heaps)} == {
            heaps for heaps in options if len(heaps) <= 3
        }
    assert not rule.is_move(5, (0,)) and not rule.is_move(5, (-1,)) and not rule.is_move(5, (5,))


SMALL = st.sets(st.integers(1, 9), min_size=1, max_size=4).map(Subtraction.of)
GAMES = st.lists(
    st.tuples(SMALL | divisions() | st.sampled_from([parse_rule("0.77")]), st.integers(0, 40)),
    min_size=1,
    max_size=4,
)


@given(GAMES)
@settings(max_examples=60, deadline=None)
def test_sums_of_different_rules(game: list[tuple[Rule, int]]) -> None:
    position = [Component(rule, size) for rule, size in game]
    known = {rule: NimValues(answers(rule, [40])) for rule, _ in game}
    values = {rule: grundy_by_definition(rule, 41) for rule, _ in game}
    nim_sum = reduce(xor, (values[h.rule][h.size] for h in position))
    solution = solve(position, known)
    assert solution.nim_sum == nim_sum
    assert solution.winner == ("next" if nim_sum else "previous")
    expected = {
        (heap, to)
        for heap in position
        for to in enumerated(
            heap.rule, heap.size, values[heap.rule][heap.size] ^ nim_sum, values[heap.rule]
        )
        if nim_sum
    }
    listed = solution.listed()
    assert set(listed) == expected and len(listed) == len(expected)


def small_steps(rule: Rule, n: int, known: dict[int, int]) -> int:
    """G(n) by the definition, going down only where the options lead."""
    if n not in known:
        known[n] = mex(small_steps(rule, sum(heaps), known) for heaps in rule.options(n))
    return known[n]


def test_huge_heaps_of_a_division_game() -> None:
    rule = parse_rule("divide(2..6)")
    sizes = [10**18, 7, 3 * 10**17]
    known: dict[int, int] = {}
    nim_sum = reduce(xor, (small_steps(rule, n, known) for n in sizes))
    expected = [
        {"heap": n, "to": list(to)}
        for n in sizes
        for to in sorted(set(rule.options(n)))
        if small_steps(rule, sum(to), known) == small_steps(rule, n, known) ^ nim_sum
    ]
    result = run("solve", "divide(2..6)", "10^18", "7", "3*10^17", "--json")
    found = json.loads(result.stdout)
    assert "run by run" in found.pop("warrant")
    assert found == {
        "rule": "divide(2..6)",
        "play": "normal",
        "nim_sum": nim_sum,
        "class": str(nim_sum),
        "winner": "next",
        "moves": expected,
        "status": "computed",
    }


def test_a_thousand_games_cost_little_more_than_their_heaps() -> None:
    rule = parse_rule("divide(2..6)")
    random = Random(1)
    games = [[random.randrange(10**18) for _ in range(100)] for _ in range(1000)]
    known = answers(rule, [10**18])
    with counted() as work:
        found, _ = outcomes_of([[(rule, sizes)] for sizes in games], Means())
    assert work.calls < 5 * 100_000
    for i in (0, 500, 999):
        assert getattr(found[i], "total", found[i]) == reduce(xor, map(known.at, games[i]))
    for n in games[0][:5]:
        assert known.at(n) == small_steps(rule, n, {})


def test_moves_of_a_huge_heap_that_splits() -> None:
    """Each example wins, and the counts of all values are the number of splits."""
    rule, n = parse_rule("0.07"), 10**18 + 5
    known = answers(rule, [n])
    total = 0
    for value in range(32):
        groups = moves_to_value(rule, n, value, known)
        total += sum(group.count for group in groups)
        for group in groups:
            for heaps in islice(group, 3):
                assert rule.is_move(n, heaps)
                assert reduce(xor, known.at_all(heaps), 0) == value
    assert total == (n - 2) // 2 + 1  # pairs a <= b, and one heap of n - 2


def test_groups_in_json() -> None:
    result = run("solve", "0.07", "10^18", "--json")
    answer = json.loads(result.stdout)
    assert {"rule", "nim_sum", "winner", "groups"} < set(answer)
    assert all(set(group) == {"heap", "count", "example"} for group in answer["groups"])
    assert sum(group["count"] for group in answer["groups"]) >= 1000
    known = answers(parse_rule("0.07"), [10**18])
    for group in answer["groups"]:
        assert reduce(xor, known.at_all(group["example"]), 0) == 0


def test_the_terminal_shows_the_largest_groups_first() -> None:
    """As many rows as fit, of the groups that JSON lists, and never 'at least' where all are."""
    listed = json.loads(run("solve", "0.07", "10^18", "--json").stdout)["groups"]
    shown = run("solve", "0.07", "10^18").stdout
    counts = [int(line.split()[-1]) for line in shown.splitlines() if line.startswith(str(10**18))]
    expected = sorted((group["count"] for group in listed), reverse=True)
    assert len(set(expected)) > 1 and counts[1:] == expected[: len(counts) - 1]
    assert f"Winning moves: {sum(expected)}\n" in shown


def test_moves_are_at_least_so_many_only_where_some_are_not_listed() -> None:
    """All moves of small heaps are; of a far token of Wythoff's game that it is no P-position is
    known, but no value, so that the moves of another token are not listed."""
    kayles = grundy_by_definition(parse_rule("0.77"), 10)
    nim_sum = kayles[5] ^ kayles[8]
    wins = [enumerated(parse_rule("0.77"), n, kayles[n] ^ nim_sum, kayles) for n in (5, 8)]
    all_listed = run("solve", "0.77", "5", "8").stdout
    assert nim_sum and f"Winning moves: {sum(map(len, wins))}\n" in all_listed
    with_lost = run("solve", "wythoff", "10^30,2*10^30", "1,2").stdout
    assert "Winning moves: at least 1\n" in with_lost and "not listed" in with_lost


def test_different_rules_in_json() -> None:
    result = run("solve", "0.77:15", "subtract(1,3,4):10^18", "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    kayles = grundy_by_definition(parse_rule("0.77"), 16)
    known_value = answers(parse_rule("subtract(1, 3, 4)"), [10**18]).at(10**18)
    assert answer["nim_sum"] == kayles[15] ^ known_value
    wins = enumerated(parse_rule("0.77"), 15, known_value, kayles)
    assert [move["to"] for move in answer["moves"]] == [list(to) for to in wins]


def test_a_lost_position_has_no_moves() -> None:
    result = run("solve", "nim", "5", "5", "--json")
    assert result.exit_code == 0
    expected = {"rule": str(parse_rule("nim")), "nim_sum": 0, "winner": "previous", "moves": []}
    found = json.loads(result.stdout)
    assert {key: found[key] for key in expected} == expected


def test_a_file_of_games(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("1 2 3\n10^18, 4\n# nothing\n5 x\n7\n")
    refused = run("solve", "subtract(1..9)", "--file", str(file))
    assert refused.exit_code == 2 and "line 4" in refused.stderr and not refused.stdout
    kept = run("solve", "subtract(1..9)", "--file", str(file), "--keep-going", "--json")
    values = grundy_by_definition(parse_rule("subtract(1..9)"), 20)
    sums = [0, values[10**18 % 10] ^ values[4], values[7]]
    games = [
        {"line": line, "nim_sum": s, "class": str(s), "winner": "next" if s else "previous"}
        for line, s in zip((1, 2, 5), sums, strict=True)
    ]
    found = json.loads(kept.stdout)
    assert (found["rule"], found["games"]) == ("subtract(1..9)", games)
    assert "line 4" in kept.stderr


def test_a_file_of_sums_without_a_rule_on_the_command_line(tmp_path: Path) -> None:
    """Rules with blanks, names of the library, separators, comments; against the definition."""
    file = tmp_path / "sums.txt"
    lines = [
        "0.77:15 subtract(1, 3, 4):18",
        "kayles:7, n -> [n - 1, n - 2]:5; 0.77:7  # three",
        "",
        "subtract(1) or divide(2):9",
        "0.77:12 0.07",
        "subtract(1, 2):10^18 subtract(1, 2):3*10^17",
    ]
    file.write_text("\n".join(lines))
    refused = run("solve", "--file", str(file))
    assert refused.exit_code == 2 and "line 5: '0.07' has no heap" in refused.stderr
    assert not refused.stdout and refused.stderr.count("\n") == 1
    kept = run("solve", "--file", str(file), "--keep-going", "--json")

    def value(text: str, n: int) -> int:
        return grundy_by_definition(parse_rule(text), n + 1)[n]

    sums = [
        value("0.77", 15) ^ value("subtract(1, 3, 4)", 18),
        value("n -> [n - 1, n - 2]", 5),
        value("subtract(1) or divide(2)", 9),
        10**18 % 3 ^ 3 * 10**17 % 3,
    ]
    assert kept.exit_code == 2 and "line 5" in kept.stderr
    found = json.loads(kept.stdout)
    assert found["rule"] is None
    assert found["games"] == [
        {"line": line, "nim_sum": s, "class": str(s), "winner": "next" if s else "previous"}
        for line, s in zip((1, 2, 4, 6), sums, strict=True)
    ]
    table = run("solve", "--file", "-", text="0.77:1 0.77:1\n")
    assert table.stdout == "line,nim_sum,winner\n1,0,previous\n"


def test_a_file_does_not_run_python(tmp_path: Path) -> None:
    (tmp_path / "games.py").write_text("raise SystemExit('ran')")
    (tmp_path / "sums.txt").write_text(f"{tmp_path / 'games.py'}:options:5\n")
    refused = run("solve", "--file", str(tmp_path / "sums.txt"))
    assert refused.exit_code == 2 and "ran" not in refused.output.replace("options", "").split()
    assert refused.stderr.count("\n") == 1


def test_bad_input() -> None:
    for arguments in (
        ["0.77"],
        ["0.77", "-3"],
        ["0.77", "many"],
        ["0.77:x"],
        ["0.77", "5", "0.7:3"],
    ):
        result = run("solve", *arguments)
        assert result.exit_code == 2 and result.stderr.count("\n") == 1, arguments
    assert run("solve", "0.77", "5", "--play", "--json").exit_code == 2


def test_no_answer_is_exit_code_1() -> None:
    result = run("solve", "4!.0", "10^18", "--budget", "0.5", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["winner"] is None


def test_a_game_against_the_user() -> None:
    """From 3 + 5 in Nim the user wins by 5 -> 3 and by mirroring; after 3 -> 1 the answer wins."""
    won = run("solve", "nim", "3", "5", "--play", text="5 -> 3\n3 -> 3\n3 -> 0\n3 -> 0\n")
    assert "does not allow 3 -> 3" in won.stdout
    assert won.exit_code == 0
    lost = run("solve", "nim", "1", "1", "2", "--play", text="2 -> 1\nhint\nquit\n")
    assert "I move 1 -> 0." in lost.stdout and "Stopped." in lost.stdout
    ended = run("solve", "subtract(1, 2)", "3", "--play", text="3 -> 2\n")
    assert "I move 2 -> 0." in ended.stdout and "I win" in ended.stdout
    mine = run("solve", "subtract(1, 2)", "1", "--play", text="1 -> 0\n")
    assert "you win" in mine.stdout


@given(st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_the_program_never_loses_a_won_game(seed: int) -> None:
    """Against random moves: once the nim-sum is not 0 on its turn, it moves last."""
    from mexplore.discover.questions.playing import Turn, after, best_move, can_move

    random = Random(seed)
    rule = parse_rule("0.77")
    known = {rule: NimValues(answers(rule, [20]))}
    heaps = [Component(rule, random.randrange(1, 12)) for _ in range(3)]
    if solve(heaps, known).nim_sum == 0:
        heaps.append(Component(rule, 1))
    while True:
        heaps = after(heaps, best_move(heaps, known))
        assert solve(heaps, known).nim_sum == 0
        if not can_move(heaps):
            return
        moves = [Turn(i, to) for i, heap in enumerate(heaps) for to in rule.options(heap.size)]
        heaps = after(heaps, random.choice(moves))


def test_a_heap_without_its_rule_is_named() -> None:
    result = CliRunner().invoke(app, ["solve", "0.77:5", "7"])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1 and "heap '7' has no rule" in result.stderr


def test_a_huge_heap_of_an_interval_rule() -> None:
    result = CliRunner().invoke(app, ["solve", "leave(n // 4 .. n // 2 - 1)", "1000000", "--json"])
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    (group,) = answer["groups"]
    assert group["heap"] == 1000000
    assert 250_000 <= group["example"][0] <= 499_999


@pytest.mark.parametrize("from_file", [False, True])
def test_rules_share_one_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock, *, from_file: bool
) -> None:
    import mexplore.discover.heaps.values

    budgets: list[float] = []

    def answered(rule: Rule, heaps: list[int], means: Means, watcher: object) -> object:
        budgets.append(means.budget)
        clock.now += means.budget  # it takes all that it may
        return answers(rule, heaps)

    monkeypatch.setattr(mexplore.discover.heaps.values, "answers", answered)
    heaps = ["0.77:5", "0.3:8", "subtract(1, 2):9", "divide(2, 3):30"]
    (tmp_path / "games.txt").write_text("; ".join(heaps))
    told = ["--file", str(tmp_path / "games.txt")] if from_file else heaps
    result = CliRunner().invoke(app, ["solve", *told, "--budget", "20", "--json"])
    assert result.exit_code == 0, result.stderr
    assert len(budgets) == len(heaps) and sum(budgets) < 20


def test_many_heaps_are_cut_openly() -> None:
    """A table of 40 of 45 heaps says so, and --all shows them."""
    arguments = ["solve", "subtract(1)", *map(str, range(1, 46))]
    assert "The first 40 of 45; --all shows them." in CliRunner().invoke(app, arguments).output
    assert "of 45" not in CliRunner().invoke(app, [*arguments, "--all"]).output

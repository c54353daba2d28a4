"""Misère play on the command line and by the public API."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands_run import as_json, ran
from typer.testing import CliRunner

import mexplore
from mexplore.reports.commands import app


def test_kayles_is_told_as_a_mathematician_would() -> None:
    said = ran("study", "0.77", "--misere", "--explain")
    for words in (
        "wild from heap 5 on",
        "heap n + 12 is in the class of heap n for all n >= 71",
        "Lost heaps: 1, 4, 9, 12, 20; no others.",
        "40, 9 of them lost",
        "a = 1, b = 2, c = 5, d = 9, e = 12, f = 25, g = 27",
        "Lost under both conventions: 5 + 9, both of value 4",
        "But 1 + 1, both of value 1, with the same nim-sum 0, is won",
    ):
        assert " ".join(words.split()) in " ".join(said.split()), words


def test_json_of_a_wild_rule() -> None:
    found = as_json("study", "0.123", "--misere")
    assert (found["rule"], found["play"], found["kind"]) == ("0.123", "misere", "wild")
    assert (found["order"], found["wild_from"], found["proved"]) == (20, 8, True)
    assert found["law"]["period"] == found["law"]["preperiod"] == 5
    assert len(found["law"]["classes"]) == 9 and len(found["lost_classes"]) == 5
    assert found["certificate"]["play"] == "misere"


def test_tame_rules() -> None:
    found = as_json("study", "subtract(all but 2, 3, 7)", "--misere", "--max-terms", "200")
    assert (found["kind"], found["theorem"]) == ("tame", "Ferguson's pairing")
    said = ran("study", "divide(2..6)", "--misere")
    assert "tame" in said and "G(n) = G(floor(n/12))" in said


def test_certificates_are_written_and_verified(tmp_path: Path) -> None:
    for rule in ("0.123", "0.52", "divide(2..6)", "subtract(squares)"):
        file = tmp_path / "law.json"
        ran("study", rule, "--misere", "--write", str(file), "--budget", "2")
        assert "valid: misere" in ran("verify", str(file))
        assert "valid: misere" in ran("verify", str(file), "--by", "definition")
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(f'"rule": "{rule}"', '"rule": "0.17"'), encoding="utf-8")
        assert "not valid" in ran("verify", str(file), code=1)


def test_reports_are_written(tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    ran("study", "0.75", "--misere", "--write", str(report))
    assert "misère windows" in report.read_text(encoding="utf-8")
    assert "valid" in ran("verify", str(report))


def test_partial_answers_are_honest() -> None:
    said = " ".join(ran("study", "0.07", "--misere", "--upto", "14").split())
    assert "No law of all heaps was found" in said
    assert "Sums of heaps of at most 14 are decided." in said
    failed = " ".join(ran("study", "n -> [n - 1, n // 2]", "--misere").split())
    assert "no finite quotient was found at heap 9" in failed
    assert "which proves nothing" in failed


def test_terms_show_the_genus() -> None:
    rows = as_json("terms", "0.77", "--misere", "--upto", "9")["heaps"]
    assert [row["genus"] for row in rows] == [
        "0",
        "1",
        "2",
        "3",
        "1",
        "4^146",
        "3",
        "2",
        "1^1",
        "4^046",
    ]
    assert [row["misere"] for row in rows] == [1, 0, 2, 3, 0, 1, 3, 2, 1, 0]
    assert [row["class"] for row in rows] == ["1", "a", "b", "ab", "a", "c", "ab", "b", "ab2", "d"]
    table = ran("terms", "0.77", "--misere", "--upto", "9")
    assert "4^146" in table and "genus" in table
    lines = ran("terms", "0.77", "--misere", "--upto", "5", "--format", "csv").splitlines()
    assert lines[-1] == "5,4,1,4^146,c"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("study", "0.77", "--misere", "--row", "3"), "needs a board"),
        (("runs", "0.77", "--upto", "9", "--misere"), "compare, sweep and plot"),
        (("compare", "rook", "0.77", "--misere"), "compared with boards only"),
        (("solve", "wythoff", "3,5", "7,2", "--misere"), "one token on a board alone"),
        (("study", "subtract(a, b)", "--for", "b > a >= 1", "--misere"), "families"),
        (("study", "misere 0.77"), "--misere"),
        (("terms", "0.77", "--misere", "--upto", "10^9"), "at most"),
        (("terms", "0.77", "--misere", "--format", "bfile"), "one number a line"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], said: str) -> None:
    line = ran(*arguments, code=2)
    assert said in line and line.count("\n") == 1


def test_the_public_api() -> None:
    kayles = mexplore.analyse("0.77", play="misere")
    assert kayles.lost(5, 9) and kayles.lost(10**18 * 12 + 1) is False
    assert kayles.reach is None and mexplore.verify(kayles.certificate or {}).valid
    nim = mexplore.analyse("subtract(multiples(1))", play="misere")
    assert nim.lost(1, 1, 1) and nim.lost(5, 4, 1) and not nim.lost(2, 1)
    partial = mexplore.analyse("0.07", play="misere", upto=12)
    with pytest.raises(mexplore.MexploreError, match="up to 12"):
        partial.lost(13)
    with pytest.raises(mexplore.MexploreError, match="bare numbers"):
        mexplore.analyse([0, 1, 0], play="misere")  # type: ignore[call-overload]


def test_sums_are_solved() -> None:
    said = ran("solve", "0.77", "5", "9", "--misere")
    assert "the previous player wins (a P-position" in said
    found = as_json("solve", "0.77", "5", "8", "--misere")
    assert found["winner"] == "next"
    assert found["moves"] == [{"heap": 5, "to": [4]}, {"heap": 8, "to": [1, 5]}]
    huge = as_json("solve", "0.77", "5", "9", "10^18", "--misere")
    assert {"heap": 10**18, "count": 1, "example": [1, 10**18 - 3]} in huge["groups"]
    mixed = as_json("solve", "subtract(1..3):10", "divide(2..6):17", "--misere")
    assert {"heap": 10, "rule": "subtract(1..3)", "to": [8]} in mixed["moves"]
    assert "no move" in ran("solve", "0.07", "1", "1", "--misere")


def test_sums_that_are_not_solved() -> None:
    line = ran("solve", "0.77:10^6", "0.123:9", "--misere", code=1)
    assert "a class belongs to one rule" in line
    for refused in (("0.77", "5", "--play"), ("0.77", "5", "--board", "3x3")):
        assert "misère" in ran("solve", *refused, "--misere", code=2) or "--misere" in ran(
            "solve", *refused, "--misere", code=2
        )


def test_heaps_of_any_size_have_a_class() -> None:
    found = as_json("predict", "0.77", "9", "10^1000", "--misere")
    assert found["values"][0] == {"n": "9", "class": "d", "lost": True}
    assert found["values"][1]["lost"] is False and found["status"] == "proved"
    assert "9: class d, lost alone" in ran("predict", "0.77", "9", "--misere")
    assert ran("predict", "0.77", "1", "2", "--misere", "--format", "csv").splitlines() == [
        "n,class,lost",
        "1,a,1",
        "2,b,0",
    ]
    assert "F2" in ran("predict", "subtract(1, 2)", "5", "--misere")
    line = ran("predict", "n -> [n - 1, n // 2]", "50", "--misere", code=1)
    assert "only sums of heaps of at most 8" in line


def test_lost_heaps_are_listed() -> None:
    found = as_json("positions", "0.77", "--misere", "--upto", "10^18", "--nth", "4")
    assert found["positions"] == [1, 4, 9, 12, 20]
    assert (found["count"], found["nth"]) == ("5", "12")
    assert "1, 4, 7, 10" in ran("positions", "subtract(1, 2)", "--misere", "--upto", "12")
    assert as_json("positions", "subtract(1, 2)", "--misere", "--nth", "10^18")["nth"] == str(
        3 * 10**18 - 2
    )
    assert "no --value" in ran("positions", "0.77", "--misere", "--value", "2", code=2)
    assert "only 5 heaps" in ran("positions", "0.77", "--misere", "--nth", "6", code=1)


def test_lost_sums_are_counted() -> None:
    arguments = ("count", "0.77", "--upto", "100", "--heaps", "3", "--misere", "--ordered")
    assert as_json(*arguments)["count"] == "48373"  # of 1030301, as an earlier program counted
    assert as_json("count", "0.77", "--upto", "10^18", "--misere")["count"] == "5"
    pairs = ("count", "subtract(1, 2)", "--upto", "9", "--heaps", "2", "--misere")
    lost, won = as_json(*pairs), as_json(*pairs, "--winning")
    assert int(lost["count"]) + int(won["count"]) == 55


@pytest.mark.parametrize(
    ("rule", "claim", "status"),
    [
        ("0.77", "lost(n) iff n in {1, 4, 9, 12, 20}", "proved"),
        ("0.77", "class(n + 12) = class(n) for n >= 71", "proved"),
        ("0.77", "class(n + 24) = class(n) for all n >= 71", "proved"),
        ("0.52", "class(n + 4) = class(n) for n >= 6", "proved"),
        ("0.51", "class(n + 1) = class(n) for n >= 1", "proved"),
        ("subtract(1, 2)", "class(n + 3) = class(n) for n >= 1", "proved"),
        ("subtract(1, 2)", "class(n + 3) = class(n) for n >= 0", "proved"),
        ("subtract(2, 3, 7)", "class(n + 5) = class(n) for n >= 1000", "proved"),
        ("subtract(all but 2, 3, 7)", "lost(n) iff n in {1, 3}", "proved"),
        ("n -> [n - 1, n // 2]", "lost(n) iff n in {1, 4, 6}", "holds so far"),
    ],
)
def test_true_statements(rule: str, claim: str, status: str) -> None:
    found = as_json("check", rule, claim, "--misere")
    assert found["holds"] and found["status"] == status
    assert claim in ran("check", rule, claim, "--misere")


@pytest.mark.parametrize(
    ("rule", "claim", "failure"),
    [
        ("0.77", "lost(n) iff n in {1, 4, 9, 12}", 20),
        ("0.77", "lost(n) iff n in {1, 4, 9, 12, 20, 1000}", 1000),
        ("0.77", "class(n + 12) = class(n) for n >= 70", 70),
        ("0.52", "lost(n) iff n in {1, 5, 6, 10, 14}", 18),
        ("subtract(1, 2)", "class(n + 2) = class(n) for n >= 1", 1),
        ("subtract(1, 2)", "lost(n) iff n in {1, 4, 7, 100000, 100003}", 10),
        ("subtract(all but 2, 3, 7)", "lost(n) iff n in {1, 3, 100500}", 100500),
        ("subtract(squares)", "class(n + 5) = class(n) for n >= 30", 30),
        ("divide(2, 3)", "class(n + 1) = class(n) for n >= 3", 5),
        # No heap is won, and of another class than a heap from which all is taken.
        ("0.77", "lost(n) iff n in {0, 1, 4, 9, 12, 20}", 0),
        pytest.param("0.07", "lost(n) iff n in {0}", 0, marks=pytest.mark.slow),
        ("subtract(multiples(1))", "lost(n) iff n in {0, 1}", 0),
        ("0.51", "class(n + 1) = class(n) for n >= 0", 0),
    ],
)
def test_false_statements(rule: str, claim: str, failure: int) -> None:
    result = CliRunner().invoke(app, ["check", rule, claim, "--misere", "--json"])
    assert result.exit_code == 1
    assert json.loads(result.output)["first_failure"] == failure


def test_statements_that_cannot_be_read() -> None:
    for claim in ("Mod(n, 4)", "lost(n) iff n in {1,,2}", "class(n + 0) = class(n) for n >= 1"):
        assert "no statement about misère play" in ran("check", "0.77", claim, "--misere", code=2)


def test_games_of_a_file(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("5 9\n2, 1  # won\n\n10^18 5\n", encoding="utf-8")
    assert ran("solve", "0.77", "--file", str(games), "--misere").splitlines() == [
        "line,class,winner",
        "1,b2,previous",
        "2,ab,next",
        "4,cf,next",
    ]
    games.write_text("0.75:5 0.53:7\nsubtract(1..3):10, 0.52:9\n0.77:9\n", encoding="utf-8")
    found = as_json("solve", "--file", str(games), "--misere")
    assert [game["winner"] for game in found["games"]] == ["next", "next", "previous"]
    games.write_text("5 9\nmany\n", encoding="utf-8")
    assert "line 2" in ran("solve", "0.77", "--file", str(games), "--misere", code=2)
    kept = ran("solve", "0.77", "--file", str(games), "--misere", "--keep-going", code=2)
    assert "line 2" in kept
    games.write_text("9\n10^30\n", encoding="utf-8")
    assert "9: class d, lost alone" in ran("predict", "0.77", "--file", str(games), "--misere")
    games.write_text("5\n60000\n", encoding="utf-8")
    line = ran("solve", "n -> [n - 1, n // 2]", "--file", str(games), "--misere", code=1)
    assert "only sums of heaps of at most 8" in line


def test_two_rules_are_compared() -> None:
    assert "lose the same sums, as their proved laws" in ran("compare", "0.44", "0.46", "--misere")
    assert "3 is lost under 0.75" in ran("compare", "0.77", "0.75", "--misere", code=1)
    assert "the same rule" in ran("compare", "0.07", "0.07", "--misere")
    for refused, said in ((("wythoff", "0.77"), "boards only"), (("0.77",), "misère")):
        assert said in ran("compare", *refused, "--misere", code=2)


def test_many_rules_are_compared(tmp_path: Path) -> None:
    rules = ("0.44", "0.77", "0.46", "0.7")
    said = ran("compare", *rules, "--misere", "--budget", "200", code=1)
    assert "3 groups" in said and "0.44, 0.46" in said and "of all heaps" in said
    file = tmp_path / "rules.txt"
    file.write_text("subtract(1, 2)\nsubtract(1, 2, 4)\n", encoding="utf-8")
    found = as_json("compare", "0.33", "--file", str(file), "--misere")
    assert [len(group["rules"]) for group in found["groups"]] == [3]
    assert found["groups"][0]["for_all"]


def test_a_family_is_swept(tmp_path: Path) -> None:
    rules, atlas = tmp_path / "few.txt", ("--atlas", str(tmp_path / "a.sqlite"))
    rules.write_text("0.123\n0.75\nsubtract(1, 2)\n", encoding="utf-8")
    sweep = ("sweep", str(rules), "--misere", "--workers", "1", *atlas)
    said = ran(*sweep)
    assert "1 tame; 2 wild, with a law of all heaps. 3 studied now" in said
    assert "wild from 8 20 5 5 5 misère windows" in " ".join(said.split())
    found = as_json(*sweep)
    assert (found["studied"], [row["quotient"] for row in found["rows"]]) == (0, [20, 8, None])
    assert "0.75,wild,8,2,8,2,5" in ran("atlas", "--misere", "--format", "csv", *atlas)
    assert len(as_json("atlas", "--misere", *atlas)["rows"]) == 3
    assert "--claim" in ran(*sweep, "--claim", "period < 9", code=2)
    for refused in (("--relate",), ("--sort", "period"), ("--family", "octal")):
        assert "misère" in ran("atlas", "--misere", *refused, *atlas, code=2) or "--misere" in ran(
            "atlas", "--misere", *refused, *atlas, code=2
        )


def test_a_report_says_it_as_a_mathematician_would(tmp_path: Path) -> None:
    paths = [tmp_path / f"kayles{ending}" for ending in (".md", ".html", ".tex")]
    ran("study", "0.77", "--misere", *(part for path in paths for part in ("--write", str(path))))
    markdown, html, latex = (path.read_text(encoding="utf-8") for path in paths)
    for relation in ("$b^{3} = b$", "$b^{2}g = g$"):
        assert relation in markdown and relation in latex
    assert "<msup><mi>b</mi>" in html and "No formula" not in html
    assert "| 71, 83, 95, ... |" in markdown and "| 82, 94, 106, ... |" in markdown
    assert "of order 40" in markdown and "Light's test" in markdown
    assert "valid" in ran("verify", str(paths[0]))
    tame = ran("study", "0.52", "--misere", "--all")
    assert "Theorem (types)" in tame and "One period" in tame
    partial = ran("study", "subtract(1) or divide(2)", "--misere", "--all")
    assert "nothing is said of larger ones" in partial and "One period" not in partial
    assert "the misère quotient of the heaps up to 8, of order 14" in partial
    assert "Lost heaps up to 8: 1, 4, 6." in partial


def test_newcomers_see_the_moves() -> None:
    said = " ".join(ran("study", "0.77", "--misere", "--explain").split())
    assert "5 + 9, both of value 4; 2 + 2, both of value 2" in said
    assert "2 + 2 is lost: 1 + 2 is answered by 1, which is lost" in said
    assert "1 + 1 is won: the move to 1 leaves a sum that is lost" in said
    nim = " ".join(ran("study", "subtract(1..3)", "--misere", "--explain").split())
    assert "3 + 7, both of value 3" in nim and "1 + 1 is won" in nim


def test_classes_are_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "classes.svg"
    assert as_json("plot", "0.123", "--misere", "--out", str(picture))["kind"] == "classes"
    assert "<svg" in picture.read_text(encoding="utf-8")
    line = ran("plot", "subtract(1, 2)", "--misere", "--out", str(picture), code=2)
    assert "played by nim-values" in line
    line = ran("plot", "0.77", "--misere", "--kind", "runs", "--out", str(picture), code=2)
    assert "'classes', and no other" in line
    pages = tmp_path / "game.html"
    ran("study", "0.123", "--misere", "--write", str(pages))
    assert "lost ones marked" in pages.read_text(encoding="utf-8")


def test_the_largest_groups_come_first() -> None:
    said = ran("solve", "0.77", "5", "9", "10^18", "--misere")
    row = next(line for line in said.splitlines() if line.startswith("1000000000000000000"))
    assert int(row.split()[-1]) > 10**15


def test_heaps_that_are_known_are_told_beside_others() -> None:
    arguments = ["predict", "n -> [n - 1, n // 2]", "4", "50", "3", "--misere"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 1
    assert [line[:9] for line in result.stdout.splitlines()[:2]] == ["4: class ", "3: class "]
    assert "only sums of heaps of at most 8" in result.stderr
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 1
    assert [each["n"] for each in json.loads(result.stdout)["values"]] == ["4", "3"]

"""A misspelled name is answered with the one that was meant, everywhere; exit code 2, one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mexplore.discover.surveys.atlas import Atlas
from mexplore.discover.surveys.record import Record
from mexplore.reports.commands import app


def refused(*arguments: str, code: int = 2) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == code, result.output
    said = result.stderr if code == 2 else result.stdout
    assert said.count("\n") == 1
    return said


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["studdy", "0.77"], "Did you mean 'study'? See --help"),
        (["study", "0.77", "--uptoo", "5"], "--upto"),
        (["terms", "0.77", "--format", "tabel"], "'tabel' is not one of"),
        (["terms", "0.77", "--format", "tabel"], "did you mean table?"),
        (["study", "kayle"], "did you mean kayles?"),
        (["explain", "wythoff-nim"], 'did you mean "wythoff", "wythoff-2" or "wythoff-3"?'),
        (["explain", "dawson"], 'did you mean "dawsons-chess", "dawsons-kayles"'),
        (["explain", "A123456"], "mexplore study --sequence b123456.txt finds laws of its terms"),
        (["predict", "10^18", "kayles"], "name the rule first, and then the number;"),
        (["study", "1", "3", "4"], 'a rule of several words stands in quotes, "1 3 4"; see --help'),
        (["study", "take", "1,", "3"], 'stands in quotes, "take 1, 3"'),
        (["study", "nim", "3"], "study takes a rule alone; heaps follow the rule in solve"),
        (["terms", "kayles", "upto", "20"], "an option begins with two hyphens, --upto"),
        (["check", "kayles"], "Missing argument 'CLAIM', as in: mexplore check "),
        (["kayles"], 'the command comes first, as in mexplore study "kayles"; see --help'),
        (["snort"], 'the command comes first, as in mexplore study "snort"; see --help'),
        (["grundy"], "terms RULE prints the first values, predict RULE N one of them"),
        (["study", "kayles", "–-upto", "100"], "does not begin with hyphens; write --upto"),
        (["terms", "kayles", "-n", "20"], "No such option: -n; did you mean --upto?"),
        (["study", "kayles", "--verbose"], "did you mean --all?"),
        (["study", "kayles", "--time", "5"], "did you mean --budget?"),
        (["study", "kayles", "--up-to", "5"], "did you mean --upto?"),
        (["--quiet", "study", "kayles"], "options of a command follow it"),
        (["terms", "kayles", "10-20"], "a range is written 10..20"),
        (["solve", "moores-nim", "3", "4", "5"], "write its coordinates as 3,4,5"),
        (["solve", "wythoff", "3", "5"], "write its coordinates as 3,5"),
        (["explain", "n -> [n - max(digits(n))]"], "digits takes 2 arguments; write digits(n, 10)"),
        (["explain", "n -> [isqrt(n, 2)]"], "isqrt takes 1 argument; write isqrt(n)"),
        (["explain", "(a, b) -> [(a % b, b)]"], "add a condition: [...] if ... else []"),
        (["explain", "wythoff(2)"], "did you mean wythoff?"),
        (["library", "twins"], 'twins is turn(2), which has no entry; mexplore explain "turn(2)"'),
        (["study", "northcott's game"], "Nim in disguise; the gaps are heaps"),
        (["study", "staircase-nim"], "every other step"),
        (["study", "tic tac toe"], "is a partizan game, out of scope"),
        (["explain", "n -> [n - 1, n - 2 if n > 2]"], "an if has an else: [n - 1] if n > 1 else"),
        (["explain", "n -> [n - k for k in {1, 3}]"], "write lists in square brackets, [1, 3, 4]"),
        (["explain", "subtract(1,2) and divide(2)"], "write `or` between two rules"),
        (["explain", "remove(1 .. 10^9)"], "write 10**9 for the power"),
        (["explain", "subtract(1..10^9)"], "write remove(1 .. 1000000000)"),
        (["explain", "subtract(1..1000000000)"], "write remove(1 .. 1000000000)"),
        (
            ["study", "1,000,000"],
            "name the rule first, and then the number without commas, 1000000",
        ),
        (["predict", "0.77", "1,000,000"], "a number has no commas; write 1000000"),
        (["predict", "0.77", "1,234"], "a number without commas"),
        (["terms", "0.77", "--upto", "1,000"], "a number has no commas; write 1000"),
        (["solve", "0.77", "1,234"], "a number has no commas; write 1234"),
        (["predict", "0.77", "-5"], "-5 is negative; heaps and their numbers are 0 or more"),
        (["solve", "0.77", "-5"], "-5 is negative; heaps and their numbers are 0 or more"),
        (["library", "kayle"], "did you mean kayles?"),
        (["explain", "turn 1 3"], "did you mean turn(1, 3)?"),
        (["explain", "Wythoff Nim"], 'did you mean "wythoff", "wythoff-2" or "wythoff-3"?'),
        (["explain", "0.3 or pass"], 'write "0.3", "(n, p) -> [(n - 1, p)] + ([(n, 0)] if n and p'),
        (["study", "substract(1, 3, 4)"], "did you mean subtract?"),
        (["study", "leave(0 .. n//2) or devide(2, 3)"], "^devide(2, 3) (column 21)"),
        (["study", "devide(2, 3)"], "did you mean divide?"),
        (["study", "subtract(sqares)"], "did you mean squares?"),
        (["study", "n -> [isqr(n)]"], "did you mean isqrt?"),
        (["check", "0.77", "Mud(n, 4)"], "did you mean Mod?"),
        (["search", "--pattern", "perodic"], "did you mean periodic?"),
        (["atlas", "--pattern", "perodic"], "did you mean periodic?"),
        (["sweep", "octl(3)"], "did you mean octal?"),
        (["sweep", "subtract(max=5, sise<=2)"], "did you mean size?"),
        (["sweep", "subtract(max=5)", "--claim", "perod == 2"], "did you mean period?"),
        (["runs", "0.77", "--upto", "9", "--misere"], "--misere: misere play is out of scope here"),
        (["study", "toads and frogs"], "is a partizan game, out of scope"),
        (["library", "hackenbush"], "is a partizan game, out of scope"),
    ],
)
def test_what_was_meant(arguments: list[str], meant: str) -> None:
    assert meant in refused(*arguments)


def test_what_is_like_nothing_gets_no_suggestion() -> None:
    """The control: a suggestion that is far off would mislead."""
    assert "did you mean" not in refused("study", "quidditch")
    assert "did you mean" not in refused("study", "octal of 0.77")
    assert "did you mean" not in refused("study", "0.77", "--proove")


def test_help_and_version_as_other_programs_have_them() -> None:
    def printed(*arguments: str) -> str:
        result = CliRunner().invoke(app, list(arguments))
        assert result.exit_code == 0
        return result.stdout

    assert printed("help", "study") == printed("study", "--help")
    assert printed("help") == printed("--help")
    assert printed("version") == printed("-V") == printed("--version")


def test_rule_and_heaps_in_one_pair_of_quotes() -> None:
    """Of Kayles, 3, 4 and 5 have the values 3, 1 and 4 (OEIS A002186)."""
    for arguments in (["kayles 3 4 5"], ["kayles", "3 4 5"], ["kayles", "3", "4", "5"]):
        result = CliRunner().invoke(app, ["solve", *arguments, "--json"])
        assert json.loads(result.stdout)["nim_sum"] == 3 ^ 1 ^ 4
    for arguments in (["kayles 3 4"], ["kayles", "3 4"]):
        result = CliRunner().invoke(app, ["predict", *arguments, "--json"])
        assert [each["value"] for each in json.loads(result.stdout)["values"]] == [3, 1]
    assert "name the heaps" in refused("solve", "subtract(1, 2)")


def test_questions_to_an_atlas(tmp_path: Path) -> None:
    file = str(tmp_path / "a.sqlite")
    with Atlas.create(Path(file)) as atlas:
        atlas.keep([Record("subtract(1)", "proved", "periodic", period=2)])
        atlas.enrol("subtract", [("subtract(1)", 0, {})])
    for question, meant in (
        (["--where", "perod > 3"], "did you mean period?"),
        (["--sort", "perid"], "did you mean period?"),
        (["--family", "subtrct"], "did you mean subtract?"),
    ):
        assert meant in refused("atlas", "--atlas", file, *question)


def test_theorems_and_patterns_in_certificates(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    made = ["study", "subtract(1, 2)", "--no-store", "--write", str(file)]
    assert CliRunner().invoke(app, made).exit_code == 0
    text = file.read_text()
    file.write_text(text.replace('"finite window"', '"finite widow"'))
    assert "did you mean finite window?" in refused("verify", str(file), code=1)
    certificate = json.loads(text)
    certificate["claim"]["pattern"] = "periodical"
    file.write_text(json.dumps(certificate))
    assert "did you mean periodic?" in refused("verify", str(file), code=1)

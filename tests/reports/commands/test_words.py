"""Games on words, and positions that are written out, on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands_run import invoked as run

from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

COLOURS = "[oab][ob][oab] -> [aa.].[aa.], <[ob][oab] -> .[aa.], [oab][ob]> -> [aa.]., <[ob]> -> ."
OTHERS = "[oab][oa][oab] -> [b.b].[b.b], <[oa][oab] -> .[b.b], [oab][oa]> -> [b.b]., <[oa]> -> ."
CRAM = (
    "word(F^n; F -> ., FF -> BB, FF -> TT, FT -> B., TF -> .B, TT -> .., FB -> T., BF -> .T, "
    "BB -> ..)"
)


def answered(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.output)
    return found


@pytest.mark.parametrize(
    ("rule", "law"),
    [
        ("kayles-ring", "G(n + 1) = G(n) for all n >= 3"),
        ("node-kayles-path", "G(n + 34) = G(n) for all n >= 52"),
        ("removing-graph", "G(n + 1) = G(n) for all n >= 5"),
        ("col-path", "G(n + 2) = G(n) for all n >= 0"),
        ("snort-path", "G(n + 2) = G(n) for all n >= 0"),
        ("col-path-grounded", "G(n + 1) = G(n) + 1 for all n >= 0"),
        (f"word(b o^n b; {COLOURS}, {OTHERS})", "G(n + 1) = G(n) for all n >= 0"),
    ],
)
def test_laws_are_proved_and_verified(rule: str, law: str, tmp_path: Path) -> None:
    file = tmp_path / "law.json"
    found = answered("study", rule, "--write", str(file))
    assert found["status"] == "proved"
    assert law in json.dumps(found["findings"])
    assert run("verify", str(file)).exit_code == 0
    assert run("verify", str(file), "--by", "definition").exit_code == 0


def test_a_certificate_with_other_rules_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "law.json"
    answered("study", "flip-game", "--write", str(file))
    file.write_text(file.read_text().replace("++ -> --", "++ -> +-"))
    assert run("verify", str(file)).exit_code == 1


def test_rows_are_solved_as_they_are_written() -> None:
    solved = answered("solve", "word(o^n; ooo -> oXo)", "ooXoooo")
    # ooXoo leaves no move; oooo may become oXoo or ooXo, and these nothing: 1
    assert solved["nim_sum"] == 1
    assert [move["to"] for move in solved["moves"]] == [["ooXoXoo"], ["ooXooXo"]]
    far = answered("solve", "word(o^n; ooo -> oXo)", "10^18", "ooXoooo")
    dawson = grundy_by_definition(parse_rule("0.07"), 10**18 % 34 + 34 * 3)
    assert far["nim_sum"] == dawson[(10**18 - 1) % 34 + 34 * 2] ^ 1
    assert far["rule"] == "word(o^n; ooo -> oXo)"


def test_without_a_system_values_are_computed_by_memory() -> None:
    assert answered("terms", CRAM, "--upto", "8")["values"] == [0, 1] * 4 + [0]
    assert answered("solve", CRAM, "FFFF")["nim_sum"] == 0
    found = answered("study", CRAM, "--max-terms", "9")
    assert found["status"] != "proved"
    assert found["no_system"].startswith("two runs stay joined: FF -> BB")
    assert "no law is proved" in run("study", CRAM, "--max-terms", "9").output


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("study", "word(o^n; oo -> .)"), "the sides have 2 and 1 letters"),
        (("study", "word(ooo; oo -> ..)"), "an empty family"),
        (("study", "word(a o^n; ao -> oa, oa -> ao)"), "play need not end"),
        (("solve", "word(o^n; oo -> ..)", "oxo"), "is no letter of this game"),
        (("solve", "0.77", "5", "--apart", "."), "--apart goes with"),
        (("solve", "0.77", "oo"), "heap"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], problem: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert problem in " ".join(result.output.split())


FLIPS = """
def options(row):
    for i in range(len(row) - 1):
        if row[i : i + 2] == "++":
            yield row[:i] + "--" + row[i + 2 :]


def sums(row):
    for i in range(len(row) - 1):
        yield [row[:i], row[i + 2 :]]
"""


def test_python_functions_take_strings(tmp_path: Path) -> None:
    file = tmp_path / "flips.py"
    file.write_text(FLIPS)
    # 0.07: G(3) = G(2) = 1, G(4) = 2
    assert answered("solve", f"{file}:options", "+++-++")["nim_sum"] == 0
    assert answered("solve", f"{file}:options", "++++-++")["nim_sum"] == 3
    apart = answered("solve", f"{file}:options", "++++-++", "--apart", "-")
    assert apart["nim_sum"] == 3
    assert [move["to"] for move in apart["moves"]] == [["++", "++"]]
    assert answered("solve", f"{file}:sums", "'+++'", "++")["nim_sum"] == 0


def test_parts_of_sums_are_remembered(tmp_path: Path) -> None:
    file = tmp_path / "flips.py"
    file.write_text(FLIPS)
    value = grundy_by_definition(parse_rule("0.07"), 201)[200]
    assert answered("solve", f"{file}:sums", "+" * 200)["nim_sum"] == value
    joined = answered("solve", f"{file}:options", "+" * 200, "--apart", "-")
    assert joined["nim_sum"] == value

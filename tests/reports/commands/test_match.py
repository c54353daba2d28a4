"""``match``: what is said of a local copy of OEIS, drafts, and bad input."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from oeis_format import problems
from typer.testing import CliRunner, Result

from mexplore.reports.commands import app
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

KAYLES = grundy_by_definition(parse_rule("0.77"), 100)


def run(*arguments: str | Path, code: int = 0) -> Result:
    result = CliRunner().invoke(app, ["match", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result


@pytest.fixture
def oeis(tmp_path: Path) -> Path:
    text = f"# terms\nA000001 ,{','.join(map(str, KAYLES[1:60]))},\nA000002 ,1,1,1,1,1,1,1,1,1,\n"
    (tmp_path / "stripped.gz").write_bytes(gzip.compress(text.encode()))
    (tmp_path / "names.gz").write_bytes(gzip.compress(b"# names\nA000001 Planted | <b>.\n"))
    return tmp_path


def test_it_is_found_and_named(oeis: Path) -> None:
    shown = run("0.77", "--oeis", oeis / "stripped.gz", "--names", oeis / "names.gz").stdout
    assert "A000001" in shown and "Planted | <b>." in shown
    assert "https://oeis.org/search?q=1,2,3,1,4,3,2,1," in shown


def test_json(oeis: Path) -> None:
    result = run("kayles", "--oeis", oeis / "stripped.gz", "--names", oeis / "names.gz", "--json")
    answer = json.loads(result.stdout)
    assert answer["rule"] == "0.77"
    first = answer["matches"][0]
    assert first == {
        "sequence": "A000001", "name": "Planted | <b>.", "transform": "G(n)", "from": 1,
        "dropped": 0, "agreed": 59, "informative": first["informative"], "telling": True,
        "not_compared": 0, "url": "https://oeis.org/A000001",
    }  # fmt: skip
    assert answer["count"] == len(answer["matches"])


def test_nothing_found_is_exit_code_1(oeis: Path) -> None:
    shown = run("subtract(squares)", "--oeis", oeis / "stripped.gz", code=1).stdout
    assert "No sequence agrees with the values" in shown and "search?q=" in shown
    assert "Weak agreements" in shown
    answer = run("subtract(squares)", "--oeis", oeis / "stripped.gz", "--json", code=1).stdout
    assert json.loads(answer)["count"] == 1


def test_a_sequence_from_a_file_and_a_row_of_a_board(oeis: Path, tmp_path: Path) -> None:
    (tmp_path / "numbers.txt").write_text(" ".join(map(str, KAYLES[:40])))
    found = run("--sequence", tmp_path / "numbers.txt", "--oeis", oeis / "stripped.gz").stdout
    assert "A000001" in found and "39+" in found
    run("(x, y) -> [(x - 1, y), (x, y - 1)]", "--row", "0", "--oeis", oeis / "stripped.gz",
        "--json", code=1)  # fmt: skip


def test_a_truncated_copy_is_told_on_stderr(oeis: Path) -> None:
    path = oeis / "stripped.gz"
    path.write_bytes(path.read_bytes()[:-6])
    result = run("0.77", "--oeis", path)
    assert "A000001" in result.stdout and "could not be read" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["0.77"], "--oeis FILE"),
        (["--oeis", "x"], "--sequence FILE"),
        (["0.77", "--oeis", "missing.gz"], "cannot be read"),
        (["0.77", "--oeis", "x", "--sequence", "y"], "either a rule"),
        (["0.77", "--names", "x", "--draft", "d"], "--names goes with"),
        (["0.77", "--draft", "/missing/d.txt"], "does not exist"),
        (["0.77", "--draft", "b000000.txt"], "choose another file"),
        (["(x, y) -> [(x - 1, y)]", "--draft", "d.txt"], "board"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments, code=2)
    assert said in result.stderr and result.stderr.count("\n") == 1


# The draft.


def test_a_draft_of_a_proved_game(tmp_path: Path) -> None:
    run("0.77", "--draft", tmp_path / "kayles.txt", "--author", "A. Nonymous")
    lines = (tmp_path / "kayles.txt").read_text().splitlines()
    assert all(re.match(r"%[ISTUNCDHFetoYKOA] A000000( |$)", line) for line in lines)
    signs = [line[1] for line in lines]
    assert signs == sorted(signs, key="ISTUNCDHFetoYKOA".index)
    text = {sign: [li[11:] for li in lines if li[1] == sign] for sign in signs}
    terms = ",".join(part.strip(",") for sign in "STU" for part in text[sign])
    listed = [int(term) for term in terms.split(",")]
    assert len(listed) > 60 and listed == grundy_by_definition(parse_rule("0.77"), len(listed))
    assert "Kayles" in text["N"][0] and "remove 1 or 2 tokens" in text["N"][0]
    assert text["F"] == ["a(n + 12) = a(n) for n >= 71."]
    assert any("The formula is proved for all n" in line for line in text["C"])
    assert text["K"] == ["nonn,easy"] and text["O"] == ["0,3"] and text["A"] == ["_A. Nonymous_"]
    entry, terms_file = tmp_path / "kayles.txt", tmp_path / "b000000.txt"
    assert problems(entry.read_text(), terms_file.read_text()) == []
    table = (tmp_path / "b000000.txt").read_text().splitlines()
    assert len(table) == 10_001
    values = grundy_by_definition(parse_rule("0.77"), 300)
    assert table[:300] == [f"{n} {value}" for n, value in enumerate(values)]


@pytest.mark.parametrize(
    "rule", ["divide(2..6)", "subtract(1, 3)", pytest.param("0.3F", marks=pytest.mark.slow)]
)
def test_references_are_published_ones(rule: str, tmp_path: Path) -> None:
    run(rule, "--draft", tmp_path / "draft.txt")
    references = re.findall(
        r"^%D A000000 (.*)$", (tmp_path / "draft.txt").read_text(), re.MULTILINE
    )
    assert not any("discover/" in reference for reference in references)


def test_two_drafts_in_one_folder_keep_their_tables(tmp_path: Path) -> None:
    run("0.77", "--draft", tmp_path / "kayles.txt")
    kayles = (tmp_path / "b000000.txt").read_text()
    for _ in range(2):
        run("mark", "--draft", tmp_path / "mark.txt")
    assert (tmp_path / "b000000.txt").read_text() == kayles
    assert (tmp_path / "mark.b000000.txt").read_text() != kayles
    assert len(list(tmp_path.iterdir())) == 4


def test_a_draft_never_says_proved_of_what_is_not(tmp_path: Path) -> None:
    (tmp_path / "numbers.txt").write_text(" ".join(str(n % 5) for n in range(200)))
    run("--sequence", tmp_path / "numbers.txt", "--draft", tmp_path / "draft.txt")
    text = (tmp_path / "draft.txt").read_text()
    assert "proved" not in text and "Conjecture" in text and "%K A000000 nonn\n" in text


def test_a_draft_of_what_is_published_says_so(oeis: Path) -> None:
    shown = run("0.77", "--draft", oeis / "d.txt", "--oeis", oeis / "stripped.gz").stdout
    assert "OEIS has these values already" in shown
    assert "%Y A000000 Cf. A002186, A000001." in (oeis / "d.txt").read_text()


def test_the_library_knows_what_is_published(tmp_path: Path) -> None:
    shown = run("0.77", "--draft", tmp_path / "d.txt").stdout
    assert "OEIS has this game: read A002186 before you submit." in shown


def test_reports_carry_a_search_link(tmp_path: Path) -> None:
    files = [tmp_path / "report.md", tmp_path / "report.html"]
    arguments = ["study", "0.77", "--write", str(files[0]), "--write", str(files[1])]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    address = "https://oeis.org/search?q=1,2,3,1,4,3"
    assert f"]({address}" in files[0].read_text()
    assert f'href="{address}' in files[1].read_text()

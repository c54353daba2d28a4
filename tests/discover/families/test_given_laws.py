"""Laws of families in certificates of a user: used for members, after they are proved again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mexplore.discover.families.given_laws import use_laws
from mexplore.discover.families.methods import study_of_family
from mexplore.discover.study.certificate import write_certificate
from mexplore.discover.verifying import verify
from mexplore.reports.commands import app
from mexplore.rules.parameters.rule import ParametricRule

MEMBER = "subtract(2000000, 3000000)"
"""It is a member of the library's families, too; a law of one's own is asked first."""


@pytest.fixture
def law(tmp_path: Path) -> Iterator[Path]:
    found = study_of_family(ParametricRule.parse("subtract(2*k, 3*k) for k >= 1"), 10.0)
    assert found.certificate is not None
    file = tmp_path / "mine.json"
    file.write_text(write_certificate(found.certificate), encoding="utf-8")
    yield file
    use_laws([])


def run(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, [*map(str, arguments)])
    return done.exit_code, " ".join(done.output.split())


def test_a_member_is_answered_by_the_law(law: Path, tmp_path: Path) -> None:
    """By Winning Ways subtract(a, b) with b = 2ah + r, h = 0, r = 3k has the period a + b = 5k."""
    code, said = run("predict", MEMBER, 10**30 + 4 * 10**6, "--laws", law)
    assert code == 0
    assert "= 2 " in said
    assert str(law) in said
    made = tmp_path / "member.json"
    code, said = run("study", MEMBER, "--laws", law, "--write", made)
    assert code == 0
    assert "G(n + 5000000) = G(n) for all n >= 0" in said
    assert "law of a family" in said
    assert run("verify", made, "--laws", law)[0] == 0
    assert verify(json.loads(made.read_text(encoding="utf-8"))).valid


def test_the_next_command_does_not_have_it(law: Path) -> None:
    assert str(law) in run("predict", MEMBER, 10**30, "--laws", law)[1]
    assert str(law) not in run("predict", MEMBER, 10**30)[1]


def test_a_false_law_is_not_used(law: Path) -> None:
    certificate = json.loads(law.read_text(encoding="utf-8"))
    for piece in certificate["claim"]["laws"][0]["pieces"]:
        piece["value"] = {0: 1, 1: 0}.get(piece["value"], piece["value"])
    law.write_text(write_certificate(certificate), encoding="utf-8")
    code, said = run("predict", MEMBER, 10**30, "--laws", law)
    assert code == 2
    assert "mine.json" in said


@pytest.mark.parametrize("text", ["{}", "[1", '{"mexplore certificate": 1, "rule": "0.77"}'])
def test_what_is_no_law_of_a_family_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "no.json"
    file.write_text(text, encoding="utf-8")
    code, said = run("predict", "subtract(1, 2)", 5, "--laws", file)
    assert code == 2
    assert said.startswith("mexplore:")
    use_laws([])


A48 = [
    ("remove({} .. {})", "1 <= {} <= {}", names)
    for names in (("l", "r"), ("b", "a"), ("low", "high"), ("min", "max"), ("i", "j"), ("k", "r"))
] + [
    ("subtract({}, {})", "1 <= {} < {}", ("h", "r")),
    ("subtract(all but {}, {})", "1 <= {} < {}", ("h", "r")),
]


@pytest.mark.parametrize(("rule", "where", "names"), A48)
def test_names_do_not_matter(rule: str, where: str, names: tuple[str, str]) -> None:
    code, said = run("study", rule.format(*names), "--for", where.format(*names), "--json")
    assert code == 0
    assert json.loads(said)["status"] == "proved"

"""The programs that are written say what the law says, for every 64-bit n."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from own_clock import NEVER
from typer.testing import CliRunner

from discover.questions.values import Ground, Means, answers
from reports.cli.app import app
from reports.documents.program import WORD
from reports.writers.programs import program_kinds, program_text
from rules.errors import InputError, TooLarge
from rules.notation import parse_rule
from rules.rule import grundy_by_definition

RULES = {
    "0.77": "PeriodicProgram",
    "subtract(1, 3, 4)": "PeriodicProgram",
    "0.3F": "PeriodicProgram",
    "divide(2..6)": "GeometricProgram",
    "divide(2, 3, ceil)": "GeometricProgram",
    "subtract(1) or divide(2)": "AutomaticProgram",
    "subtract(odd)": "PeriodicProgram",
}
MAIN = """
#include <cstdio>
#include <iterator>
#include "law.hpp"
int main() { unsigned long long n; while (std::scanf("%llu", &n) == 1) {
    std::printf("%llu\\n", (unsigned long long) grundy(n)); } }
"""


def ground_of(text: str) -> Ground:
    return answers(parse_rule(text), [WORD - 1], Means()).ground(WORD)


def numbers(seed: str) -> list[int]:
    """Small ones, large ones, and the ends of the range."""
    random = Random(seed)
    spread = [random.getrandbits(random.randint(1, 64)) for _ in range(600)]
    powers = [c**k + d for c in (2, 3, 6, 12) for k in range(60) for d in (-1, 0, 1)]
    return [*range(300), *spread, *(n for n in powers if 0 <= n < WORD), WORD - 2, WORD - 1]


@pytest.mark.parametrize("text", RULES)
def test_the_python_is_the_law(text: str) -> None:
    ground = ground_of(text)
    names: dict[str, object] = {}
    exec(program_text(parse_rule(text), ground, "", "python"), names)
    grundy = names["grundy"]
    assert callable(grundy)
    assert [grundy(n) for n in range(120)] == grundy_by_definition(parse_rule(text), 120)
    for n in numbers(text):
        assert grundy(n) == ground.form.at(n), n


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++ here")
@pytest.mark.parametrize("text", RULES)
def test_the_cpp_is_the_law(text: str, tmp_path: Path) -> None:
    ground = ground_of(text)
    (tmp_path / "law.hpp").write_text(program_text(parse_rule(text), ground, "", "cpp"))
    (tmp_path / "main.cpp").write_text(MAIN)
    compile_it = [
        "g++",
        "-std=c++11",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-O1",
        "main.cpp",
        "-o",
        "law",
    ]
    subprocess.run(compile_it, cwd=tmp_path, timeout=NEVER, check=True)
    asked = numbers(text)
    done = subprocess.run(
        ["./law"], input="\n".join(map(str, asked)),
        capture_output=True, text=True, cwd=tmp_path, timeout=NEVER, check=True,
    )  # fmt: skip
    assert [int(line) for line in done.stdout.split()] == ground.form.at_many(asked)


def test_every_kind_is_tried() -> None:
    """Split laws and values by runs have forms of their own below."""
    tried = {*RULES.values(), "SplitProgram", "ProgramByRuns"}
    assert {type(kind).__name__ for kind in program_kinds()} == tried


def test_split_laws_and_runs(tmp_path: Path) -> None:
    from discover.evidence.sources import evidence_below
    from discover.numerics.computed_form import ComputedForm
    from discover.patterns.split import SplitForm, SplitPeriodic
    from discover.questions.values import Warrant

    split = SplitForm(SplitPeriodic(2, 3, (2, 0, 1)), (5, 6, 7, 1, 2))
    rule = parse_rule("divide(2, 5, 10)")
    by_runs = ComputedForm(evidence_below(rule, WORD))
    for form in (split, by_runs):
        ground = Ground(form, Warrant("computed", ""), WORD)
        names: dict[str, object] = {}
        exec(program_text(rule, ground, "", "python"), names)
        grundy = names["grundy"]
        assert callable(grundy)
        for n in numbers("others"):
            assert grundy(n) == form.at(n), n
        if shutil.which("g++"):
            (tmp_path / "law.hpp").write_text(program_text(rule, ground, "", "cpp"))
            (tmp_path / "main.cpp").write_text(MAIN)
            subprocess.run(["g++", "main.cpp", "-o", "law"], cwd=tmp_path, check=True)
            done = subprocess.run(
                ["./law"], input="\n".join(map(str, numbers("others"))),
                capture_output=True, text=True, cwd=tmp_path, timeout=NEVER, check=True,
            )  # fmt: skip
            assert [int(line) for line in done.stdout.split()] == form.at_many(numbers("others"))


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["predict", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_the_command() -> None:
    code, text, _ = run("0.77", "--code", "python")
    assert code == 0
    assert "# G(n + 12) = G(n) for all n >= 71: proved for all n, by Guy-Smith" in text
    code, text, _ = run("divide(2..6)", "--code", "cpp")
    assert code == 0 and text.startswith("// G(n)") and "floor(n/12)" in text
    for more in (["5"], ["--json"]):
        code, text, told = run("0.77", "--code", "cpp", *more)
        assert (code, text, told.count("\n")) == (2, "", 1)


def test_what_is_not_proved_is_said(clock: object) -> None:
    code, text, told = run("0.8", "--code", "python", "--budget", "0.1")
    assert (code, text) == (1, "") and "no closed form is proved" in told
    code, text, told = run("0.8", "--code", "python", "--budget", "0.1", "--unproved")
    assert code == 0 and "holds so far" in text and "may be wrong" in told


def test_what_does_not_fit_is_refused() -> None:
    from discover.patterns.split import SplitForm, SplitPeriodic
    from discover.questions.values import Warrant

    steep = SplitForm(SplitPeriodic(0, 2, (3, 0)), (0, 0))
    rule = parse_rule("0.77")
    with pytest.raises(TooLarge, match="64 bits"):
        program_text(rule, Ground(steep, Warrant("computed", "")), "", "cpp")
    with pytest.raises(InputError, match="no program"):
        program_text(rule, ground_of("leave(0 .. n//2)"), "", "cpp")

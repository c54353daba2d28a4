"""The programs that are written say what the law says, for every 64-bit n."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from random import Random

import pytest
from own_clock import NEVER
from typer.testing import CliRunner

from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.heaps.patterns.named.pattern import Named, NamedForm
from mexplore.discover.heaps.patterns.slow_interval import SlowForm, SlowInterval
from mexplore.discover.heaps.patterns.split import SplitForm, SplitPeriodic
from mexplore.discover.heaps.values import ComputedForm, Warranted, answers
from mexplore.discover.study.kind import Warrant
from mexplore.discover.study.pattern import ClosedForm
from mexplore.reports.commands import app
from mexplore.reports.programs.program import WORD
from mexplore.reports.programs.writing import Language, program_kinds, program_text
from mexplore.rules.arithmetic.forms import Root
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

COMPUTED = Warrant("computed", "")
RULES = {
    "0.77": "PeriodicProgram",
    "subtract(1, 3, 4)": "PeriodicProgram",
    "0.3F": "PeriodicProgram",
    "subtract(odd)": "PeriodicProgram",
    "subtract(all but 1, 2)": "PeriodicProgram",
    "subtract(multiples(1))": "PeriodicProgram",
    "8.[3]": "PeriodicProgram",
    "divide(2..6)": "GeometricProgram",
    "divide(2, 3, ceil)": "GeometricProgram",
    "leave(n//3 .. n//2)": "GeometricProgram",
    "subtract(1) or divide(2)": "AutomaticProgram",
    "subtract(1, 2) or divide(3)": "AutomaticProgram",
    "n -> [2*n // 3]": "ScheduleProgram",
    "leave(0 .. n//2)": "ThresholdProgram",
    "leave(1 .. n - 3)": "ThresholdProgram",
    "remove(1 .. n//2)": "SlowProgram",
    "remove(1 .. (n - 1)//3)": "SlowProgram",
    "remove(1 .. n//7)": "SlowProgram",
    "0.2048": "RulerProgram",
}
FORMS: dict[str, ClosedForm] = {
    "SplitProgram": SplitForm(SplitPeriodic(2, 3, (2, 0, 1)), (5, 6, 7, 1, 2)),
    "ProgramByRuns": ComputedForm(evidence_below(parse_rule("divide(2, 5, 10)"), WORD)),
}
MAIN = """
#include <cstdio>
int main() { int k; unsigned long long n; while (std::scanf("%d %llu", &k, &n) == 2) {
    std::uint64_t v = 0; switch (k) { CASES }
    std::printf("%llu\\n", (unsigned long long) v); } }
"""


@cache
def warranted() -> dict[str, Warranted]:
    """By rule, or by kind of program where no rule is known: what answers."""
    found = {text: answers(parse_rule(text), [WORD - 1]).best_for(WORD) for text in RULES}
    return found | {kind: Warranted(form, Warrant("computed", "")) for kind, form in FORMS.items()}


def programs(language: Language) -> dict[str, str]:
    return {
        name: program_text(parse_rule(name if name in RULES else "0.77"), answer, "", language)
        for name, answer in warranted().items()
    }


def numbers(name: str, program: str) -> list[int]:
    """Small ones, large ones, the ends of the range, and beside each number that the program
    names, such as a start of a run: all for which the program is said to be."""
    random = Random(name)
    bits = re.search(r"0 <= n < 2\^(\d+)", program)
    assert bits is not None
    stop = 1 << int(bits[1])
    spread = [random.getrandbits(random.randint(1, 64)) for _ in range(600)]
    named = [int(digits) for digits in re.findall(r"\d+", program)]
    near = [n + d for n in {*named, 1 << 31, 1 << 32, 1 << 53, 1 << 63} for d in (-1, 0, 1)]
    powers = [c**k + d for c in (2, 3, 6, 12) for k in range(60) for d in (-1, 0, 1)]
    wanted = [*range(300), *spread, *near, *powers, stop - 2, stop - 1]
    return sorted({n for n in wanted if 0 <= n < stop})


@pytest.mark.parametrize("name", [*RULES, *FORMS])
def test_the_python_is_the_law(name: str) -> None:
    program = programs("python")[name]
    names: dict[str, object] = {}
    exec(program, names)
    grundy = names["grundy"]
    assert callable(grundy)
    if name in RULES:
        assert [grundy(n) for n in range(120)] == grundy_by_definition(parse_rule(name), 120)
    asked = numbers(name, program)
    assert asked[-1] == WORD - 1
    assert [grundy(n) for n in asked] == warranted()[name].form.at_many(asked)


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++ here")
def test_the_cpp_is_the_law(tmp_path: Path) -> None:
    """All programs in one, each in a namespace of its own."""
    source, cases, asked = ["#include <cstdint>"], [], []
    for k, (name, program) in enumerate(programs("cpp").items()):
        lines = program.splitlines()
        source[:0] = [line for line in lines if line.startswith("#include")]
        body = [line for line in lines if not line.startswith("#include")]
        source += [f"namespace law{k} {{", *body, "}"]
        cases.append(f"case {k}: v = law{k}::grundy(n); break;")
        asked += [(name, k, n) for n in numbers(name, program)]
    source.append(MAIN.replace("CASES", " ".join(cases)))
    (tmp_path / "main.cpp").write_text("\n".join(source))
    flags = ["-std=c++11", "-Wall", "-Wextra", "-Werror", "-O1"]
    compile_it = ["g++", *flags, "main.cpp", "-o", "laws"]
    subprocess.run(compile_it, cwd=tmp_path, timeout=NEVER, check=True)
    done = subprocess.run(
        ["./laws"], input="\n".join(f"{k} {n}" for _, k, n in asked),
        capture_output=True, text=True, cwd=tmp_path, timeout=NEVER, check=True,
    )  # fmt: skip
    said = [int(line) for line in done.stdout.split()]
    for (name, _, n), value in zip(asked, said, strict=True):
        assert value == warranted()[name].form.at(n), (name, n)


def test_every_kind_is_tried() -> None:
    tried = {kind.of_form for kind in program_kinds()}
    assert {type(answer.form) for answer in warranted().values()} == tried
    kinds = {type(kind).__name__: kind for kind in program_kinds()}
    for text, kind in RULES.items():
        assert isinstance(warranted()[text].form, kinds[kind].of_form)


def test_values_that_outgrow_64_bits_end_earlier() -> None:
    """In 8.[3], G(4k + 3) = 4k + 4: the heap of 2^64 - 1 has a value that does not fit."""
    answer = warranted()["8.[3]"]
    assert answer.form.at(WORD - 1) == WORD
    assert "0 <= n < 2^63" in programs("cpp")["8.[3]"]
    assert "0 <= n < 2^64" in programs("python")["8.[3]"]


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
    steep = SplitForm(SplitPeriodic(0, 2, (30, 0)), (0, 0))
    rule = parse_rule("0.77")
    with pytest.raises(TooLarge, match="64 bits"):
        program_text(rule, Warranted(steep, COMPUTED), "", "cpp")
    with pytest.raises(InputError, match="no program"):
        program_text(rule, Warranted(NamedForm(Named("Omega(n)", 1), (0,)), COMPUTED), "", "cpp")
    with pytest.raises(InputError, match="sqrt"):
        program_text(rule, Warranted(SlowForm(SlowInterval(Root(1))), COMPUTED), "", "cpp")

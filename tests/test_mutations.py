"""Product code that is changed by a token is noticed by the tests near it, or the table says why.

`mutating` defines the mutations; `mutations.toml` names the folders in which they are made and
explains those that no test can notice, because the changed code does the same or differs only in a
way that is no matter of truth.
"""

from __future__ import annotations

import os
import subprocess
import sys

import mutating
import pytest
from own_clock import NEVER

FILES = [file for file in mutating.files() if mutating.chosen(file)]


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES)
def test_mutations_are_noticed_or_explained(file: str) -> None:
    """In a process of its own, in which none of the product is imported yet."""
    command = [sys.executable, str(mutating.ROOT / "tests" / "mutating.py"), file]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=NEVER, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "not explained" not in ran.stdout, ran.stdout


def test_explanations_are_about_mutations_that_can_be_made() -> None:
    for file in {row["file"] for row in mutating._table()["survivor"]}:
        text = (mutating.ROOT / file).read_text(encoding="utf-8")
        made = {mutation.key for mutation in mutating.mutations(text)}
        for key, why in mutating.explained(file).items():
            assert key in made, (file, key)
            assert why.endswith(".")


def test_files_have_tests_near_them() -> None:
    for file in FILES:
        tests = mutating.nearest_tests(file)
        assert len(tests) > 1, file
        assert all((mutating.ROOT / test).is_file() for test in tests)


def test_a_mutation_is_noticed_by_a_doctest() -> None:
    """The changed text is what a process imports, and the file on disk stays as it is."""
    file = "rules/arithmetic/forms.py"
    text = (mutating.ROOT / file).read_text(encoding="utf-8")
    right = "return (self.a * n + self.b) // self.c"
    assert right in text
    assert not passes_in_a_process(file, text.replace(right, right.replace("+", "-")))
    assert (mutating.ROOT / file).read_text(encoding="utf-8") == text


def passes_in_a_process(file: str, text: str) -> bool:
    program = (
        "import sys, mutating\n"
        "file, text = sys.argv[1], sys.stdin.read()\n"
        "sys.exit(not mutating.passes(file, text, [file]))"
    )
    paths = os.pathsep.join([str(mutating.ROOT / "tests"), str(mutating.ROOT)])
    ran = subprocess.run(
        [sys.executable, "-c", program, file],
        input=text,
        text=True,
        timeout=NEVER,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert ran.returncode in (0, 1)
    return ran.returncode == 0

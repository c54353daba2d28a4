"""Each guard of what is read back is needed: without it the test that `guards.toml` names fails.

The list has what is checked of stores, checkpoints and atlases: the line that guards, the line
without it, and the test.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from typing import Any

import mutating
import pytest
from own_clock import NEVER

GUARDS: list[dict[str, Any]] = tomllib.loads(
    (mutating.ROOT / "tests" / "guards.toml").read_text(encoding="utf-8")
)["guard"]
PROGRAM = (
    "import sys, mutating\n"
    "file, test, text = sys.argv[1], sys.argv[2], sys.stdin.read()\n"
    "sys.exit(not mutating.passes(file, text, [test]))"
)


def text_of(guard: dict[str, Any]) -> str:
    path = mutating.ROOT / str(guard["file"])
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard["what"])
def test_a_guard_is_where_the_list_says(guard: dict[str, Any]) -> None:
    assert text_of(guard).count(guard["line"]) == 1
    file, _, name = guard["test"].partition("::")
    assert re.search(rf"^def {name}\(", (mutating.ROOT / file).read_text("utf-8"), re.MULTILINE)


def passes(guard: dict[str, Any], text: str) -> bool:
    paths = os.pathsep.join([str(mutating.ROOT / "tests"), str(mutating.ROOT)])
    command = [sys.executable, "-c", PROGRAM, guard["file"], guard["test"]]
    ran = subprocess.run(
        command, input=text, text=True, timeout=NEVER, check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip
    assert ran.returncode in (0, 1)
    return ran.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard["what"])
def test_without_the_guard_its_test_fails(guard: dict[str, Any]) -> None:
    assert not passes(guard, text_of(guard).replace(guard["line"], guard["without"]))


@pytest.mark.slow
@pytest.mark.parametrize("test", sorted({guard["test"] for guard in GUARDS}))
def test_with_all_guards_the_tests_pass(test: str) -> None:
    guard = next(each for each in GUARDS if each["test"] == test)
    assert passes(guard, text_of(guard))

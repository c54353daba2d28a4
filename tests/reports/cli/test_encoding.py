"""What the encoding of the output lacks is transliterated."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent.parent
COMMANDS = [
    ["study", "0.07", "--no-store", "--all"],
    ["explain", "0.77"],
    ["terms", "0.77", "--upto", "30"],
    ["terms", "--help"],
]
# The program as it is started, one command after the other.
SCRIPT = f"""
import sys
import mexplore.reports.commands
from mexplore.reports.cli.app import main
from mexplore.reports.cli.saying import write_in_any_encoding
write_in_any_encoding()
for command in {COMMANDS!r}:
    sys.argv[1:] = command
    try:
        main(mexplore.reports.commands)
    except SystemExit as end:
        assert end.code == 0, (command, end.code)
print("∎ Erdős ≤")
"""


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_no_command_fails_for_its_encoding(encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, cwd=ROOT, timeout=120, check=False,
        env=os.environ | {"PYTHONIOENCODING": encoding},
    )  # fmt: skip
    said = [line for line in done.stderr.splitlines() if not line.startswith(b"mexplore: so far:")]
    assert said == []
    assert done.returncode == 0
    text = done.stdout.decode(encoding)
    assert "n - 2 = 32 -> 3" in text
    assert text.splitlines()[-1] == "QED Erdos <="
    assert "+-" in text
    assert "internal error" not in text


def test_a_line_of_an_argument_that_is_no_text_is_written(tmp_path: Path) -> None:
    report = os.fsencode(tmp_path / "report") + b"\xff.md"
    done = subprocess.run(
        [sys.executable, "-m", "mexplore", "study", "0.3", "--write", report],
        capture_output=True, cwd=ROOT, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert Path(os.fsdecode(report)).is_file()

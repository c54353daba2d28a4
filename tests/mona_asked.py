"""MONA is asked whether a sentence is true."""

from __future__ import annotations

import subprocess
from pathlib import Path


def valid(text: str, folder: Path) -> bool:
    """Its verdict, or a test that fails where it has none."""
    path = folder / "sentence.mona"
    path.write_text(text)
    done = subprocess.run(
        ["mona", "-q", str(path)], capture_output=True, text=True, timeout=300, check=False
    )
    answers = ("Formula is valid", "Formula is unsatisfiable", "A counter-example")
    assert any(answer in done.stdout for answer in answers), done.stdout + done.stderr
    return "Formula is valid" in done.stdout

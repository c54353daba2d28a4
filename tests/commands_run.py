"""Commands are run in this process."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner

from mexplore.reports.commands import app


def ran(*arguments: str, code: int = 0) -> str:
    """What a command says, or its error where another exit code is expected."""
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == code, result.output
    return result.output if code == 0 else result.stderr or result.output


def as_json(*arguments: str) -> dict[str, Any]:
    """The JSON object that it prints."""
    found = json.loads(ran(*arguments, "--json"))
    assert isinstance(found, dict)
    return found

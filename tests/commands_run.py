"""Commands are run in this process."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner, Result

from mexplore.reports.commands import app


def ran(*arguments: str, code: int = 0) -> str:
    """What a command says, or its error where another exit code is expected."""
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == code, result.output
    return result.output if code == 0 else result.stderr or result.output


def invoked(*arguments: object, text: str | None = None) -> Result:
    """A command that has ended, with this text as its standard input."""
    return CliRunner().invoke(app, [*map(str, arguments)], input=text)


def printed(*arguments: object, code: int = 0) -> str:
    """The standard output of a command that ends with this exit code."""
    result = invoked(*arguments)
    assert result.exit_code == code, result.output
    return result.stdout


def as_json(*arguments: object, code: int = 0) -> dict[str, Any]:
    """The JSON object that it prints."""
    found = json.loads(printed(*arguments, "--json", code=code))
    assert isinstance(found, dict)
    return found

"""``mexplore verify``: check a certificate again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from reports.cli.options import Output
from rules.errors import InputError


def command(
    certificate: Annotated[Path, typer.Argument(metavar="CERTIFICATE", help="The file.")],
    output: Output,
    by: Annotated[
        Literal["kernel", "definition"],
        typer.Option(metavar="HOW", help="Values by kernel (usual), or definition: trusts none."),
    ] = "kernel",
) -> None:
    """Check a certificate again, trusting none of the detectors.

    The theorem is asked for its bound again, the values below it are computed again, and the
    claim is held against each. Exit code 0: valid; 1: not valid; 2: not a certificate.

    mexplore verify kayles.json

    mexplore verify kayles.json --by definition --json
    """
    from discover.certificate import read_certificate
    from discover.questions.verifying import verify

    read = read_certificate(_text(certificate))
    with output.progress() as watcher:
        verdict = verify(read, by_definition=by == "definition", watcher=watcher)
    if output.as_json:
        from reports.cli.output import print_json

        print_json({"valid": verdict.valid, "reason": verdict.reason})
    elif verdict.valid:
        print(f"valid: {verdict.reason}")
    else:
        print(f"not valid: {verdict.reason}")
    raise typer.Exit(0 if verdict.valid else 1)


def _text(path: Path) -> str:
    from discover.certificate import LARGEST_TEXT
    from rules.text.files import read_text

    try:
        return read_text(path, LARGEST_TEXT)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is no certificate: it is not text") from None

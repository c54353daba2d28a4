"""``mexplore serve``: a page on this computer on which rules are tried."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from mexplore.reports.cli.options import Output
from mexplore.rules.errors import InputError


def command(
    output: Output,
    rule: Annotated[
        str | None,
        typer.Argument(metavar="RULE", help="The rule that the page begins with; in quotes."),
    ] = None,
    port: Annotated[
        int, typer.Option(metavar="N", help="The port; without it any that is free.")
    ] = 0,
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the page in the usual browser.")
    ] = False,
) -> None:
    """Try rules on a page in the browser: values, laws and proofs as they are found, pictures,
    a game against the program.

    The page is for this computer alone: its address has a secret in it and is printed. Ctrl-C ends
    the server, and a closed page its study.

    mexplore serve

    mexplore serve "subtract(1, 3, 4)" --open
    """
    if not 0 <= port < 65536:
        raise InputError(f"--port {port}: ports are numbers from 1 to 65535")
    from urllib.parse import quote

    from mexplore.reports.site.live.server import Server
    from mexplore.reports.writers.output import print_json

    server = Server(port)
    address = server.guard.address + (f"?rule={quote(rule)}" if rule else "")
    if output.as_json:
        print_json({"address": address, "rule": rule})
    else:
        print(address if output.quiet else f"{address}\nCtrl-C ends it.")
    sys.stdout.flush()
    try:
        if open_page:
            import webbrowser

            webbrowser.open(address)
        server.serve_forever(poll_interval=0.2)
    finally:
        server.server_close()

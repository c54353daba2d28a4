"""What typer says of a command line that it cannot read, as one line with a remedy."""

from __future__ import annotations

import re

_NO_OPTION = re.compile(r"No such option: (-[^\s(]+)")
_NO_CHOICE = re.compile(r"'([^']*)' is not one of (.*)")


def usage_error(said: str) -> str:
    """The line, with the name that was meant, or why there is no such option.

    >>> usage_error("Invalid value for '--kind': Value error, 'valeus' is not one of 'values'.")
    "Invalid value for '--kind': 'valeus' is not one of 'values'; did you mean values? See --help"
    >>> usage_error("No such command 'studdy'. Did you mean 'study'?")
    "No such command 'studdy'. Did you mean 'study'? See --help"
    """
    said = " ".join(said.split()).removesuffix(".").replace("Value error, ", "")
    option, choice = _NO_OPTION.search(said), _NO_CHOICE.search(said)
    if option is not None:
        from mexplore.rules.text.scope import out_of_scope

        if option[1][1].isdigit():
            return f"{option[1]} is negative; heaps and their numbers are 0 or more"
        beyond = out_of_scope(option[1])
        if beyond is not None:
            return f"{option[1]}: {beyond.kind}; {beyond.reason}"
    if choice is not None:
        from mexplore.rules.text.nearest import did_you_mean

        meant = did_you_mean(choice[1], re.findall(r"'([^']*)'", choice[2]))
        said += f"; {meant.strip()}" if meant else ""
    return f"{said} See --help" if said.endswith("?") else f"{said}; see --help"

"""What is said of a command line that cannot be run: one line, with what was meant or a remedy."""

from __future__ import annotations

import re
from typing import Any

_NO_OPTION = re.compile(r"No such option: (-[^\s(]+)")
_NO_CHOICE = re.compile(r"'([^']*)' is not one of (.*)")
_NO_COMMAND = re.compile(r"No such command '(.*)'")
_EXTRA = re.compile(r"Got unexpected extra argument\(s\) \((.*)\)", re.DOTALL)
_MISSING = re.compile(r"Missing argument '([^']*)'")
_NUMBERS = re.compile(r"[0-9][0-9^*+e,-]*(?: [0-9][0-9^*+e,-]*)*")

_INSTEAD = {
    **dict.fromkeys(
        ("grundy", "nimber", "nimbers", "value", "sg", "mex", "compute"),
        "terms RULE prints the first values, predict RULE N one of them",
    ),
    **dict.fromkeys(("play", "game"), "solve RULE HEAP ... --play plays against you"),
    **dict.fromkeys(
        ("win", "winner", "wins", "who-wins", "moves"), "solve RULE HEAP ... says who wins, and how"
    ),
    **dict.fromkeys(("prove", "law", "period", "find", "analysis"), "study RULE finds laws"),
    **dict.fromkeys(("losing", "lost", "ppositions"), "positions RULE lists lost positions"),
    **dict.fromkeys(("list", "games", "rules"), "library lists the named games"),
    **dict.fromkeys(("oeis", "sequence"), "study --sequence FILE, search --values and match do"),
}
"""Words that people try as commands, and the command that does it."""
_MEANT = {
    **dict.fromkeys(
        ("n", "limit", "max", "to", "until", "end", "last", "terms", "count", "up", "stop"),
        "--upto --max-terms",
    ),
    **dict.fromkeys(("first", "start", "begin"), "--from"),
    **dict.fromkeys(("t", "time", "timeout", "seconds", "limit-time"), "--budget"),
    **dict.fromkeys(("o", "out", "output", "save", "file", "report"), "--write --out"),
    **dict.fromkeys(("v", "verbose", "full", "long", "details"), "--all"),
    **dict.fromkeys(("q", "silent"), "--quiet"),
    **dict.fromkeys(("csv", "plain", "table", "bfile"), "--format"),
}
"""Options as other programs have them, and those that may be meant."""


def usage_error(said: str, context: Any = None) -> str:
    """The line, with the name that was meant, or why there is no such option.

    >>> usage_error("Invalid value for '--kind': Value error, 'valeus' is not one of 'values'.")
    "Invalid value for '--kind': 'valeus' is not one of 'values'; did you mean values? See --help"
    >>> usage_error("No such command 'studdy'. Did you mean 'study'?")
    "No such command 'studdy'. Did you mean 'study'? See --help"
    >>> print(usage_error("No such command 'kayles'."))
    No such command 'kayles': the command comes first, as in mexplore study "kayles"; see --help
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
        from mexplore.rules.text.sentences import did_you_mean

        meant = did_you_mean(choice[1], re.findall(r"'([^']*)'", choice[2]))
        said += f"; {meant.strip()}" if meant else ""
    said = _instead_of_command(said)
    if context is not None:
        said = _with_example(_of_extra(said, context), context)
        said = _of_option(said, context)
    return f"{said} See --help" if said.endswith("?") else f"{said}; see --help"


def _instead_of_command(said: str) -> str:
    """What to write where no command has this name."""
    found = _NO_COMMAND.match(said)
    if found is None:
        return said
    word = found[1].partition("'")[0]
    if word.lower() in _INSTEAD:
        return f"No such command '{word}': {_INSTEAD[word.lower()]}"
    if _is_game(word):
        return f"No such command '{word}': the command comes first, as in mexplore study \"{word}\""
    return said


def _is_game(text: str) -> bool:
    """Whether a text is a game, or one that is out of scope."""
    from mexplore.reports.cli.reading import read_game
    from mexplore.rules.errors import MexploreError
    from mexplore.rules.text.scope import out_of_scope

    if ".py" in text:  # a file that would be run
        return False
    try:
        read_game(text)
    except MexploreError:
        return out_of_scope(text) is not None
    return True


def _of_extra(said: str, context: Any) -> str:
    """What words beyond the arguments were meant to be: a part of the rule, whose quotes are
    missing, the value of an option, or heaps."""
    found = _EXTRA.match(said)
    if found is None:
        return said
    extra, command = found[1], context.info_name
    given = [str(value) for value in context.params.values() if isinstance(value, str)]
    options = {name for each in context.command.params for name in each.opts}
    dash = re.match(r"[-‐-―−]+([a-z][a-z-]*)", extra)
    if dash is not None:
        return f"{extra!r} does not begin with hyphens; write --{dash[1]}"
    for word in [*extra.split(), *given]:
        if f"--{word}" in options:
            return f"{extra!r} is too much; an option begins with two hyphens, --{word}"
    rule = context.params.get("rule")
    if not isinstance(rule, str):
        return said
    if _NUMBERS.fullmatch(extra) and _is_game(rule):
        return (
            f"{extra!r} is too much: {command} takes a rule alone; heaps follow the rule in solve, "
            "predict and explain, other numbers an option such as --upto 20"
        )
    together = " ".join([*given[given.index(rule) :], extra])
    return f'{extra!r} is too much; a rule of several words stands in quotes, "{together}"'


def _of_option(said: str, context: Any) -> str:
    """The option of the command that was meant by one that it has not."""
    found = _NO_OPTION.match(said)
    if found is None:
        return said
    from mexplore.rules.text.sentences import VERY_LIKE, nearest

    given, said = found[1], found[0]
    if context.parent is None:  # before the command
        return f"{said} before the command; options of a command follow it"
    options = [name for each in context.command.params for name in each.opts]
    meant = next(
        (name for name in _MEANT.get(given.lstrip("-"), "").split() if name in options), None
    )
    meant = meant or nearest(given, options, VERY_LIKE)
    return said if meant is None else f"{said}; did you mean {meant}?"


def _with_example(said: str, context: Any) -> str:
    """Where an argument is missing, an example of the command."""
    if _MISSING.match(said) is None:
        return said
    paragraphs = (context.command.help or "").split("\n\n")
    example = next((text for text in paragraphs if text.startswith("mexplore ")), "")
    return f"{said}, as in: {example}" if example else said

"""Many games from a file under misère play: the class and the winner of each."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mexplore.reports.cli.many_games import end, read_games

if TYPE_CHECKING:
    from mexplore.discover.study.kind import Means
    from mexplore.reports.cli.options import Names, Output


def misere_games(
    text: str | None, file: Path, names: Names, means: Means, output: Output, *, keep_going: bool
) -> None:
    """A line a game, of heaps of the rule of this text or, without one, of heaps with a rule each:
    its class and its winner."""
    from mexplore.discover.questions.misere_games import outcomes_of
    from mexplore.discover.study.kind import NotKnown, Warrant
    from mexplore.reports.cli.warrants import no_answer, say_warrants

    rule = None if text is None else names.rule(text)
    lines = read_games(rule, file, names, keep_going=keep_going)
    head: dict[str, Any] = {"rule": None if rule is None else str(rule), "play": "misere"}
    try:
        with output.progress(means.budget) as watcher:
            found, words = outcomes_of(lines.items, means, watcher)
    except NotKnown as why:
        no_answer(str(why), head | {"games": []} if output.as_json else None)
    rows = [
        {"line": line, "class": each.class_name, "winner": each.winner}
        for (line, _), each in zip(lines.good, found, strict=True)
    ]
    if output.as_json:
        from mexplore.reports.writers.output import print_json

        print_json(head | {"games": rows})
    else:
        sys.stdout.write("line,class,winner\n")
        sys.stdout.writelines(f"{r['line']},{r['class']},{r['winner']}\n" for r in rows)
    say_warrants([Warrant("proved", each) for each in words], quiet=True)
    end(lines.bad)

"""Many games from a file: the nim-sum and the winner of each."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from mexplore.reports.cli.allowance import Allowance
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.heaps.values import Answers
    from mexplore.discover.questions.sums import Component
    from mexplore.discover.study.kind import Means
    from mexplore.reports.cli.options import Names, Output
    from mexplore.rules.rule import Rule
    from mexplore.rules.text.lines import Lines

BAD_INPUT = 2
_BLANKS = re.compile(r"[\s,;]+")
LAWS = 0.8  # of the time, to find laws; the rest is for values without one


def answers_of(
    position: list[Component], means: Means, whole: Allowance, output: Output
) -> dict[Rule, Answers]:
    """The answers about the heaps of each rule. The rules share the time equally; some of it is
    kept for the questions that follow."""
    from mexplore.discover.heaps.values import answers

    sizes: dict[Rule, list[int]] = {}
    for heap in position:
        sizes.setdefault(heap.rule, []).append(heap.size)
    known: dict[Rule, Answers] = {}
    with output.progress(whole.left) as watcher:
        for rule, heaps in sizes.items():
            mine = replace(means, budget=LAWS * whole.share(len(sizes) - len(known)))
            known[rule] = answers(rule, heaps, mine, watcher)
    return {
        rule: replace(each, seconds=min(each.seconds, whole.share(len(known))))
        for rule, each in known.items()
    }


def many_games(rule: Rule, file: Path, means: Means, output: Output, *, keep_going: bool) -> None:
    """A line a game: its nim-sum and its winner."""
    from mexplore.discover.heaps.values import answers
    from mexplore.discover.questions.sums import nim_sums
    from mexplore.discover.study.kind import NotKnown
    from mexplore.reports.cli.warrants import no_answer, say_warrants
    from mexplore.rules.text.lines import read_lines
    from mexplore.rules.text.numbers import parse_number

    def heaps_of(line: str) -> list[int]:
        return [parse_number(word, "heap") for word in _BLANKS.split(line)]

    lines = read_lines(file, heaps_of, keep_going=keep_going)
    games = lines.items
    sizes = [size for game in games for size in game]
    whole = Allowance(means.budget)
    with output.progress(whole.left) as watcher:
        known = answers(rule, sizes, replace(means, budget=LAWS * whole.left), watcher)
    empty: dict[str, Any] = {"rule": str(rule), "games": []}
    try:
        with output.progress(whole.left):
            sums = nim_sums(games, replace(known, seconds=whole.left))
    except NotKnown as why:
        no_answer(str(why), empty if output.as_json else None)
    _put(empty, [line for line, _ in lines.good], sums, output)
    covering = (g for g in known.warranted if g.covers(max(sizes, default=0) + 1))
    say_warrants([g.warrant for g in covering][:1], quiet=True)
    end(lines.bad)


def many_sums(file: Path, names: Names, means: Means, output: Output, *, keep_going: bool) -> None:
    """A line a game of heaps with a rule each."""
    from mexplore.discover.questions.sums import sums_of
    from mexplore.discover.study.kind import NotKnown
    from mexplore.reports.cli.warrants import no_answer, say_warrants

    lines = read_games(None, file, names, keep_going=keep_going)
    games = lines.items
    heaps = [heap for game in games for heap in game]
    whole = Allowance(means.budget)
    known = answers_of(heaps, means, whole, output)
    empty: dict[str, Any] = {"rule": None, "games": []}
    try:
        with output.progress(whole.left):
            sums = sums_of(games, known)
    except NotKnown as why:
        no_answer(str(why), empty if output.as_json else None)
    _put(empty, [line for line, _ in lines.good], sums, output)
    for rule, answers in known.items():
        largest = max(heap.size for heap in heaps if heap.rule == rule)
        covering = (g for g in answers.warranted if g.covers(largest + 1))
        say_warrants([g.warrant for g in covering][:1], quiet=True)
    end(lines.bad)


def read_games(
    rule: Rule | None, file: Path, names: Names, *, keep_going: bool
) -> Lines[list[Component]]:
    """A line a game, of heaps of this rule or, without one, of heaps with a rule each."""
    from mexplore.discover.questions.sums import Component
    from mexplore.rules.library import library_with
    from mexplore.rules.notation import parse_rule
    from mexplore.rules.text.lines import read_lines
    from mexplore.rules.text.numbers import parse_number

    library = library_with(names.rules_file)
    rule_of = cache(lambda text: parse_rule(text, library))  # Python files are not run

    def heaps_of(line: str) -> list[Component]:
        if rule is not None:
            return [Component(rule, parse_number(word, "heap")) for word in _BLANKS.split(line)]
        return [Component(rule_of(text), parse_number(size, "heap")) for text, size in pairs(line)]

    return read_lines(file, heaps_of, keep_going=keep_going)


def pairs(line: str) -> list[tuple[str, str]]:
    """The pairs RULE:HEAP of a line, separated by blanks, commas or semicolons; rules may have
    blanks.

    >>> pairs("0.77:15, subtract(1, 3, 4):10^18 n -> [n - 1]:5")
    [('0.77', '15'), ('subtract(1, 3, 4)', '10^18'), ('n -> [n - 1]', '5')]
    """
    found: list[tuple[str, str]] = []
    begun: list[str] = []
    for word in line.split():
        begun.append(word)
        rule, colon, size = " ".join(begun).rstrip(",;").rpartition(":")
        if colon and rule and size[:1].isdigit() and _is_number(size):
            found.append((rule, size))
            begun = []
    rest = " ".join(begun)
    if rest.strip(",; "):
        raise InputError(f"{rest[:40]!r} has no heap; write RULE:HEAP each, as 0.77:15")
    return found


def _is_number(text: str) -> bool:
    from mexplore.rules.text.numbers import parse_number

    try:
        parse_number(text)
    except InputError:
        return False
    return True


def _put(head: dict[str, Any], lines: list[int], sums: list[int], output: Output) -> None:
    """The nim-sum and the winner of the game in each line."""
    rows = [
        {"line": line, "nim_sum": nim_sum, "winner": "next" if nim_sum else "previous"}
        for line, nim_sum in zip(lines, sums, strict=True)
    ]
    if output.as_json:
        from mexplore.reports.writers.output import print_json

        print_json(head | {"games": rows})
    else:
        sys.stdout.write("line,nim_sum,winner\n")
        sys.stdout.writelines(f"{r['line']},{r['nim_sum']},{r['winner']}\n" for r in rows)


def end(bad: list[str]) -> None:
    """Report the lines that could not be read."""
    for line in bad:
        print(f"mexplore: {line}", file=sys.stderr)
    if bad:
        raise typer.Exit(BAD_INPUT)

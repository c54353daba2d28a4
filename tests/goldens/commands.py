"""What is asked of each game: command lines, made from the list of games and kept with the answers.

No budget decides: studies say how many terms, and other questions are small.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

GAMES = Path(__file__).with_name("games.toml")
WIDE, NARROW = 80, 50
FILES = (".md", ".html", ".tex", ".json", ".csv", ".py", ".cpp", ".dot", ".log", ".mona", ".walnut")
WRITTEN = [x for s in FILES for x in ("--write", f"game{s}")] + ["--write", "coq/Law.v"]
TERMS = ["--max-terms", "2000"]
BUDGET = 1
LITTLE = ["--budget", str(BUDGET)]
"""Where no number of terms can be given. What is said at the end of it is not kept, but of studies
of boards where it is the same at the end of a longer one."""
CLAIMS = ("Mod(n, 4)", "G(n + 12) = G(n) for n >= 71", "floor(n/2)", "G(n + 6) = G(n) for n >= 3")
LOST = ("lost(n) iff n in {1, 4, 9, 12, 20}", "lost(n) iff n % 4 == 1")


@dataclass(frozen=True)
class Command:
    """A command line, on a terminal of a width; ``kind`` is the archive that keeps its answer."""

    kind: str
    arguments: tuple[str, ...]
    columns: int = WIDE

    @property
    def key(self) -> str:
        """The command as one would type it."""
        from shlex import join

        return f"[{self.columns}] {join(self.arguments)}"


def every_command() -> Iterator[list[Command]]:
    """The commands, those of one game together."""
    games = tomllib.loads(GAMES.read_text("utf-8"))
    rules = [rule for group in games["rules"].values() for rule in group]
    for number, (rule, other) in enumerate(pairwise([*rules, rules[0]])):
        yield [*_of_heaps(rule, other, number), *_misere(rule, other, number)]
    boards = games["boards"]
    for number, (board, other) in enumerate(pairwise([*boards, boards[0]])):
        yield list(_of_boards(board, other, number))
    members = list(games["families"].values())
    for number, (family, other) in enumerate(pairwise([*members, members[0]])):
        yield list(_of_families(family, other, number))


def _asked(kind: str, *arguments: str, json: int = 1, columns: int = WIDE) -> Command:
    """A question; every second one is answered in JSON."""
    end = ["--json"] * (json % 2 == 0)
    return Command(kind, (kind.partition("-")[0], *arguments, *end), columns)


def _of_heaps(rule: str, other: str, k: int) -> Iterator[Command]:
    heaps = [str(n) for n in (5 + k % 7, 9 + k % 11, 14 + k % 5)]
    yield _asked("study-files", rule, *TERMS, *WRITTEN)
    yield _asked("study", rule, *TERMS, columns=NARROW)
    yield _asked("study", rule, *TERMS, "--all")
    yield _asked("study", rule, *TERMS, json=0)
    yield _asked("solve", rule, *heaps, *LITTLE, json=k)
    yield _asked("count", rule, "--upto", "200", "--heaps", str(1 + k % 3), *LITTLE, json=k + 1)
    yield _asked("predict", rule, "10", "100", "10^18", *LITTLE, json=k)
    yield _asked("positions", rule, "--upto", "150", "--value", str(k % 3), *LITTLE, json=k + 1)
    yield _asked("compare", rule, other, "--upto", "300", *LITTLE, json=k)
    yield _asked("explain", rule, heaps[0], *LITTLE, json=k + 1)
    yield _asked("check", rule, CLAIMS[k % 4], "--range", "0..150", *LITTLE, json=k)
    yield _asked("terms", rule, "--upto", "99", columns=(WIDE, NARROW)[k % 2], json=k // 2)
    yield _asked("runs", rule, "--upto", "99", *LITTLE, json=k)


def _misere(rule: str, other: str, k: int) -> Iterator[Command]:
    given = ["--misere", *LITTLE]
    heaps = [str(n) for n in (2 + k % 3, 3 + k % 5, 4 + k % 7)]
    files = WRITTEN if k % 4 == 0 else ["--all"] if k % 4 == 1 else []
    yield _asked("study-misere", rule, *given, *files, json=k, columns=(WIDE, NARROW)[k % 3 == 1])
    yield _asked("solve-misere", rule, *heaps, *given, json=k + 1)
    if k % 4 < 2:
        yield _asked("count-misere", rule, "--upto", "20", "--heaps", "2", *given, json=k)
        yield _asked("predict-misere", rule, "6", "10^12", *given, json=k + 1)
    else:
        yield _asked("positions-misere", rule, "--upto", "30", *given, json=k)
        yield _asked("compare-misere", rule, other, *given, json=k + 1)
    yield _asked("check-misere", rule, LOST[k % 2], *given, json=k)


def _of_boards(board: str, other: str, k: int) -> Iterator[Command]:
    small = ["--board", "12x10"]
    line = (["--row", "3"], ["--column", "2"], ["--diagonal", "1"], ["--value", "0"])[k % 4]
    yield _asked("study-files", board, *TERMS, *LITTLE, *WRITTEN)
    yield _asked("study", board, *TERMS, *LITTLE, columns=NARROW)
    yield _asked("study", board, *TERMS, *LITTLE, "--all")
    yield _asked("study", board, *TERMS, *LITTLE, json=0)
    yield _asked("study-files", board, *small, *LITTLE, *WRITTEN)
    yield _asked("study", board, *line, "--upto", "60", json=k // 2)
    yield _asked("solve", board, "3,5", f"{k % 8},4", *LITTLE, json=k)
    yield _asked("count", board, *small, "--heaps", str(1 + k % 2), *LITTLE, json=k + 1)
    yield _asked("predict", board, "3,5", "7,11", "100,10^12", *LITTLE, json=k)
    yield _asked("positions", board, "--upto", "12", *LITTLE, json=k + 1)
    yield _asked("compare", board, other, "--upto", "12", *LITTLE, json=k)
    yield _asked("explain", board, "3,5", *LITTLE, json=k + 1)
    yield _asked("check", board, "G(x + 2, y + 2) = G(x, y) for x >= 0, y >= 0", *LITTLE, json=k)
    yield _asked("terms", board, *small, columns=(WIDE, NARROW)[k % 2], json=k // 2)


def _of_families(family: Sequence[str], other: Sequence[str], k: int) -> Iterator[Command]:
    rule, names, member = family
    every, one = ["--for", names], ["--for", names, "--at", member]
    yield _asked("study-files", rule, *every, *WRITTEN)
    yield _asked("study", rule, *every, columns=NARROW)
    yield _asked("study", rule, *every, "--all")
    yield _asked("study", rule, *every, json=0)
    yield _asked("study", rule, *one, *TERMS, json=k)
    yield _asked("predict", rule, *one, "10", "10^30", *LITTLE, json=k)
    yield _asked("solve", rule, *one, "5", "31", *LITTLE, json=k + 1)
    yield _asked("explain", rule, *every, *LITTLE, json=k)
    yield _asked("explain", rule, *one, "9", *LITTLE, json=k + 1)
    yield _asked("check", rule, "period == 40", *every, *LITTLE, json=k)
    yield _asked("compare", rule, other[0], *every, *LITTLE, json=k + 1)
    yield _asked("terms", rule, *one, "--upto", "60", json=k)

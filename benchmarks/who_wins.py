"""Who wins in families of boards: in which numeration an automaton tells it, and how large it is.

    python -m benchmarks.who_wins [--seconds 20] > docs/who_wins.md
    python -m benchmarks.who_wins --seconds 60 --open docs/who_wins.md > again.md

The families are Wythoff's game with terminal positions x + y <= l, with the moves k*(a, b) for few
vectors (a, b) of size at most 3 in place of its own, or of its diagonal, and cyclic Nimhoff.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import combinations
from math import gcd
from pathlib import Path

from mexplore.discover.boards.theorems.lost_by_digits import LostByDigitsTheorem
from mexplore.discover.outcomes.game import found_by
from mexplore.discover.outcomes.theorem import until
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.boards.board import Board
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.notation import parse_board

SIZE, VECTORS, ENDS, HOFF = 3, 3, 30, 9

HEAD = """# Who wins, by the digits

Games whose P-positions an automaton recognises by the digits of the coordinates: the first
numeration in which one was found, its states, and the seconds that finding and proving took.
`python -m benchmarks.who_wins --seconds {seconds:g}` makes this page. What is *open* was not found
in that many seconds, in no numeration that is tried: beside it stand the states of the largest
automaton that agreed with a table and was not proved (too large to decide about in that time, or
wrong farther out), or that there was none; of the others
[the theorem](theorems.md#p-positions-by-automata) has the proof. Of a game and its mirror image one
is listed. The seconds are those of one process, beside other work.
"""

REMARKS = """
By a theorem about all Nimhoff games of this kind (A. S. Fraenkel and M. Lorberbom, Nimhoff games,
J. Combin. Theory A 58 (1991) 1-25) three heaps x, y, z of cyclic Nimhoff are lost where
xor(x // h, y // h, z // h) = 0 and h divides x + y + z: in base 2 automata with 221 states for
h = 3, and 11976 for h = 5, tell so. They are not found in this time; of h = 3 `mexplore check`
proves the statement.
"""

COLUMNS = "| game | numeration | states | seconds |\n| --- | --- | --- | --- |"


def part(vector: tuple[int, int]) -> str:
    """The moves k*(a, b), k >= 1."""
    a, b = vector
    least = ", ".join(f"{name} // {n}" for name, n in (("x", a), ("y", b)) if n)
    most = f"min({least})" if "," in least else least
    x, y = (f"{name} - {n}*k" if n else name for name, n in (("x", a), ("y", b)))
    return f"[({x}, {y}) for k in range(1, {most} + 1)]"


def families() -> Iterator[tuple[str, str, str]]:
    """The title of a family, what tells a game, its rule."""
    queen = " + ".join(map(part, ((1, 0), (0, 1), (1, 1))))
    for end in range(ENDS + 1):
        rule = f"(x, y) -> {queen} if x + y > {end} else []"
        yield "Wythoff's game with terminal positions x + y <= l", f"l = {end}", rule
    for h in range(2, HOFF + 1):
        yield "Cyclic Nimhoff with two heaps", f"h = {h}", f"cyclic nimhoff(2 heaps; {h})"
    for h in range(2, 6):
        yield "Cyclic Nimhoff with three heaps", f"h = {h}", f"cyclic nimhoff(3 heaps; {h})"
    vectors = [(a, b) for a in range(SIZE + 1) for b in range(SIZE + 1) if gcd(a, b) == 1]
    for count in range(1, VECTORS + 1):
        for chosen in combinations(vectors, count):
            if sorted((b, a) for a, b in chosen) < sorted(chosen):
                continue  # the mirror image of another one
            rule = "(x, y) -> " + " + ".join(map(part, chosen))
            yield "Multiples of few vectors", ", ".join(map(str, chosen)), rule
    slanted = [(a, b) for a, b in vectors if 0 < a <= b]
    for count in range(1, VECTORS + 1):
        for chosen in combinations(slanted, count):
            diagonal = {*chosen, *((b, a) for a, b in chosen)}
            rule = "(x, y) -> " + " + ".join(map(part, [(0, 1), (1, 0), *sorted(diagonal)]))
            title = "Nim with two heaps, and multiples of vectors and their mirror images"
            yield title, ", ".join(map(str, chosen)), rule


def row(rule: str, seconds: float) -> str:
    """Numeration, states and seconds; or what is known of why not."""
    board, theorem, began = parse_board(rule), LostByDigitsTheorem(), time.monotonic()
    assert isinstance(board, Board)
    shape = theorem.hypotheses(board)
    if isinstance(shape, Inapplicable):
        return f"open: {shape.reason} | |"
    search = theorem.search(shape, until(working_seconds() + seconds))
    found = found_by(search)
    took = time.monotonic() - began
    if not isinstance(found, Inapplicable):
        return f"{found.numeration.words()} | {found.size} | {took:.1f}"
    of = max(search.decided, key=search.decided.__getitem__, default=None)
    guess = "none agreed with a table" if of is None else f"{search.decided[of]} {of.words()}"
    return f"open | {guess} | {took:.0f}"


def told_in(page: str) -> dict[tuple[str, str], str]:
    """The rows of a page whose games are not open, by title and game."""
    title, found = "", dict[tuple[str, str], str]()
    for line in page.splitlines():
        if line.startswith("## "):
            title = line.removeprefix("## ")
        game, _, rest = line.strip("| ").partition(" | ")
        if rest and not rest.startswith(("open", "numeration")):
            found[title, game] = rest
    return found


def main() -> None:
    """Print the page."""
    asker = argparse.ArgumentParser(description=__doc__)
    asker.add_argument("--seconds", type=float, default=20.0, help="for each game (default: 20)")
    asker.add_argument("--open", type=Path, help="a page: ask again of the games open there")
    given = asker.parse_args()
    seconds: float = given.seconds
    known = told_in(given.open.read_text(encoding="utf-8")) if given.open else {}
    print(HEAD.format(seconds=seconds).rstrip())
    title, still_open = "", dict[str, list[str]]()
    for family, game, rule in families():
        if family != title:
            title = family
            print(f"\n## {title}\n\n{COLUMNS}")
        found = known.get((title, game)) or row(rule, seconds)
        if found.startswith("open"):
            still_open.setdefault(family, []).append(game)
        print(f"| {game} | {found} |", flush=True)
        print(game, file=sys.stderr)
    print("\n## Open\n")
    for family, games in still_open.items():
        print(f"* {family}: {'; '.join(games)}.")
    print(REMARKS.rstrip())


if __name__ == "__main__":
    main()

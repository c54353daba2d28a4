"""A game against the user, on the terminal: the winning move whenever there is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mexplore.discover.questions.playing import Turn, after, best_move, can_move
from mexplore.rules.errors import InputError, TooManyMoves
from mexplore.rules.text.numbers import parse_number

if TYPE_CHECKING:
    from mexplore.discover.questions.classes import Classes
    from mexplore.discover.questions.sums import Component
    from mexplore.rules.rule import Rule

HELP = "a move is written HEAP -> WHAT IT BECOMES, such as 10 -> 4 + 5 or 3 -> 0; or: hint, quit"


def play(position: Sequence[Component], known: Mapping[Rule, Classes]) -> None:
    """Play until no player can move; the user begins. The player who moves last wins."""
    heaps = [heap for heap in position if heap.size]
    print(f"You begin; {HELP}.")
    while True:
        _show(heaps)
        if not can_move(heaps):
            print("You cannot move: I win.")
            return
        move = _ask(heaps, known)
        if move is None:
            print("Stopped.")
            return
        heaps = after(heaps, move)
        if not can_move(heaps):
            print("I cannot move: you win.")
            return
        answer = best_move(heaps, known)
        print(f"I move {described(heaps, answer)}.")
        heaps = after(heaps, answer)


def described(heaps: Sequence[Component], move: Turn) -> str:
    """The move as the user would write it."""
    return f"{heaps[move.index].size} -> {' + '.join(map(str, move.to)) or '0'}"


def _show(heaps: Sequence[Component]) -> None:
    several = len({heap.rule for heap in heaps}) > 1
    shown = [f"{heap.size} ({heap.rule})" if several else str(heap.size) for heap in heaps]
    print(f"Heaps: {', '.join(shown) or 'none'}")


def _ask(heaps: Sequence[Component], known: Mapping[Rule, Classes]) -> Turn | None:
    """The user's move, requested until it is legal; None to stop."""
    while True:
        try:
            line = input("Your move: ").strip()
        except EOFError:
            print()
            return None
        if line in ("quit", "exit", "q"):
            return None
        if line == "hint":
            print(f"{described(heaps, best_move(heaps, known))}")
            continue
        try:
            return read_move(line, heaps)
        except InputError as error:
            print(f"{error}; {HELP}")


def read_move(line: str, heaps: Sequence[Component]) -> Turn:
    """The move that the user wrote; InputError if it is not one."""
    left, arrow, right = line.partition("->")
    if not arrow:
        raise InputError(f"{line[:40]!r} is no move")
    size = parse_number(left, "heap")
    parts = right.replace("+", " ").replace(",", " ").split()
    to = tuple(sorted(n for n in (parse_number(part, "heap") for part in parts) if n))
    there = [i for i, heap in enumerate(heaps) if heap.size == size]
    if not there:
        raise InputError(f"there is no heap of {size}")
    for i in there:
        try:
            if parts and heaps[i].rule.is_move(size, to):
                return Turn(i, to)
        except TooManyMoves as why:
            raise InputError(str(why)) from None
    raise InputError(f"the rule does not allow {size} -> {' + '.join(map(str, to)) or '0'}")

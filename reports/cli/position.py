"""A position as it is written on the command line: heaps, and tokens on boards."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.questions.classes import Classes, NimSquares
    from mexplore.discover.questions.kinds import NimKinds
    from mexplore.discover.questions.remembered import NimPositions, OnePosition
    from mexplore.discover.questions.sums import Component, Game, Part, Piece, Token
    from mexplore.discover.study.kind import Means, Warrant
    from mexplore.reports.cli.options import Names
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.rule import Rule
    from mexplore.rules.systems.game import SystemGame
    from mexplore.rules.systems.system import Heap
    from mexplore.rules.text.given import Lines


_BLANKS = re.compile(r"[\s,;]+")


@dataclass
class Position:
    """Heaps and tokens, each with its rule."""

    heaps: list[Component] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    """Heaps of the kinds of systems, and positions that were written out."""

    @property
    def parts(self) -> list[Part]:
        """All of them."""
        return [*self.heaps, *self.tokens, *self.pieces]

    @property
    def name(self) -> str:
        """The rules, as JSON names them."""
        return " + ".join(dict.fromkeys(str(part.rule) for part in self.parts))

    def boards(self, board: str | None, means: Means, watcher: Watcher) -> dict[Grid, NimSquares]:
        """The values of each board, of a size that may be given."""
        from mexplore.discover.boards.values import SquareValues
        from mexplore.discover.questions.classes import NimSquares
        from mexplore.rules.boards.lines import parse_size

        grids = list(dict.fromkeys(token.rule for token in self.tokens))
        if board is not None and not grids:
            raise InputError("--board needs a board, such as '(x, y) -> [(x - 1, y)]'")
        size = None if board is None else parse_size(board)
        means = replace(means, budget=means.budget / max(len(grids), 1))
        return {grid: NimSquares(SquareValues(grid, size, means, watcher)) for grid in grids}

    def kinds(self, means: Means, watcher: Watcher) -> dict[SystemGame, NimKinds]:
        """The values of the heaps of each system of kinds."""
        if not self.pieces:
            return {}
        from mexplore.discover.questions.kinds import NimKinds
        from mexplore.discover.questions.remembered import OnePosition
        from mexplore.discover.systems.values import known_kinds

        heaps: dict[SystemGame, list[Heap]] = {}
        for piece in self.pieces:
            if not isinstance(piece.rule, OnePosition):
                heaps.setdefault(piece.rule, []).append(piece.size.position)
        means = replace(means, budget=means.budget / max(len(heaps), 1))
        return {
            game: NimKinds(known_kinds(game, mine, means, watcher)) for game, mine in heaps.items()
        }

    def remembered(self) -> dict[OnePosition, NimPositions]:
        """The values of positions that were written out."""
        from mexplore.discover.questions.remembered import NimPositions, OnePosition

        games = (piece.rule for piece in self.pieces)
        return {
            each: NimPositions(each, each.game.worth, each.game.moves)
            for each in games
            if isinstance(each, OnePosition)
        }

    def warrants(self, known: Mapping[Any, Classes]) -> list[Warrant]:
        """Why the classes of all heaps and tokens are right."""
        found = [
            warrant
            for game, classes in known.items()
            for warrant in classes.warrants([p.size for p in self.parts if p.rule == game])
        ]
        return list(dict.fromkeys(found))


def read_position(items: Sequence[str], names: Names, apart: str | None = None) -> Position:
    """The heaps and tokens of ``RULE HEAP ...``, or of ``RULE:HEAP`` each; ``apart`` is what stands
    between parts of strings."""
    position = Position()
    if all(_is_pair(item) for item in items):
        pairs = [item.rpartition(":") for item in items]
        games = {text: names.game(text) for text, _, _ in pairs}
        for text, _, place in pairs:
            _add(position, games[text], place)
        return position
    if _is_pair(items[0]):
        odd = next(item for item in items if not _is_pair(item))
        raise InputError(
            f"heap {odd[:40]!r} has no rule: write RULE:HEAP each, as {items[0][:40]!r}"
        )
    game = names.game(items[0])
    if apart is not None:
        from mexplore.rules.families.function.rule import played_apart

        game = played_apart(game, apart)
    if len(items) == 1:
        raise InputError("name the heaps: mexplore solve RULE HEAP..., or RULE:HEAP each")
    for place in items[1:]:
        _add(position, game, place)
    return position


def _is_pair(item: str) -> bool:
    """Whether a number or a square follows the last colon, as in ``games.py:options`` neither."""
    from mexplore.rules.text.numbers import parse_number, parse_square

    rule, colon, place = item.rpartition(":")
    if not rule or not colon:
        return False
    try:
        (parse_square if "," in place else parse_number)(place)
    except InputError:
        return False
    return True


def _add(position: Position, game: Rule | Grid | SystemGame, place: str) -> None:
    """A heap, or several of the kinds of a system, or a token on a square."""
    from mexplore.discover.questions.remembered import OnePosition, Shown, spelled
    from mexplore.discover.questions.sums import Component, Piece, Token
    from mexplore.rules.boards.board import Grid, as_board
    from mexplore.rules.systems.game import SystemGame
    from mexplore.rules.text.numbers import (
        WITHOUT_COMMAS,
        parse_number,
        parse_square,
        without_commas,
    )

    written = spelled(game, place)
    if written is not None:
        position.pieces.append(Piece(OnePosition(game), Shown.of(written)))
        return
    if isinstance(game, SystemGame):
        from mexplore.discover.questions.kinds import shown

        heaps = game.position(place)
        position.pieces += [Piece(game, shown(game.system, heap)) for heap in heaps]
        return
    if isinstance(game, Grid):
        position.tokens.append(Token(game, parse_square(place)))
        return
    if "," in place:
        square = parse_square(place)
        grid = as_board(game, len(square))
        if grid is None:
            number = without_commas(place)
            apart = place.replace(",", " ")
            remedy = f"; {WITHOUT_COMMAS} {number}" if number else f"; write heaps apart: {apart}"
            raise InputError(f"{game} is played with heaps, and {place[:40]} is a square{remedy}")
        position.tokens.append(Token(grid, square))
        return
    position.heaps.append(Component(game, parse_number(place, "heap")))


# Many games, a line each.


def read_games(
    rule: Rule | None, file: Path, names: Names, *, keep_going: bool, single: bool = False
) -> Lines[Game]:
    """A line a game, of heaps of this rule or, without one, of heaps with a rule each; of a
    ``single`` heap."""
    from mexplore.rules.text.given import read_lines

    heaps_of = _with_rules(names) if rule is None else partial(_heaps_of, rule)
    read = (lambda line: _single(heaps_of(line))) if single else heaps_of
    return read_lines(file, read, keep_going=keep_going)


def _single(game: Game) -> Game:
    if [len(sizes) for _, sizes in game] != [1]:
        raise InputError("write one RULE:HEAP a line, as 0.77:15")
    return game


def _heaps_of(rule: Rule, line: str) -> Game:
    from mexplore.rules.text.numbers import parse_number

    return [(rule, [parse_number(word, "heap") for word in _BLANKS.split(line)])]


def _with_rules(names: Names) -> Callable[[str], Game]:
    from mexplore.rules.library import library_with
    from mexplore.rules.notation import parse_rule
    from mexplore.rules.text.numbers import parse_number

    library = library_with(names.rules_file)
    rule_of = cache(lambda text: parse_rule(text, library))  # Python files are not run
    return lambda line: [
        (rule_of(text), [parse_number(size, "heap")]) for text, size in pairs(line)
    ]


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
        rule, _, size = " ".join(begun).rstrip(",;").rpartition(":")
        if size[:1].isdigit() and "," not in size and _is_pair(f"{rule}:{size}"):
            found.append((rule, size))
            begun = []
    rest = " ".join(begun)
    if rest.strip(",; "):
        raise InputError(f"{rest[:40]!r} has no heap; write RULE:HEAP each, as 0.77:15")
    return found

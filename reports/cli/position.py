"""A position as it is written on the command line: heaps, and tokens on boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.boards.values import SquareValues, Token, TokenMoves
    from mexplore.discover.questions.sums import Component
    from mexplore.discover.study.kind import Means
    from mexplore.reports.cli.options import Names
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.rule import Rule


@dataclass
class Position:
    """Heaps and tokens, each with its rule."""

    heaps: list[Component] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)

    @property
    def rules(self) -> list[Rule | Grid]:
        """The different rules."""
        listed: list[Rule | Grid] = [heap.rule for heap in self.heaps]
        listed += [token.grid for token in self.tokens]
        return list(dict.fromkeys(listed))

    @property
    def several(self) -> bool:
        """Whether there are several rules."""
        return len(self.rules) > 1

    @property
    def name(self) -> str:
        """The rules, as JSON names them."""
        return " + ".join(map(str, self.rules))

    @property
    def what(self) -> str:
        """What the position consists of."""
        return "heap" if not self.tokens else "square" if not self.heaps else "heap or square"

    @property
    def grids(self) -> list[Grid]:
        """The different boards."""
        return list(dict.fromkeys(token.grid for token in self.tokens))

    def values(self, board: str | None, means: Means) -> dict[Grid, SquareValues]:
        """The source of values of each board, of a size that may be given."""
        from mexplore.discover.boards.values import SquareValues
        from mexplore.rules.boards.lines import parse_size

        if board is not None and not self.tokens:
            raise InputError("--board needs a board, such as '(x, y) -> [(x - 1, y)]'")
        size = None if board is None else parse_size(board)
        return {grid: SquareValues(grid, size, means) for grid in self.grids}


def read_position(items: Sequence[str], names: Names) -> Position:
    """The heaps and tokens of ``RULE HEAP ...``, or of ``RULE:HEAP`` each."""
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
    if len(items) == 1:
        raise InputError("name the heaps: mexplore solve RULE HEAP..., or RULE:HEAP each")
    for place in items[1:]:
        _add(position, game, place)
    return position


def _is_pair(item: str) -> bool:
    """Whether a number or a square follows the last colon, as in ``games.py:options`` neither."""
    from mexplore.rules.text.numbers import parse_number
    from mexplore.rules.text.squares import parse_square

    rule, colon, place = item.rpartition(":")
    if not rule or not colon:
        return False
    try:
        (parse_square if "," in place else parse_number)(place)
    except InputError:
        return False
    return True


def _add(position: Position, game: Rule | Grid, place: str) -> None:
    """A heap, or a token on a square."""
    from mexplore.discover.boards.values import Token
    from mexplore.discover.questions.sums import Component
    from mexplore.rules.boards.board import Grid, as_board
    from mexplore.rules.text.numbers import WITHOUT_COMMAS, parse_number, without_commas
    from mexplore.rules.text.squares import parse_square

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


# Tokens as JSON and in tables.


def token_json(token: Token, *, several: bool) -> dict[str, Any]:
    """The token, with its rule where there are several."""
    return {"square": list(token.square)} | ({"rule": str(token.grid)} if several else {})


def token_rows(
    tokens: Sequence[Token], values: Sequence[int | None], *, several: bool
) -> list[list[str]]:
    """A row a token: its square and value."""
    return [
        [
            str(token.square),
            "not 0" if value is None else str(value),
            *([str(token.grid)] if several else []),
        ]
        for token, value in zip(tokens, values, strict=True)
    ]


def move_rows(moves: Sequence[TokenMoves], *, several: bool) -> list[list[str]]:
    """A row a winning move."""
    from mexplore.reports.documents.explain import joined

    return [
        [str(each.token.square), *([str(each.token.grid)] if several else []), joined(to), ""]
        for each in moves
        for to in each.results
    ]

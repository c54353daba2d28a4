"""A position as it is written on the command line or in a file: heaps, tokens on boards, heaps of
the kinds of a system, and whatever else is written out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.questions.classes import Classes
    from mexplore.discover.questions.sums import Component, Game, Part, Piece, Token
    from mexplore.discover.study.kind import Means, Warrant
    from mexplore.reports.cli.options import Names
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.rule import Rule
    from mexplore.rules.systems.game import SystemGame
    from mexplore.rules.text.given import Lines


_BLANKS = re.compile(r"[\s,;]+")
_NUMBERS = re.compile(r"\s*[0-9][0-9*^+]*(?:\s+[0-9][0-9*^+]*)+\s*")


@dataclass
class Position:
    """Heaps and tokens, each with its rule."""

    heaps: list[Component] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    """Heaps of the kinds of systems, and positions that were written out."""

    def add(self, parts: Iterable[Part]) -> None:
        """These parts, too."""
        from mexplore.discover.questions.sums import Component, Token

        for part in parts:
            if isinstance(part, Component):
                self.heaps.append(part)
            elif isinstance(part, Token):
                self.tokens.append(part)
            else:
                self.pieces.append(part)

    @property
    def parts(self) -> list[Part]:
        """All of them."""
        return [*self.heaps, *self.tokens, *self.pieces]

    @property
    def name(self) -> str:
        """The rules, as JSON names them."""
        return " + ".join(dict.fromkeys(str(part.rule) for part in self.parts))

    def under_misere(self) -> Position:
        """The same position with tokens under misère play: one token alone, or heaps."""
        from mexplore.discover.questions.sums import Token
        from mexplore.rules.boards.board import Board
        from mexplore.rules.misere.board import MisereBoard

        if self.tokens and len(self.parts) > 1:
            raise InputError(
                "misère play is known of heaps, or of one token on a board alone; name one square"
            )
        tokens = []
        for token in self.tokens:
            if not isinstance(token.rule, Board):
                raise InputError(
                    f"misère play is known of boards (x, y) -> [...], not {token.rule}"
                )
            tokens.append(Token(MisereBoard(token.rule), token.size))
        return Position(self.heaps, tokens, self.pieces)

    def known(self, board: str | None, means: Means, watcher: Watcher) -> Mapping[Any, Classes]:
        """The classes of squares, of a board whose size may be given, and of pieces."""
        from mexplore.discover.questions.places import classes_of_places
        from mexplore.rules.boards.lines import parse_size

        if board is not None and not self.tokens:
            raise InputError("--board needs a board, such as '(x, y) -> [(x - 1, y)]'")
        size = None if board is None else parse_size(board)
        places: dict[Any, list[Any]] = {}
        parts: list[Part] = [*self.tokens, *self.pieces]
        for part in parts:
            places.setdefault(part.rule, []).append(part.size)
        return classes_of_places(places, means, watcher, size=size)

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
    if all(_is_pair(item, names) for item in items):
        pairs = [item.rpartition(":") for item in items]
        games = {text: names.game(with_values(text)) for text, _, _ in pairs}
        for text, _, place in pairs:
            position.add(parts_of(games[text], place))
        return position
    if _is_pair(items[0], names):
        odd = next(item for item in items if not _is_pair(item, names))
        raise InputError(
            f"heap {odd[:40]!r} has no rule: write RULE:HEAP each, as {items[0][:40]!r}"
        )
    if len(items) == 1:
        items = taken_apart(items[0], names.game)
    game = names.game(with_values(items[0]), apart)
    if len(items) == 1:
        raise InputError("name the heaps: mexplore solve RULE HEAP..., or RULE:HEAP each")
    for item in items[1:]:
        for place in one_by_one(item):
            position.add(parts_of(game, place))
    return position


def one_by_one(text: str) -> list[str]:
    """The heaps of '3 4 5', which stood in one pair of quotes; any other text is one place.

    >>> one_by_one("3 10^18"), one_by_one("3,4"), one_by_one("oo oo")
    (['3', '10^18'], ['3,4'], ['oo oo'])
    """
    return text.split() if _NUMBERS.fullmatch(text) else [text]


def taken_apart(text: str, read: Callable[[str], object]) -> list[str]:
    """The rule and the heaps of 'kayles 3 4', which stood in one pair of quotes; a text that is a
    game as a whole, or has no game before its numbers, stays whole."""
    from mexplore.rules.errors import MexploreError
    from mexplore.rules.notation import canonical

    def is_game(rule: str) -> bool:
        try:
            return canonical(rule) != rule or bool(read(rule))
        except MexploreError:
            return False

    found = _heaps_after_rule(text)
    if not found or is_game(text) or not is_game(found[0][0]):
        return [text]
    return [found[0][0], *(heap for _, heap in found)]


def _is_pair(item: str, names: Names) -> bool:
    """Whether a place of a game follows the last colon: a number or a square, as in
    ``games.py:options`` neither, or what else a system of kinds has before it."""
    from mexplore.rules.text.numbers import parse_number, parse_square

    rule, colon, place = item.rpartition(":")
    if not rule or not colon:
        return False
    try:
        (parse_square if "," in place else parse_number)(place)
    except InputError:
        return bool(place.strip()) and names.is_system(rule)
    return True


def parts_of(game: Rule | Grid | SystemGame, place: str) -> list[Part]:
    """THE reader of places: a heap, or several of the kinds of a system, a token on a square, a
    position that is written out."""
    from mexplore.discover.questions.remembered import OnePosition, Shown, spelled
    from mexplore.discover.questions.sums import Component, Piece, Token
    from mexplore.rules.boards.board import Grid, as_board
    from mexplore.rules.systems.game import NoSystem, SystemGame
    from mexplore.rules.text.numbers import (
        WITHOUT_COMMAS,
        parse_number,
        parse_square,
        without_commas,
    )

    written = spelled(game, place)
    if written is not None:
        return [Piece(OnePosition(game), Shown.of(written))]
    if isinstance(game, SystemGame):
        from mexplore.discover.questions.kinds import shown

        try:
            return [Piece(game, shown(game.system, heap)) for heap in game.position(place)]
        except NoSystem:
            if not place.strip()[:1].isdigit():
                raise
            start = game.start_of(parse_number(place, "heap"))
            return [Piece(OnePosition(game), Shown.of(start))]
    if isinstance(game, Grid):
        if "," not in place and game.dimensions != 2:
            example = ",".join(map(str, range(3, 3 + game.dimensions)))
            raise InputError(f"{place[:40]!r} is no square; write its coordinates as {example}")
        return [Token(game, parse_square(place))]
    if "," in place:
        square = parse_square(place)
        grid = as_board(game, len(square))
        if grid is None:
            number = without_commas(place)
            apart = place.replace(",", " ")
            remedy = f"; {WITHOUT_COMMAS} {number}" if number else f"; write heaps apart: {apart}"
            raise InputError(f"{game} is played with heaps, and {place[:40]} is a square{remedy}")
        return [Token(grid, square)]
    return [Component(game, parse_number(place, "heap"))]


# Many games, a line each.


def read_games(
    game: Rule | Grid | SystemGame | None,
    file: Path,
    names: Names,
    *,
    keep_going: bool,
    single: bool = False,
    heaps_only: bool = False,
) -> Lines[Game]:
    """A line a sum, of places of this game or, without one, of places with a game each; of a
    ``single`` place, or of heaps of one kind only."""
    from mexplore.rules.rule import Rule
    from mexplore.rules.text.given import read_lines

    places_of = _with_rules(names) if game is None else partial(_places_of, game)

    def read(line: str) -> Game:
        found = places_of(line)
        if single and [len(sizes) for _, sizes in found] != [1]:
            raise InputError("write one RULE:HEAP a line, as 0.77:15")
        if heaps_only and not all(isinstance(each, Rule) for each, _ in found):
            raise InputError("misère play is about sums of heaps of one kind")
        return found

    return read_lines(file, read, keep_going=keep_going)


def _places_of(game: Rule | Grid | SystemGame, line: str) -> Game:
    from mexplore.discover.questions.remembered import spelled
    from mexplore.rules.rule import Rule
    from mexplore.rules.text.numbers import parse_number

    if isinstance(game, Rule) and spelled(game, line) is None:
        return [(game, [parse_number(word, "heap") for word in _BLANKS.split(line)])]
    return [each for place in places(game, line) for each in sum_of(game, place)]


def sum_of(game: Rule | Grid | SystemGame, place: str) -> list[tuple[Any, list[Any]]]:
    """What `parts_of` reads, as one sum of many."""
    return [(part.rule, [part.size]) for part in parts_of(game, place)]


def places(game: Rule | Grid | SystemGame, line: str) -> list[str]:
    """The places of a game in a line, with blanks or semicolons between them, and of systems commas
    too; what stands in brackets or quotes is one piece.

    >>> from mexplore.rules.systems.reading import read_system
    >>> kinds = read_system("kinds A(n) -> A(n-1); B(n) -> A(n) | B(n-1); start B(n)")
    >>> places(kinds, "B( 7 ) +  3, 10^18"), places(None, "('ab', 3) +++-+")
    (['B( 7 )+3', '10^18'], ["('ab', 3)", '+++-+'])
    """
    from mexplore.rules.systems.game import SystemGame

    between = ";"
    if isinstance(game, SystemGame):
        between = ",;"
        if game.joins:
            sign = re.escape(game.joins)
            line = re.sub(rf"\s*{sign}\s*", game.joins, line)
    found, depth, quote = [""], 0, ""
    for sign in line:
        if sign in "'\"" and quote in ("", sign):
            quote = "" if quote else sign
        elif not quote:
            depth += (sign in "([") - (sign in ")]")
        if not quote and depth <= 0 and (sign.isspace() or sign in between):
            found.append("")
        else:
            found[-1] += sign
    return [place for place in found if place]


def _with_rules(names: Names) -> Callable[[str], Game]:
    from mexplore.rules.library import library_with
    from mexplore.rules.notation import parse_rule

    library = library_with(names.rules_file)

    @cache
    def game_of(text: str) -> Rule | SystemGame:  # Python files are not run
        text = with_values(text)
        return names.system(text) or parse_rule(text, library)

    return lambda line: [
        each for text, place in pairs(line, names) for each in sum_of(game_of(text), place)
    ]


def pairs(line: str, names: Names) -> list[tuple[str, str]]:
    """The pairs RULE:HEAP of a line, separated by blanks, commas or semicolons; rules may have
    blanks.

    >>> from mexplore.reports.cli.options import Names
    >>> pairs("0.77:15, subtract(1, 3, 4):10^18 n -> [n - 1]:5 flip-game:++-+", Names())
    [('0.77', '15'), ('subtract(1, 3, 4)', '10^18'), ('n -> [n - 1]', '5'), ('flip-game', '++-+')]
    """
    found: list[tuple[str, str]] = []
    begun: list[str] = []
    for word in line.split():
        begun.append(word)
        rule, _, place = " ".join(begun).rstrip(",;").rpartition(":")
        if place and "," not in place and _is_pair(f"{rule}:{place}", names):
            found.append((rule, place))
            begun = []
    rest = " ".join(begun)
    if rest.strip(",; ") and not found:
        found = _heaps_after_rule(rest)
        rest = "" if found else rest
    if rest.strip(",; "):
        raise InputError(f"{rest[:40]!r} has no heap; write RULE:HEAP each, as 0.77:15")
    return found


_HEAPS = re.compile(r"(?P<rule>.*?[^\s,;:])(?P<heaps>(?:[\s,;]+[0-9][0-9*^+]*)+)\s*")
_VALUES = re.compile(
    r"(?P<rule>.*?\S)\s+(?:(?:at|with)\s+)?"
    r"(?P<values>[A-Za-z]\w*\s*=\s*[0-9*^+]+(?:[\s,]+[A-Za-z]\w*\s*=\s*[0-9*^+]+)*)"
)


def _heaps_after_rule(line: str) -> list[tuple[str, str]]:
    """The heaps of 'nim 3 4', each with the rule; nothing for other lines."""
    found = _HEAPS.fullmatch(line)
    if found is None:
        return []
    return [(found["rule"], heap) for heap in re.split(r"[\s,;]+", found["heaps"]) if heap]


def with_values(text: str) -> str:
    """The rule in which names have the values that follow it.

    >>> with_values("subtract(1, k) with k=10^3"), with_values("subtract(a, b) a=1, b = 3")
    ('subtract(1, 1000)', 'subtract(1, 3)')
    >>> with_values("subtract(1, 3)")
    'subtract(1, 3)'
    """
    from mexplore.rules.text.numbers import numeral

    found = _VALUES.fullmatch(text.strip())
    if found is None or "=" in found["rule"]:
        return text
    values = dict(re.findall(r"([A-Za-z]\w*)\s*=\s*([0-9*^+]+)", found["values"]))
    rule = found["rule"]
    for name, number in values.items():
        if not re.search(rf"\b{name}\b", rule):
            raise InputError(f"{name} has a value, and {rule[:40]!r} has no {name} in it")
        rule = re.sub(rf"\b{name}\b", numeral(number, f"the value of {name}"), rule)
    return rule

"""Places of games of any kind, asked about in one way: heaps, squares of boards, heaps of the kinds
of a system, and positions that were written out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mexplore.discover.questions.known import Allowance, classes_of_sizes
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.rule import Rule

if TYPE_CHECKING:
    from mexplore.discover.questions.classes import Classes
    from mexplore.discover.study.kind import Means
    from mexplore.rules.boards.board import Square


def classes_of_places(
    places: Mapping[Any, Sequence[Any]],
    means: Means,
    watcher: Watcher = no_progress,
    *,
    misere: bool = False,
    size: Square | None = None,
) -> Mapping[Any, Classes]:
    """What is known of the classes of these places of each game, which share the time: of heaps
    under misère play, if it is asked for, and of squares of boards of this size.

    >>> from mexplore.discover.questions.remembered import OnePosition, Shown
    >>> from mexplore.discover.study.kind import Means
    >>> from mexplore.rules.notation import parse_rule
    >>> from mexplore.rules.systems.reading import read_system
    >>> marks, nim = read_system("word(o^n; ooo -> oXo)"), parse_rule("subtract(1..9)")
    >>> row = Shown.of("ooXoooo")
    >>> known = classes_of_places({OnePosition(marks): [row], nim: [3]}, Means())
    >>> [classes.of(place) for classes, place in zip(known.values(), (row, 3))]
    [1, 3]
    """
    heaps = {game: mine for game, mine in places.items() if isinstance(game, Rule)}
    whole = Allowance(means.budget)
    known: dict[Any, Classes] = dict(
        classes_of_sizes(heaps, means, watcher, misere=misere) if heaps else {}
    )
    for game, mine in places.items():
        if game not in known:
            share = replace(means, budget=whole.share(len(places) - len(known)))
            known[game] = _classes_of(game, mine, share, watcher, size)
    return {game: known[game] for game in places}


def _classes_of(
    game: Any, places: Sequence[Any], means: Means, watcher: Watcher, size: Square | None
) -> Classes:
    """The same of one game that is not a rule of heaps."""
    from mexplore.discover.questions.remembered import NimPositions, OnePosition
    from mexplore.rules.systems.game import SystemGame

    if isinstance(game, OnePosition):
        return NimPositions(game, game.game.worth, game.game.moves)
    if isinstance(game, SystemGame):
        from mexplore.discover.questions.kinds import NimKinds
        from mexplore.discover.systems.values import known_kinds

        heaps = [place.position for place in places]
        return NimKinds(known_kinds(game, heaps, means, watcher))
    from mexplore.discover.boards.values import SquareValues
    from mexplore.discover.questions.classes import MisereSquares, NimSquares
    from mexplore.rules.misere.board import MisereBoard

    known = SquareValues(game, size, means, watcher)
    return MisereSquares(known) if isinstance(game, MisereBoard) else NimSquares(known)

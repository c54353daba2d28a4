"""The kinds of games of which laws are found and proved, and which kind a text is.

To add one, write a folder with a subclass of `discover.study.kind.GameKind`, its patterns and its
theorems, and name it in ``KINDS``. A kind is loaded only when a text is one of its games.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

from mexplore.discover.study.kind import GameKind
from mexplore.rules import members
from mexplore.rules.boards import looks_like_board, looks_like_misere_board
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.notation import CODES, NUMBERS, RANGES
from mexplore.rules.systems.reading import NOTATIONS

GROUP = "mexplore.discover.kinds"
"""The entry points by which other packages add kinds (`rules.members`)."""


SYSTEMS = rf"\s*(?:{'|'.join(notation.word for notation in NOTATIONS)})[\s(]"
"""How systems of kinds of heaps are written, and games of which one is derived."""


@dataclass(frozen=True)
class Kind:
    """A kind of game: how its texts begin, and what loads it."""

    looks_like: Callable[[str], object]
    load: Callable[[], GameKind[Any]]


def _boards() -> GameKind[Any]:
    from mexplore.discover.boards.kind import Boards

    return Boards()


def _misere() -> GameKind[Any]:
    from mexplore.discover.misere.kind import MisereHeaps

    return MisereHeaps()


def _misere_boards() -> GameKind[Any]:
    from mexplore.discover.boards.kind import MisereBoards

    return MisereBoards()


def _codes() -> GameKind[Any]:
    from mexplore.discover.families.kind import FamiliesOfCodes

    return FamiliesOfCodes()


def _ranges() -> GameKind[Any]:
    from mexplore.discover.families.kind import FamiliesOfRanges

    return FamiliesOfRanges()


def _families() -> GameKind[Any]:
    from mexplore.discover.families.kind import Families

    return Families()


def _systems() -> GameKind[Any]:
    from mexplore.discover.systems.kind import Systems

    return Systems()


def _heaps() -> GameKind[Any]:
    from mexplore.discover.heaps.kind import Heaps

    return Heaps()


KINDS = (
    Kind(looks_like_board, _boards),
    Kind(looks_like_misere_board, _misere_boards),
    *(
        Kind(re.compile(looks_like, re.DOTALL).match, load)
        for looks_like, load in (
            (r"\s*mis[eè]re\s", _misere),
            (SYSTEMS, _systems),
            (CODES, _codes),
            (RANGES, _ranges),
            (NUMBERS, _families),
        )
    ),
)
"""The first kind that a text looks like reads it; heaps read the rest."""


def kinds() -> list[GameKind[Any]]:
    """All kinds, those of other packages last."""
    beside = (kind() for module in members.modules_beside(GROUP) for kind in _kinds_in(module))
    return [*(kind.load() for kind in KINDS), _heaps(), *beside]


def kind_of(text: str) -> GameKind[Any]:
    """The kind of a game that is written like this; no other one is loaded.

    >>> kind_of("0.77").name, kind_of("(x, y) -> [(x - 1, y)]").name
    ('heaps', 'boards')
    """
    for kind in KINDS:
        if kind.looks_like(text):
            return kind.load()
    for module in members.modules_beside(GROUP):
        if re.match(getattr(module, "LOOKS_LIKE", ""), text, re.DOTALL):
            return _kinds_in(module)[0]()
    return _heaps()


def is_family(text: str) -> bool:
    """Whether a text is a family of rules: names, and constraints on them."""
    return " for " in text and kind_of(text).name.startswith("families")


def _kinds_in(module: ModuleType) -> list[type[GameKind[Any]]]:
    return members.defined_in(module, GameKind)  # type: ignore[type-abstract]

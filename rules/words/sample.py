"""A row or a ring of cells, and a move by each rule of a game on words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mexplore.rules.errors import InputError
from mexplore.rules.systems.ends import named
from mexplore.rules.systems.sample import GONE, SampleMove, ring_of_cells, row_of_cells
from mexplore.rules.words.rewriting import EMPTY, Rewrite
from mexplore.rules.words.values import CLOSED

if TYPE_CHECKING:
    from mexplore.rules.systems.system import System
    from mexplore.rules.words.game import WordGame
    from mexplore.rules.words.notation import WrittenRule

CELLS = 8  # of the word that is shown, about
MOST_CELLS = 24  # of a word that can be read in a picture
MOST_RULES = 6
MOST_WORDS = 200  # in which a rule is looked for
OFF_CENTRE = 0.4  # where a move is made, so that its two sides differ


def sample_of(game: WordGame) -> tuple[SampleMove, ...]:
    """A move by each of the first rules, in a word of some cells, or in one that comes of it.

    >>> from mexplore.rules.words.game import WordGame
    >>> for move in sample_of(WordGame.parse("word(o^n; oo -> .., o -> .)")):
    ...     print(move.words, "".join(x or "." for x in move.after), move.leaves)
    oo -> .. oo..oooo A(2) + A(4)
    o -> . ooo.oooo A(3) + A(4)
    """
    system = _system(game)
    moves = (_move(game, rule, system) for rule in game.rules[:MOST_RULES])
    return tuple(move for move in moves if move is not None)


def _system(game: WordGame) -> System | None:
    try:
        return game.system
    except InputError:
        return None


def _move(game: WordGame, written: WrittenRule, system: System | None) -> SampleMove | None:
    """In the first word that the rule changes, at the place next to the one that is wanted."""
    closed = game.start.closed
    for word in _words(game):
        centre = OFF_CENTRE * (len(word) - 1)
        found = [
            (abs(place + (len(rule.lhs) - 1) / 2 - centre), place, rule)
            for rule in written.rules()
            for place in _places(rule, word, closed)
        ]
        if found:
            _, place, rule = min(found)
            layout = ring_of_cells(len(word)) if closed else row_of_cells(len(word))
            at = frozenset((place + k) % len(word) for k in range(len(rule.lhs)))
            after = _changed(word, rule, place)
            return SampleMove(
                str(written), layout, _shown(word), _shown(after), at, _leaves(game, after, system)
            )
    return None


def _shown(word: str) -> tuple[str, ...]:
    return tuple(GONE if letter == EMPTY else letter for letter in word)


def _words(game: WordGame) -> Iterator[str]:
    """The word with which play starts, of about this many cells; shorter ones; and words to which
    play leads from the first, after few moves first."""
    start = game.start
    fixed = len(start.before) + len(start.behind)
    blocks = max((CELLS - fixed) // len(start.block), 2)
    starts = [start.before + start.block * n + start.behind for n in range(blocks, 0, -1)]
    starts = [word for word in starts if len(word) <= MOST_CELLS]
    yield from starts
    reached = starts[:1]
    for word in reached:
        new = dict.fromkeys(_following(game, word))
        reached += [each for each in new if each not in reached][: MOST_WORDS - len(reached)]
        yield word


def _following(game: WordGame, word: str) -> Iterator[str]:
    for written in game.rules:
        for rule in written.rules():
            for place in _places(rule, word, game.start.closed):
                yield _changed(word, rule, place)


def _changed(word: str, rule: Rewrite, place: int) -> str:
    """The word after the rule is applied at the place."""
    letters = list(word)
    for k, letter in enumerate(rule.rhs):
        letters[(place + k) % len(word)] = letter
    return "".join(letters)


def _places(rule: Rewrite, word: str, closed: bool) -> Iterator[int]:
    """Where the rule may be applied.

    >>> [*_places(Rewrite("oo", ".."), "ooXo", closed=True)]
    [0, 3]
    >>> [*_places(Rewrite("o", ".", left=True), "oo.o", closed=False)]
    [0, 3]
    """
    size, count = len(rule.lhs), len(word)
    for place in range(count if closed else count - size + 1):
        if size > count or any(word[(place + k) % count] != rule.lhs[k] for k in range(size)):
            continue
        ends = _ends_before(word, place, closed), _ends_before(word, place + size, closed)
        if (ends[0] or not rule.left) and (ends[1] or not rule.right):
            yield place


def _ends_before(word: str, place: int, closed: bool) -> bool:
    """Whether a row begins or ends between this place and the one before it."""
    around = (word[(place - 1) % len(word)], word[place % len(word)])
    return EMPTY in around or (not closed and place in (0, len(word)))


def _leaves(game: WordGame, word: str, system: System | None) -> str:
    """The pieces in which moves can be made: heaps of the system, or words where there is none."""
    values = game.values
    parts = values.ring_parts(word) if game.start.closed else values.parts(word)
    if any(part.startswith(CLOSED) for part in parts):
        return f"a ring of {len(word)} cells"
    try:
        heaps = parts if system is None else [named(system, h) for h in game.heaps_of(parts)]
    except InputError:  # to which play from the start does not come
        heaps = parts
    return " + ".join(heaps) or "nothing"

"""Values of words from the rules themselves, with memory for their parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import xor

from mexplore.rules.engine.search import Sums
from mexplore.rules.words.rewriting import Rewriting
from mexplore.rules.words.symmetries import symmetries

MOST_WORDS = 300_000
MOST_WHOLE = 8_000
CLOSED = "@"
"""Before a word whose last letter is followed by its first."""


class WordValues:
    """The values of words: each part in which a move can be made is valued once, and so are all
    parts that are alike by the symmetries of the rules.

    >>> from mexplore.rules.words.rewriting import Rewrite
    >>> kayles = WordValues(Rewriting.of([Rewrite("o", "."), Rewrite("oo", "..")]))
    >>> [kayles.value("o" * n) for n in range(9)], kayles.value("oo.ooo")
    ([0, 1, 2, 3, 1, 4, 3, 2, 1], 1)
    >>> kayles.value_of_ring("ooooo")
    0
    """

    def __init__(self, rewriting: Rewriting, most: int = MOST_WORDS) -> None:
        self.rewriting = rewriting
        self.symmetries = symmetries(rewriting)
        self.memory: Sums[str] = Sums(self.options_of_part, most)

    def value(self, word: str) -> int:
        """The value of a word, which may have empty cells."""
        return self._xor(self.parts(word))

    def value_of_ring(self, word: str) -> int:
        """The value of a word that is closed to a ring."""
        return self._xor(self.ring_parts(word))

    def parts(self, word: str) -> list[str]:
        """The parts of a word in which moves can be made, each as the least word alike."""
        return [self._least(piece) for piece in self.rewriting.pieces(word)]

    def least(self, word: str) -> str | None:
        """The least word alike, if the word is one part."""
        parts = self.parts(word)
        return parts[0] if len(parts) == 1 else None

    def options(self, word: str) -> Iterator[tuple[str, ...]]:
        """What moves leave of a word: parts."""
        return (tuple(self.parts(after)) for after in self.rewriting.moves(word))

    def ring_options(self, word: str) -> Iterator[tuple[str, ...]]:
        """What moves leave of a ring: parts of rows, or a smaller ring."""
        return (tuple(self.ring_parts(after)) for after in self.rewriting.ring_moves(word))

    def ring_parts(self, word: str) -> list[str]:
        """The parts of a ring: it is cut open where a row is cut, if there is such a place."""
        word = self.rewriting.inner(word)
        if not word:
            return []
        first, *others = self.rewriting.segments(word + word[0])
        if not others:
            turned = {word[i:] + word[:i] for i in range(len(word))}
            return [CLOSED + min(self._least(each) for each in turned)]
        # The last part ends with the first letter again, in whose place the first part begins.
        *between, last = others
        rows = [*between, last[:-1] + first]
        return [self._least(piece) for row in rows for piece in self.rewriting.pieces(row)]

    def _least(self, piece: str) -> str:
        return min(image.image(piece) for image in self.symmetries)

    def options_of_part(self, part: str) -> Iterable[tuple[str, ...]]:
        if part.startswith(CLOSED):
            return self.ring_options(part.removeprefix(CLOSED))
        return self.options(part)

    def _xor(self, parts: Iterable[str]) -> int:
        return reduce(xor, map(self.memory.value, parts), 0)


class WholeWords:
    """The values of words by the rules and nothing else: words are never cut, nor shortened, nor
    taken for others. TooLarge where more than ``most`` words are reached.

    >>> from mexplore.rules.words.rewriting import Rewrite
    >>> kayles = WholeWords(Rewriting(frozenset({Rewrite("o", "."), Rewrite("oo", "..")})))
    >>> [kayles.value("o" * n) for n in range(9)], kayles.value_of_ring("ooooo")
    ([0, 1, 2, 3, 1, 4, 3, 2, 1], 0)
    """

    def __init__(self, rewriting: Rewriting, most: int = MOST_WHOLE) -> None:
        moves, ring_moves = rewriting.moves, rewriting.ring_moves
        self._rows: Sums[str] = Sums(lambda word: ((new,) for new in moves(word)), most)
        self._rings: Sums[str] = Sums(lambda word: ((new,) for new in ring_moves(word)), most)

    def value(self, word: str) -> int:
        return self._rows.value(word)

    def value_of_ring(self, word: str) -> int:
        return self._rings.value(word)

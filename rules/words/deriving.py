"""The system of kinds of a game on words, derived from its rules.

The words of the game are u w^n v: a block w that is repeated, with fixed words before and after it.
A *kind* is a pair (L, R); its heap of size n stands for the word L w^n R. L begins with ``#`` where
the word has no end for the rules there (`rules.words.rewriting`), and so may R end.

**Options.** Let m be the length of the longest lhs, b that of w, and N = (m + 2b - 2) // b + 1. Let
n >= N. A rule whose lhs fits in the word L w^n R at some place

- (left) begins in L, or at the left end of the word where it asks for that end and L is empty. As
  N b > m, it does not reach R. With P = ceil(m / b) < N blocks written out it turns L w^P into some
  Y, whatever n is: the word is Y w^(n - P) R;
- (right) is the mirror image of such a rule, and these are others, since none reaches from L to R;
- (inside) or lies within w^n: it begins at letter r of block number a, 0 <= r < b, and covers, with
  the rest of the blocks that it meets, c = ceil((r + m') / b) < N blocks, m' the length of its lhs.
  If these blocks become X, the word is L w^a X w^(n - c - a) R, for all a with 0 <= a <= n - c.

Y and X are cut as `Rewriting.segments` does. In Y, after which there is a letter of the run, only
the part that is joined to the run matters together with it; the others are fixed words. What is in
X before the first cut belongs to the run on its left, what is behind the last cut to the run on its
right, and what is between are fixed words. If X is not cut, but may be cut from a run before it,
L w^a and X w^(n - c - a) R are apart for a >= 1, and for a = 0 the case is like those at the left;
so it is if X may be cut from a run after it. So every option is a sum of words L' w^k R', of one
or of two kinds, where k is given as a *schema* says, and of fixed words. If X cannot be cut, two
runs of any length stay joined, and the game is refused. Words of n < N are listed, each with its
options by the rules themselves.

**Theorem.** If play ends, the heap (t, n) has the nim-value of the word that it stands for.

*Proof.* By the cases above each option of the word is the sum of the words that the heaps of an
option of (t, n) stand for, and the other way round, up to parts that are replaced by parts of the
same value: a word by its shortest form (`Rewriting.trim`), or by its image under a symmetry; a
block at the end of L or at the beginning of R by one in the run; fixed words of value v by a heap
of Nim, (nim, v), whose options are (nim, 0), ..., (nim, v - 1). By induction on the longest
play the options have the same values, so that the mex is the same. []

A ring of n blocks is a kind that no option leads to. For n >= N every move is one within the run,
at any place of any block, and turns c blocks into X; it is enough to look at one block, as all are
alike. Its neighbours are blocks of the run. If X is cut, or may be cut from them, the ring becomes
the row S w^(n - c) P, where X = P ... S with fixed words between. Small rings are words whose last
letter is followed by the first; a rule whose lhs is longer than the ring does not fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property, reduce
from math import ceil
from operator import xor

from mexplore.rules.systems.derived import letter_of, nim_heaps
from mexplore.rules.systems.game import NoSystem
from mexplore.rules.systems.system import Heap, Heaps, Kind, Part, Schema, System
from mexplore.rules.words.rewriting import DEAD, EMPTY, Rewrite, Rewriting
from mexplore.rules.words.symmetries import Symmetry
from mexplore.rules.words.values import WordValues

MOST_KINDS = 200
LONGEST_END = 16
NIM_HEAPS = 16
UNNUMBERED = -1

Ends = tuple[str, str]
"""L and R."""


class Derivation:
    """The kinds that are reached from a start, and their options. They come first in the system, in
    the order of ``ends``, their L and R, then the heaps of Nim in whose place fixed words are, then
    perhaps a kind for rings, or for a start that is not one of the others."""

    def __init__(self, values: WordValues, block: str) -> None:
        self._values = values
        self._rules = values.rewriting
        self._block = block
        size, longest = len(block), self._rules.longest
        self.explicit = ceil(longest / size)
        self.regular = (longest + 2 * size - 2) // size + 1
        self.images = [each for each in values.symmetries if each.image(block) == block]
        self._numbers: dict[Ends, int] = {}  # by the least of the ends that are alike
        self.ends: list[Ends] = []
        self._schemas: list[list[Schema]] = []
        self._largest = 0

    @property
    def fixed(self) -> int:
        """The number of the kind of the heaps of Nim that stand for fixed words."""
        return len(self._numbers)

    def row(self, before: str, behind: str) -> System:
        """The system whose heap of size n is worth before w^n behind."""
        words = self._rules.inner(before), self._rules.inner(behind)
        fixed, left = self._left_end(words[0])
        more_fixed, right = self._right_end(words[1])
        worth = self._worth([*fixed, *more_fixed])
        number, more = self._kind(left, right)
        kinds = self._kinds()
        if (left, right) == words and not more:
            return System((*kinds, *self._nim()), number)
        start = self._start(words, number, more, worth)
        kinds += self._nim()
        return System((*kinds, start), len(kinds))

    def found(self, before: str, behind: str) -> tuple[int, int, int, int]:
        """Where before w^n behind is in the system: from n = first on it is a heap of the kind,
        with this many blocks more, and beside it fixed words of this worth (four numbers)."""
        words = self._rules.inner(before), self._rules.inner(behind)
        known = None if EMPTY in before + behind else self._known(*words, 0)
        if known is not None:
            return (0, *known, 0)
        heap, fixed = self.run(before, 1, behind)
        assert heap is not None, (before, behind)
        number, more, worth = heap[0], heap[1] - 1, self._worth(fixed)
        left, right = self.ends[number]
        value = self._values.value(left + self._block * more + right)
        first = int(self._values.value(before + behind) != value ^ worth)
        return first, number, more, worth

    def ring(self) -> System:
        """The system whose heap of size n is a ring of n blocks."""
        opened = [self._opened(rule, place) for rule, place in self._inside()]
        kinds = self._kinds()
        rings = [self._listed(self._values.ring_options(self._block * n)) for n in self._small]
        ring = Kind("ring", tuple(rings), self._once_each(opened))
        kinds += self._nim()
        return System((*kinds, ring), len(kinds))

    def heap(self, part: str) -> Heap | None:
        """The heap that a part of a word is; None if its ends are of no kind of the system.

        >>> from mexplore.rules.words.rewriting import Rewriting
        >>> kayles = Rewriting.of([Rewrite("o", "."), Rewrite("oo", "..")])
        >>> derivation = Derivation(WordValues(kayles), "o")
        >>> system = derivation.row("", "")
        >>> len(system.kinds[0].schemas), derivation.heap("o" * 50)
        (2, (0, 50))
        """
        runs = re.finditer(f"(?:{re.escape(self._block)})+", part)
        longest = max(runs, key=lambda run: len(run[0]), default=None)
        if longest is None:
            return None
        size = len(longest[0]) // len(self._block)
        return self._known(part[: longest.start()], part[longest.end() :], size)

    def run(self, before: str, size: int, behind: str) -> tuple[Heap | None, list[str]]:
        """The heap that before w^size behind is, size >= 1, and the fixed words beside it; None
        where its ends are of no kind of the system."""
        fixed, left = self._left_end(self._rules.inner(before))
        more_fixed, right = self._right_end(self._rules.inner(behind))
        return self._known(left, right, size), [*fixed, *more_fixed]

    # Kinds

    def _kind(self, left: str, right: str) -> tuple[int, int]:
        """The number of the kind of left w^n right, new or not, and how many blocks are in the
        ends: the word is the heap of n + this many."""
        ends, more = self._shortest_ends(left, right)
        least = self._least(ends)
        if least not in self._numbers:
            shown = f"{ends[0]}{self._block * self.explicit}...{ends[1]}"
            if max(map(len, ends)) > LONGEST_END:
                raise NoSystem(f"the ends of rows grow without bound, it seems: {shown} is reached")
            if len(self._numbers) == MOST_KINDS:
                raise NoSystem(f"more than {MOST_KINDS} kinds of rows are reached, such as {shown}")
            self._numbers[least] = len(self._numbers)
            self.ends.append(ends)
        return self._numbers[least], more

    def _known(self, left: str, right: str, size: int) -> Heap | None:
        """The heap that left w^size right is, if its kind is known."""
        ends, more = self._shortest_ends(left, right)
        number = self._numbers.get(self._least(ends))
        return None if number is None else (number, size + more)

    def _shortest_ends(self, left: str, right: str) -> tuple[Ends, int]:
        """The ends of left w^n right in their shortest form; how many blocks more the run has."""
        left, more = self._shortest(left)
        right, again = self._shortest(right[::-1], mirrored=True)
        return (left, right[::-1]), more + again

    def _least(self, ends: Ends) -> Ends:
        """The least of the ends that are alike by the symmetries of the rules."""
        return min(_image(image, *ends) for image in self.images)

    def _shortest(self, left: str, *, mirrored: bool = False) -> tuple[str, int]:
        """The left end of a run in its shortest form, and how many blocks it had at its end."""
        rules, block = self._seen(mirrored)
        marked, core = left.startswith(DEAD), left.lstrip(DEAD)
        if core:
            marked, core = rules.trim_left(marked, core)
        more = 0
        while core.endswith(block):
            core, more = core.removesuffix(block), more + 1
        # Without a letter of its own the end has any neighbour, when no block is left.
        marked = marked and (rules.minds_end(core[0]) if core else rules.asks_for_ends)
        return DEAD * marked + core, more

    def _seen(self, mirrored: bool) -> tuple[Rewriting, str]:
        """The rules and the block as they are, or read backwards."""
        if mirrored:
            return self._rules.mirror, self._block[::-1]
        return self._rules, self._block

    # Options of large heaps

    def _close(self) -> None:
        """The options of all kinds that are reached."""
        while len(self._schemas) < len(self.ends):
            left, right = self.ends[len(self._schemas)]
            self._schemas.append(list(dict.fromkeys(self._derive(left, right))))

    def _derive(self, left: str, right: str) -> Iterator[Schema]:
        for joined in self._at_left(left):
            fixed, end = self._left_end(joined)
            yield self._one(end, right, fixed, self.explicit)
        for joined in self._at_left(right[::-1], mirrored=True):
            fixed, end = self._right_end(joined[::-1])
            yield self._one(left, end, fixed, self.explicit)
        for rule, place in self._inside():
            yield from self._within(left, right, rule, place)

    def _at_left(self, left: str, *, mirrored: bool = False) -> Iterator[str]:
        """What left w^P becomes by a rule at the left end."""
        rules, block = self._seen(mirrored)
        word = left + block * self.explicit
        for rule in sorted(rules.rules):
            if not rule.right:
                for i in range(1 if rule.left else len(left)):
                    if word.startswith(rule.lhs, i):
                        yield word[:i] + rule.rhs + word[i + len(rule.lhs) :]

    def _inside(self) -> Iterator[tuple[Rewrite, int]]:
        """The rules that fit in a run, each with the place r in the block where it begins."""
        size = len(self._block)
        run = self._block * (self.explicit + 2)
        for rule in sorted(self._rules.rules):
            if not (rule.left or rule.right):
                yield from ((rule, r) for r in range(size) if run.startswith(rule.lhs, r))

    def _within(self, left: str, right: str, rule: Rewrite, place: int) -> Iterator[Schema]:
        """Options by a rule inside the run."""
        blocks, new = self._replaced(rule, place)
        segments = self._rules.segments(new)
        if len(segments) > 1:
            before, *fixed, behind = segments
            yield self._two((left, before), (behind, right), self._pieces(fixed), blocks)
        elif self._is_cut(self._block[-1] + new):
            yield self._two((left, DEAD), (DEAD + new, right), [], blocks, (1, 0))
            fixed, end = self._left_end(left + new)
            yield self._one(end, right, fixed, blocks)
        elif self._is_cut(new + self._block[0]):
            yield self._two((left, new + DEAD), (DEAD, right), [], blocks, (0, 1))
            fixed, end = self._right_end(new + right)
            yield self._one(left, end, fixed, blocks)
        else:
            raise self._joined(rule, new)

    def _opened(self, rule: Rewrite, place: int) -> Schema:
        """What a ring becomes: one row."""
        blocks, new = self._replaced(rule, place)
        segments = self._rules.segments(self._block[-1] + new + self._block[0])
        if len(segments) == 1:
            raise self._joined(rule, new)
        before, *fixed, behind = segments
        kind, more = self._kind(behind[:-1], before[1:])
        return Schema(blocks - more, (Part(kind, more),), self._beside(self._pieces(fixed)))

    def _one(self, left: str, right: str, fixed: list[str], blocks: int) -> Schema:
        """One row of n - blocks blocks."""
        kind, more = self._kind(left, right)
        return Schema(blocks - more, (Part(kind),), self._beside(fixed))

    def _two(
        self, one: Ends, other: Ends, fixed: list[str], blocks: int, least: tuple[int, int] = (0, 0)
    ) -> Schema:
        """Two rows with n - blocks blocks in all, each with at least this many."""
        first, more = self._kind(*one)
        second, again = self._kind(*other)
        parts = Part(first, more + least[0]), Part(second, again + least[1])
        return Schema(blocks - more - again, parts, self._beside(fixed))

    def _replaced(self, rule: Rewrite, place: int) -> tuple[int, str]:
        """How many blocks a rule meets inside the run, and what they become."""
        size = len(self._block)
        stop = place + len(rule.lhs)
        blocks = ceil(stop / size)
        return blocks, self._block[:place] + rule.rhs + self._block[size - (blocks * size - stop) :]

    def _left_end(self, joined: str) -> tuple[list[str], str]:
        """The fixed words in what is before a block of the run, and what is joined to it."""
        *apart, last = self._rules.segments(joined + self._block[0])
        return self._pieces(apart), last[:-1]

    def _right_end(self, joined: str) -> tuple[list[str], str]:
        first, *apart = self._rules.segments(self._block[-1] + joined)
        return self._pieces(apart), first[1:]

    def _pieces(self, segments: list[str]) -> list[str]:
        return [piece for segment in segments for piece in self._rules.pieces(segment)]

    def _is_cut(self, word: str) -> bool:
        return len(self._rules.segments(word)) > 1

    def _joined(self, rule: Rewrite, new: str) -> NoSystem:
        run = self._block * max(2, self.explicit)
        word = f"...{run}{new}{run}..."
        return NoSystem(f"two runs stay joined: {rule.lhs} -> {rule.rhs} makes {word}")

    # Fixed words

    def _worth(self, words: Iterable[str]) -> int:
        worth = reduce(xor, map(self._values.value, words), 0)
        self._largest = max(self._largest, worth)
        return worth

    def _beside(self, words: Iterable[str]) -> Heaps:
        """Fixed words as a heap of Nim, whose kind has no number yet."""
        worth = self._worth(words)
        return ((UNNUMBERED, worth),) if worth else ()

    # The system

    def _kinds(self) -> list[Kind]:
        """All kinds that are reached, but for the heaps of Nim."""
        self._close()
        return [
            Kind(
                letter_of(number), self._below(left, right), self._once_each(self._schemas[number])
            )
            for number, (left, right) in enumerate(self.ends)
        ]

    def _below(self, left: str, right: str) -> tuple[tuple[Heaps, ...], ...]:
        """The options of the small heaps, by the rules themselves."""
        words = (left + self._block * n + right for n in self._small)
        return tuple(self._listed(self._values.options(word)) for word in words)

    def _listed(self, options: Iterable[tuple[str, ...]]) -> tuple[Heaps, ...]:
        """Options that are sums of words as heaps, each once."""
        sums = sorted({tuple(sorted(option)) for option in options})
        return tuple(dict.fromkeys(self._heaps(words) for words in sums))

    def _heaps(self, words: tuple[str, ...]) -> Heaps:
        heaps = tuple(self._short[word] for word in words if word in self._short)
        worth = self._worth(word for word in words if word not in self._short)
        return (*heaps, (self.fixed, worth)) if worth else heaps

    @property
    def _small(self) -> range:
        return range(self.regular)

    @cached_property
    def _short(self) -> dict[str, Heap]:
        """The short words that are heaps, when all kinds are known."""
        longest = max((len(left) + len(right) for left, right in self.ends), default=0)
        stop = self.regular + longest // len(self._block) + 1
        return {
            word: (number, n)
            for number, (left, right) in reversed([*enumerate(self.ends)])
            for n in range(stop)
            if (word := self._values.least(left + self._block * n + right)) is not None
        }

    def _once_each(self, schemas: Iterable[Schema]) -> tuple[Schema, ...]:
        """The schemas, with the number of the kind of heaps of Nim."""
        numbered = (
            replace(each, beside=tuple((self.fixed, worth) for _, worth in each.beside))
            for each in schemas
        )
        return tuple(dict.fromkeys(numbered))

    def _nim(self) -> list[Kind]:
        """Heaps of Nim, where there are fixed words: a kind with finitely many heaps of any worth,
        as many as are needed and some more, of which positions may be."""
        highest = max(self._largest, NIM_HEAPS - 1)
        return [nim_heaps(self.fixed, highest)] if self._largest else []

    def _start(self, words: Ends, number: int, more: int, worth: int) -> Kind:
        """The kind of the words that play begins with, where these, if long, are heaps of n + more
        of another kind with fixed words beside it."""
        beside: Heaps = ((self.fixed, worth),) if worth else ()
        moved = (
            replace(each, drop=each.drop - more, beside=(*each.beside, *beside))
            for each in self._once_each(self._schemas[number])
        )
        lowered = (Schema(-more, (Part(number),), ((self.fixed, k),)) for k in range(worth))
        return Kind("start", self._below(*words), (*moved, *lowered))


def _image(image: Symmetry, left: str, right: str) -> Ends:
    changed = image.image(left), image.image(right)
    return changed[::-1] if image.backwards else changed

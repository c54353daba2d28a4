"""Rules that replace letters of words, and how words fall apart under them.

A rule ``lhs -> rhs`` replaces a factor lhs of a word by rhs, which is as long. The letter ``.`` is
an empty cell: what stands on its two sides is apart, and no lhs contains it. A rule may ask that
the word ends, or an empty cell stands, before lhs or after it.

**How a word is cut.** A letter of no lhs is *dead*: it stays for ever. Which one it is makes no
difference, and ``#`` stands for all of them. For a letter c let B(c) be c and all letters that
rules may put in its place, in one step or more. Between two neighbours c and d a word may be cut,
and c then has ``#`` after it, d has ``#`` before it, if

1. no lhs has a letter of B(c) followed at once by a letter of B(d);
2. the empty cell is not in B(d), or no rule that asks for an end after lhs ends with a letter of
   B(c);
3. the empty cell is not in B(c), or no rule that asks for an end before lhs begins with a letter of
   B(d).

*Proof.* While a word is played on, the two places hold letters of B(c) and of B(d). By 1 no move
ever covers both, so that each move is one in the left part or in the right part. Whether the left
part ends at c matters only to a rule that asks for an end after a letter of B(c) there; then by 2
the right neighbour is never an empty cell, which is what ``#`` says; otherwise it does not matter.
The same for the right part by 3. So the word is the sum of the two parts. []

A letter c at the left end of a part, or behind ``#``, is never replaced if no lhs begins with it: a
rule that covers it begins there or further left, where there is an end or a letter that stays. So
``#`` may stand for it, and the same holds at the right end. And ``#`` at the left end of a part
matters to rules only that ask for an end before lhs and begin with a letter of B(c), c being the
letter after it; where there is none, it is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise

from mexplore.rules.dataclass import dataclass

EMPTY = "."
DEAD = "#"


@dataclass(frozen=True, order=True)
class Rewrite:
    """lhs -> rhs; ``left`` and ``right`` ask that the word ends there."""

    lhs: str
    rhs: str
    left: bool = False
    right: bool = False

    def mirrored(self) -> Rewrite:
        return Rewrite(self.lhs[::-1], self.rhs[::-1], self.right, self.left)


@dataclass(frozen=True)
class Rewriting:
    """A set of rules, the letters that are dead written as ``#``.

    >>> kayles = Rewriting.of([Rewrite("o", "."), Rewrite("oo", "..")])
    >>> sorted(kayles.moves("ooo"))
    ['..o', '.oo', 'o..', 'o.o', 'oo.']
    >>> kayles.pieces("oo.o..ooo")
    ['oo', 'o', 'ooo']
    """

    rules: frozenset[Rewrite]

    @classmethod
    def of(cls, rules: Iterable[Rewrite]) -> Rewriting:
        """The rules, with one sign for all dead letters."""
        given = list(rules)
        live = frozenset(letter for rule in given for letter in rule.lhs)

        def inner(word: str) -> str:
            return "".join(c if c in live or c == EMPTY else DEAD for c in word)

        return cls(frozenset(Rewrite(r.lhs, inner(r.rhs), r.left, r.right) for r in given))

    @cached_property
    def live(self) -> frozenset[str]:
        """The letters that some rule replaces or looks at."""
        return frozenset(letter for rule in self.rules for letter in rule.lhs)

    @cached_property
    def longest(self) -> int:
        """The number of letters of the longest lhs."""
        return max(len(rule.lhs) for rule in self.rules)

    @cached_property
    def mirror(self) -> Rewriting:
        """The same rules for words that are read backwards."""
        mirrored = Rewriting(frozenset(rule.mirrored() for rule in self.rules))
        mirrored.__dict__["mirror"] = self
        return mirrored

    def inner(self, word: str) -> str:
        """The word with ``#`` for its dead letters."""
        return word.translate(self._inner)

    @cached_property
    def _inner(self) -> dict[int, str]:
        return _Dead({ord(letter): letter for letter in (*self.live, EMPTY)})

    def moves(self, word: str) -> Iterator[str]:
        """THE definition: the words after one move."""
        for i, letter in enumerate(word):
            for rule in self._by_first[letter]:
                stop = i + len(rule.lhs)
                if (
                    word.startswith(rule.lhs, i)
                    and (not rule.left or i == 0 or word[i - 1] == EMPTY)
                    and (not rule.right or stop == len(word) or word[stop] == EMPTY)
                ):
                    yield word[:i] + rule.rhs + word[stop:]

    def ring_moves(self, word: str) -> Iterator[str]:
        """The words after one move on a word whose last letter is followed by its first, each begun
        anywhere: what a rule asks for stands beside the letters that it replaces."""
        for turned in dict.fromkeys(word[i:] + word[:i] for i in range(len(word))):
            for rule in self._by_first[turned[0]]:
                stop = len(rule.lhs)
                if (
                    turned.startswith(rule.lhs)
                    and (not rule.left or turned[-1] == EMPTY)
                    and (not rule.right or (turned + turned)[stop] == EMPTY)
                ):
                    yield rule.rhs + turned[stop:]

    def segments(self, word: str) -> list[str]:
        """The word cut wherever it may be cut; the first and the last part may be empty."""
        if DEAD not in word and not self.apart:
            return word.split(EMPTY)
        found = []
        start, mark = 0, ""
        for i, letter in enumerate(word):
            if letter == EMPTY:
                found.append(mark + word[start:i])
                start, mark = i + 1, ""
            elif letter == DEAD:
                found.append(mark + word[start:i] + DEAD)
                start, mark = i + 1, DEAD
            elif i > start and (word[i - 1], letter) in self.apart:
                found.append(mark + word[start:i] + DEAD)
                start, mark = i, DEAD
        return [*found, mark + word[start:]]

    def pieces(self, word: str) -> list[str]:
        """The parts of the word in which a move can ever be made, each in its shortest form."""
        trimmed = (self.trim(segment) for segment in self.segments(self.inner(word)))
        return [piece for piece in trimmed if piece]

    def trim(self, segment: str) -> str:
        """A segment in its shortest form; empty if no move can ever be made in it."""
        core = segment.strip(DEAD)
        left, core = self.trim_left(segment.startswith(DEAD), core)
        right, back = self.mirror.trim_left(segment.endswith(DEAD), core[::-1])
        if not back:
            return ""
        core = back[::-1]
        head = DEAD if left and self.minds_end(core[0]) else ""
        tail = DEAD if right and self.mirror.minds_end(core[-1]) else ""
        return head + core + tail

    def trim_left(self, marked: bool, core: str) -> tuple[bool, str]:
        """Without the letters at the left end that stay for ever; whether ``#`` is there."""
        for i, letter in enumerate(core):
            if letter in self._by_first:
                return marked or i > 0, core[i:]
        return True, ""

    def minds_end(self, letter: str) -> bool:
        """Whether a rule may ask for an end just before this letter, or what becomes of it."""
        return not self.becomes[letter].isdisjoint(self._behind_end)

    @property
    def asks_for_ends(self) -> bool:
        """Whether some rule asks for an end before lhs."""
        return bool(self._behind_end)

    @cached_property
    def becomes(self) -> dict[str, frozenset[str]]:
        """B(c) for each letter c."""
        direct: dict[str, set[str]] = {c: set() for c in (*self.live, EMPTY, DEAD)}
        for rule in self.rules:
            for before, after in zip(rule.lhs, rule.rhs, strict=True):
                direct[before].add(after)
        return {letter: _closure(letter, direct) for letter in direct}

    @cached_property
    def _by_first(self) -> dict[str, list[Rewrite]]:
        found: defaultdict[str, list[Rewrite]] = defaultdict(list)
        for rule in sorted(self.rules):
            found[rule.lhs[0]].append(rule)
        return _Listed(found)

    @cached_property
    def _behind_end(self) -> frozenset[str]:
        """The letters with which rules begin that ask for an end before them."""
        return frozenset(rule.lhs[0] for rule in self.rules if rule.left)

    @cached_property
    def apart(self) -> frozenset[tuple[str, str]]:
        """Neighbours between which a word may be cut."""
        return frozenset((c, d) for c in self.live for d in self.live if self._may_cut(c, d))

    def _may_cut(self, c: str, d: str) -> bool:
        left, right = self.becomes[c], self.becomes[d]
        return not (
            any(x in left and y in right for x, y in self._neighbours)
            or (EMPTY in right and self.mirror.minds_end(c))
            or (EMPTY in left and self.minds_end(d))
        )

    @cached_property
    def _neighbours(self) -> frozenset[tuple[str, str]]:
        return frozenset(pair for rule in self.rules for pair in pairwise(rule.lhs))


class _Listed(dict[str, list[Rewrite]]):
    def __missing__(self, letter: str) -> list[Rewrite]:
        return []


class _Dead(dict[int, str]):
    def __missing__(self, letter: int) -> str:
        return DEAD


def _closure(letter: str, direct: dict[str, set[str]]) -> frozenset[str]:
    seen, waiting = {letter}, [letter]
    while waiting:
        new = direct[waiting.pop()] - seen
        seen |= new
        waiting.extend(new)
    return frozenset(seen)

"""Nim with moves in several heaps at once: boards with a coordinate for each heap.

Notation: how many heaps there are; from which of them a move takes; how much.

* ``nim(3 heaps; at most 2)``: from one or two of the heaps, at least one token from each;
  ``nim(3 heaps; exactly 2)``: from two of them.
* ``nim(3 heaps; sets {1, 2}, {2, 3})``: from each heap of one of the sets.
* ``nim(4 heaps; exactly 2; one each)``: one token from each heap of those (*slow* Nim).
* ``cyclic nimhoff(3 heaps; 4)``: from one heap any number, or from several a total of less than 4.

Sources: E. H. Moore, A generalization of the game called Nim, Annals of Math. 11 (1910) 93-94 (at
most k); E. Boros, V. Gurvich, N. B. Ho, K. Makino and P. Mursic, On the Sprague-Grundy function of
exact k-Nim, arXiv:1508.04484 (2015); E. Boros, V. Gurvich, L. Kitrossky and K. Makino, On the
Sprague-Grundy function of compound games, arXiv:1903.08138 (2019; sets, *hypergraph* Nim);
V. Gurvich and N. B. Ho, Slow k-Nim, arXiv:1508.05777 (2015); A. S. Fraenkel and M. Lorberbom,
Nimhoff games, J. Combin. Theory A 58 (1991) 1-25.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import field
from itertools import combinations
from typing import ClassVar, NoReturn, Self, TypeVar

from mexplore.rules.arithmetic import tree
from mexplore.rules.boards.board import COORDINATES, MOST_COORDINATES, Board
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import RuleSyntaxError

LOOPS = ("a", "b", "c", "d", "e", "f")
LARGEST_TOTAL = 100
_SETS = "write at most 2, exactly 2, or sets {1}, {2, 3}"

HeapSet = tuple[int, ...]
"""Numbers of heaps, the first of which is 1, in their order."""


@dataclass(frozen=True)
class SeveralHeaps(Board):
    """A board that is written so.

    >>> from mexplore.rules.boards import read_board
    >>> moore = read_board("nim( 3 heaps;at most 2 )")
    >>> str(moore), moore.names, len(list(moore.options((1, 1, 2))))
    ('nim(3 heaps; at most 2)', ('x', 'y', 'z'), 9)
    >>> slow = read_board("nim(3 heaps; sets {3}, {2, 1}; one each)")
    >>> str(slow), str(slow.body)
    ('nim(3 heaps; sets {3}, {1, 2}; one each)', '[(x, y, z - 1), (x - 1, y - 1, z)]')
    >>> list(read_board("cyclic nimhoff(2 heaps; 3)").options((1, 2)))
    [((0, 2),), ((1, 0),), ((1, 1),), ((1, 1),), ((1, 0),), ((0, 2),), ((0, 1),)]
    """

    lowers: ClassVar[bool] = True

    written: str = field(kw_only=True)
    sentence: str = field(kw_only=True)

    @classmethod
    def read(cls, text: str, word: str, at: int) -> Self:
        """The game whose name is the word, ``nim`` or another, read from after the bracket on."""
        return _Reader(text, at).board(cls, word)

    @classmethod
    def nim(cls, heaps: int, sets: Iterable[HeapSet], how: str, says: str, *, slow: bool) -> Self:
        """A move takes from each heap of one of the sets; from each one token where it is slow."""
        names = COORDINATES[:heaps]
        if slow:
            body: tree.Node = tree.listing(_lowered(names, each) for each in sets)
        else:
            body = tree.joined([_below(names, each) for each in sets])
        much = "one token" if slow else "any number of tokens, at least one,"
        return cls(
            names,
            body,
            written=f"nim({heaps} heaps; {how}{'; one each' * slow})",
            sentence=f"A move takes {much} from each of {says}.",
        )

    @classmethod
    def nimhoff(cls, heaps: int, total: int) -> Self:
        """From one heap any number, or from several a total of less than this."""
        names, loops = COORDINATES[:heaps], LOOPS[:heaps]
        single = [_below(names, (number,)) for number in range(1, heaps + 1)]
        return cls(
            names,
            tree.joined([*single, _several(names, loops, total)]),
            written=f"cyclic nimhoff({heaps} heaps; {total})",
            sentence="A move takes any number of tokens, at least one, from one heap, or from "
            f"several heaps a total of less than {total}.",
        )

    def __str__(self) -> str:
        return self.written

    def words(self) -> str:
        """The rule as a sentence."""
        return f"{len(self.names)} heaps of {', '.join(self.names)} tokens. {self.sentence}"


# The lists of options.


def _below(names: tuple[str, ...], heaps: HeapSet) -> tree.Node:
    """``[(a, y, c) for a in range(x) for c in range(z)]``: all of these heaps become smaller."""
    clauses = tuple(
        tree.Clause(LOOPS[k - 1], tree.Call("range", (tree.Name(names[k - 1]),)), ()) for k in heaps
    )
    square = (LOOPS[k] if k + 1 in heaps else name for k, name in enumerate(names))
    return tree.Comprehension(tree.Heap(tuple(map(tree.Name, square))), clauses)


def _lowered(names: tuple[str, ...], heaps: HeapSet) -> tree.Node:
    """``(x - 1, y, z - 1)``, which is not a move where a heap is empty."""
    one = tree.Number(1)
    square = (
        tree.Binary("-", tree.Name(name), one) if k + 1 in heaps else tree.Name(name)
        for k, name in enumerate(names)
    )
    return tree.Heap(tuple(square))


def _several(names: tuple[str, ...], loops: tuple[str, ...], total: int) -> tree.Node:
    """``[(x - a, y - b) for a in range(4) for b in range(4 - a) if a + b > 0]``: a total of less
    than 4."""
    taken = list(map(tree.Name, loops))
    rest: tree.Node = tree.Number(total)
    clauses = []
    for name, loop in zip(loops, taken, strict=True):
        clauses.append(tree.Clause(name, tree.Call("range", (rest,)), ()))
        rest = tree.Binary("-", rest, loop)
    some = tree.Comparison(tree.joined(taken), (">",), (tree.Number(0),))
    clauses[-1] = tree.Clause(clauses[-1].name, clauses[-1].source, (some,))
    square = (
        tree.Binary("-", tree.Name(name), loop) for name, loop in zip(names, taken, strict=True)
    )
    return tree.Comprehension(tree.Heap(tuple(square)), tuple(clauses))


# The notation.

_Board = TypeVar("_Board", bound=SeveralHeaps)


class _Reader:
    """Reads what stands in the brackets; errors have the place in the text."""

    def __init__(self, text: str, at: int) -> None:
        self._text = text
        self._at = at

    def board(self, of: type[_Board], word: str) -> _Board:
        heaps = self._number("the number of heaps", 2, MOST_COORDINATES)
        self._word("heaps?", "the word heaps is missing", f"write {heaps} heaps")
        if word == "nim":
            self._word(";", "from which heaps a move takes is missing", _SETS)
            found = self._nim(of, heaps)
        else:
            self._word(";", "the total is missing", "write ; 4: less than 4 from several heaps")
            found = of.nimhoff(heaps, self._number("the total", 2, LARGEST_TOTAL))
        self._word(r"\)", "the closing bracket is missing", "write )")
        if self._at < len(self._text.rstrip()):
            self._refuse(self._next(), "something follows the game", "end with the bracket")
        return found

    def _nim(self, of: type[_Board], heaps: int) -> _Board:
        numbers = range(1, heaps + 1)
        if self._found(r"at\s+most\b"):
            most = self._number("the number of heaps in a move", 1, heaps)
            how, says = f"at most {most}", "one heap" if most == 1 else f"one to {most} heaps"
            sets = [each for size in range(1, most + 1) for each in combinations(numbers, size)]
        elif self._found(r"exactly\b"):
            size = self._number("the number of heaps in a move", 1, heaps)
            how, says = f"exactly {size}", "one heap" if size == 1 else f"{size} heaps"
            sets = list(combinations(numbers, size))
        elif self._found(r"sets?\b"):
            sets = self._sets(heaps)
            listed = ", ".join(f"{{{', '.join(map(str, each))}}}" for each in sets)
            how, says = f"sets {listed}", f"the heaps of one of the sets {listed}"
        else:
            self._refuse(self._next(), "from which heaps a move takes is not said here", _SETS)
        slow = self._found(";") is not None
        if slow:
            self._word(r"one\s+each\b", "how much a move takes is not said here", "write one each")
        return of.nim(heaps, sets, how, says, slow=slow)

    def _sets(self, heaps: int) -> list[HeapSet]:
        """Sets of heaps, each once, the small ones first."""
        found: set[HeapSet] = set()
        while True:
            self._word(r"\{", "a set of heaps is missing", "write sets {1}, {2, 3}")
            members = [self._number("the number of a heap", 1, heaps)]
            while self._found(","):
                members.append(self._number("the number of a heap", 1, heaps))
            self._word(r"\}", "the set does not end", "write }")
            found.add(tuple(sorted(set(members))))
            if not self._found(","):
                return sorted(found, key=lambda each: (len(each), each))

    def _number(self, what: str, least: int, most: int) -> int:
        place = self._next()
        match = self._found(r"\d{1,9}\b")
        if match is None:
            self._refuse(place, f"{what} is missing", f"write a number from {least} to {most}")
        if not least <= int(match[0]) <= most:
            self._refuse(place, f"{what} is from {least} to {most}", "")
        return int(match[0])

    def _word(self, pattern: str, problem: str, remedy: str) -> None:
        if self._found(pattern) is None:
            self._refuse(self._next(), problem, remedy)

    def _found(self, pattern: str) -> re.Match[str] | None:
        match = re.compile(pattern).match(self._text, self._next())
        if match is not None:
            self._at = match.end()
        return match

    def _next(self) -> int:
        """The place of the next sign that is no blank."""
        rest = self._text[self._at :]
        return self._at + len(rest) - len(rest.lstrip())

    def _refuse(self, place: int, problem: str, remedy: str) -> NoReturn:
        raise RuleSyntaxError(self._text, place, problem, remedy)

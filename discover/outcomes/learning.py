"""An automaton is guessed from a table of outcomes: its states are the residuals of words.

The *residual* of a word w is the set of the words s such that the position written ws is lost. By
the theorem of Myhill and Nerode a set is recognised by an automaton exactly if there are finitely
many residuals, and they are its states. Here residuals are told apart by finitely many words s, to
which those are added that show a guess to be wrong (D. Angluin, Learning regular sets from queries
and counterexamples, Information and Computation 75 (1987) 87-106). What is beyond the table is not
known and tells nothing apart: anything may be guessed, as a theorem decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mexplore.discover.automata.automaton import Automaton, digits_of_symbols, settled, word_of
from mexplore.discover.automata.numeration import Numeration
from mexplore.discover.automata.operations import Budget, minimal
from mexplore.discover.outcomes.sparse import Sparse

Table = npt.NDArray[np.bool_]
"""Whether a position is lost, for coordinates below the sides of the table."""

Residual = npt.NDArray[np.int8]
_Numbers = npt.NDArray[np.int64]
_Key = tuple[int, ...]

FEWEST_WORDS, PER_WORD, MOST_NEW = 400, 4, 0.6
"""How many words are read before a guess is given up because too many of them lead to a state that
was not known; along a large table's side, one word for this many numbers."""
MOST_SUFFIXES = 3000
AT_ONCE = 8  # positions of the table that are learned before the next guess
FEW = 24  # words that are compared first
_NOT_KNOWN, _NOT_WRITTEN = 2, 3


class NotLearned(Exception):
    """No automaton is guessed; ``str()`` says why."""


class TooNear(NotLearned):
    """A larger table may help."""


class _Word(NamedTuple):
    """A word that leads to a state: its length, the numbers that it writes, the last digits."""

    length: int
    numbers: tuple[int, ...]
    last: tuple[int, ...]
    place: int

    @property
    def key(self) -> _Key:
        """What decides how the word may go on."""
        return self.place, *(int(digit > 0) for digit in self.last)


class Learner:
    """Guesses automata that agree with a table, better and better ones.

    >>> from mexplore.discover.automata.numeration import Base
    >>> x, y = np.indices((32, 32))
    >>> guess = Learner(Base(2), x == y).guess(Budget())
    >>> guess.size, guess.accepts(10**9, 10**9), guess.accepts(10**9, 7)
    (2, True, False)
    """

    def __init__(self, numeration: Numeration, table: Table | Sparse) -> None:
        self.numeration, self.table = numeration, table
        self._symbols: _Numbers = digits_of_symbols(table.ndim, numeration.digits)
        self._suffixes: dict[tuple[int, ...], None] = {(): None}
        for symbol in range(len(self._symbols)):
            self._suffixes[symbol,] = None
        self._offsets: dict[int, _Numbers] = {}
        self._may_follow: dict[_Key, npt.NDArray[np.bool_]] = {}
        self._in_doubt: list[list[int]] = []

    def guess(self, budget: Budget) -> Automaton:
        """The automaton of the residuals that are told apart so far."""
        first = _Word(0, (0,) * self.table.ndim, (0,) * self.table.ndim, 0)
        states = _States()
        states.number(first.key, self._residuals([first])[0])
        words, step, read = [first], list[list[int]](), 0
        fewest = max(FEWEST_WORDS, max(self.table.shape) // PER_WORD)
        for word in words:
            row = [-1] * len(self._symbols)
            after = {a: longer for a in range(len(row)) if (longer := self._longer(word, a))}
            for a, residual in zip(after, self._residuals([*after.values()]), strict=True):
                row[a] = states.number(after[a].key, residual)
                read += 1
                if row[a] == len(words):
                    words.append(after[a])
                    budget.check(len(words))
            step.append(row)
            if read > fewest and len(words) > MOST_NEW * read:
                raise NotLearned(f"{len(words)} states in the first {read} words")
        found = self._automaton(step, states)
        self._in_doubt = [
            found_word for pair in states.doubts if (found_word := telling_apart(found, *pair))
        ]
        return minimal(found)

    def _automaton(self, step: list[list[int]], states: _States) -> Automaton:
        """With one more state, in which nothing is accepted, for what is not written so. It is made
        sure that zeros change nothing."""
        table = np.array([*step, [-1] * len(self._symbols)], dtype=np.int32)
        table[table < 0] = len(step)
        lost = np.array([*states.lost, False], dtype=np.bool_)
        starts = np.zeros(1, dtype=np.int32)
        return settled(Automaton(self.table.ndim, table, lost, starts, self.numeration))

    def widen(self, table: Table | Sparse) -> None:
        """Go on with a larger table."""
        self.table = table
        self._offsets.clear()

    def learn(self, position: Sequence[int]) -> None:
        """Tell apart what the ends of this position's word tell apart."""
        word = word_of(position, self.numeration)
        self._read_also(word[at:] for at in range(len(word)))

    def doubt(self) -> None:
        """Tell apart, by words as short as can be, the states between which the last guess chose
        without reason: where what is known of a word agrees with several."""
        self._read_also(self._in_doubt)

    def _read_also(self, suffixes: Iterable[Sequence[int]]) -> None:
        self._suffixes |= dict.fromkeys(map(tuple, suffixes))
        self._offsets.clear()
        self._may_follow.clear()
        if len(self._suffixes) > MOST_SUFFIXES:
            raise NotLearned(f"more than {MOST_SUFFIXES} words would tell states apart")

    # Words.

    def _longer(self, word: _Word, symbol: int) -> _Word | None:
        """The word with one more digit of each number; None where that is not how they are
        written."""
        allowed, digits = self.numeration.allowed, self._symbols[symbol].tolist()
        if not all(allowed(word.place, b, d) for b, d in zip(word.last, digits, strict=True)):
            return None
        weight = self.numeration.weight(word.length)
        numbers = tuple(n + d * weight for n, d in zip(word.numbers, digits, strict=True))
        if any(map(int.__ge__, numbers, self.table.shape)):
            raise TooNear(f"the table ends before its states do, at words of {word.length} digits")
        place = self.numeration.next_place(word.place)
        return _Word(word.length + 1, numbers, tuple(digits), place)

    def _residuals(self, words: Sequence[_Word]) -> Sequence[Residual]:
        """For words of one length, and each suffix, whether the position is lost."""
        if not words:
            return ()
        length = words[0].length
        if length not in self._offsets:
            self._offsets[length] = self._written_from(length)
        for key, word in {word.key: word for word in words}.items():
            if key not in self._may_follow:
                self._may_follow[key] = np.array([self._may(word, s) for s in self._suffixes])
        ends = np.array([word.numbers for word in words], dtype=np.int64)
        numbers = self._offsets[length] + ends[:, None, :]
        known: npt.NDArray[np.bool_] = np.all(numbers < np.array(self.table.shape), axis=2)
        places = tuple(np.moveaxis(np.where(known[:, :, None], numbers, 0), 2, 0))
        found: Residual = self.table[places].astype(np.int8)
        found[~known] = _NOT_KNOWN
        found[~np.stack([self._may_follow[word.key] for word in words])] = _NOT_WRITTEN
        return list(found)

    def _written_from(self, length: int) -> _Numbers:
        """What each suffix adds to the numbers of a word of this length: beyond the table it does
        not matter how much."""
        far, longest = max(self.table.shape), max(map(len, self._suffixes))
        weights = [min(self.numeration.weight(length + i), far) for i in range(longest)]
        symbols = np.zeros((len(self._suffixes), longest), dtype=np.int64)
        for row, suffix in zip(symbols, self._suffixes, strict=True):
            row[: len(suffix)] = suffix
        offsets: _Numbers = np.einsum("ijk,j->ik", self._symbols[symbols], weights)
        return offsets

    def _may(self, word: _Word, suffix: Sequence[int]) -> bool:
        place, before = word.place, word.last
        for symbol in suffix:
            digits = self._symbols[symbol].tolist()
            if not all(map(partial(self.numeration.allowed, place), before, digits)):
                return False
            place, before = self.numeration.next_place(place), digits
        return True


class _States:
    """Residuals that were met, and what of their words decides how these may go on."""

    def __init__(self) -> None:
        self._number: dict[tuple[_Key, bytes], int] = {}
        self._alike: dict[_Key, _Rows] = {}
        self.lost: list[bool] = []
        """For each state, whether its word is that of a lost position."""
        self.doubts: set[tuple[int, int]] = set()
        """A state that was taken, and another one that agreed with all that was known."""

    def number(self, key: _Key, residual: Residual) -> int:
        """The number of the state; of one that agrees in all that is known, if something is not
        known; otherwise that of a new one."""
        exact = (key, residual.tobytes())
        if exact not in self._number:
            self._number[exact] = self._agreeing(key, residual)
        return self._number[exact]

    def _agreeing(self, key: _Key, residual: Residual) -> int:
        alike = self._alike.setdefault(key, _Rows(len(residual)))
        if (residual == _NOT_KNOWN).any():
            agreeing = alike.agreeing(residual)
            if agreeing:
                best, *others = agreeing
                self.doubts.update((best, other) for other in others)
                return best
        alike.add(residual, len(self.lost))
        self.lost.append(bool(residual[0] == 1))
        return len(self.lost) - 1


class _Rows:
    """Residuals of words that may go on alike, with the numbers of their states."""

    def __init__(self, width: int) -> None:
        self._rows = np.zeros((16, width), dtype=np.int8)
        self._states: list[int] = []

    def add(self, residual: Residual, state: int) -> None:
        """One more."""
        count = len(self._states)
        if count == len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._rows[count] = residual
        self._states.append(state)

    def agreeing(self, residual: Residual) -> list[int]:
        """The states that agree in all that is known, that of which most is known first. Few
        columns tell most of them apart."""
        known = np.flatnonzero(residual != _NOT_KNOWN)
        left = np.arange(len(self._states))
        for columns in (known[:FEW], known[FEW:]):
            rows = self._rows[left[:, None], columns]
            left = left[((rows == residual[columns]) | (rows == _NOT_KNOWN)).all(axis=1)]
        not_known = (self._rows[left] == _NOT_KNOWN).sum(axis=1)
        return [self._states[i] for i in left[np.argsort(not_known, kind="stable")]]


def telling_apart(automaton: Automaton, one: int, other: int) -> list[int] | None:
    """A word, as short as there can be, that is accepted from one of two states only; None if there
    is none.

    >>> telling_apart(Automaton.of(1, [[0, 1], [0, 2], [2, 2]], [False, False, True]), 0, 1)
    [1]
    """
    came: dict[tuple[int, int], tuple[tuple[int, int], int]] = {}
    first = one, other
    for pair in (waiting := [first]):
        if automaton.accepting[pair[0]] != automaton.accepting[pair[1]]:
            word, at = [], pair
            while at != first:
                at, symbol = came[at]
                word.append(symbol)
            return word[::-1]
        steps = zip(*automaton.step[list(pair)].tolist(), strict=True)
        for symbol, following in enumerate(steps):
            if following not in came and following != first and following[0] != following[1]:
                came[following] = pair, symbol
                waiting.append(following)
    return None


def wrong_below(guess: Automaton, table: Table | Sparse) -> list[tuple[int, ...]]:
    """Positions of a table, few and near, whose outcome is not as guessed."""
    if isinstance(table, Sparse):
        return table.wrong(guess, AT_ONCE)
    wrong = np.argwhere(accepted_below(guess, table.shape) != table)
    nearest = np.argsort(wrong.sum(axis=1), kind="stable")[:AT_ONCE]
    return [tuple(map(int, position)) for position in wrong[nearest]]


def accepted_below(automaton: Automaton, sides: Sequence[int]) -> Table:
    """Whether the automaton accepts each tuple of numbers below these sides.

    >>> from mexplore.discover.automata.numbers import equation
    >>> accepted_below(equation((1, -2), 0), (3, 2)).astype(int).tolist()
    [[1, 0], [0, 0], [0, 1]]
    """
    digits = [_digits_below(automaton.numeration, side, max(sides)) for side in sides]
    states = np.full(tuple(sides), automaton.starts[0], dtype=np.int32)
    for places in zip(*digits, strict=True):
        symbols = sum(
            place * automaton.numeration.digits**i
            for i, place in enumerate(np.meshgrid(*places, indexing="ij", sparse=True))
        )
        states = automaton.step[states, symbols]
    found: Table = automaton.accepting[states]
    return found


def _digits_below(numeration: Numeration, side: int, largest: int) -> list[_Numbers]:
    """The digits at place 0, at place 1, ... of all n < side, as many as numbers below the largest
    side have: those of the greedy sum, the largest weight first.

    >>> from mexplore.discover.automata.numeration import FIBONACCI
    >>> [digits.tolist() for digits in _digits_below(FIBONACCI, 5, 5)]
    [[0, 1, 0, 0, 1], [0, 0, 1, 0, 0], [0, 0, 0, 1, 1]]
    """
    weights, rest = [numeration.weight(0)], np.arange(side, dtype=np.int64)
    while (following := numeration.weight(len(weights))) < largest:
        weights.append(following)
    found = []
    for weight in reversed(weights):
        digits, rest = np.divmod(rest, weight)
        found.append(digits)
    return found[::-1]

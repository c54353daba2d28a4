"""Which ways of splitting a heap are enough for all values of a sum of heaps: hints for Coq.

A machine says which (m, v) are (a + b, x xor y) for related (a, x) and (b, y). That all of these
are such sums is shown bit by bit: a *guess* is a pair of states that the two parts may have
reached, with a carry. To follow all guesses together, as the subset construction does, takes
tens of thousands of sets of a hundred guesses (0.2048). A few guesses are enough to accept all that
the state of the sum accepts, and small sets of this kind are found here, one for each place where
one is needed:

* a word that a state accepts and that no guess of the set does asks for a guess that accepts it;
* the set is made anew of the guesses that accept the most words that are left;
* when no word is left, what follows the set is narrowed down in the same way.

Coq is given the sets (`Automata.v`, `check_down`) and checks that each accepts what it has to at
once, and holds after each step one of the sets of the state that follows.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cache

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.operations import Undecided
from mexplore.discover.coq.law import numbers
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds

Guesses = frozenset[int]
Word = tuple[tuple[int, int], ...]
BITS = ((0, 0), (0, 1), (1, 0), (1, 1))
ZEROS = 64
"""Zeros that may follow a sum of two heaps, so that its guesses end."""
BETWEEN = 256
"""Words that are looked at between two looks at the clock."""


@dataclass(frozen=True)
class Machine:
    """An automaton with its starts as Coq has it: state 0 accepts nothing."""

    steps: tuple[int, ...]
    accepting: tuple[int, ...]
    starts: tuple[int, ...]

    @classmethod
    def of(cls, automaton: Automaton) -> Machine:
        """The states from which something is accepted, in order."""
        live = automaton.live.tolist()
        number = {
            state: i for i, state in enumerate((s for s, is_live in enumerate(live) if is_live), 1)
        }
        steps = [0] * 4
        for state in number:
            steps += [number.get(target, 0) for target in automaton.step[state].tolist()]
        accepting = (0, *(int(automaton.accepting[state]) for state in number))
        starts = tuple(number.get(start, 0) for start in automaton.starts.tolist())
        return cls(tuple(steps), accepting, starts)

    def start(self, residue: int) -> int:
        """Where numbers of this residue start."""
        return self.starts[residue] if residue < len(self.starts) else 0

    def go(self, state: int, a: int, b: int) -> int:
        """The state after the bits a and b."""
        return self.steps[4 * state + a + 2 * b]

    def term(self) -> str:
        """The machine with its starts as a term.

        >>> from mexplore.discover.automata.numbers import equation
        >>> Machine.of(equation((1, -1), 0)).term()
        'family_of [0; 0; 0; 0; 1; 0; 0; 1] [0; 1] [1]'
        """
        return f"family_of {numbers(self.steps)} {numbers(self.accepting)} {numbers(self.starts)}"


NOTHING = Machine((0, 0, 0, 0, 1, 0, 0, 0), (0, 1), (1,))
"""No heap: 0 tokens of value 0."""
BLOCKS = Machine((0, 0, 0, 0, 1, 1, 0, 0), (0, 1), (1,))
"""Multiples of the modulus, of value 0."""


def enough(
    modulus: int, left: Machine, right: Machine, whole: Machine, deadline: float
) -> list[list[list[int]]]:
    """For each state of the sum the sets that are needed there; Undecided after the deadline.

    >>> enough(5, NOTHING, BLOCKS, BLOCKS, deadline=float("inf"))  # one guess at state 1
    [[], [[10]]]
    """
    search = _Search(left, right, whole, deadline)
    for residue in range(modulus):
        if state := whole.start(residue):
            search.want(state, search.guesses.starts(modulus, residue))
    search.close()
    return [[sorted(each) for each in search.sets[state]] for state in range(len(whole.accepting))]


class _Guesses:
    """Sets of pairs of states that may have been reached, with carries."""

    def __init__(self, left: Machine, right: Machine) -> None:
        self.left, self.right = left, right
        self.width = len(right.accepting).bit_length()
        self.after_one = cache(self._after_one)
        self.after = cache(self._after)
        self.ends = cache(self._ends)

    def starts(self, modulus: int, residue: int) -> Guesses:
        """Where the two parts of a number of this residue may start."""
        found = set()
        for a in range(modulus):
            b = (residue - a) % modulus
            if (first := self.left.start(a)) and (second := self.right.start(b)):
                found.add(self._code(first, second, (a + b) // modulus))
        return frozenset(found)

    def _code(self, first: int, second: int, carry: int) -> int:
        return (first << self.width | second) << 1 | carry

    def _after_one(self, guess: int, a: int, b: int) -> tuple[int, ...]:
        """What may follow a guess where the sum has the bit a, and the xor the bit b."""
        carry, pair = guess & 1, guess >> 1
        first, second = pair >> self.width, pair & ((1 << self.width) - 1)
        found = []
        for d in range(2):
            f = (a + d + carry) & 1
            for x in range(2):
                one = self.left.go(first, d, x)
                two = self.right.go(second, f, b ^ x) if one else 0
                if two:
                    found.append(self._code(one, two, (d + f + carry) >> 1))
        return tuple(found)

    def _after(self, guesses: Guesses, a: int, b: int) -> Guesses:
        return frozenset(each for guess in guesses for each in self.after_one(guess, a, b))

    def _ends(self, guesses: Guesses) -> bool:
        """Whether one of the guesses accepts, after some zeros."""
        for _ in range(ZEROS):
            if any(map(self._is_good, guesses)):
                return True
            guesses = self._after(guesses, 0, 0)
        return False

    def _is_good(self, guess: int) -> bool:
        pair = guess >> 1
        first, second = pair >> self.width, pair & ((1 << self.width) - 1)
        return not guess & 1 and bool(self.left.accepting[first] and self.right.accepting[second])

    def accepts(self, guess: int, word: Word) -> bool:
        """Whether a guess accepts a word."""
        now = frozenset([guess])
        for a, b in word:
            now = self.after(now, a, b)
        return self.ends(now)


class _Search:
    """The sets that are needed, and what shows that they are enough."""

    def __init__(self, left: Machine, right: Machine, whole: Machine, deadline: float) -> None:
        self.whole, self.deadline = whole, deadline
        self.guesses = _Guesses(left, right)
        states = range(len(whole.accepting))
        self.sets: list[list[Guesses]] = [[] for _ in states]
        self.words: list[list[Word]] = [[] for _ in states]
        self.accepted: dict[tuple[int, int], list[bool]] = {}
        self.todo: list[tuple[int, Guesses]] = []

    def want(self, state: int, guesses: Guesses) -> None:
        """Have a set among these guesses that is enough at the state."""
        if not self._is_known(state, guesses):
            found = self._narrowed(state, sorted(guesses))
            self.sets[state].append(found)
            self.todo.append((state, found))

    def close(self) -> None:
        """Have sets for all that follows those that were found."""
        while self.todo:
            self._refuse_late()
            state, guesses = self.todo.pop()
            for a, b in BITS:
                if target := self.whole.go(state, a, b):
                    self.want(target, self.guesses.after(guesses, a, b))

    def _refuse_late(self) -> None:
        if working_seconds() > self.deadline:
            raise Undecided("few guesses that are enough were not found", for_good=False)

    def _is_known(self, state: int, guesses: Guesses) -> bool:
        return any(each <= guesses for each in self.sets[state])

    def _narrowed(self, state: int, guesses: list[int]) -> Guesses:
        """Few of these guesses that accept all that the state accepts, as all of them do."""
        words = self.words[state]
        while True:
            found = self._few(state, guesses)
            word = self._not_accepted(state, found)
            if word is None:
                return found
            words.append(word)

    def _few(self, state: int, guesses: Iterable[int]) -> Guesses:
        """Few guesses that accept all words known: those that accept the most go first."""
        accepted = {guess: self._accepted(state, guess) for guess in guesses}
        left, found = set(range(len(self.words[state]))), set()
        while left:
            best = max(accepted, key=lambda guess: len(accepted[guess] & left), default=None)
            if best is None or not accepted[best] & left:
                raise Undecided("a value of a sum is not that of its heaps", for_good=True)
            found.add(best)
            left -= accepted[best]
        return frozenset(found)

    def _accepted(self, state: int, guess: int) -> set[int]:
        """Which of the words that the state is known to accept a guess accepts."""
        known = self.accepted.setdefault((state, guess), [])
        words = self.words[state]
        known += [self.guesses.accepts(guess, word) for word in words[len(known) :]]
        return {i for i, is_accepted in enumerate(known) if is_accepted}

    def _not_accepted(self, state: int, guesses: Guesses) -> Word | None:
        """A shortest word that the state accepts and that none of the guesses does."""
        queue: deque[tuple[int, Guesses, Word]] = deque([(state, guesses, ())])
        seen, looked_at = {(state, guesses)}, 0
        while queue:
            now, reached, word = queue.popleft()
            if self.whole.accepting[now] and not self.guesses.ends(reached):
                return word
            looked_at += 1
            if looked_at % BETWEEN == 0:
                self._refuse_late()
            for a, b in BITS:
                target = self.whole.go(now, a, b)
                following = self.guesses.after(reached, a, b)
                if target and (target, following) not in seen:
                    seen.add((target, following))
                    if not self._is_known(target, following):
                        queue.append((target, following, (*word, (a, b))))
        return None

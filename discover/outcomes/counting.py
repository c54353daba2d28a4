"""How many tuples of numbers an automaton accepts below given bounds, digit by digit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mexplore.discover.automata.automaton import Automaton, digits_of_symbols, word_of
from mexplore.discover.automata.numbers import inequality


def how_many(automaton: Automaton) -> int | None:
    """How many tuples are accepted; None where there is no end of them.

    A tuple is a word that does not end in a zero of all tracks. Let a state be *late* if such a
    word, not an empty one, leads from it to an accepting state. There is no end of tuples exactly
    if a circle of late states is reached: each time round makes another word.

    >>> from mexplore.discover.automata.numbers import equation, inequality
    >>> how_many(inequality((1, 2), 4)), how_many(equation((1, -1), 0))
    (9, None)
    """
    step, accepting = automaton.step, automaton.accepting
    late: npt.NDArray[np.bool_] = np.any(accepting[step[:, 1:]], axis=1)
    for _ in range(automaton.size):
        late = late | np.any(late[step], axis=1)
    counts = Counter({int(automaton.starts[0]): 1})
    total = int(accepting[automaton.starts[0]])
    for _ in range(automaton.size + 1):
        after: Counter[int] = Counter()
        for state, count in counts.items():
            if not late[state]:
                continue
            total += count * int(accepting[step[state, 1:]].sum())
            for following in step[state].tolist():
                after[following] += count
        counts = after
    return None if any(late[state] for state in counts) else total


class Bound(NamedTuple):
    """The sum of the numbers at these places is less than a limit."""

    places: tuple[int, ...]
    limit: int


def count_within(automaton: Automaton, bounds: Sequence[Bound]) -> int:
    """How many tuples are accepted that keep to the bounds; each number has to be in one of them.

    The words of as many digits as the limits have are counted by the states that they lead to: of
    the automaton, and for each bound of the one that compares a sum with a limit whose digits are
    known.

    >>> from mexplore.discover.automata.numbers import equation
    >>> count_within(equation((1, -2), 0), [Bound((0,), 10**30), Bound((1,), 10**30)]) == 5 * 10**29
    True
    """
    if any(bound.limit <= 0 for bound in bounds):
        return 0
    numeration = automaton.numeration
    d = numeration.digits
    compared = [inequality((*[1] * len(b.places), -1), -1, numeration) for b in bounds]
    limits = [word_of([bound.limit], numeration) for bound in bounds]
    length = max(map(len, limits))
    digits = digits_of_symbols(automaton.tracks, d).tolist()
    sums = [
        [sum(row[place] * d**i for i, place in enumerate(b.places)) for row in digits]
        for b in bounds
    ]
    steps = [a.step.tolist() for a in (automaton, *compared)]
    live = [a.live.tolist() for a in (automaton, *compared)]
    counts = Counter({tuple(int(a.starts[0]) for a in (automaton, *compared)): 1})
    for j in range(length):
        highest = [
            (word[j] if j < len(word) else 0) * d ** len(b.places)
            for word, b in zip(limits, bounds, strict=True)
        ]
        after: Counter[tuple[int, ...]] = Counter()
        for (state, *others), count in counts.items():
            for symbol, following in enumerate(steps[0][state]):
                if not live[0][following]:
                    continue
                to = [
                    step[q][s[symbol] + high]
                    for step, q, s, high in zip(steps[1:], others, sums, highest, strict=True)
                ]
                if all(alive[q] for alive, q in zip(live[1:], to, strict=True)):
                    after[following, *to] += count
        counts = after
    flags = [a.accepting for a in (automaton, *compared)]
    return sum(
        count
        for states, count in counts.items()
        if all(flag[q] for flag, q in zip(flags, states, strict=True))
    )

"""Whether play on words must end: weights of letters that every rule lowers.

**Theorem.** If there are numbers w(c) >= 0, w(.) = 0, such that the weights of the letters of every
lhs have a larger sum than those of its rhs, then every play ends, since each move lowers the weight
of the word by at least a fixed amount.

Whether there are such numbers is a linear program. It is solved exactly, by the criss-cross method
with the least index first (T. Terlaky, A convergent criss-cross method, Optimization 16 (1985)):
the program has no objective, so that every tableau is dual feasible, and the method ends with a
solution or with a row that has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from mexplore.rules.words.rewriting import DEAD, EMPTY, Rewrite, Rewriting


def weights(rewriting: Rewriting) -> dict[str, Fraction] | None:
    """Weights of the letters that are not dead, whose sum every rule lowers by at least 1.

    >>> from mexplore.rules.words.rewriting import Rewrite
    >>> found = weights(Rewriting.of([Rewrite("oo", "ob"), Rewrite("b", ".")]))
    >>> found == {"b": 1, "o": 2}
    True
    >>> weights(Rewriting.of([Rewrite("ob", "bo")])) is None
    True
    """
    letters = sorted(rewriting.live - {EMPTY, DEAD})
    rows = []
    for row in sorted({difference(rule, letters) for rule in rewriting.rules}):
        if all(entry <= 0 for entry in row):
            return None
        rows.append(row)
    found = least_index(rows, len(letters))
    return None if found is None else dict(zip(letters, found, strict=True))


def difference(rule: Rewrite, letters: Sequence[str]) -> tuple[int, ...]:
    """How many more of each letter there are before the rule than after it."""
    before, after = Counter(rule.lhs), Counter(rule.rhs)
    return tuple(before[letter] - after[letter] for letter in letters)


def least_index(rows: list[tuple[int, ...]], columns: int) -> list[Fraction] | None:
    """Numbers x >= 0 with row x >= 1 for every row; None if there are none.

    >>> least_index([(1, -2), (0, 1)], 2) == [3, 1]
    True
    >>> least_index([(1, -1), (-1, 1)], 2) is None
    True
    """
    # Variables 0, 1, ...: the x, then a slack row x - 1 >= 0 for each row. Each basic variable is
    # a constant and a combination of the others.
    free = list(range(columns))
    basic = [columns + i for i in range(len(rows))]
    constants = [Fraction(-1) for _ in rows]
    table = [[Fraction(entry) for entry in row] for row in rows]
    while True:
        low = (
            min((basic[i], i) for i in [*range(len(rows))] if constants[i] < 0)
            if any(constant < 0 for constant in constants)
            else None
        )
        if low is None:
            values = dict(zip(basic, constants, strict=True))
            return [values.get(x, Fraction(0)) for x in range(columns)]
        i = low[1]
        entering = min(((free[j], j) for j in range(columns) if table[i][j] > 0), default=None)
        if entering is None:
            return None
        j = entering[1]
        _exchange(table, constants, i, j)
        basic[i], free[j] = free[j], basic[i]


def _exchange(table: list[list[Fraction]], constants: list[Fraction], i: int, j: int) -> None:
    """Solve row i for the variable of column j, and put it into the other rows."""
    pivot, row = table[i][j], table[i]
    table[i] = [(1 if k == j else -entry) / pivot for k, entry in enumerate(row)]
    constants[i] = -constants[i] / pivot
    for other in range(len(table)):
        factor = table[other][j]
        if other == i or not factor:
            continue
        table[other] = [
            (0 if k == j else entry) + factor * new
            for k, (entry, new) in enumerate(zip(table[other], table[i], strict=True))
        ]
        constants[other] += factor * constants[i]

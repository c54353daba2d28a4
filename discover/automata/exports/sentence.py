"""The sentence as formulas about numbers, which each language then writes in its own way.

It is the naive form, without residue classes: what checks it shares neither the automata nor the
way in which they are put together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import count

from mexplore.discover.automata.laws import Branch, Law
from mexplore.rules.moves.relations import Leaving, Move, Splitting

Terms = Sequence[tuple[int, str]]
"""A sum of multiples, at least 0 times, of named numbers."""


class Language(ABC):
    """The syntax of a language, as far as the sentence needs it. Letters name numbers."""

    def __init__(self) -> None:
        self._fresh = count(1)

    def fresh(self, letter: str = "t") -> str:
        """A name that is not used yet."""
        return f"{letter}{next(self._fresh)}"

    @abstractmethod
    def equals(self, left: Terms, constant: int, right: Terms, other: int) -> str:
        """The sum on the left plus its constant equals that on the right."""

    @abstractmethod
    def at_most(self, left: Terms, constant: int, right: Terms, other: int) -> str:
        """The sum on the left plus its constant is at most that on the right."""

    @abstractmethod
    def xor(self, x: str, y: str, z: str) -> str:
        """z is the bitwise xor of x and y."""

    @abstractmethod
    def some(self, names: Sequence[str], formula: str) -> str:
        """Such numbers exist."""

    @abstractmethod
    def call(self, predicate: str, *names: str) -> str:
        """A predicate that was defined before."""

    @abstractmethod
    def every(self, formulas: Sequence[str]) -> str:
        """And."""

    @abstractmethod
    def any(self, formulas: Sequence[str]) -> str:
        """Or."""

    @abstractmethod
    def no(self, formula: str) -> str:
        """Not."""

    # The rest is expressed by these.

    def balanced(self, terms: Terms, constant: int, compare: str) -> str:
        """The sum with coefficients of any sign equals, or is at most, the constant."""
        left = [(c, x) for c, x in terms if c > 0]
        right = [(-c, x) for c, x in terms if c < 0]
        write = self.equals if compare == "=" else self.at_most
        return write(left, max(-constant, 0), right, max(constant, 0))

    def is_number(self, name: str, number: int) -> str:
        return self.equals([(1, name)], 0, [], number)

    def positive(self, name: str) -> str:
        return self.no(self.is_number(name, 0))


def definitions(law: Law, moves: Sequence[Move], language: Language) -> list[tuple[str, str, str]]:
    """(name, parameters, formula) of: law(n, v); heaps(m, v) of each kind; option(n, v)."""
    found = [("law", "n v", law_formula(law, language))]
    kinds = dict.fromkeys(
        (m.heaps, m.suffix if m.heaps > 1 else "") for m in moves if isinstance(m, Splitting)
    )
    needed = {kind for kind in kinds if kind[0] > 1}
    for heaps, suffix in list(needed):
        if suffix == "":
            needed |= {(h, "") for h in range(2, heaps)}
    for heaps, suffix in sorted(needed):
        formula = heaps_formula(heaps, suffix, language)
        found.append((heaps_name(heaps, suffix), "m v", formula))
    found.append(("option", "n v", language.any([move_formula(m, language) for m in moves])))
    return found


def law_formula(law: Law, language: Language) -> str:
    """v = F(n)."""
    p, cases = law.modulus, []
    for r, each in enumerate(law.classes):
        for q, value in enumerate(each.first):
            place, v = language.is_number("n", p * q + r), language.is_number("v", value)
            cases.append(language.every([place, v]))
        start = language.at_most([], len(each.first), [(1, "q")], 0)
        place = language.equals([(1, "n")], 0, [(p, "q")], r)
        formula = each.tail.formula("q", "v")
        if formula is None:
            raise ValueError("this law is no formula")
        for branch in formula.branches:
            body = language.every([place, start, *_branch(branch, language)])
            cases.append(language.some(["q", *branch.bound], body))
    return language.any(cases)


def _branch(branch: Branch, language: Language) -> list[str]:
    equations = [
        language.balanced([(c, x) for x, c in terms], constant, "=")
        for terms, constant in branch.equations
    ]
    conditions = []
    for name, *arguments in branch.conditions:
        if name == "not power":
            conditions.append(language.no(language.call("power", *arguments)))
        else:
            conditions.append(language.call(name.replace(" ", ""), *arguments))
    return [*equations, *conditions]


def heaps_name(heaps: int, suffix: str) -> str:
    """heaps2, heaps3unequal, ..."""
    return f"heaps{heaps}" + {"": "", "!": "unequal", "?": "notallequal", "=": "equal"}[suffix]


def heaps_formula(heaps: int, suffix: str, language: Language) -> str:
    """m tokens in this many nonempty heaps, under the suffix, have the value v."""
    if suffix == "=":
        value = language.call("law", "a", "v")
        if heaps % 2 == 0:
            value = language.is_number("v", 0)
        total = language.equals([(heaps, "a")], 0, [(1, "m")], 0)
        return language.some(["a"], language.every([language.positive("a"), total, value]))
    if suffix == "":
        rest = _one_or_more(heaps - 1, "b", "y", language)
        total = language.equals([(1, "a"), (1, "b")], 0, [(1, "m")], 0)
        # One number after the other is guessed as soon as it can be: few are then read at once.
        first = [
            language.positive("a"),
            language.call("law", "a", "x"),
            language.xor("x", "y", "v"),
        ]
        inner = language.some(["x"], language.every(first))
        values = language.some(["y"], language.every([rest, inner]))
        return language.some(["a", "b"], language.every([total, values]))
    return _heaps_one_by_one(heaps, suffix, language)


def _one_or_more(heaps: int, m: str, v: str, language: Language) -> str:
    if heaps == 1:
        return language.every([language.positive(m), language.call("law", m, v)])
    return language.call(heaps_name(heaps, ""), m, v)


def _heaps_one_by_one(heaps: int, suffix: str, language: Language) -> str:
    """All heaps are named at once, with the condition on every pair of them."""
    sizes, values = [f"a{i}" for i in range(heaps)], [f"x{i}" for i in range(heaps)]
    partial = [f"z{i}" for i in range(1, heaps - 1)]
    parts = [language.positive(a) for a in sizes]
    parts += [language.call("law", a, x) for a, x in zip(sizes, values, strict=True)]
    parts.append(language.equals([(1, a) for a in sizes], 0, [(1, "m")], 0))
    before = values[0]
    for x, after in zip(values[1:], [*partial, "v"], strict=True):
        parts.append(language.xor(before, x, after))
        before = after
    same = [
        language.equals([(1, a)], 0, [(1, b)], 0)
        for i, a in enumerate(sizes)
        for b in sizes[i + 1 :]
    ]
    if suffix == "!":
        parts += [language.no(pair) for pair in same]
    else:
        parts.append(language.no(language.every(same)))
    return language.some([*sizes, *values, *partial], language.every(parts))


def move_formula(move: Move, language: Language) -> str:
    """Some option of n by this kind of moves has the value v."""
    if isinstance(move, Leaving):
        return _leaving(move, language)
    removed: Terms = ()
    bound = []
    if move.step:
        removed, bound = [(move.step, "k")], ["k"]
    if move.heaps == 0:
        place = language.balanced([(1, "n"), *((-c, x) for c, x in removed)], move.first, "=")
        formula = language.every([place, language.is_number("v", 0)])
        return language.some(bound, formula) if bound else formula
    suffix = move.suffix if move.heaps > 1 else ""
    if move.heaps == 1:
        worth = _one_or_more(1, "m", "v", language)
    else:
        worth = language.call(heaps_name(move.heaps, suffix), "m", "v")
    place = language.balanced(
        [(1, "n"), (-1, "m"), *((-c, x) for c, x in removed)], move.first, "="
    )
    return language.some([*bound, "m"], language.every([place, worth]))


def _leaving(move: Leaving, language: Language) -> str:
    low, high = move.low, move.high
    upper = language.balanced([(high.c, "m"), (-high.a, "n")], high.b, "<=")
    lower = language.balanced([(low.a, "n"), (-low.c, "m")], low.c - 1 - low.b, "<=")
    below = language.balanced([(1, "m"), (-1, "n")], -1, "<=")
    worth = language.call("law", "m", "v")
    return language.some(["m"], language.every([upper, lower, below, worth]))

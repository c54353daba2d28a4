"""Rules whose options are linear floor forms on every residue class of n, from some n on.

A *floor form* is n -> floor(a*n/c) + j with 0 <= a <= c in lowest terms and an integer j; a = 0
is a constant. Read are finite subtraction sets, quotients rounded down or up, unions, and lists of
options with conditions on the residue of n, nested quotients, guards, min and max
(`rules.arithmetic.residue_lines` says what an expression may hold).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property, partial, reduce

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.residue_lines import Budget, Line, NoLine, ResidueClass, on_classes
from mexplore.rules.dataclass import dataclass

LARGEST_MODULUS = 5040
LARGEST_START = 20_000
MOST_OPTIONS = 512  # of one class


@dataclass(frozen=True, order=True)
class FloorForm:
    """n -> floor(a*n/c) + shift, 0 <= a <= c in lowest terms; c = 1 where a = 0.

    >>> FloorForm(2, 3, -1)(10)
    5
    """

    a: int
    c: int
    shift: int

    def __call__(self, n: int) -> int:
        return self.a * n // self.c + self.shift


Moves = tuple[tuple[FloorForm, ...], ...]
"""The options of one class: the heaps of each."""


@dataclass(frozen=True)
class ResidueOptions:
    """For n >= start the options of n are those of ``classes[n mod modulus]`` evaluated at n: every
    heap is an integer from 0 to n - 1, and every a/c has a c that divides the modulus."""

    modulus: int
    start: int
    classes: tuple[Moves, ...]

    def forms(self) -> Iterator[FloorForm]:
        """Every heap of every option."""
        return (form for moves in self.classes for option in moves for form in option)

    @cached_property
    def base(self) -> int | None:
        """The largest k of which every denominator c > 1 is a power, if all slopes are 1/c.

        >>> from mexplore.rules.moves.written import as_expression
        >>> from mexplore.rules.notation import parse_rule
        >>> rules = [parse_rule(f"divide({d})") for d in ("4", "4, 8", "2, 3")]
        >>> [by_residues(as_expression(rule)).base for rule in rules]
        [4, 2, None]
        """
        slopes = {(form.a, form.c) for form in self.forms() if form.a}
        divisors = sorted({c for _, c in slopes} - {1})
        if not divisors or any(a > 1 for a, _ in slopes):
            return None
        base = reduce(_common_root, divisors)
        return base if base > 1 else None

    def options(self, n: int) -> list[tuple[int, ...]]:
        """The options of n >= start."""
        moves = self.classes[n % self.modulus]
        return [tuple(form(n) for form in option) for option in moves]


def by_residues(body: tree.Node) -> ResidueOptions:
    """The options that a list in n has, by residue classes; NoLine says why they have not this
    shape."""
    found = on_classes(partial(_on_class, body, Budget()), LARGEST_MODULUS)
    start = max(first for first, _ in found)
    if start > LARGEST_START:
        raise NoLine(f"its options have one shape only from n = {start} on")
    return ResidueOptions(len(found), start, tuple(moves for _, moves in found))


def _on_class(body: tree.Node, budget: Budget, residue: int, modulus: int) -> tuple[int, Moves]:
    """The options on one class, and from which n on they are that."""
    place = ResidueClass(residue, modulus, {"n": Line(1, 0)}, budget)
    listed = [e if isinstance(e, tuple) else (e,) for e in place.entries(body)]
    found, first = set(), place.first
    for heaps in listed:
        since, option = _option(heaps, residue)
        first = max(first, since)
        if option is not None:
            found.add(option)
    if len(found) > MOST_OPTIONS:
        raise NoLine(f"a heap has more than {MOST_OPTIONS} options")
    # What holds for n >= first of the class holds for all n beyond its last member below.
    return max(1, first - (first - 1 - residue) % modulus), tuple(sorted(found))


def _option(heaps: tuple[Line, ...], residue: int) -> tuple[int, tuple[FloorForm, ...] | None]:
    """From which n on the heaps are what they are in the end, and the option: None where a heap
    is negative in the end, so that this is not a move."""
    for line in heaps:
        if line.alpha < 0:
            return -line.beta // line.alpha + 1, None
        if line.alpha == 0 and line.beta < 0:
            return 1, None
    first = max((_within(line) for line in heaps), default=1)
    return first, tuple(sorted(_form(line, residue) for line in heaps))


def _within(line: Line) -> int:
    """From which n on 0 <= line < n; alpha >= 0 and, where alpha = 0, beta >= 0."""
    alpha, beta = line.alpha, line.beta
    if alpha == 0:
        return int(beta) + 1
    if alpha > 1 or (alpha == 1 and beta >= 0):
        raise NoLine("an option is not always a smaller heap")
    least = max(1, -(beta // alpha))
    return least if alpha == 1 else max(least, beta // (1 - alpha) + 1)


def _form(line: Line, residue: int) -> FloorForm:
    """The line as floor(a*n/c) + shift on the class: the shift is beta + (a*residue mod c)/c."""
    a, c = line.alpha.numerator, line.alpha.denominator
    shift = line.beta + Fraction(a * residue % c, c)
    assert shift.denominator == 1
    return FloorForm(a, c, int(shift))


def _common_root(a: int, b: int) -> int:
    """The largest number of which both are powers; 1 if there is none.

    >>> _common_root(8, 4), _common_root(6, 4), _common_root(1, 5)
    (2, 1, 1)
    """
    while a != b:
        a, b = min(a, b), max(a, b)
        if a == 1 or b % a:
            return 1
        b //= a
    return a

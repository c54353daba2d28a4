"""Lists of options that change one digit of n: what may become of each digit."""

from __future__ import annotations

from collections.abc import Iterator

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate_options
from mexplore.rules.arithmetic.guards import guarded
from mexplore.rules.arithmetic.reading import read_expression
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError
from mexplore.rules.moves.written import lists_of

LARGEST_BASE = 256
_STEPS = 1_000_000

_N, _DIGIT = tree.Name("n"), tree.Name("digit")


@dataclass(frozen=True)
class DigitMoves:
    """A move lowers one digit a of n in the base, any digit, by one of ``lowered[a]``, a set of
    numbers from 1 to a.

    >>> list(DigitMoves(3, (frozenset(), frozenset({1}), frozenset({1}))).options(5))  # 12
    [4, 2]
    """

    base: int
    lowered: tuple[frozenset[int], ...]

    def options(self, n: int) -> Iterator[int]:
        """The heaps that a move from n leaves."""
        power = 1
        while power <= n:
            for amount in sorted(self.lowered[n // power % self.base]):
                yield n - amount * power
            power *= self.base


def digit_moves(body: tree.Node) -> DigitMoves | None:
    """The moves on digits that a list in n describes; None where its shape shows none.

    >>> from mexplore.rules.arithmetic.reading import read_options
    >>> text = "[n - j*3**i for i in range(n) for j in range(1, n // 3**i % 3 + 1)]"
    >>> digit_moves(read_options(text, ("n",), whole=text, at=0)).lowered
    (frozenset(), frozenset({1}), frozenset({1, 2}))
    """
    inner = guarded(body)
    # From 0 there is no move anyhow, and from 1 there may be one.
    if inner is None or inner[1] > 1:
        return None
    found = [_of_loop(part) for part in lists_of(inner[0])]
    known = [moves for moves in found if moves is not None]
    if len(known) < len(found) or len({moves.base for moves in known}) != 1:
        return None
    together = zip(*(moves.lowered for moves in known), strict=True)
    return DigitMoves(known[0].base, tuple(frozenset().union(*sets) for sets in together))


def _of_loop(body: tree.Node) -> DigitMoves | None:
    """One list, over all places i of digits and perhaps other numbers."""
    if not isinstance(body, tree.Comprehension) or "digit" in tree.names_in(body):
        return None
    for clause in body.clauses:
        for base in sorted(_bases(body)):
            if clause.source in _places(base):
                found = _at_place(body, clause, base)
                if found is not None:
                    return found
    return None


def _bases(node: tree.Node) -> set[int]:
    """The numbers of which powers are taken; shifts are powers of 2."""
    own = {2} if isinstance(node, tree.Binary) and node.sign in ("<<", ">>") else set()
    match node:
        case tree.Binary("**", tree.Number(base), tree.Name()) if 2 <= base <= LARGEST_BASE:
            own = {base}
    return own.union(*(_bases(child) for child in node.children()))


def _places(base: int) -> list[tree.Node]:
    """Loops over the places of all digits; beyond the first digit there are zeros."""
    ends = ("n", "n + 1", "bit_length(n)", "bit_length(n) + 1", f"len(digits(n, {base}))")
    stops = [read_expression(end, ("n",)) for end in ends]
    zero = tree.Number(0)
    return [tree.Call("range", first) for stop in stops for first in ((stop,), (zero, stop))]


def _at_place(body: tree.Comprehension, place: tree.Clause, base: int) -> DigitMoves | None:
    """The list where the place is that of a clause."""
    digit = _Digit(base, tree.Name(place.name))
    amount = digit.amount(body.item)
    if amount is None:
        return None
    once = tree.listing([tree.Number(0)])
    clauses = tuple(
        tree.Clause(
            clause.name,
            once if clause is place else digit.named(clause.source),
            tuple(digit.tested(test) for test in clause.tests),
        )
        for clause in body.clauses
    )
    lowered = tree.Comprehension(digit.named(amount), clauses)
    if tree.names_in(lowered) & {"n", place.name}:
        return None  # a move depends on more than the digit
    sets = [_lowered(lowered, a) for a in range(base)]
    known = [one for one in sets if one is not None]
    return DigitMoves(base, tuple(known)) if len(known) == base else None


def _lowered(body: tree.Node, digit: int) -> frozenset[int] | None:
    """By what the digit is lowered; None where it would not stay a digit, or not become less."""
    try:
        amounts = set(evaluate_options(body, {"digit": digit}, _STEPS))
    except MexploreError:
        return None
    found = frozenset(amount for amount in amounts if isinstance(amount, int))
    fits = len(found) == len(amounts) and all(1 <= amount <= digit for amount in found)
    return found if fits else None


@dataclass(frozen=True)
class _Digit:
    """The digit of n in a base at a place, as expressions call it."""

    base: int
    place: tree.Name

    def _written(self, *texts: str) -> list[tree.Node]:
        names = ("n", "i")
        read = [read_expression(text.format(b=self.base), names) for text in texts]
        return [tree.substitute(node, {"i": self.place}) for node in read]

    def _forms(self) -> list[tree.Node]:
        binary = ("n >> i & 1", "(n >> i) % 2", "1 & n >> i") if self.base == 2 else ()
        return self._written("n // {b}**i % {b}", *binary)

    def _powers(self) -> list[tree.Node]:
        return self._written("{b}**i", *(("1 << i",) if self.base == 2 else ()))

    def named(self, node: tree.Node) -> tree.Node:
        """The expression with the digit by its name."""
        if node in self._forms():
            return _DIGIT
        return tree.with_children(node, self.named)

    def tested(self, test: tree.Node) -> tree.Node:
        """The same for a condition; n & 2**i is not 0 exactly where the digit is not, and then
        n ^ 2**i is less than n."""
        masks = ("n & 1 << i", "1 << i & n", "n & 2**i", "2**i & n")
        more = (f"{mask} {sign} 0" for mask in masks for sign in (">", "!="))
        less = (f"n ^ {power} < n" for power in ("2**i", "1 << i"))
        known = self._written(*masks, *more, *less)
        return _DIGIT if self.base == 2 and test in known else self.named(test)

    def amount(self, item: tree.Node) -> tree.Node | None:
        """c, where an option is n - c*base**i; None for other options."""
        match item:
            case tree.Heap((single,)):
                return self.amount(single)
            case tree.Binary("-", left, right) if left == _N:
                return self._factor(right)
            case tree.Binary("^", left, right) if left == _N and right in self._powers():
                # Where the digit is 1 this removes it; where it is 0 it would add it.
                one_or_none = self._forms()[0]
                return one_or_none if self.base == 2 else None
            case _:
                return None

    def _factor(self, amount: tree.Node) -> tree.Node | None:
        """c, where an amount is c*base**i."""
        if amount in self._powers():
            return tree.Number(1)
        match amount:
            case tree.Binary("*", left, right):
                if right in self._powers():
                    return left
                if left in self._powers():
                    return right
            case tree.Binary("<<", left, right) if self.base == 2 and right == self.place:
                return left
        return None

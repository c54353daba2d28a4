"""Relations among numbers that have names, as automata with a track for each name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce

from mexplore.discover.automata.automaton import Automaton, digits_of_symbols
from mexplore.discover.automata.numbers import equation, inequality, written
from mexplore.discover.automata.numeration import BINARY, Numeration
from mexplore.discover.automata.operations import Budget, Undecided, both, exists
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.systems.bits import BitwiseAnd

LARGEST = 1 << 20  # of coefficients: there are as many states, or nearly
MOST_SYMBOLS = 1 << 14  # of an automaton: digits to the power of tracks


@dataclass(frozen=True)
class Relation:
    """The values of ``names`` whose digits the automaton accepts, name by name a track.

    >>> from mexplore.discover.automata.numeration import FIBONACCI
    >>> x, y = map(Polynomial.name, "xy")
    >>> less = at_least_zero(y - x - 1, FIBONACCI, Budget())
    >>> less.names, less.automaton.accepts(3, 5)
    (('x', 'y'), True)
    >>> positive = without_name(less, "x", Budget())
    >>> positive.names, [n for n in range(4) if positive.automaton.accepts(n)]
    (('y',), [1, 2, 3])
    """

    automaton: Automaton
    names: tuple[str, ...]

    def on(self, names: Sequence[str]) -> Automaton:
        """The automaton with a track for each of these names, those of the relation among them."""
        digits = self.automaton.numeration.digits
        if digits ** len(names) > MOST_SYMBOLS:
            raise Undecided(
                f"{len(names)} numbers {self.automaton.numeration.words()} at once have "
                f"{digits ** len(names)} combinations of digits, more than {MOST_SYMBOLS}",
                for_good=True,
            )
        return self.automaton.on([names.index(name) for name in self.names], len(names))


def at_least_zero(form: Polynomial, numeration: Numeration, budget: Budget) -> Relation:
    """The values of its names for which a linear form is >= 0."""
    names = _names(form)
    negated = tuple(-c for c in form.coefficients(names))
    return Relation(inequality(negated, form.constant, numeration, budget), names)


def zero(form: Polynomial, numeration: Numeration, budget: Budget) -> Relation:
    """The values of its names for which a linear form is 0."""
    names = _names(form)
    return Relation(equation(form.coefficients(names), -form.constant, numeration, budget), names)


def with_bits(
    bits: Iterable[BitwiseAnd], numeration: Numeration, budget: Budget
) -> Iterator[Relation]:
    """Relations that hold together exactly where numbers have the binary digits that are said of
    them: forms are read as numbers of their own.

    >>> n, k = map(Polynomial.name, "nk")
    >>> disjoint = with_bits([BitwiseAnd(n - k, k, Polynomial.number(0))], BINARY, Budget())
    >>> found = among(disjoint, ("n", "k"), Budget())
    >>> [k for k in range(8) if found.accepts(6, k)]  # 6 - k and k share no binary digit 1
    [0, 2, 4, 6]
    """
    for number, each in enumerate(bits):
        if numeration != BINARY:
            raise Undecided(
                f"binary digits are not read {numeration.words()}, only in base 2", for_good=True
            )
        names: list[str] = []
        for place, form in enumerate(each.forms):
            name = next((n for n in form.names if form == Polynomial.name(n)), None)
            if name is None or name in names:
                name = f"digits {number} {place}"
                yield zero(form - Polynomial.name(name), numeration, budget)
            names.append(name)
        yield Relation(_bitwise_and(), tuple(names))


@cache
def _bitwise_and() -> Automaton:
    """The (a, b, c) with a & b = c."""
    step = [[int(a & b != c) for a, b, c in digits_of_symbols(3, 2).tolist()], [1] * 8]
    return Automaton.of(3, step, [True, False])


def _names(form: Polynomial) -> tuple[str, ...]:
    """Those of a form, whose coefficients are not too large."""
    names = tuple(sorted(form.names))
    if max(map(abs, form.coefficients(names)), default=0) > LARGEST:
        raise Undecided(f"a coefficient of a move is greater than {LARGEST}", for_good=True)
    return names


def together(relations: Iterable[Relation], budget: Budget) -> Relation:
    """What satisfies all of them, of which there is one at least; small ones are joined first."""

    def join(one: Relation, other: Relation) -> Relation:
        names = tuple(dict.fromkeys((*one.names, *other.names)))
        return Relation(both(one.on(names), other.on(names), budget), names)

    return reduce(join, sorted(relations, key=lambda r: (len(r.names), r.automaton.size)))


def without_name(relation: Relation, name: str, budget: Budget) -> Relation:
    """There is a value of the name such that the relation holds."""
    at = relation.names.index(name)
    rest = (*relation.names[:at], *relation.names[at + 1 :])
    return Relation(exists(relation.automaton, at, budget), rest)


def among(relations: Iterable[Relation], names: Sequence[str], budget: Budget) -> Automaton:
    """The tuples of these names for which all other names have values such that all relations hold.

    Names are left out one by one, each from the relations that speak of it, and that first which
    then leaves the fewest names together: so few tracks are read at a time.
    """
    left = list(relations)
    while others := {name for r in left for name in r.names} - set(names):
        buckets = {name: [r for r in left if name in r.names] for name in sorted(others)}
        name = min(buckets, key=lambda each: len({n for r in buckets[each] for n in r.names}))
        found = without_name(together(buckets[name], budget), name, budget)
        left = [*(r for r in left if name not in r.names), found]
    numeration = left[0].automaton.numeration
    everything = Relation(written(len(names), numeration), tuple(names))
    return together([*left, everything], budget).on(names)

"""Expressions in whole numbers with names for quotients: q = n // 3 is 0 <= n - 3*q <= 2.

Where `rules.systems.expressions` goes through the remainders, a quotient is one number more, which
the facts determine. So tests and their negations are read as before, and cases stay few.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.inequalities import impossible
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.systems.expressions import Expressions, Piece, Quotient
from mexplore.rules.systems.facts import AtLeastZero, Facts, Unread


class NamedQuotients(Expressions):
    """Reads expressions in names, some of which are known to be >= 0; every quotient that occurs
    is one name, wherever it stands.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> test = read_expression("(n + 7) // 3 < k or n % 3 == 1", ("n", "k"))
    >>> for facts in NamedQuotients().alternatives(test):
    ...     print(*(fact.form for fact in facts), sep="; ")
    n - 3*quotient 1 + 1; -n + 3*quotient 1 + 1; k - quotient 1 - 3
    n - 3*quotient 2; -n + 3*quotient 2 + 2; -n + 3*quotient 2 + 1; n - 3*quotient 2 - 1
    """

    lists_constants: ClassVar[bool] = False

    def __init__(self, not_negative: Iterable[str] = ()) -> None:
        self._known = list(map(Polynomial.name, not_negative))
        self._named: dict[tuple[Polynomial, int], Polynomial] = {}

    def _divided(self, one: Quotient, number: int) -> Iterator[tuple[Quotient, Quotient, Facts]]:
        rest = Polynomial({monomial: c % number for monomial, c in one.form.terms()})
        whole = Quotient(one.form - rest, number).reduced()
        if rest.is_constant:  # which is less than the number
            yield whole, Quotient(rest), ()
            return
        fresh = Polynomial.name(f"quotient {len(self._named) + 1}")
        name = self._named.setdefault((rest, number), fresh)
        left = rest - name * number
        facts = AtLeastZero(left), AtLeastZero(-left + (number - 1))
        yield whole + Quotient(name), Quotient(left), facts

    def _picked(self, entries: tuple[int, ...], index: tree.Node) -> Iterator[Piece]:
        for quotient, facts in self.pieces(index):
            known = [*self._known, *(fact.form for fact in facts)]
            beyond = quotient.form - len(entries), -quotient.form - len(entries) - 1
            if not all(impossible([*known, form]) for form in beyond):
                raise Unread(f"the place {index} may be none of {len(entries)} entries")
            for place in range(-len(entries), len(entries)):
                apart = quotient.form - place
                here = AtLeastZero(apart), AtLeastZero(-apart)
                yield Quotient(Polynomial.number(entries[place])), (*facts, *here)

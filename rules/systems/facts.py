"""What is known of whole numbers: linear forms that are not negative, and remainders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError

MOST_MODULUS = 5040
"""Of remainders."""


class Unread(InputError):
    """Moves that no schemas were derived from; the text says which, and why.

    Names within that no text has, ``n#`` for the size and ``k#1`` for loops, are shown without what
    follows the letters.

    >>> str(Unread("k#1 < n#")), str(Unread("k#1 < n#").with_size("x"))
    ('k < n', 'k < x')
    """

    def __init__(self, text: str) -> None:
        self._text = text
        super().__init__(re.sub(r"(?<=[\w)\]])#\d*", "", text))

    def with_size(self, name: str) -> Unread:
        """The same where the size has this name."""
        return Unread(re.sub(r"\bn#(?!\d)", name, self._text))


@dataclass(frozen=True)
class AtLeastZero:
    """A linear form that is not negative."""

    form: Polynomial

    def simplest(self) -> AtLeastZero | bool:
        """The same with coprime coefficients; of a number, whether it holds.

        >>> a = Polynomial.name("a")
        >>> AtLeastZero(2 * a - 1).simplest(), AtLeastZero(Polynomial.number(-3)).simplest()
        (AtLeastZero(form=a - 1), False)
        """
        if self.form.is_constant:
            return self.form.constant >= 0
        return AtLeastZero(self.form.in_lowest_terms)

    def with_names(self, meanings: Mapping[str, Polynomial | int]) -> AtLeastZero:
        return AtLeastZero(self.form.with_names(meanings))


@dataclass(frozen=True)
class Remainder:
    """A linear form whose remainder by ``modulus`` is one of those allowed."""

    form: Polynomial
    modulus: int
    allowed: frozenset[int]

    def simplest(self) -> Remainder | bool:
        """The same with coefficients below the modulus; whether it holds, where that is known."""
        q = self.modulus
        form = Polynomial({monomial: c % q for monomial, c in self.form.terms()})
        if len(self.allowed) == q:
            return True
        if form.is_constant:
            return form.constant % q in self.allowed
        return Remainder(form, q, self.allowed) if self.allowed else False

    def with_names(self, meanings: Mapping[str, Polynomial | int]) -> Remainder:
        return Remainder(self.form.with_names(meanings), self.modulus, self.allowed)


Fact = AtLeastZero | Remainder
Facts = tuple[Fact, ...]
"""All of them hold."""


def together(facts: Iterable[Fact]) -> Facts | None:
    """The facts, simplified, each once; None where one of them does not hold.

    >>> n = Polynomial.name("n")
    >>> together([AtLeastZero(n - 2), AtLeastZero(Polynomial.number(1))])
    (AtLeastZero(form=n - 2),)
    """
    found: dict[Fact, None] = {}
    for fact in facts:
        simple = fact.simplest()
        if simple is False:
            return None
        if not isinstance(simple, bool):
            found[simple] = None
    return tuple(found)


def hold(facts: Facts, values: Mapping[str, int]) -> bool:
    """Whether all facts hold where the names have these values."""
    return all(
        fact.form.at(values) >= 0
        if isinstance(fact, AtLeastZero)
        else fact.form.at(values) % fact.modulus in fact.allowed
        for fact in facts
    )


def check_modulus(modulus: int) -> None:
    """Unread where residues would be too many."""
    if modulus > MOST_MODULUS:
        raise Unread(f"residues by {modulus} are too many: at most {MOST_MODULUS}")

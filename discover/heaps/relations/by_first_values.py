"""Statements about values, decided by a law of who wins or of the first values.

**Theorem.** Let automata recognise the sets K_0, ..., K_v of the n with G(n) = 0, ..., v, and let S
be a statement as in `relations.by_digits`, whose theorem is about K_0, ..., K_v that leave no n
out. Then it is decided whether S(n) is false at an n at which all values that it speaks of are at
most v, and the least such n is found. If S speaks of G(n) alone and says the same for all values
above v, it is decided for all n.

*Proof.* The automata of that theorem, made with the values 0, ..., v alone, tell of each of these n
whether S(n) is true or false, and of the others neither. At an n in none of the sets, S(n) is what
it says for values above v, a condition on n. ∎

So 'G(n) mod 2 = ...' is decided where all values are told. Parities cannot be decided without the
values: options of values 0 and 1 and options of values 0 and 3 have the same parities, and leave
the values 2 and 1. Where infinitely many values occur, such a statement can be refuted at an n of
K_0, ..., K_v; nothing proves it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.automata.operations import Budget, Undecided, both, without
from mexplore.discover.heaps.relations.by_digits import Statements
from mexplore.discover.outcomes.conditions import TURNED
from mexplore.discover.outcomes.terms import NotRecognised
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.formulas import FALSE, TRUE
from mexplore.rules.arithmetic.numbers import Undefined
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
    from mexplore.discover.heaps.patterns.values_by_digits import HeapValuesByDigits
    from mexplore.discover.heaps.relations.reading import Relation


@dataclass(frozen=True)
class Told:
    """The least n, of those about which it is decided, at which a statement fails; None where there
    is none. Whether it is decided about all n."""

    failure: int | None
    whole: bool


def told_by_first_values(
    relation: Relation, law: HeapsLostByDigits | HeapValuesByDigits, budget: Budget
) -> Told | None:
    """What a proved law says of a statement; None where no automata are seen that tell where it
    holds.

    >>> from mexplore.discover.automata.numeration import Base
    >>> from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
    >>> from mexplore.discover.heaps.relations.reading import read_relation
    >>> even = HeapsLostByDigits(Base(2), 1, ((0, 1), (1, 0)), (0,))  # evenly many digits 1
    >>> told_by_first_values(read_relation("G(n) = 0 if n mod 5 = 0, n >= 50"), even, Budget())
    Told(failure=50, whole=True)
    >>> told_by_first_values(read_relation("G(2n) <= G(n) when G(n) = 0"), even, Budget())
    Told(failure=None, whole=False)
    """
    try:
        return _told(relation, law, budget)
    except (NotRecognised, Undecided, Undefined):
        return None


def _told(relation: Relation, law: HeapsLostByDigits | HeapValuesByDigits, budget: Budget) -> Told:
    sets = {value: law.positions_of(value) for value in range(law.most + 1)}
    reader = Statements(("n",), law.written_in, budget, relation, sets)
    failures = [reader.truth(relation.whole).fails.least()]
    others = reader.everywhere
    for each in sets.values():
        others = without(others, each, budget)
    whole = all(argument == tree.Name("n") for argument in relation.terms.values())
    if whole and not others.empty():
        try:
            beyond = _beyond(relation.whole, frozenset(relation.terms), law.most)
            failures.append(both(reader.truth(beyond).fails, others, budget).least())
        except NotRecognised:
            whole = False
    return Told(min((n for n in failures if n is not None), default=None), whole)


def _beyond(node: tree.Node, values: frozenset[str], most: int) -> tree.Node:
    """What is left of a condition where a value is greater than ``most``; NotRecognised where that
    is not the same for all such values."""
    if not values & tree.names_in(node):
        return node
    match node:
        case tree.Unary("not", inner):
            return tree.Unary("not", _beyond(inner, values, most))
        case tree.Logic(sign, operands):
            return tree.Logic(sign, tuple(_beyond(each, values, most) for each in operands))
        case tree.Comparison(tree.Number() as left, (sign,), (tree.Name() as right,)):
            turned = tree.Comparison(right, (TURNED[sign],), (left,))
            return _beyond(turned, values, most)
        case tree.Comparison(tree.Name(), (sign,), (tree.Number(number),)):
            least = number if sign in ("<", ">=") else number + 1
            if most + 1 >= least:  # all greater values are on one side of the number
                return TRUE if sign in ("!=", ">", ">=") else FALSE
        case _:
            pass
    raise NotRecognised(f"{node} is not the same for all values greater than {most}")

"""Statements about no n: 'G(n) = 7 for n = 3 and n = 5' holds for every n that is 3 and 5.

As a sentence of logic it is true, whatever G is. Whoever writes it means another one, so it is
refused, like a condition such as k % 3 == 4 on the members of a family.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mexplore.discover.heaps.relations.on_lines import decided
from mexplore.discover.heaps.relations.reading import Relation
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.formulas import FALSE
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.study.pattern import ClosedForm


def refuse_no_n(relation: Relation) -> None:
    """InputError where no n meets the conditions. Those that speak of values are not looked at.

    >>> from mexplore.discover.heaps.relations.reading import read_relation
    >>> refuse_no_n(read_relation("G(n) = 7 for n = 3 or n = 5"))
    >>> refuse_no_n(read_relation("G(n) = 7 for n = 3 and n = 5"))
    Traceback (most recent call last):
    ...
    mexplore.InputError: the statement is about no n: none has n == 3 and n == 5
    """
    of_n = tuple(c for c in relation.conditions if tree.names_in(c) <= {"n"})
    found = decided(replace(relation, claim=FALSE, conditions=of_n), _zeros()) if of_n else None
    if found is not None and found.failure is None:
        said = " and ".join(map(str, of_n))
        raise InputError(f"the statement is about no n: none has {said}")


def _zeros() -> ClosedForm:
    """A law of equal steps, which is not asked for a value."""
    import numpy as np

    from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm

    return PeriodicForm(Periodic(0, 1), np.zeros(1, dtype=np.uint8))

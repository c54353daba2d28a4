"""Which heaps are lost, in words, where their outcomes are periodic."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.periodic import PeriodicForm

MOST_NAMED = 16  # heaps, or residues, that a sentence names
LONGEST = 1000  # period whose residues are looked at


def who_loses(form: PeriodicForm) -> str:
    """The P-positions, where G(n) = 0, in a sentence.

    >>> import numpy as np
    >>> from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
    >>> print(who_loses(PeriodicForm(Periodic(0, 3, 0), np.array([0, 1, 2]))))
    A heap is lost (a P-position, G(n) = 0) exactly where n mod 3 is 0.
    >>> print(who_loses(PeriodicForm(Periodic(1, 1, 0), np.array([0, 1]))))
    Only the empty heap is lost (a P-position, G(n) = 0).
    """
    outcomes = form.outcomes()
    first, period = outcomes["preperiod"], outcomes["period"]
    long = f"Who wins has period {period} from n = {first} on (P-positions are where G(n) = 0)."
    if max(first, period) > LONGEST:
        return long
    before = [n for n in range(first) if form.at(n) == 0]
    residues = sorted(n % period for n in range(first, first + period) if form.at(n) == 0)
    if max(len(before), len(residues)) > MOST_NAMED:
        return long
    if not residues:
        return _few(before)
    where = f"n mod {period} is {_listed(residues, 'or')}" if period > 1 else ""
    if not first:
        where = where or "n is any number"
        return f"A heap is lost (a P-position, G(n) = 0) exactly where {where}."
    where = f"exactly where {where}" if where else "always"
    small = "; no smaller heap is"
    if before:
        which = (
            "only the empty one is" if before == [0] else f"those of {_listed(before, 'and')} are"
        )
        small = f"; of smaller heaps {which}"
    return f"From n = {first} on a heap is lost (a P-position, G(n) = 0) {where}{small}."


def _few(lost: list[int]) -> str:
    """Finitely many heaps."""
    if not lost:
        return "No heap is lost (a P-position, G(n) = 0)."
    if lost == [0]:
        return "Only the empty heap is lost (a P-position, G(n) = 0)."
    return f"Only the heaps of {_listed(lost, 'and')} are lost (P-positions, G(n) = 0)."


def _listed(numbers: list[int], last: str) -> str:
    """Numbers in words.

    >>> _listed([0], "or"), _listed([0, 2, 5], "or")
    ('0', '0, 2 or 5')
    """
    *before, final = map(str, numbers)
    return f"{', '.join(before)} {last} {final}" if before else final

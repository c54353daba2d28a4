"""Single terms of a sequence of which no rule of heaps is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mexplore.discover.heaps.study import study
from mexplore.discover.study.kind import LookedUp, Means, Warrant
from mexplore.discover.study.limits import Limits, uninterrupted
from mexplore.rules.engine.grundy import Watcher, no_progress

if TYPE_CHECKING:
    from mexplore.discover.heaps.evidence.sources import Source

MOST_STUDIED = 4096  # terms from which a law is read


def look_up_terms(
    name: str, source: Source, numbers: Sequence[int], means: Means, watcher: Watcher = no_progress
) -> LookedUp:
    """The terms at these n: computed ones and, if ``means`` allows, those of an unproved law.

    >>> import numpy as np
    >>> from mexplore.discover.heaps.evidence.sources import GivenSource
    >>> alternating = GivenSource(np.arange(40) % 2)
    >>> look_up_terms("a", alternating, [7, 41], Means()).values
    [1, None]
    >>> look_up_terms("a", alternating, [7, 41], Means(unproved=True)).values
    [1, 1]
    """
    limits = Limits(means.budget, max_terms=MOST_STUDIED)
    result = uninterrupted(study(None, limits, watcher, source))
    known, best = result.evidence, result.best
    values: list[int | None] = []
    warrants: dict[Warrant, None] = {}
    for n in numbers:
        if n < known.stop:
            values.append(known.at(n))
            warrants[Warrant("computed", f"computed for n < {known.stop}")] = None
        elif means.unproved and best is not None and best.form is not None:
            values.append(best.form.at(n))
            warrants[Warrant.by(best)] = None
        else:
            values.append(None)
    law = "--unproved uses what holds so far" if best else "no law is known"
    missing = f"{name}: nothing is proved beyond n < {known.stop}; {law}"
    return LookedUp(values, tuple(warrants), missing if None in values else "")

"""Values that are read back from a disk are doubted: some of them are computed again.

A checksum says that a file is as it was written, not that its writer was right: a forger, or a
program that was wrong, writes right checksums. So before values of a file are used, STRETCHES
stretches of HEAPS heaps, drawn at random, and the first and the last heaps that were read are
confirmed by code that shares nothing with the engines (`rules.checking`): each value must be the
mex of the values of its options, which are smaller stored ones.

**What this shows.** If a part f of all heaps violates the rule, the values pass with probability
(1 - f)^STRETCHES at most: about 10^-19 for a half, 0.001 for a tenth. So values that do not follow
from smaller ones are not used: a constant tail, values of another rule, a kernel that was wrong on
many heaps. The draws come from the system and cannot be foreseen by who wrote the file.

**What it does not show.** That all values are right. A few values may be altered, and the others
computed from them by the rule; then only these few heaps violate it, and are hardly ever met. (In
the sparse space of an octal game it is enough to change one bit of all values from some heap on.)
All values are confirmed by `mexplore store verify`, and those that a proof rests on by `mexplore
verify`, which reads no store. A file of another user is not to be believed in any case.

Where other code takes too long, stretches are shorter, then fewer; where even FEWEST_STRETCHES
single heaps take too long, the values are not used. So it is with rules whose options are listed
one by one and are many, or few among many numbers that are tried, such as loops over all smaller
heaps in an expression, codes that leave three heaps, and codes that repeat.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from mexplore.rules.members import members_beside

if TYPE_CHECKING:
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.rule import Rule, Values

STRETCHES = 64
HEAPS = 64
FEWEST_STRETCHES = 16

Draw = Callable[[int], int]
"""A number below the given one, each as likely as any other."""


class Confirmer(ABC):
    """What confirms values by other code than the engines."""

    @abstractmethod
    def objection(self, rule: Rule, values: Values, first: int, draw: Draw) -> str | None:
        """Why the values from ``first`` on are not to be used; None if those that were drawn are
        right."""

    @abstractmethod
    def too_long(self, rule: Rule, values: Values) -> str | None:
        """How long it would take to confirm all values, in words, where nobody would wait for it;
        None where it can be done."""

    @abstractmethod
    def first_wrong(self, rule: Rule, values: Values, watcher: Watcher) -> str | None:
        """Which value is the first that is wrong, in words; None if all of them are right."""


@cache
def confirmer() -> Confirmer:
    """The one that `rules.checking` adds."""
    (kind,) = members_beside("mexplore.rules.engine.doubt", Confirmer)
    found: Confirmer = kind()
    return found


def drawn(
    first: int, stop: int, draw: Draw, heaps: int = HEAPS, stretches: int = STRETCHES
) -> list[range]:
    """The first heaps, the last, and stretches between them.

    >>> drawn(0, 1000, lambda below: below // 2, heaps=10, stretches=1)
    [range(0, 10), range(990, 1000), range(495, 505)]
    >>> drawn(0, 5, lambda below: 0, heaps=10, stretches=1)
    [range(0, 5), range(0, 5), range(0, 5)]
    """
    last = max(stop - heaps, first)
    begins = [first, last, *(first + draw(last - first + 1) for _ in range(stretches))]
    return [range(begin, min(begin + heaps, stop)) for begin in begins]

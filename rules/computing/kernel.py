"""What every kernel is: it fills values[start:stop] in place, given the earlier values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from rules.rule import Values


class Kernel(ABC):
    """A fast evaluator of one rule's values.

    A kernel may keep tables between calls (the rare positions found so far), but must be able
    to rebuild them from ``values[:start]`` alone: a resumed computation calls a fresh kernel
    with the stored prefix. The caller never changes values below ``start`` between calls, may
    pass a new array (grown or widened, with equal contents), and keeps blocks short.
    """

    version: ClassVar[int] = 1
    """Part of the key under which values are stored; raised when an error is mended."""

    @abstractmethod
    def fill(self, values: Values, start: int, stop: int) -> int:
        """Compute values[start:stop] in place, given values[:start]; return how far it came.

        That is ``stop``, or the first n whose value does not fit ``values.dtype``: the caller
        then widens the array and calls again from there. Nothing at or beyond the returned n
        counts as computed.
        """

    @abstractmethod
    def steps(self, start: int, stop: int) -> float:
        """About how many elementary steps (nanoseconds, within a factor of 10) the call takes;
        used to choose the first block and to refuse what no machine could finish."""

    def plain(self) -> Kernel:
        """The kernel of this one that has a form in plain Python: the same, unless a faster engine
        takes over from it."""
        return self

    def notes(self) -> dict[str, int]:
        """What a person watching would like to see, for example {"rare positions": 131}."""
        return {}

"""What is known while a study runs, for those who wait: the first values, and the laws so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mexplore.discover.study.finding import FindingOf

FIRST_VALUES = 40
MOST_LAWS = 3  # that are told at a time


@dataclass(frozen=True)
class News:
    """The first values, of which ``names`` are the first names, and the laws, the best first."""

    names: str = ""
    values: Iterable[int] = ()
    laws: Sequence[FindingOf[Any]] = ()

    def first_values(self) -> str:
        """The values in a line; empty where none is known.

        >>> News("G(0), G(1), ...", [0, 1, 2, 0, 1, 2]).first_values()
        'G(0), G(1), ... = 0, 1, 2, 0, 1, 2, ...'
        """
        listed = ", ".join(map(str, islice(self.values, FIRST_VALUES)))
        return f"{self.names} = {listed}, ..." if listed else ""

    def sentences(self) -> Iterator[str]:
        """The laws, a line each: those that are proved, and the best of those that hold so far."""
        proved = [law for law in self.laws if law.proof is not None]
        others = [law for law in self.laws if law.proof is None and law.explains]
        for law in [*proved[:MOST_LAWS], *others[: not any(law.explains for law in proved)]]:
            yield f"{_status(law)}: {law.claim.statement()}"


def _status(law: FindingOf[Any]) -> str:
    return f"proved by {law.theorem}" if law.proof is not None else law.status

"""The finding that there is no period: never read from values, only proved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from discover.formulas.sentences import read
from discover.pattern import Json, Pattern

if TYPE_CHECKING:
    from discover.evidence.evidence import Evidence


@dataclass(frozen=True)
class NotPeriodic(Pattern):
    """There are no p >= 1 and n0 with G(n + p) = G(n) for all n >= n0.

    It says nothing of outcomes and nothing of a saltus > 0. No finite evidence supports it, and
    none contradicts it; so no detector ever claims it, a theorem does.
    """

    name: ClassVar[str] = "not-periodic"

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterable[Self]:
        del evidence
        return ()

    def first_failure(self, evidence: Evidence) -> int | None:
        del evidence
        return None

    def denies(self, other: Pattern) -> bool:
        return other.repeats

    def parameters(self) -> Json:
        return {}

    @classmethod
    def from_parameters(cls, parameters: Json) -> Self:
        if parameters:
            raise ValueError("a claim of no period has no parameters")
        return cls()

    def statement(self) -> str:
        return "G is not eventually periodic: no p and n0 have G(n + p) = G(n) for all n >= n0"

    @classmethod
    def from_statement(cls, text: str) -> Self | None:
        short = r"G is not (?:eventually )?periodic(?:: no p and n0 have .*)?"
        return None if read(short, text) is None else cls()

    def latex(self) -> str:
        return (
            r"\text{for no } p \ge 1 \text{ and } n_0 \text{ is } G(n + p) = G(n) "
            r"\text{ for all } n \ge n_0"
        )

    def size(self) -> int:
        return 10**6  # it predicts no value: every law that does stands before it

"""Findings: claims about values, with their status; what is known while a study runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.study.pattern import AnyClaim, ClosedForm, Pattern

FIRST_VALUES = 40  # that are told while a study runs
MOST_LAWS = 3  # that are told at a time

Status = Literal["proved", "holds so far", "nothing found"]

AboutValues = TypeVar("AboutValues", bound="AnyClaim")


@dataclass(frozen=True)
class Proof:
    """The name of a theorem, and the number of terms on which the claim was checked for it."""

    theorem: str
    bound: int


Lacking = Literal["terms", "claim", "law", "rule"]


@dataclass(frozen=True)
class Refusal:
    """Why a theorem does not prove a claim or, without a claim, does not apply to the rule.

    What is ``lacking``: more *terms*, which would decide the claim; another *claim*; any *law* of
    the theorem's kinds, the rule being right; or another *rule*."""

    theorem: str
    reason: str
    claim: AnyClaim | None = None
    lacking: Lacking = "rule"

    @property
    def statement(self) -> str | None:
        """The claim in one sentence; None without a claim."""
        return None if self.claim is None else self.claim.statement()


@dataclass(frozen=True, eq=False)
class FindingOf(Generic[AboutValues]):
    """A claim that holds for all n < ``checked_to`` (of a table, for all squares with coordinates
    below it), and everywhere where there is a proof."""

    claim: AboutValues
    checked_to: int
    proof: Proof | None = None

    @property
    def status(self) -> Status:
        return "proved" if self.proof else "holds so far"

    @property
    def theorem(self) -> str | None:
        """The name of the theorem that proves it; None where none does."""
        return self.proof.theorem if self.proof else None

    @property
    def explains(self) -> bool:
        """Whether it tells every value."""
        return self.claim.whole

    def rank(self) -> tuple[int, ...]:
        """Best first: proved before unproved, then as claims are ranked, then the widest range."""
        return (self.proof is None, *self.claim.ranking(), -self.checked_to)


@dataclass(frozen=True, eq=False)
class Finding(FindingOf["Pattern"]):
    """A claim about a sequence; ``form`` predicts its terms, where the claim does."""

    form: ClosedForm | None = None

    @property
    def explains(self) -> bool:
        return self.form is not None


@dataclass(frozen=True)
class Refuted:
    """A claim that holds for all n < seen_to and is false. The term at ``failure`` contradicts it,
    or a theorem, with the ``reason``; then ``failure`` is None unless the theorem gives it."""

    claim: Pattern
    seen_to: int
    failure: int | None
    reason: str = ""

    @property
    def fails_at(self) -> int | None:
        """The first n at which the claim fails, as it is stated."""
        return None if self.failure is None else self.claim.as_stated(self.failure)

    def statement(self) -> str:
        """The claim, where it fails, and the theorem that refutes it, if a theorem does."""
        seen = f"{self.claim.statement()} held for all n < {self.seen_to}"
        at = "later" if self.fails_at is None else f"at n = {self.fails_at}"
        return f"{seen} and fails {at}{self.reason and f' ({self.reason})'}"


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

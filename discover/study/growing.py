"""The loop of a study, of a game of any kind: more values, until a claim about all is proved."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from mexplore.discover.study.ending import Ending
from mexplore.discover.study.finding import FindingOf
from mexplore.rules.errors import TooLarge, was_interrupted, was_out_of_time

Known = TypeVar("Known")
Found = TypeVar("Found", bound=FindingOf[Any])


class Growing(ABC, Generic[Known, Found]):
    """A study while it runs. ``Known`` is what is known of the values: evidence, a table."""

    findings: Sequence[Found]
    """The claims that hold for the values that were considered last."""

    @abstractmethod
    def compute(self) -> Known | None:
        """The values to be considered next; None where they are too many to be computed."""

    @abstractmethod
    def consider(self, known: Known) -> None:
        """Find the claims that hold for these values, and prove them where a theorem does."""

    @abstractmethod
    def explained(self, known: Known) -> bool:
        """Whether a claim is proved that gives every value."""

    @abstractmethod
    def ending(self, known: Known) -> Ending | None:
        """Why no more values are computed; None if `compute` has more."""

    @abstractmethod
    def computed(self) -> Known | None:
        """All values that are computed by now, considered or not; None where there are none."""

    @abstractmethod
    def without_time(self) -> Known:
        """What is known where the budget ended before any values were considered; or an error that
        says so."""


def grow(study: Growing[Known, Found]) -> tuple[Known, Ending]:
    """Run the study: the values for which its findings hold in the end, and why it ended.

    Ctrl-C, and the end of a budget that comes as Ctrl-C does, end it with what is known by then.
    """
    considered: tuple[Known, Sequence[Found]] | None = None
    try:
        while (known := study.compute()) is not None:
            study.consider(known)
            considered = known, study.findings
            ended = "proved" if study.explained(known) else study.ending(known)
            if ended is not None:
                return known, ended
    except (KeyboardInterrupt, Exception) as error:
        if isinstance(error, TooLarge) and considered is not None:
            study.findings = considered[1]
            return considered[0], "terms"
        if not was_interrupted(error):
            raise
        if not was_out_of_time(error):
            known = study.computed()
            if known is None:
                raise
            found = _all_of(study.findings, considered[1] if considered else ())
            study.findings = [f for f in found if f.claim.first_failure(known) is None]
            return known, "interrupted"
        if considered is None:
            study.findings = []
            return study.without_time(), "time"
        # What is known by now was seen in the values that were considered before.
        study.findings = considered[1]
        return considered[0], "time"
    assert considered is not None, "the first values can be computed, or are refused by an error"
    return considered[0], "terms"


def _all_of(now: Sequence[Found], before: Sequence[Found]) -> list[Found]:
    """The findings of now and of before: those of now may have been interrupted while they were
    made. Of two with the same claim that with a proof."""
    found = {f.claim: f for f in now}
    found |= {f.claim: f for f in before if f.proof is not None or f.claim not in found}
    return list(found.values())

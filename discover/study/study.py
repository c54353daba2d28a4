"""The study of a game of any kind: the loop by which laws are found, and what it found.

There is one loop. A kind of game declares how its values are computed, how claims about them are
considered, and when there is enough (`Search`); the loop (`run`) knows no kind.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from mexplore.discover.study.finding import FindingOf, News, Status
from mexplore.discover.study.limits import Ending, Limits
from mexplore.discover.study.theorem import AnyTheoremOf, theorem_named
from mexplore.rules.engine.grundy import Progress, Watcher
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TooLarge, was_interrupted, was_out_of_time
from mexplore.rules.reach import Unreached

if TYPE_CHECKING:
    from mexplore.discover.study.certificate import Certificate
    from mexplore.discover.study.finding import News

Known = TypeVar("Known")
Found = TypeVar("Found", bound=FindingOf[Any])
Proving = TypeVar("Proving", bound=AnyTheoremOf)


class Search(ABC, Generic[Known, Found]):
    """The study of one game while it runs: what differs from kind to kind.

    ``Known`` is what is considered in one step: the first terms, a table, the classes of the first
    heaps, or the next claim that may be proved. Each step has a new list of ``findings``, so that
    those of the step before are still known if it is stopped.
    """

    findings: Sequence[Found] = ()
    """The claims that hold for what was considered last."""

    def __init__(self, limits: Limits, watcher: Watcher) -> None:
        self.limits, self.watcher = limits, watcher
        self.began = working_seconds()
        self.end = self.deadline()

    def deadline(self, share: float = 1.0) -> float | None:
        """When this share of the budget ends, in `working_seconds`; None without a budget."""
        budget = self.limits.budget
        return None if budget is None else self.began + share * budget

    @abstractmethod
    def compute(self) -> Known | None:
        """What is to be considered next; None where there is no more, or too much to compute."""

    @abstractmethod
    def consider(self, known: Known) -> None:
        """Find the claims that hold for these values, and prove them where a theorem does."""

    def explained(self, known: Known) -> bool:
        """Whether a claim is proved that tells every value."""
        del known
        return any(f.proof is not None and f.explains for f in self.findings)

    def ending(self, known: Known) -> Ending | None:
        """Why nothing more is computed; None if `compute` is to be asked again."""
        del known
        return None

    @abstractmethod
    def computed(self) -> Known | None:
        """All that is computed by now, considered or not; None where there is nothing: then Ctrl-C
        stops the command, as there is nothing to be shown."""

    def first_values(self) -> tuple[str, Iterable[int]]:
        """The first of their names, and the values that are computed by now."""
        return "", ()

    def laws(self) -> Sequence[Found]:
        """The laws that are known by now, the best first."""
        return self.findings

    def news(self) -> News:
        """What is known by now, for those who wait."""
        return News(*self.first_values(), self.laws())

    @abstractmethod
    def unconsidered(self) -> Known:
        """What is known where the study ended before anything was considered; or an error that
        says so."""


def run(search: Search[Known, Found]) -> tuple[Known, Ending]:
    """Run the search: the values for which its findings hold in the end, and why it ended.

    Ctrl-C, and the end of a budget that comes as Ctrl-C does, end it with what is known by then.
    """
    considered: tuple[Known, Sequence[Found]] | None = None
    ended: Ending | None = "terms"
    search.watcher(Progress("values", 0, 0, news=search.news))
    try:
        while (known := search.compute()) is not None:
            search.consider(known)
            considered = known, search.findings
            ended = "proved" if search.explained(known) else search.ending(known)
            if ended is not None:
                return known, ended
        ended = "terms"
    except (KeyboardInterrupt, Exception) as error:
        if isinstance(error, TooLarge) and considered is not None:
            ended = "terms"
        elif was_out_of_time(error):
            ended = "time"
        elif not was_interrupted(error) or (known := search.computed()) is None:
            raise
        else:
            found = all_of(search.findings, considered[1] if considered else ())
            search.findings = [f for f in found if f.proof or f.claim.first_failure(known) is None]
            return known, "interrupted"
    # What is known by now was seen in the values that were considered before.
    search.findings = considered[1] if considered else ()
    return considered[0] if considered else search.unconsidered(), ended


def all_of(now: Sequence[Found], before: Sequence[Found]) -> list[Found]:
    """The findings of now and of before: those of now may have been interrupted while they were
    made. Of two with the same claim that with a proof."""
    found = {f.claim: f for f in now}
    found |= {f.claim: f for f in before if f.proof is not None or f.claim not in found}
    return list(found.values())


class StudyOf(ABC, Generic[Found, Proving]):
    """What was found of a game of any kind. ``findings`` are sorted, the best first."""

    play: ClassVar[str] = ""
    """The word before a game that says how it is played; empty for normal play."""

    findings: tuple[Found, ...]

    unreached: Unreached | None = None
    """What the game speaks of and the values do not reach, where a law of all values is not
    proved: then nothing is said to hold so far."""

    @property
    @abstractmethod
    def game(self) -> object | None:
        """The game that is named in certificates; None if there is none, as for bare numbers."""

    @abstractmethod
    def theorems(self) -> Sequence[Proving]:
        """The theorems about games of this kind."""

    @property
    def status(self) -> Status:
        return self.findings[0].status if self.findings else "nothing found"

    @property
    def best(self) -> Found | None:
        """The best finding that tells every value."""
        return next((f for f in self.findings if f.explains), None)

    @property
    def is_open(self) -> bool:
        """Whether no law that tells every value is proved."""
        return not any(f.proof is not None and f.explains for f in self.findings)

    @property
    def proved(self) -> Found | None:
        """The best finding that has a proof."""
        return next((f for f in self.findings if f.proof is not None), None)

    @property
    def theorem(self) -> Proving | None:
        """The theorem by which the best proved finding is proved."""
        if self.proved is None or self.game is None:
            return None
        return theorem_named(self.proved.theorem, self.theorems())

    def without_unseen(self, unreached: Unreached | None) -> Self:
        """The study with the laws that are proved alone, where the game speaks of what the values
        do not reach: that others hold for these says nothing of them. This is where all studies
        decide what holds so far."""
        if unreached is None or not self.is_open:
            return self
        proved = tuple(finding for finding in self.findings if finding.proof is not None)
        return replace(self, findings=proved, unreached=unreached)  # type: ignore[type-var]

    @cached_property
    def certificate(self) -> Certificate | None:
        """The certificate of the best proof, which `discover.verifying.verify` checks again."""
        from mexplore.discover.study.certificate import certificate_of

        found = self.proved
        if found is None or self.game is None:
            return None
        return certificate_of(self.game, found, self.play)

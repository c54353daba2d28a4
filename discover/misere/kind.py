"""Sums of heaps under misère play: who loses them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.misere.known import misere_laws, misere_theorems
from mexplore.discover.misere.patterns.pattern import Look, MisereLaw
from mexplore.discover.misere.theorems.theorem import AnyMisereTheorem
from mexplore.discover.study.kind import STUDIED_SECONDS, GameKind, Invalid, expect_bound
from mexplore.discover.study.theorem import Proved
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.misere.game import PLAY, Misere

if TYPE_CHECKING:
    from mexplore.discover.misere.check import MisereConclusion
    from mexplore.discover.misere.study import MisereStudy
    from mexplore.discover.study.limits import Limits


class MisereHeaps(GameKind[Misere]):
    """Rules of heaps under misère play, with laws about the classes of heaps."""

    name: ClassVar[str] = "misère heaps"
    play: ClassVar[str] = PLAY

    def parse(self, text: str) -> Misere | None:
        return Misere.parse(text)

    def claims(self) -> Sequence[type[MisereLaw]]:
        return misere_laws()

    def theorems(self) -> Sequence[AnyMisereTheorem]:
        return misere_theorems()

    def check(
        self,
        game: Misere,
        claim: MisereLaw,
        theorem: AnyMisereTheorem,
        given: object,
        *,
        by_definition: bool = False,
        fast: bool = False,
        watcher: Watcher,
    ) -> str:
        """Everything is looked up from the options of the heaps, whichever way is asked for."""
        del by_definition, fast
        proved = theorem.proved(game, claim, telling(watcher, given))
        if not isinstance(proved, Proved):
            raise Invalid(f"the theorem {theorem.name!r} does not prove it: {proved.reason}")
        bound = expect_bound(given, proved.bound, theorem.name)
        if not bound:
            return "nothing has to be checked of any heap"
        return f"heaps below {bound} checked from their options"

    def study(
        self, game: Misere, limits: Limits | None = None, watcher: Watcher = no_progress
    ) -> MisereStudy:
        from mexplore.discover.misere.study import study_misere

        return study_misere(game, limits, watcher)

    def refuse_unreadable(self, game: Misere, conjecture: str) -> None:
        from mexplore.discover.misere.check import read_statement

        del game
        read_statement(conjecture)

    def check_conjecture(
        self,
        game: Misere,
        conjecture: str,
        ends: tuple[int, int],
        seconds: float = STUDIED_SECONDS,
        watcher: Watcher = no_progress,
    ) -> MisereConclusion:
        from mexplore.discover.misere.check import check_statement

        return check_statement(game, conjecture, ends, seconds, watcher)


def telling(watcher: Watcher, bound: object) -> Look:
    """What tells a watcher which heap is looked at."""
    total = bound if isinstance(bound, int) else 0

    def look(n: int) -> None:
        watcher(Progress("heaps checked", n, max(n, total)))

    return look

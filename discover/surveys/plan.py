"""The plan of a sweep: the members of a family, and which rules are studied for them.

To read a hundred thousand rules takes as long as to study those that are quick. So where they are
many the workers read them, a few hundred at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future
from dataclasses import field
from itertools import chain
from typing import TYPE_CHECKING

from mexplore.discover.surveys.family import Choice, Family, Member
from mexplore.discover.surveys.games import read_game, representative
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.errors import InputError, MexploreError

if TYPE_CHECKING:
    from mexplore.discover.surveys.pool import Pool

READ_AT_ONCE = 500  # rules
READ_HERE = 4000  # rules, for which no worker need be there
WAITING_EACH = 3  # parts for each worker: one at work, the others queued

Read = tuple[str, str | None]
"""The canonical text of a rule and that of its representative; or what is wrong, and None."""


@dataclass
class Plan:
    """The plan of a sweep: ``members`` by canonical text, with place and parameters, and for each
    representative the rules that follow from it."""

    family: Family
    members: dict[str, tuple[int, Member]] = field(default_factory=dict)
    follow: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        family: Family,
        choice: Choice,
        watcher: Watcher = no_progress,
        pool: Pool | None = None,
    ) -> Plan:
        """The plan for the chosen members, which the workers of a ``pool`` read where they are
        many; InputError names the member that is not a rule."""
        plan, places = cls(family), choice.places(family)
        starts = range(0, len(places), READ_AT_ONCE)
        parts = ([(n, family.at(n)) for n in places[i : i + READ_AT_ONCE]] for i in starts)
        done, workers = 0, pool if len(places) > READ_HERE else None
        try:
            for part, found in _read_here(parts) if workers is None else _read_by(workers, parts):
                for (place, member), read in zip(part, found, strict=True):
                    plan._add(place, member, read)
                done += len(part)
                watcher(Progress("listing rules", done, len(places)))
        except BaseException:
            if workers is not None:
                workers.stop()
            raise
        return plan

    def _add(self, place: int, member: Member, read: Read) -> None:
        text, smaller = read
        if smaller is None:
            raise InputError(f"member {place} of {self.family}: {text}")
        self.members.setdefault(text, (place, member))
        others = self.follow.setdefault(smaller, [])
        if text != smaller:
            others.append(text)


Part = list[tuple[int, Member]]


def _read_here(parts: Iterable[Part]) -> Iterator[tuple[Part, list[Read]]]:
    """Each part, and its rules as read."""
    return ((part, read_all([member.rule for _, member in part])) for part in parts)


def _read_by(pool: Pool, parts: Iterator[Part]) -> Iterator[tuple[Part, list[Read]]]:
    """The same by workers; here, from where one of them is lost."""
    at_work: deque[Part] = deque()
    running: deque[Future[list[Read]]] = deque()
    try:
        for part in parts:
            at_work.append(part)
            running.append(pool.call(read_all, [member.rule for _, member in part]))
            if len(running) > WAITING_EACH * pool.size:
                found = running.popleft().result()
                yield at_work.popleft(), found
        while running:
            found = running.popleft().result()
            yield at_work.popleft(), found
    except (BrokenExecutor, CancelledError):
        pool.renew()
        yield from _read_here(chain(at_work, parts))


def read_all(texts: Sequence[str]) -> list[Read]:
    """What each text denotes.

    >>> read_all(["subtract(4, 2)", "divide(1)"])
    [('subtract(2, 4)', 'subtract(1, 2)'), \
('divide(^1) (column 8): 1 is not a divisor; members are 2 or more', None)]
    """
    return [_read(text) for text in texts]


def _read(text: str) -> Read:
    try:
        game = read_game(text)
        return str(game), representative(game)
    except MexploreError as error:
        return str(error), None

"""Known games that begin with the same values, perhaps shifted; and where laws say so, for all n.

That values agree as far as both are known is evidence only. Where the laws of both games are proved
and tell every value, they are compared as closed forms (`discover.heaps.statements`): then the
values agree for all n, or differ first at some n.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mexplore.discover.questions.small_games import LONGEST, small_games
from mexplore.rules.dataclass import dataclass
from mexplore.rules.library import shipped
from mexplore.rules.members import members_beside

if TYPE_CHECKING:
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.finding import Finding, Status
    from mexplore.discover.study.pattern import ClosedForm

FURTHEST = 6  # that another game is shifted
SHIFTS = tuple(sorted(range(-FURTHEST, FURTHEST + 1), key=lambda shift: (abs(shift), -shift)))
FEWEST = 16  # values that must agree, so many of them different:
DIFFERENT = 3
MOST = 5


@dataclass(frozen=True)
class Relative:
    """Another game in which n + ``shift`` has the value G(n), for the first ``agreed`` of the n at
    which both values are known: for all of these n if the agreement is ``whole``, and for all n
    whatever if it is ``proved``. ``known`` says what is known of that game, ``law`` is the one that
    is proved of it, if there is one."""

    rule: str
    name: str
    shift: int
    agreed: int
    known: str
    law: str = ""
    whole: bool = False
    proved: bool = False

    @property
    def first(self) -> int:
        """The first n of which n + shift is a heap."""
        return max(0, -self.shift)

    @property
    def status(self) -> Status:
        """Of the claim that the values agree, where the agreement is whole."""
        return "proved" if self.proved else "holds so far"


class KnownGame(NamedTuple):
    """A rule, its name, its first values, and what is known of it: perhaps a law that is proved."""

    rule: str
    name: str
    values: Sequence[int]
    known: str
    law: str = ""


class KnownGames(ABC):
    """A collection of games with their first values, which an optional package keeps in a file."""

    @abstractmethod
    def games(self, path: Path | None) -> Iterable[KnownGame]:
        """The games in the file, or in the user's own file if no path is given; none if the file
        does not exist."""


def stored_games(path: Path | None) -> Iterator[KnownGame]:
    """The games of the collections that optional packages add as ``discover.known_games``."""
    for collection in members_beside("mexplore.discover.known_games", KnownGames):
        yield from collection().games(path)


@cache
def shipped_games() -> tuple[KnownGame, ...]:
    """The named games with values G(0), G(1), ..., and members of small families."""
    notes = {game.title: game.notes for game in shipped().values()}
    return tuple(
        KnownGame(
            game.rule,
            game.title,
            game.values,
            f"{game.law}: proved" if game.law else notes.get(game.title, ""),
            game.law,
        )
        for game in small_games()
    )


def relatives_of(study: Study, stored: Iterable[KnownGame] = ()) -> tuple[Relative, ...]:
    """The relatives of what is studied among the games that are shipped, and stored ones: those
    that agree wholly first, with the smallest shift.

    >>> from mexplore.discover.heaps.study import study
    >>> from mexplore.rules.notation import parse_rule
    >>> found = relatives_of(study(parse_rule("0.4")))
    >>> [(each.name, each.shift, each.proved) for each in found if each.rule == "0.07"]
    [("Dawson's Kayles", -1, True)]
    """
    own = study.name if study.rule is None else str(study.rule)
    return relatives_of_terms(study.evidence, study.best, stored, own)


def relatives_of_terms(
    evidence: Evidence, law: Finding | None, stored: Iterable[KnownGame] = (), own: str = ""
) -> tuple[Relative, ...]:
    """The same of any sequence, and the law that is known of it; the game ``own`` is left out."""
    values = evidence.values[:LONGEST].tolist()
    games = {game.rule: game for game in (*stored, *shipped_games()) if game.rule != own}
    found = [
        _continued(values, each, games[each.rule]) for each in relatives(values, games.values())
    ]
    found.sort(key=_rank)
    if law is None or law.proof is None or law.form is None:
        return tuple(found)
    return tuple(decided(law.form, each, games[each.rule]) for each in found)


def relatives(values: Sequence[int], games: Iterable[KnownGame]) -> tuple[Relative, ...]:
    """The games that agree with the values longest.

    >>> from mexplore.rules.notation import parse_rule
    >>> from mexplore.rules.rule import grundy_by_definition
    >>> found = relatives(grundy_by_definition(parse_rule("0.137"), 60), shipped_games())
    >>> [(each.name, each.shift, each.agreed, each.whole) for each in found][:2]
    [("Dawson's Chess", 0, 60, True), ('Node Kayles on a path', 0, 60, True)]
    """
    compared = (_compared(values, game) for game in games)
    found = [each for each in compared if each is not None]
    return tuple(sorted(found, key=_rank)[:MOST])


def decided(form: ClosedForm, relative: Relative, game: KnownGame) -> Relative:
    """The same, if the proved laws of both decide it: it is proved, or ends at a difference."""
    from mexplore.discover.heaps.statements import EQUAL, UNKNOWN, compared

    theirs, shift = _form_of(game), relative.shift
    if theirs is None or not relative.whole:
        return relative
    found = compared(_later(form, max(-shift, 0)), _later(theirs, max(shift, 0)))
    if found == UNKNOWN:
        return relative
    if found == EQUAL:
        return replace(relative, proved=True)
    return replace(relative, agreed=found, whole=False)


def value_by_relative(study: Study, n: int) -> tuple[int, Relative] | None:
    """What G(n) is if the values go on as those of the first relative with a proved law that has
    all of them; None if there is none.

    >>> from mexplore.discover.heaps.evidence.sources import given_terms
    >>> from mexplore.discover.heaps.study import study
    >>> few = study(None, source=given_terms([0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5]))
    >>> value_by_relative(few, 10**18)[0]
    3
    """
    games = {game.rule: game for game in shipped_games()}
    for relative in relatives_of(study):
        form = _form_of(games[relative.rule]) if relative.whole else None
        if form is not None and n + relative.shift >= 0:
            return int(form.at(n + relative.shift)), relative
    return None


def _continued(mine: Sequence[int], relative: Relative, game: KnownGame) -> Relative:
    """Compared with all values of the other game that its proved law gives, not the first ones."""
    form = _form_of(game) if relative.whole else None
    if form is None:
        return relative
    stop, known = len(mine) - relative.first, len(mine) + max(relative.shift, 0)
    agreed = _agreement(mine, form.prefix(known).tolist(), relative.shift)
    return replace(relative, agreed=agreed, whole=agreed == stop)


def _rank(relative: Relative) -> tuple[bool, int, bool, int]:
    shift = abs(relative.shift) if relative.whole else 0
    return not relative.whole, shift, not relative.name, -relative.agreed


def _compared(mine: Sequence[int], game: KnownGame) -> Relative | None:
    """The other game at the shift with the longest agreement; None if that is too short. Whatever
    the shift, long agreements have the n in common that are compared first."""
    some, theirs = tuple(mine[FURTHEST:FEWEST]), game.values
    shifts = [s for s in SHIFTS if tuple(theirs[FURTHEST + s : FEWEST + s]) == some]
    lengths = ((_agreement(mine, theirs, shift), -abs(shift), shift) for shift in shifts)
    agreed, _, shift = max(lengths, default=(0, 0, 0))
    low = max(0, -shift)
    if agreed < FEWEST or len(set(mine[low : low + agreed])) < DIFFERENT:
        return None
    both = min(len(mine) - low, len(game.values) - max(shift, 0))
    whole = agreed == both
    return Relative(game.rule, game.name, shift, agreed, game.known, game.law, whole)


def _agreement(mine: Sequence[int], theirs: Sequence[int], shift: int) -> int:
    """The number of consecutive n, from the first at which both are known, with
    G(n) = G'(n + shift)."""
    ours, others = (mine, theirs[shift:]) if shift >= 0 else (mine[-shift:], theirs)
    count = 0
    for one, other in zip(ours, others, strict=False):
        if one != other:
            break
        count += 1
    return count


def _form_of(game: KnownGame) -> ClosedForm | None:
    """What gives all values, where the law is a period that the known values have whole."""
    import numpy as np

    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.discover.study.evidence import Evidence

    law = Periodic.from_statement(game.law) if game.law else None
    if law is None or law.begins + law.lag > len(game.values):
        return None
    return law.closed_form(Evidence(np.array(game.values, dtype=np.uint64)))


def _later(form: ClosedForm, shift: int) -> ClosedForm | None:
    """The form that gives at n what this one gives at n + shift; None if it is not known."""
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.discover.study.evidence import Evidence

    steps = form.eventual_steps()
    if not shift:
        return form
    if steps is None or steps.saltus is None:
        return None
    law = Periodic(max(steps.preperiod - shift, 0), steps.period, steps.saltus)
    return law.closed_form(Evidence(form.prefix(shift + law.preperiod + law.period)[shift:]))

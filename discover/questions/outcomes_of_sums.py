"""Which of many sums are lost, and their classes: each game is looked up once for all of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from mexplore.discover.questions.classes import NIM, Classes, product
from mexplore.discover.questions.known import Allowance
from mexplore.discover.questions.places import classes_of_places
from mexplore.discover.questions.sums import Component, left_over, winner
from mexplore.discover.study.kind import LookedUp, NotKnown
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.errors import MexploreError

if TYPE_CHECKING:
    from mexplore.discover.questions.sums import Game
    from mexplore.discover.study.kind import Means, Warrant

FEW_RULES = 4
"""Where heaps of more rules are asked for, a law is looked for only if values are out of reach."""


@dataclass(frozen=True)
class Outcome:
    """The class of a sum, its name, and whether it is lost for the player to move. In normal play
    the class is None where all that is known is that it is not 0."""

    total: Any
    name: str
    lost: bool

    @property
    def winner(self) -> str:
        """``next``: the player to move wins; ``previous``: the other one does."""
        return winner(lost=self.lost)


def look_up_sums(games: Sequence[Game], means: Means, watcher: Watcher = no_progress) -> LookedUp:
    """The nim-values of sums.

    >>> from mexplore.discover.study.kind import Means
    >>> from mexplore.rules.notation import parse_rule
    >>> look_up_sums([[(parse_rule("0.77"), [15, 2])], []], Means()).values
    [5, 0]
    """
    found, warrants = outcomes_of(games, means, watcher)
    values = [None if isinstance(each, str) else each.total for each in found]
    missing = next((each for each in found if isinstance(each, str)), "")
    if not missing and None in values:
        missing = "the nim-value of a sum is not known, only that it is not 0"
    return LookedUp(values, tuple(warrants), missing)


def outcomes_of(
    games: Sequence[Game],
    means: Means,
    watcher: Watcher = no_progress,
    *,
    misere: bool = False,
) -> tuple[list[Outcome | str], list[Warrant]]:
    """The outcome of each sum, all at once, and why they are right; where one is not decided, why
    not, in words.

    Under misère play games of the same rules share their classes. Those of one rule are named alike
    in all of them; a class of several rules together, one of which is wild, belongs to these rules.

    >>> from mexplore.discover.study.kind import Means
    >>> from mexplore.rules.notation import parse_rule
    >>> one, kayles = parse_rule("subtract(1..9)"), parse_rule("0.77")
    >>> games = [[(kayles, [15]), (one, [2])], []]
    >>> [each.total for each in outcomes_of(games, Means())[0]]  # 7 xor 2
    [5, 0]
    >>> games = [[(kayles, [5, 9])], [(kayles, [2, 1])], []]
    >>> found, _ = outcomes_of(games, Means(law_first=False), misere=True)
    >>> [(each.name, each.winner) for each in found]
    [('b2', 'previous'), ('ab', 'next'), ('1', 'next')]
    """
    together: dict[Any, list[int]] = {}
    for number, game in enumerate(games):
        rules = frozenset(rule for rule, _ in game) if misere else None
        together.setdefault(rules, []).append(number)
    empty = together.pop(frozenset(), [])
    found: dict[int, Outcome | str] = {number: Outcome(None, "1", lost=False) for number in empty}
    warrants: list[Warrant] = []
    means = replace(means, budget=means.budget / max(len(together), 1))
    for numbers in together.values():
        sizes: dict[Any, list[Any]] = {}
        for number in numbers:
            for rule, mine in games[number]:
                sizes.setdefault(rule, []).extend(mine)
        known, classes, failed = _classes_of_all(sizes, means, watcher, misere=misere)
        for rule, mine in sizes.items():
            sure = [n for n in mine if n not in failed[rule]] if failed[rule] else mine
            warrants += known[rule].warrants(sure) if sure else ()
        first = next(iter(known.values()), None)
        monoid, named = (NIM, str) if first is None else (first.monoid, first.name_of)
        for number in numbers:
            each = [islice(classes[rule], len(mine)) for rule, mine in games[number]]
            why = _why_not(games[number], failed)
            if why is not None:
                found[number] = why
                for part in each:
                    deque(part, maxlen=0)  # the classes of this game are passed over
                continue
            mine = [*chain.from_iterable(each)]
            if None in mine:
                found[number] = _outcome_of(games[number], mine, known)
                continue
            total = product(monoid, mine)
            found[number] = Outcome(total, named(total), monoid.is_lost(total))
    return [found[number] for number in range(len(games))], list(dict.fromkeys(warrants))


def _outcome_of(game: Game, classes: Sequence[Any], known: Mapping[Any, Classes]) -> Outcome | str:
    """The outcome of a sum in which some nim-values are not known, or why it is not known."""
    parts = [Component(rule, place) for rule, mine in game for place in mine]
    try:
        odd, _, total = left_over(parts, classes, known)
    except NotKnown as why:
        return str(why)
    return Outcome(None, "not 0", lost=False) if odd else Outcome(total, str(total), total == 0)


Failed = dict[Any, dict[Any, str]]
"""Why the classes of places are not known, by their game."""


def _why_not(game: Game, failed: Failed) -> str | None:
    """Why the class of a part of the sum is not known, if one is not."""
    for rule, mine in game:
        if failed[rule]:
            why = next((failed[rule][n] for n in mine if n in failed[rule]), None)
            if why is not None:
                return why
    return None


def _classes_of_all(
    sizes: Mapping[Any, list[Any]], means: Means, watcher: Watcher, *, misere: bool
) -> tuple[Mapping[Any, Classes], dict[Any, Iterator[Any]], Failed]:
    """What is known of each game; the classes of all its places, None where one is not known; and
    why it is not."""
    failed: Failed = {rule: {} for rule in sizes}
    known: dict[Any, Classes] = {}
    whole = Allowance(means.budget)
    parts = [sizes] if misere else [{rule: mine} for rule, mine in sizes.items()]
    for number, part in enumerate(parts):
        mine = replace(means, budget=whole.share(len(parts) - number))
        if len(parts) > FEW_RULES:
            mine = replace(mine, law_first=False)
        try:
            known |= classes_of_places(part, mine, watcher, misere=misere)
        except MexploreError as why:
            for rule, heaps in part.items():
                failed[rule] = dict.fromkeys(heaps, str(why))
    classes: dict[Any, Iterator[Any]] = {}
    for rule, heaps in sizes.items():
        try:
            found = known[rule].of_all(heaps) if rule in known else [None] * len(heaps)
        except MexploreError:
            found = [_class_of(known[rule], n, failed[rule]) for n in heaps]
        classes[rule] = iter(found)
    return known, classes, failed


def _class_of(known: Classes, n: Any, failed: dict[Any, str]) -> Any:
    """The class of a place; None, and why, where it is not known."""
    try:
        return known.of(n)
    except MexploreError as why:
        failed[n] = str(why)
        return None

"""Many sums of heaps under misère play: who wins each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mexplore.discover.questions.misere_sums import Classes, classes_of, total_of
from mexplore.rules.engine.grundy import Watcher, nobody

if TYPE_CHECKING:
    from mexplore.discover.questions.sums import Component
    from mexplore.discover.study.kind import Means
    from mexplore.rules.rule import Rule


@dataclass(frozen=True)
class Outcome:
    """The class of a sum, and whether it is lost for who has to move."""

    class_name: str
    lost: bool

    @property
    def winner(self) -> str:
        """``next``: the player to move wins; ``previous``: the other one does."""
        return "previous" if self.lost else "next"


def outcomes_of(
    games: Sequence[Sequence[Component]], means: Means, watcher: Watcher = nobody
) -> tuple[list[Outcome], list[str]]:
    """The outcome of each sum, and why they are right; NotKnown where some sum is not decided.

    Games of the same rules share their classes. Those of one rule are named alike in all of them;
    a class of several rules together, one of which is wild, belongs to these rules.

    >>> from mexplore.discover.study.kind import Means
    >>> from mexplore.discover.questions.sums import Component
    >>> from mexplore.rules.notation import parse_rule
    >>> kayles = parse_rule("0.77")
    >>> games = [[Component(kayles, n) for n in sizes] for sizes in ((5, 9), (2, 1), ())]
    >>> found, _ = outcomes_of(games, Means(law_first=False))
    >>> [(each.class_name, each.winner) for each in found]
    [('b2', 'previous'), ('ab', 'next'), ('1', 'next')]
    """
    rules_of = [frozenset(heap.rule for heap in game) for game in games]
    groups = list(dict.fromkeys(rules for rules in rules_of if rules))
    known: dict[frozenset[Rule], dict[Rule, Classes]] = {}
    for rules in groups:
        heaps = [h for game, own in zip(games, rules_of, strict=True) if own == rules for h in game]
        mine = replace(means, budget=means.budget / len(groups))
        known[rules] = classes_of(heaps, mine, watcher)
    found = []
    for game, own in zip(games, rules_of, strict=True):
        if not own:  # no heap: who has to move has won
            found.append(Outcome("1", lost=False))
            continue
        law, total = total_of(game, known[own])
        name = known[own][game[0].rule].name_of(total)
        found.append(Outcome(name, law.is_lost(total)))
    words = [each.words for classes in known.values() for each in classes.values()]
    return found, list(dict.fromkeys(words))

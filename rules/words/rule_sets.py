"""All games on words with few letters and short rules, each once.

Letters are o, with which play begins, and a, b, .... A *rule* lhs -> rhs has letters on its
left side, as many letters or empty cells on its right side, and changes something; it asks for no
ends. Some rules together are a *game*, word(o^n; ...), if

1. weights of the letters show that play ends (`rules.words.weights`);
2. every letter is on the left side of some rule. A letter that no rule looks at stays for ever, and
   does what an empty cell does where no rule asks for ends (`rules.words.rewriting`): the game with
   an empty cell in its place stands for both;
3. every rule is played somewhere, as far as views of m neighbouring cells tell, m being the length
   of the longest left side. From m cells o the views are followed that moves make: moves of rules
   that fit in some view, wherever they lie, as far as they can be seen. A rule that fits in none
   of these views is never played.

*Proof* of the last sentence. By induction over the moves any m neighbouring cells of a row hold one
of the views: o^m before the first move. A rule that is played lies in some m cells, and so fits in
a view; and what it does to any other m cells is followed, too: the part of its left side that lies
in them is replaced by that part of its right side. In a row of fewer than m cells the moves are
those of a longer row that leave the rest as it is. []

The row o^n reads the same backwards, and which letter is called a and which b does not matter. So
games whose rules are mirror images, or become the same if letters other than o change places, have
the same values, and the first of them, in the order of rules, stands for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property, reduce
from itertools import combinations, permutations, product
from math import comb
from operator import or_

from mexplore.rules.dataclass import dataclass
from mexplore.rules.words.rewriting import EMPTY, Rewrite
from mexplore.rules.words.weights import difference, least_index

NAMES = "oabcdefg"
"""The letters, the one that play begins with first."""

Together = tuple[Rewrite, ...]
"""What counts as one rule: a rule alone, or a rule and its mirror image."""


@dataclass(frozen=True)
class RuleSets:
    """The games of at most as many rules, as many letters, and left sides of at most as many cells
    as these numbers say. Where they are ``symmetric``, the mirror image of a rule is a rule of the
    game as well, and both count as one.

    >>> [[f"{rule.lhs} -> {rule.rhs}" for rule in game] for game in RuleSets(1, 2, 1).games()]
    [['o -> .'], ['oo -> o.'], ['oo -> ..']]
    >>> [[f"{rule.lhs} -> {rule.rhs}" for rule in game] for game in RuleSets(1, 2, 1, True).games()]
    [['o -> .'], ['oo -> o.', 'oo -> .o'], ['oo -> ..']]
    """

    letters: int
    longest: int
    most: int
    symmetric: bool = False

    @property
    def tried_rules(self) -> int:
        """How many rules there are, those among them with which play need not end."""
        lhs, rhs = self.letters, self.letters + 1
        return sum((lhs * rhs) ** length - lhs**length for length in range(1, self.longest + 1))

    @cached_property
    def rules(self) -> list[Together]:
        """The rules of which play ends, the shortest first."""
        signs, found = NAMES[: self.letters], dict[frozenset[Rewrite], Together]()
        for length in range(1, self.longest + 1):
            for lhs, rhs in product(_words(signs, length), _words(signs + EMPTY, length)):
                rule = Rewrite(lhs, rhs)
                if lhs != rhs and self._ends(frozenset([self._lowers(rule)])):
                    alike = (rule, rule.mirrored()) if self.symmetric else (rule,)
                    found.setdefault(frozenset(alike), tuple(dict.fromkeys(alike)))
        return list(found.values())

    @property
    def tried(self) -> int:
        """How many sets of rules are looked at: those with a rule that the row o^n allows."""
        first = sum(set(together[0].lhs) == {NAMES[0]} for together in self.rules)
        others = len(self.rules) - first
        sizes = range(1, self.most + 1)
        return sum(comb(first + others, k) - comb(others, k) for k in sizes)

    def games(self) -> list[tuple[Rewrite, ...]]:
        """The games, those of few and short rules first."""
        chosen = [places for k in range(1, self.most + 1) for places in self._of(k)]
        chosen.sort(key=lambda places: (len(places), self._size(places), places))
        return [tuple(r for place in places for r in self.rules[place]) for places in chosen]

    def _of(self, count: int) -> Iterator[tuple[int, ...]]:
        """The games of this many rules, each as the places of its rules in their list."""
        first = [i for i, each in enumerate(self.rules) if set(each[0].lhs) == {NAMES[0]}]
        others = [i for i, each in enumerate(self.rules) if set(each[0].lhs) != {NAMES[0]}]
        for of_first in range(1, count + 1):
            for some, more in product(
                combinations(first, of_first), combinations(others, count - of_first)
            ):
                places = tuple(sorted(some + more))
                if self._is_game(places) and self._is_first(places):
                    yield places

    def _is_game(self, places: Sequence[int]) -> bool:
        """Whether all letters are looked at, play ends, and all rules are played."""
        signs = [self._signs[place] for place in places]
        looked_at = reduce(or_, (lhs for lhs, _ in signs))
        if reduce(or_, (rhs for _, rhs in signs), looked_at) != looked_at:
            return False
        rows = frozenset(lowers for place in places for lowers in self._lowered[place])
        return self._ends(rows) and self._are_played(places)

    def _are_played(self, places: Sequence[int]) -> bool:
        """Whether each rule is played somewhere, as far as views tell."""
        others = [rule for place in places for rule in self.rules[place]]
        played, first = list[Rewrite](), NAMES[0] * max(len(rule.lhs) for rule in others)
        views, waiting = {first}, [first]
        while waiting and others:
            view = waiting.pop()
            fitting = [rule for rule in others if rule.lhs in view]
            if fitting:
                others = [rule for rule in others if rule not in fitting]
                played, waiting = played + fitting, list(views)
            new = {new for rule in played for new in _seen(view, rule)} - views
            views |= new
            waiting.extend(new)
        return not others

    def _is_first(self, places: tuple[int, ...]) -> bool:
        """Whether no game that is the same but for names and direction comes before it."""
        return all(
            places <= tuple(sorted(images[place] for place in places)) for images in self._images
        )

    def _size(self, places: Sequence[int]) -> int:
        return sum(len(self.rules[place][0].lhs) for place in places)

    @cached_property
    def _signs(self) -> list[tuple[int, int]]:
        """The letters on both sides of each rule, as bits; mirror images have the same."""
        bits = {name: 1 << i for i, name in enumerate(NAMES)} | {EMPTY: 0}
        return [
            (reduce(or_, (bits[c] for c in rule.lhs)), reduce(or_, (bits[c] for c in rule.rhs)))
            for rule, *_ in self.rules
        ]

    @cached_property
    def _lowered(self) -> list[list[tuple[int, ...]]]:
        """How many of each letter the rules take away."""
        return [[self._lowers(rule) for rule in together] for together in self.rules]

    @cached_property
    def _images(self) -> list[list[int]]:
        """Where each rule is found after an exchange of letters, backwards or not."""
        place = {rule: i for i, together in enumerate(self.rules) for rule in together}
        others = NAMES[1 : self.letters]
        found = []
        for names in permutations(others):
            letters = str.maketrans(others, "".join(names))
            images = [
                Rewrite(rule.lhs.translate(letters), rule.rhs.translate(letters))
                for rule, *_ in self.rules
            ]
            found.append([place[image] for image in images])
            found.append([place[image.mirrored()] for image in images])
        return found

    def _lowers(self, rule: Rewrite) -> tuple[int, ...]:
        return difference(rule, NAMES[: self.letters])

    def _ends(self, rows: frozenset[tuple[int, ...]]) -> bool:
        return _have_weights(rows, self.letters)


@cache
def _have_weights(rows: frozenset[tuple[int, ...]], letters: int) -> bool:
    """Whether there are weights of the letters that all rules with these differences lower."""
    return least_index(sorted(rows), letters) is not None


@cache
def _seen(view: str, rule: Rewrite) -> tuple[str, ...]:
    """What the cells of a view may become by a move that changes some of them.

    >>> _seen("oo", Rewrite("oa", ".."))
    ('o.',)
    """
    found = []
    for begin in range(1 - len(rule.lhs), len(view)):
        low, high = max(begin, 0), min(begin + len(rule.lhs), len(view))
        inner = slice(low - begin, high - begin)
        if view[low:high] == rule.lhs[inner]:
            found.append(view[:low] + rule.rhs[inner] + view[high:])
    return tuple(found)


def _words(signs: str, length: int) -> Iterator[str]:
    return map("".join, product(signs, repeat=length))

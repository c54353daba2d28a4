"""Which words are worth the same because the rules have symmetries.

A *symmetry* is a permutation of the letters, together with reading words backwards or not, that
maps the set of rules to itself: as in Col, where the two colours may be exchanged. It maps the
moves from a word to the moves from its image, so both have the same value.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import islice, permutations, product
from math import factorial, prod

from mexplore.rules.dataclass import dataclass
from mexplore.rules.words.rewriting import Rewrite, Rewriting

MOST_TRIED = 5_000
"""Permutations of letters; where there may be more, letters keep their places."""


@dataclass(frozen=True)
class Symmetry:
    """Letters and what they become, as for `str.translate`; whether words are read backwards."""

    letters: tuple[tuple[int, str], ...]
    backwards: bool

    def image(self, word: str) -> str:
        """The word that is worth the same."""
        changed = word.translate(dict(self.letters)) if self.letters else word
        return changed[::-1] if self.backwards else changed

    def image_of_rule(self, rule: Rewrite) -> Rewrite:
        changed = Rewrite(self._letters(rule.lhs), self._letters(rule.rhs), rule.left, rule.right)
        return changed.mirrored() if self.backwards else changed

    def _letters(self, word: str) -> str:
        return word.translate(dict(self.letters))


def symmetries(rewriting: Rewriting) -> tuple[Symmetry, ...]:
    """The symmetries of the rules, the one that changes nothing first.

    >>> rules = [Rewrite("ao", "b."), Rewrite("oa", ".b"), Rewrite("bo", "a."), Rewrite("ob", ".a")]
    >>> [(dict(each.letters), each.backwards) for each in symmetries(Rewriting.of(rules))]
    [({}, False), ({}, True), ({97: 'b', 98: 'a'}, False), ({97: 'b', 98: 'a'}, True)]
    """
    found = []
    for letters in _permutations(rewriting):
        for backwards in (False, True):
            each = Symmetry(letters, backwards)
            if all(each.image_of_rule(rule) in rewriting.rules for rule in rewriting.rules):
                found.append(each)
    return tuple(found)


def _permutations(rewriting: Rewriting) -> list[tuple[tuple[int, str], ...]]:
    """The permutations of letters that keep what is counted of each letter, identity first."""
    alike: defaultdict[tuple[int, ...], list[str]] = defaultdict(list)
    for letter in sorted(rewriting.live):
        alike[_counted(letter, rewriting)].append(letter)
    classes = list(alike.values())
    if prod(factorial(len(each)) for each in classes) > MOST_TRIED:
        return [()]
    found = []
    for images in islice(product(*map(permutations, classes)), MOST_TRIED):
        pairs = zip(_joined(classes), _joined(images), strict=True)
        found.append(tuple((ord(old), new) for old, new in pairs if old != new))
    return found


def _counted(letter: str, rewriting: Rewriting) -> tuple[int, ...]:
    """Numbers that a symmetry does not change."""
    count = Counter[str]()
    for rule in rewriting.rules:
        count["lhs"] += rule.lhs.count(letter)
        count["rhs"] += rule.rhs.count(letter)
        count["ends"] += (rule.left + rule.right) * rule.lhs.count(letter)
        count["kept"] += sum(x == y == letter for x, y in zip(rule.lhs, rule.rhs, strict=True))
    return tuple(count[what] for what in ("lhs", "rhs", "ends", "kept"))


def _joined(classes: object) -> str:
    return "".join("".join(each) for each in classes)  # type: ignore[attr-defined]

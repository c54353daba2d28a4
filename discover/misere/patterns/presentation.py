"""A quotient by generators and relations, as the literature writes it."""

from __future__ import annotations

import heapq
from functools import cached_property
from typing import Any

from mexplore.discover.misere.patterns.quotient import Quotient, generated
from mexplore.rules.dataclass import dataclass

LETTERS = "abcdefghijklmnopqrstuvwxyz"

Word = tuple[int, ...]
"""The exponents of the generators."""


@dataclass(frozen=True)
class Presentation:
    """The classes of a quotient as products of heaps.

    >>> law = Quotient(((0, 1), (1, 0)), (1,), (1, 0), 2, (1, 2))
    >>> shown = Presentation(law)
    >>> shown.generators, shown.relations, shown.name_of(0), shown.name_of(1)
    ({'a': 1}, [('a2', '1')], '1', 'a')
    """

    law: Quotient

    @cached_property
    def heaps(self) -> tuple[int, ...]:
        """The generators: each heap whose class is no product of classes of smaller heaps."""
        known, chosen = {0}, list[int]()
        for n, q in enumerate(self.law.classes, 1):
            if q not in known:
                chosen.append(n)
                known = set(generated(self.law.table, map(self.law.class_of, chosen)))
        return tuple(chosen)

    @property
    def generators(self) -> dict[str, int]:
        """The generators by their letters."""
        return {self._letter(i): heap for i, heap in enumerate(self.heaps)}

    def name_of(self, q: Any) -> str:
        """The class as its least product of generators; by its number if it is none, as of heaps
        that are classified together with others."""
        word = self._words[0].get(q)
        return f"number {q}" if word is None else self._written(word)

    @cached_property
    def relations(self) -> list[tuple[str, str]]:
        """Products that are equal, from which all others follow: the left ones are the least that
        are not least words of their classes (a reduced Gröbner basis)."""
        return [(self._written(left), self._written(right)) for left, right in self._words[1]]

    def _letter(self, i: int) -> str:
        return LETTERS[i] if len(self.heaps) <= len(LETTERS) else f"x{self.heaps[i]}"

    def _written(self, word: Word) -> str:
        """The product of powers: ``ab2``."""
        powers = [self._letter(i) + (str(e) if e > 1 else "") for i, e in enumerate(word) if e]
        between = "" if len(self.heaps) <= len(LETTERS) else " "
        return between.join(powers) or "1"

    @cached_property
    def _words(self) -> tuple[dict[int, Word], list[tuple[Word, Word]]]:
        """The least word of each class, by degree and then by letters, and the relations."""
        table, classes = self.law.table, [self.law.class_of(heap) for heap in self.heaps]
        none: Word = (0,) * len(classes)
        best: dict[int, Word] = {}
        relations: list[tuple[Word, Word]] = []
        queue: list[tuple[int, Word, Word, int]] = [(0, none, none, 0)]
        seen = {none}
        while queue:
            degree, _, word, q = heapq.heappop(queue)
            if any(all(map(int.__ge__, word, left)) for left, _ in relations):
                continue
            if q in best:
                relations.append((word, best[q]))
                continue
            best[q] = word
            for i, g in enumerate(classes):
                longer = (*word[:i], word[i] + 1, *word[i + 1 :])
                if longer not in seen:
                    seen.add(longer)
                    order = tuple(-e for e in longer)
                    heapq.heappush(queue, (degree + 1, order, longer, table[q][g]))
        return best, relations

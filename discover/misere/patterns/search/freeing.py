"""Old generators set free, so that classes may be split."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from mexplore.discover.misere.patterns.search.box import Box, Cap, Reduced, generated_by
from mexplore.discover.misere.patterns.search.partial import (
    Integers,
    OptionTable,
    Partial,
    answered,
    checked,
    fitted,
    kept,
    least_words,
    winning,
)
from mexplore.rules.dataclass import dataclass
from mexplore.rules.rule import Heaps

NEW = Cap(3, 2)  # for a heap whose powers are not known
ROUNDS = 30
SLACK = 3  # by which caps are raised; 1 where some generators are kept whole
BOX_A_CLASS = 100  # sums of a box for each class that is allowed


@dataclass(frozen=True)
class Outcome:
    """What came of a box: a state; or a heap whose word is wrong, with a better one if there is
    one; or nothing, so that the caps have to be raised."""

    state: Partial | None = None
    heap: int = 0
    word: Heaps | None = None


def freed(
    state: Partial, heaps: OptionTable, n: int, most: int, go_on: Callable[[], None]
) -> Partial | None:
    """The state for heaps 1, ..., n, generators being set free one by one, the last ones first;
    None if none of this does. ``go_on`` raises when the time is over."""
    for descending in (False, True):
        for kept_whole in range(len(state.generators), -1, -1):
            attempt = _Attempt(state, heaps, n, most, kept_whole, descending, go_on)
            found = attempt.state_found()
            if found is not None:
                return found
    return None


class _Attempt:
    """The first generators kept whole, the others and heap n free."""

    def __init__(
        self,
        state: Partial,
        heaps: OptionTable,
        n: int,
        most: int,
        kept_whole: int,
        descending: bool,
        go_on: Callable[[], None],
    ) -> None:
        self.old, self.heaps, self.n, self.most = state, heaps, n, most
        self.go_on = go_on
        self.descending = descending
        """Whether the word of a heap may have only smaller generators."""
        whole = state.generators[:kept_whole]
        self.whole = list(whole) if len(generated_by(state, whole)) > 1 else []
        self.free = [g for g in (*state.generators, n) if g not in whole]
        self.words: dict[int, Heaps] = {}
        self._guess_words()

    def _guess_words(self) -> None:
        """Each heap that is no generator as it was before; one that needs larger ones is freed."""
        letters: list[int] | None = None
        best: dict[int, Heaps] = {}
        for h in range(1, self.n):
            if self.heaps.terminal(h) or h in self.old.generators:
                continue
            allowed = [g for g in self.old.generators if self._may_stand_for(g, h)]
            if allowed != letters:
                letters = allowed
                named = [(g, int(self.old.classes[g])) for g in allowed]
                best = least_words(self.old.table, named, self.heaps)
            q = int(self.old.classes[h])
            if q in best:
                self.words[h] = best[q]
            else:
                self.free.append(h)
        self.free.sort()

    def _may_stand_for(self, generator: int, heap: int) -> bool:
        return not self.descending or generator in self.whole or generator < heap

    def state_found(self) -> Partial | None:
        """Words are corrected, heaps freed and caps raised, until all heaps fit or nothing "
        "helps."""
        slack, tried = 0, set()
        for _ in range(ROUNDS):
            self.go_on()
            now = (tuple(self.free), slack, tuple(sorted(self.words.items())))
            if now in tried:
                return None
            tried.add(now)
            caps = [self._cap(g, slack) for g in self.free]
            box = Box(self.old, self.heaps, self.whole, self.free, caps, self.words)
            if box.size > BOX_A_CLASS * self.most:
                return None
            outcome = self._of_box(box)
            if outcome.state is not None:
                return outcome.state
            if outcome.word is not None:
                self.words[outcome.heap] = outcome.word
            elif outcome.heap:
                del self.words[outcome.heap]
                self.free = sorted([*self.free, outcome.heap])
            elif slack == (1 if self.whole else SLACK):
                return None
            else:
                slack += 1
        return None

    def _cap(self, heap: int, slack: int) -> Cap:
        """The powers that were told apart before, and some more."""
        cap = NEW if heap > self.old.last else _cycle(self.old, heap)
        if cap.index == 0 and self.heaps.rank[heap] == 1:
            return cap  # two heaps of one move each are none
        return Cap(max(cap.index, 1) + slack, cap.period * (1 + cap.period % 2))

    def _of_box(self, box: Box) -> Outcome:
        found = box.monoid()
        if found is None or len(found.accept) > self.most:
            return Outcome()
        self.go_on()
        table = found.table()
        generators = self._classes_of_generators(box, found)
        guessed = self._guessed(table, generators)
        start = Partial(table, found.accept, guessed, tuple(sorted(generators)), table > -1)
        wrong = self._answers_of_generators(start, generators)
        if isinstance(wrong, Outcome):
            return wrong
        return self._all_fitted(replace(start, answers=wrong), generators)

    def _classes_of_generators(self, box: Box, found: Reduced) -> dict[int, int]:
        classes = {g: box.class_of_free(found, g) for g in self.free}
        return classes | {g: box.class_of_whole(found, g) for g in self.whole}

    def _guessed(self, table: Integers, generators: dict[int, int]) -> Integers:
        """The classes of all heaps by their words."""
        classes = np.zeros(self.n + 1, dtype=np.int64)
        for h, q in generators.items():
            classes[h] = q
        for h, word in self.words.items():
            for g in word:
                classes[h] = table[classes[h], generators[g]]
        return classes

    def _answers_of_generators(
        self, guess: Partial, generators: dict[int, int]
    ) -> Outcome | np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """The answers that the generators leave; or what is wrong."""
        losing, answers = guess.lost[guess.table], guess.answers.copy()
        for g, q in generators.items():
            won = winning(guess.moves(self.heaps, g), guess.table, guess.lost)
            if np.any(losing[q] & won):
                return self._to_blame(guess, g, q)
            answers[q] &= won
        answers = kept(answers, generators.values(), guess.table)
        return answers if answered(answers, guess.lost) else Outcome()

    def _to_blame(self, guess: Partial, g: int, q: int) -> Outcome:
        """The largest heap with a word in a move of g that seems to lead from lost to lost."""
        losing = guess.lost[guess.table]
        for option in self.heaps.listed[g] if self.descending else ():
            total = 0
            for part in option:
                total = int(guess.table[total, guess.classes[part]])
            if np.any(losing[q] & losing[total]):
                blamed = [part for part in option if part in self.words]
                if blamed:
                    return Outcome(heap=max(blamed))
        return Outcome()

    def _all_fitted(self, guess: Partial, generators: dict[int, int]) -> Outcome:
        """Every heap in the class that fits, which may not be that of its word."""
        state = replace(guess, classes=guess.classes[:1])
        changed: Outcome | None = None
        for h in range(1, self.n + 1):
            self.go_on()
            known = generators.get(h)
            following = (
                fitted(state, self.heaps, h)
                if known is None
                else self._as_generator(state, h, known, generators)
            )
            if following is None:
                return changed or Outcome(heap=h if known is None else 0)
            state = following
            if known is None and state.classes[h] != guess.classes[h] and changed is None:
                word = self._word(state, h, generators)
                changed = Outcome(heap=h, word=word)
        done = checked(state, self.heaps)
        return Outcome(done) if done is not None else changed or Outcome()

    def _as_generator(
        self, state: Partial, h: int, q: int, generators: dict[int, int]
    ) -> Partial | None:
        following = replace(state, classes=np.append(state.classes, q))
        won = winning(following.moves(self.heaps, h), state.table, state.lost)
        if np.any(state.lost[state.table[q]] & won):
            return None
        answers = state.answers.copy()
        answers[q] &= won
        classes = {*following.classes[1:].tolist(), *generators.values()}
        answers = kept(answers, classes - {0}, state.table)
        return replace(following, answers=answers) if answered(answers, state.lost) else None

    def _word(self, state: Partial, h: int, generators: dict[int, int]) -> Heaps | None:
        """The generators of the class in which the heap fits."""
        letters = [(g, q) for g, q in sorted(generators.items()) if self._may_stand_for(g, h)]
        return least_words(state.table, letters, self.heaps).get(int(state.classes[h]))


def _cycle(state: Partial, heap: int) -> Cap:
    """From where on, and with which period, the powers of a heap repeat."""
    seen: dict[int, int] = {}
    q, k = 0, 0
    while q not in seen:
        seen[q] = k
        q, k = int(state.table[q, state.classes[heap]]), k + 1
    return Cap(seen[q], k - seen[q])

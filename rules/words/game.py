"""Games on words of which a system of kinds is derived: rows of cells, rings, marked ends."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.search import Sums
from mexplore.rules.errors import InputError, RuleSyntaxError, TooLarge
from mexplore.rules.rule import LONGEST
from mexplore.rules.systems.ends import check_ends
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.system import Heap, Heaps, System
from mexplore.rules.text.numbers import parse_number
from mexplore.rules.words.deriving import Derivation
from mexplore.rules.words.notation import Start, WrittenRule, looks_like_words, read_game
from mexplore.rules.words.rewriting import EMPTY, Rewriting
from mexplore.rules.words.values import WholeWords, WordValues
from mexplore.rules.words.weights import weights

if TYPE_CHECKING:
    from mexplore.rules.systems.sample import SampleMove

SHORT = 14
"""Words with fewer letters are valued by the rules themselves when a proof is checked."""
SMALL = 8
"""Where no weights show that play ends, words up to this many blocks are looked at."""
MOST_SMALL = 5_000
LONGEST_WORD = 5_000
LONGEST_SPELLED = 40
SHOWN = 6

_NAMED = re.compile(r"([A-Za-z]+[0-9]*)\s*\(\s*[0-9]")
_REPEATED = re.compile(r"(?:\(([^()]*)\)|([^\s^]))\s*\^\s*([0-9][0-9^*e]*)")


@dataclass(frozen=True)
class WordGame(SystemGame):
    """G(n) is the value of the word in which a block is repeated n times.

    >>> game = WordGame.parse("word(a o^n; [oa]o -> .., o[oa] -> ..)")
    >>> str(game), [game.describe(kind) for kind in range(2)]
    ('word(a o^n; [oa]o -> .., o[oa] -> ..)', ['a o^n', 'o^n'])
    >>> game.directly([(game.system.start, n) for n in range(7)])
    [0, 1, 1, 2, 0, 3, 1]
    """

    family: ClassVar[str] = "words"
    examples: ClassVar[tuple[str, ...]] = (
        "word(o^n; oo -> .., o -> .)",
        "ring(o^n; oo -> ..)",
        "word(a o^n; [oa]o -> .., o[oa] -> ..)",
    )

    start: Start
    rules: tuple[WrittenRule, ...]

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The game of a text; None where it is another notation; RuleSyntaxError, with the place,
        where it is wrong, or where play need not end."""
        if not looks_like_words(text):
            return None
        if len(text) > LONGEST:
            problem = f"the text has {len(text)} characters"
            raise RuleSyntaxError(text, LONGEST, problem, f"a rule has at most {LONGEST}")
        game = cls(*read_game(text))
        game._refuse_dead(text)
        game._refuse_circles(text)
        return game

    def __str__(self) -> str:
        name = "ring" if self.start.closed else "word"
        return f"{name}({self.start}; {', '.join(map(str, self.rules))})"

    def words(self) -> str:
        shown = [str(rule).replace(" -> ", " by ") for rule in self.rules[:SHOWN]]
        if len(self.rules) > SHOWN:
            shown.append(f"{len(self.rules) - SHOWN} more")
        first = f"On {'a ring' if self.start.closed else 'the word'} {self.start}"
        ends = any(rule.left or rule.right for rule in self.rules)
        return (
            f"{first} a move replaces {', '.join(shown)}. What an empty cell (.) parts "
            "is apart." + " < and > are ends of the row." * ends
        )

    @cached_property
    def values(self) -> WordValues:
        """The values of words by the rules themselves."""
        return WordValues(self.rewriting)

    @cached_property
    def rewriting(self) -> Rewriting:
        return Rewriting.of(rule for written in self.rules for rule in written.rules())

    @cached_property
    def weights(self) -> dict[str, Fraction] | None:
        """Weights of letters that every rule lowers, where there are such."""
        return weights(self.rewriting)

    @cached_property
    def system(self) -> System:
        """The system that `rules.words.deriving` derives; NoSystem where there is none."""
        if self.start.closed:
            system = self.derivation.ring()
        else:
            system = self.derivation.row(self.start.before, self.start.behind)
        if self.weights is None:
            check_ends(system)
        return system

    @cached_property
    def derivation(self) -> Derivation:
        return Derivation(self.values, self.start.block)

    def describe(self, kind: int) -> str:
        """The ends of the words of this kind, ``#`` for letters that stay for ever."""
        ends = self._ends(kind)
        if ends is not None:
            return str(Start(ends[0], self.start.block, ends[1]))
        if self._is_nim(kind):
            return "a heap of Nim, in the place of fixed words"
        return ("the ring " if self.start.closed else "") + str(self.start)

    def _ends(self, kind: int) -> tuple[str, str] | None:
        """What stands before and behind the run; None for nim and for the start of its own."""
        assert self.system
        ends = self.derivation.ends
        return ends[kind] if kind < len(ends) else None

    def _is_nim(self, kind: int) -> bool:
        return self.system.kinds[kind].name == "nim"

    def word(self, heap: Heap) -> str:
        """The word that a heap stands for: of a ring, one that is closed."""
        kind, n = heap
        before, behind = self._ends(kind) or (self.start.before, self.start.behind)
        return before + self.start.block * n + behind

    def small_values(self) -> Iterator[tuple[Heap, int]]:
        """The heaps that are short words, by whole words: the shortest first, while few enough
        words are reached."""
        known, kinds = WholeWords(self._written), range(len(self.system.kinds))
        heaps = [(kind, n) for kind in kinds if not self._is_nim(kind) for n in range(SHORT)]
        for heap in sorted(heaps, key=lambda heap: (len(self.word(heap)), heap)):
            word = self.word(heap)
            if len(word) >= SHORT:
                return
            closed = self.start.closed and heap[0] == self.system.start
            try:
                yield heap, known.value_of_ring(word) if closed else known.value(word)
            except TooLarge:
                return

    def directly(self, heaps: Sequence[Heap]) -> list[int]:
        return [self._directly(*heap) for heap in heaps]

    def _directly(self, kind: int, n: int) -> int:
        if self._is_nim(kind):
            return n if n < len(self.system.kinds[kind].below) else 0
        word = self.word((kind, n))
        if self.start.closed and kind == self.system.start:
            return self.values.value_of_ring(word)
        return self.values.value(word)

    def value_of_start(self, n: int, watcher: Watcher = no_progress) -> int:
        """G(n) by the rules themselves, where there may be no system."""
        del watcher
        word = self.start.before + self.start.block * n + self.start.behind
        return self.values.value_of_ring(word) if self.start.closed else self.values.value(word)

    def spelled(self, text: str) -> str | None:
        """The word, if it is short and has no size in it.

        >>> game = WordGame.parse("word(o^n; ooo -> oXo)")
        >>> game.spelled("ooXooo"), game.worth("ooXooo"), list(game.moves("ooXooo"))
        ('ooXooo', 1, [('ooXoXo',)])
        """
        stripped = text.strip()
        sized = stripped[:1].isdigit() or not {"^", "("}.isdisjoint(stripped)
        if sized or not 0 < len(stripped) <= LONGEST_SPELLED:
            return None
        rows = (self._letters(row, text) for row in stripped.split(EMPTY))
        return EMPTY.join(rows)

    def start_of(self, n: int) -> Hashable:
        if self.start.closed:
            return super().start_of(n)
        length = len(self.start.before + self.start.behind) + n * len(self.start.block)
        if length > LONGEST_WORD:
            raise TooLarge(f"the word for n = {n} has {length} letters; at most {LONGEST_WORD}")
        return self.start.before + self.start.block * n + self.start.behind

    def worth(self, position: str) -> int:
        return self.values.value(position)

    def moves(self, position: str) -> Iterator[tuple[str]]:
        """The words after one move, with all their letters."""
        return ((word,) for word in dict.fromkeys(self._written.moves(position)))

    @cached_property
    def sample(self) -> tuple[SampleMove, ...]:
        from mexplore.rules.words.sample import sample_of

        return sample_of(self)

    @cached_property
    def _written(self) -> Rewriting:
        """The rules with the names of the letters that stay."""
        return Rewriting(frozenset(rule for each in self.rules for rule in each.rules()))

    def position(self, text: str) -> Heaps:
        """``7``: the word with 7 blocks; ``B(7)``: a heap of the kind B; or a word, in which
        ``o^1000`` is a letter repeated.

        >>> game = WordGame.parse("word(o^n; oo -> .., o -> .)")
        >>> game.position("7"), game.position("oo.o^100 . o")
        (((0, 7),), ((0, 2), (0, 100), (0, 1)))
        """
        kinds, stripped = self.system.numbers, text.strip()
        named = _NAMED.match(stripped)
        if stripped[:1].isdigit() or (named is not None and named[1] in kinds):
            return super().position(stripped)
        rows = (part for row in stripped.split(EMPTY) for part in self._cut(row))
        return tuple(heap for row in rows if row.strip() for heap in self._row(row, text))

    def _cut(self, row: str) -> list[str]:
        """A row cut at the letters that stay for ever, each of which is an end of both parts.

        >>> WordGame.parse("word(o^n; ooo -> oXo)")._cut("o^9 X o^8")
        ['o^9 X', 'X o^8']
        """
        runs = [run.span() for run in _REPEATED.finditer(row)]
        cuts = [
            place
            for place, letter in enumerate(row)
            if letter in self._dead and not any(begin <= place < end for begin, end in runs)
        ]
        ends = zip([0, *cuts], [*(place + 1 for place in cuts), len(row)], strict=True)
        return [row[begin:end] for begin, end in ends]

    def _row(self, row: str, text: str) -> list[Heap]:
        """The heaps of a word without empty cells."""
        runs = [
            (run, size) for run in _REPEATED.finditer(row) if (size := _power(run)) > LONGEST_WORD
        ]
        if not runs:
            return self.heaps_of(self.values.parts(self._letters(row, text)))
        run, size = runs[0]
        if len(runs) > 1 or (run[1] or run[2]) != self.start.block:
            raise InputError(
                f"{text[:60]!r}: one long run of {self.start.block} may be between empty "
                f"cells and letters that stay; others have at most {LONGEST_WORD} letters"
            )
        before, behind = (
            self._letters(part, text) for part in (row[: run.start()], row[run.end() :])
        )
        heap, fixed = self.derivation.run(before, size, behind)
        if heap is None:
            raise InputError(
                f"{text[:60]!r}: play never comes to rows with such ends; ask "
                f"word({Start(before, self.start.block, behind)}; ...)"
            )
        return [heap, *self.heaps_of(fixed)]

    def heaps_of(self, parts: list[str]) -> list[Heap]:
        """Parts of words as heaps of the system; a heap of Nim for what is of no kind."""
        nim = self.system.numbers.get("nim")
        found = []
        for part in parts:
            heap = self.derivation.heap(part)
            if heap is None and (worth := self.values.value(part)):
                if nim is None or worth >= len(self.system.kinds[nim].below):
                    raise TooLarge(f"{part[:60]!r} is worth {worth}, but no heap of the system")
                heap = nim, worth
            if heap is not None:
                found.append(heap)
        return found

    def _letters(self, row: str, text: str) -> str:
        """The letters of a word, its short repetitions written out."""
        row = "".join(_REPEATED.sub(lambda run: (run[1] or run[2]) * _power(run), row).split())
        known = {*self.rewriting.live, *self._dead}
        wrong = next((letter for letter in row if letter not in known), None)
        if wrong is not None:
            raise InputError(
                f"{text[:60]!r}: {wrong!r} is no letter of this game; write a length, or a word of "
                f"the letters {' '.join(sorted(known))} and . for an empty cell"
            )
        if len(row) > LONGEST_WORD:
            raise TooLarge(f"a word has at most {LONGEST_WORD} letters; write a run as o^100000")
        return row

    @cached_property
    def _dead(self) -> frozenset[str]:
        """The letters that stay for ever."""
        written = "".join(cell.new for rule in self.rules for cell in rule.cells)
        start = self.start.before + self.start.block + self.start.behind
        return frozenset(written + start) - self.rewriting.live - {EMPTY}

    def _refuse_dead(self, text: str) -> None:
        for letter in self.start.block:
            if letter not in self.rewriting.live:
                problem = f"no rule looks at {letter}, so that rows between them are apart"
                remedy = "repeat letters only that rules look at"
                raise RuleSyntaxError(text, text.index(letter, text.index("(")), problem, remedy)

    def _refuse_circles(self, text: str) -> None:
        """Where no weights show that play ends, a circle among the small words is an error."""
        if self.weights is not None:
            return
        # Rows as they are: a circle of parts in their shortest form would be hard to follow.
        rows = Sums[str](lambda word: ((new,) for new in self.rewriting.moves(word)), MOST_SMALL)
        rings = Sums(self.values.options_of_part, MOST_SMALL)
        try:
            for n in range(SMALL + 1):
                word = self.start.before + self.start.block * n + self.start.behind
                if self.start.closed:
                    for part in self.values.ring_parts(word):
                        rings.value(part)
                else:
                    rows.value(word)
        except TooLarge:
            return
        except InputError as error:
            place = text.index(";") + 1
            place += len(text[place:]) - len(text[place:].lstrip())
            remedy = "every move has to lead towards an end"
            raise RuleSyntaxError(text, place, f"play need not end: {error}", remedy) from error


def _power(run: re.Match[str]) -> int:
    return parse_number(run[3], "length")

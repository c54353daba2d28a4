"""How games on words are written: ``word(o^n; oo -> .., o -> .)``.

Before the semicolon stands what play begins with: a letter that is repeated, ``o^n``, or a block of
letters, ``(ab)^n``, with fixed letters before and after it, ``a o^n b``. Rules follow it, with
commas between. ``ring(o^n; ...)`` is closed: the last letter stands before the first. Letters are
single characters other than digits and ``. < > , ; ( ) ^ [ ] # @``; blanks do not matter.

In a rule ``<`` at the beginning of the left side, or ``>`` at its end, asks that the word ends
there or that an empty cell is next. ``[oa]`` stands for any one of the letters; on the right side a
list as long says what becomes of each: ``[oa]x -> [a.]x`` are the rules ``ox -> ax`` and ``ax ->
.x``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Self

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.words.rewriting import EMPTY, Rewrite

SPECIAL = ".<>,;()^[]#@"
LONGEST_SIDE = 12
LONGEST_FIXED = 40
MOST_RULES = 20_000

_HEAD = re.compile(r"\s*(word|ring)\s*\(", re.DOTALL)
_POWER = re.compile(r"\^\s*n\b")


@dataclass(frozen=True)
class Start:
    """``before`` and then ``block``, repeated n times, and then ``behind``; or that as a ring."""

    before: str
    block: str
    behind: str
    closed: bool = False

    def __str__(self) -> str:
        run = f"{self.block}^n" if len(self.block) == 1 else f"({self.block})^n"
        return " ".join(part for part in (self.before, run, self.behind) if part)


@dataclass(frozen=True)
class Cell:
    """A letter, or any one of several, and what becomes of each."""

    old: str
    new: str

    @property
    def left(self) -> str:
        return _listed(self.old)

    @property
    def right(self) -> str:
        return self.new[0] if len(set(self.new)) == 1 else _listed(self.new)


@dataclass(frozen=True)
class WrittenRule:
    """A rule as it is written: ``cells`` side by side, between ends where it asks for them."""

    left: bool
    cells: tuple[Cell, ...]
    right: bool

    @classmethod
    def of(cls, rule: Rewrite) -> Self:
        """One rule, with a cell for each of its letters.

        >>> str(WrittenRule.of(Rewrite("oa", "..", left=True)))
        '<oa -> ..'
        """
        cells = (Cell(old, new) for old, new in zip(rule.lhs, rule.rhs, strict=True))
        return cls(rule.left, tuple(cells), rule.right)

    def __str__(self) -> str:
        lhs, rhs = (
            "".join(parts) for parts in zip(*((c.left, c.right) for c in self.cells), strict=True)
        )
        return f"{'<' * self.left}{lhs}{'>' * self.right} -> {rhs}"

    def rules(self) -> Iterator[Rewrite]:
        """The rules that it stands for."""
        for pairs in product(*(tuple(zip(c.old, c.new, strict=True)) for c in self.cells)):
            lhs, rhs = ("".join(side) for side in zip(*pairs, strict=True))
            yield Rewrite(lhs, rhs, self.left, self.right)


def _listed(letters: str) -> str:
    return letters if len(letters) == 1 else f"[{letters}]"


def looks_like_words(text: str) -> bool:
    """Whether a text begins as games on words do."""
    return _HEAD.match(text) is not None


def read_game(text: str) -> tuple[Start, tuple[WrittenRule, ...]]:
    """What play begins with, and the rules; RuleSyntaxError, with the place, for other texts.

    >>> start, rules = read_game("word(a o^n; o -> ., [oa]o -> [a.].)")
    >>> str(start), [str(rule) for rule in rules]
    ('a o^n', ['o -> .', '[oa]o -> [a.].'])
    """
    return _Reader(text).game()


class _Reader:
    """One text, with the errors that point into it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def game(self) -> tuple[Start, tuple[WrittenRule, ...]]:
        text = self.text
        head = _HEAD.match(text)
        assert head is not None, text
        stop = len(text.rstrip()) - 1
        if text[stop] != ")" or stop < head.end():
            raise self._error(stop + 1, "the closing bracket is missing", "end with )")
        semicolon = text.find(";", head.end(), stop)
        if semicolon < 0:
            remedy = f"write {head[1]}(o^n; oo -> .., o -> .)"
            raise self._error(stop, "there are no rules", remedy)
        start = self._start(head.end(), semicolon, closed=head[1] == "ring")
        rules = tuple(self._rules(semicolon + 1, stop))
        self._refuse_unreached(start, rules)
        return start, tuple(rule for _, rule in rules)

    def _start(self, begin: int, stop: int, *, closed: bool) -> Start:
        powers = [*_POWER.finditer(self.text, begin, stop)]
        if not powers:
            problem = "an empty family: nothing is repeated n times"
            raise self._error(begin, problem, "write o^n, (ab)^n or a o^n b before the semicolon")
        if len(powers) > 1:
            place = powers[1].start()
            remedy = "one letter or block is; a sum of rows is what solve takes"
            raise self._error(place, "two things are repeated n times", remedy)
        first, last = self._block(begin, powers[0].start())
        block = self._letters(first, last)
        if not block:
            raise self._error(powers[0].start(), "no letter stands before ^n", "write o^n")
        if EMPTY in block:
            raise self._error(
                self.text.index(EMPTY, first), "rows between empty cells are apart", "leave it out"
            )
        opened = first - 1 if self.text[last : last + 1] == ")" else first
        before = self._letters(begin, opened)
        behind = self._letters(powers[0].end(), stop)
        if closed and (before or behind):
            place = begin if before else powers[0].end()
            remedy = "leave the other letters out: ring(o^n; ...)"
            raise self._error(place, "a ring has one block only", remedy)
        return Start(before, block, behind, closed)

    def _block(self, begin: int, power: int) -> tuple[int, int]:
        """Where the letters of the block stand."""
        last = begin + len(self.text[begin:power].rstrip())
        if last == begin or self.text[last - 1] != ")":
            return max(last - 1, begin), last
        opened = self.text.rfind("(", begin, last)
        if opened < 0:
            raise self._error(last - 1, "this bracket was not opened", "write (ab)^n")
        return opened + 1, last - 1

    def _letters(self, begin: int, stop: int) -> str:
        """Fixed letters, with empty cells."""
        letters = ""
        for place in range(begin, stop):
            letter = self.text[place]
            if letter.isspace():
                continue
            if letter != EMPTY:
                self._refuse_special(place)
            letters += letter
            if len(letters) > LONGEST_FIXED:
                remedy = f"at most {LONGEST_FIXED} stand beside what is repeated"
                raise self._error(place, "too many fixed letters", remedy)
        return letters

    def _rules(self, begin: int, stop: int) -> Iterator[tuple[int, WrittenRule]]:
        """Each rule, and where it stands."""
        place, count = begin, 0
        for part in self.text[begin:stop].split(","):
            if not part.strip():
                raise self._error(place, "a rule is missing", "write one such as oo -> ..")
            rule = self._rule(place, place + len(part))
            count += _size(rule)
            if count > MOST_RULES:
                raise self._error(place, f"more than {MOST_RULES} rules", "use shorter lists [...]")
            yield place + len(part) - len(part.lstrip()), rule
            place += len(part) + 1

    def _rule(self, begin: int, stop: int) -> WrittenRule:
        arrow = self.text.rfind("->", begin, stop)
        if arrow < 0:
            at = begin + len(self.text[begin:stop]) - len(self.text[begin:stop].lstrip())
            raise self._error(at, "a rule has an arrow", "write it as oo -> ..")
        first, last = self._inside(begin, arrow)
        left, right = self.text[first:last].startswith("<"), self.text[first:last].endswith(">")
        olds = [*self._cells(first + left, last - right, empty=False)]
        news = [*self._cells(*self._inside(arrow + 2, stop), empty=True)]
        if not olds:
            raise self._error(first, "nothing stands before the arrow", "write a rule as oo -> ..")
        if len(olds) != len(news):
            problem = f"the sides have {len(olds)} and {len(news)} letters"
            remedy = "a rule replaces each letter by one; . is the empty cell"
            raise self._error(arrow + 2, problem, remedy)
        if len(olds) > LONGEST_SIDE:
            remedy = f"the sides of a rule have at most {LONGEST_SIDE}"
            raise self._error(olds[LONGEST_SIDE][0], "too many letters", remedy)
        cells = tuple(self._cell(*old, *new) for old, new in zip(olds, news, strict=True))
        rule = WrittenRule(left, cells, right)
        if _size(rule) > MOST_RULES:
            raise self._error(first, f"more than {MOST_RULES} rules", "use shorter lists [...]")
        return rule

    def _cell(self, place: int, old: str, there: int, new: str) -> Cell:
        if len(new) not in (1, len(old)):
            problem = f"{len(new)} letters for {len(old)}"
            raise self._error(there, problem, f"write one letter, or a list of {len(old)}")
        if len(set(old)) < len(old):
            raise self._error(place, "a letter stands twice in the list", "name it once")
        return Cell(old, new if len(new) == len(old) else new * len(old))

    def _cells(self, begin: int, stop: int, *, empty: bool) -> Iterator[tuple[int, str]]:
        """The places and the letters, or lists of letters, of one side."""
        place = begin
        while place < stop:
            letter = self.text[place]
            if letter == "[":
                closed = self.text.find("]", place, stop)
                if closed < 0:
                    raise self._error(place, "this bracket is not closed", "write ]")
                letters = "".join(x for _, x in self._cells(place + 1, closed, empty=empty))
                if not letters:
                    raise self._error(place, "an empty list", "name letters, as in [ab]")
                yield place, letters
                place = closed
            elif not letter.isspace():
                if letter == EMPTY and not empty:
                    remedy = "what an empty cell parts is apart; name another letter"
                    raise self._error(place, "no rule looks at an empty cell", remedy)
                if letter != EMPTY:
                    self._refuse_special(place)
                yield place, letter
            place += 1

    def _refuse_special(self, place: int) -> None:
        letter = self.text[place]
        if letter.isdigit():
            raise self._error(place, "a digit is no letter here", "name the cell by a letter")
        if letter in SPECIAL or not letter.isprintable():
            remedy = "letters are single characters such as o, a, X or +"
            raise self._error(place, f"{letter!r} is no letter", remedy)

    def _refuse_unreached(self, start: Start, rules: tuple[tuple[int, WrittenRule], ...]) -> None:
        """A letter that no word of the game has."""
        reached = {*start.before, *start.block, *start.behind}
        plain = [rule for _, written in rules for rule in written.rules()]
        while (
            new := {c for rule in plain if reached.issuperset(rule.lhs) for c in rule.rhs} - reached
        ):
            reached |= new
        for place, written in rules:
            for cell in written.cells:
                for letter in cell.old:
                    if letter not in reached:
                        remedy = "leave it out of the rules, or let play begin with it"
                        problem = f"no word of this game has the letter {letter}"
                        raise self._error(self.text.index(letter, place), problem, remedy)

    def _inside(self, begin: int, stop: int) -> tuple[int, int]:
        """The same stretch without blanks at its ends."""
        part = self.text[begin:stop]
        return begin + len(part) - len(part.lstrip()), begin + len(part.rstrip())

    def _error(self, place: int, problem: str, remedy: str) -> RuleSyntaxError:
        return RuleSyntaxError(self.text, place, problem, remedy)


def _size(rule: WrittenRule) -> int:
    size = 1
    for cell in rule.cells:
        size *= len(cell.old)
    return size

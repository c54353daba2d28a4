"""Take-and-break games: remove tokens from a heap, then perhaps split what is left.

Notation ``0.77``, ``4!.0``, ``0.{0,2,4+}``, ``0.[3]``: see `TakeAndBreak`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, starmap
from typing import TYPE_CHECKING, ClassVar, Self

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.reduction import Reduction
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.families.subtraction.rule import Subtraction, as_subtraction
from mexplore.rules.families.take_and_break.code import (
    ZERO,
    Digit,
    DigitCode,
    Placed,
    is_code,
    move_in_words,
    read_code,
)
from mexplore.rules.families.take_and_break.joining import (
    REMOVE,
    NoSingleCode,
    digits_of,
    joined_digits,
    joined_lists,
    standard_form,
)
from mexplore.rules.families.take_and_break.partitions import fewest_splits, splits
from mexplore.rules.moves.option_sets import (
    AnyOf,
    Beyond,
    Bounded,
    Listed,
    OptionSet,
    Partitions,
    Removed,
    one,
)
from mexplore.rules.moves.relations import Relations, Splitting, Unlisted
from mexplore.rules.rule import LONGEST, Heaps, Rule
from mexplore.rules.sets.residues import canonical

if TYPE_CHECKING:
    from mexplore.rules.arithmetic import tree
    from mexplore.rules.reach import Unreached
    from mexplore.rules.rule import Kernel

MOST_HEAPS = 100_000  # that a move of any number of heaps may leave, to be put into sets
MOST_WRITTEN = 50  # heap counts of a code that is written as an expression
MOST_REPEATED = 10_000  # tokens, where each number that is removed leaves sets of its own


@dataclass(frozen=True)
class TakeAndBreak(Rule):
    """The game of a code ``d0.d1d2...dk``.

    Remove j tokens from a heap and split the rest into i nonempty heaps: a move if bit i of the
    digit d_j is set (bit 0: the whole heap may be taken). Digits are 0-9 and A-V.

    ===============  ==============================================================
    ``0.77``         Kayles: remove 1 or 2 tokens and split the rest in two, or not
    ``4!.0``         Grundy's game: split a heap into two unequal ones
    ``0.{0,2,4+}``   heap counts in braces: none, two, four or more
    ``0.{0,2!,3?+}`` ``!`` pairwise unequal, ``?`` not all equal, ``=`` all equal
    ``0.*``          any number of heaps
    ``0.7[03]``      the digits in brackets repeat forever
    ``80.0``         a digit before d0 adds a token, the one before it two, ...
    ===============  ==============================================================

    A suffix also stands on a single count in braces. Canonical text has the shortest digits and
    no zeros that mean nothing; a suffix on fewer than two heaps means nothing. A game need not end
    if d0 may leave one heap (or none), or a digit that adds a tokens fewer than a + 2; such codes
    are refused.

    >>> rule = TakeAndBreak.parse(".30")
    >>> str(rule), list(rule.options(1)), list(rule.options(5))
    ('0.3', [()], [(4,)])
    >>> list(TakeAndBreak.parse("4!.0").options(6))
    [(1, 5), (2, 4)]

    Source: Guy and Smith 1956, The G-values of various games; Berlekamp, Conway and Guy, Winning
    Ways, chapter 4. Braces, suffixes and repeating digits are those of CGSuite (Siegel).
    """

    family: ClassVar[str] = "take-and-break"
    examples: ClassVar[tuple[str, ...]] = (
        "0.77",
        "0.07",
        "4!.0",
        "0.3F",
        "0.[7]",
        "0.7[03]",
        "0.{0,2,4+}!",
        "0.{0,2!,4?+}",
        "80.0",
        "{2+}=.0",
        "0.[*=]",
        "0.0",
    )

    adding: tuple[Digit, ...]
    """adding[a - 1] is the digit that adds a tokens; the last one is not zero."""

    removing: tuple[Digit, ...]
    """removing[j] is the digit that removes j tokens, d0 first."""

    period: int = 0
    """How many of the last removing digits repeat forever; 0 if none do."""

    @classmethod
    def parse(cls, text: str) -> Self | None:
        if not is_code(text):
            return None
        code = read_code(text)
        _refuse_without_end(text, code)
        *adding, zeroth = [placed.digit for placed in code.before] or [ZERO]
        rule = cls.of(adding[::-1], zeroth, ([placed.digit for placed in code.after], code.period))
        if len(str(rule)) > LONGEST:
            problem = f"the code has {len(str(rule))} characters"
            raise RuleSyntaxError(text, LONGEST, problem, f"a rule has at most {LONGEST}")
        return rule

    @classmethod
    def of(cls, adding: list[Digit], zeroth: Digit, removing: tuple[list[Digit], int]) -> Self:
        """The code of these digits in its one canonical shape; of those from d1 on, the last ones
        repeat forever, as many as said."""
        digits, period = _shortest(*removing)
        return cls(_without_zeros(adding), (zeroth, *digits), period)

    def __str__(self) -> str:
        before = "".join(map(str, (*self.adding[::-1], self.removing[0])))
        written = len(self.removing) - self.period
        after = "".join(map(str, self.removing[1:written]))
        repeating = f"[{''.join(map(str, self.repeating))}]" if self.period else ""
        return f"{before}.{after + repeating or '0'}"

    def options(self, n: int) -> Iterator[Heaps]:
        last = n if self.period else min(n, len(self.removing) - 1)
        for j in range(-len(self.adding), last + 1):
            for count, suffix in self.digit(j).counts(n - j):
                yield from splits(n - j, count, suffix)

    def fewest_options(self, n: int) -> int:
        written = range(-len(self.adding), min(n + 1, len(self.removing)))
        counts = ((n - j, *each) for j in written for each in self.digit(j).least_counts)
        return max(starmap(fewest_splits, counts), default=0)

    def may_leave(self, n: int, heaps: Sequence[int]) -> bool:
        removed = n - sum(heaps)
        return -removed <= len(self.adding) and self.digit(removed).allows(heaps)

    def option_sets(self, n: int) -> Iterable[OptionSet]:
        if self.period and self.most_heaps == 1:
            return [Removed(n, lambda s: self.is_move(n, one(n - s)))]
        far = self.period and n > MOST_REPEATED
        last = n if self.period and not far else len(self.removing) - 1
        written = range(-len(self.adding), last + 1) if self.period else self.digits
        sets = (s for j in written if j <= n for s in self._option_sets(n - j, self.digit(j)))
        return chain(sets, self._far_sets(n)) if far else sets

    def _far_sets(self, n: int) -> Iterator[OptionSet]:
        """The options after more removals than are written, of a heap that is larger than them."""
        first = len(self.removing)
        if self.digit(n).allows(()):
            yield Listed(((),))
        digits = [self.digit(j) for j in range(first, first + self.period)]
        if self.period == 1 and digits[0].allows((1,)):
            yield AnyOf(range(1, n - first + 1))
        elif any(digit.allows((1,)) for digit in digits):
            yield Removed(n, lambda s: first <= s < n and self.digit(s).allows((n - s,)))
        if any(digit.more or max(digit.listed, default=(0, ""))[0] > 1 for digit in digits):

            def some() -> Iterator[Heaps]:
                for j in range(first, n):
                    yield from _splits(n - j, self.digit(j))

            yield Beyond(f"a heap of {n} can be split after each of {n - first} removals", some)

    def _option_sets(self, rest: int, digit: Digit) -> Iterator[OptionSet]:
        if digit.more is not None and rest > MOST_HEAPS:
            if digit.allows((rest,)):
                yield Listed((one(rest),))
            yield Beyond("the rule allows any number of heaps", lambda: _splits(rest, digit))
            return
        for count, suffix in digit.counts(rest):
            if count < 2:
                yield Listed((one(rest),))
            elif suffix == "=":
                yield Listed(tuple(splits(rest, count, suffix)))
            else:
                yield Partitions(rest, count, suffix)

    def unreached(self, last: int) -> Unreached | None:
        """The tokens that a digit removes, and the heaps that it leaves."""
        from mexplore.rules.reach import largest_of

        digits = (*self.adding, *self.removing)
        counts = (count for digit in digits for count, _ in digit.listed)
        least = (digit.more[0] for digit in digits if digit.more is not None)
        return largest_of([len(self.removing) - 1, *counts, *least], last)

    def simplest(self) -> Rule:
        """Repeating digits that only remove tokens are a subtraction set."""
        return (self.as_subtraction() if self.period else None) or self

    def joined_with(self, other: Rule) -> Rule | None:
        """One code, also with a subtraction set that is periodic from some number on; None where
        no digit has exactly the moves of both."""
        try:
            code = self._code_of(other)
            if code is None:
                return None
            adding = [
                joined_digits(self.digit(-a), code.digit(-a))
                for a in range(1, max(len(self.adding), len(code.adding)) + 1)
            ]
            zeroth = joined_digits(self.removing[0], code.removing[0])
            mine, theirs = (([*c.removing[1:]], c.period) for c in (self, code))
            both = type(self).of(adding, zeroth, joined_lists(mine, theirs))
        except NoSingleCode:
            return None
        return both if len(str(both)) <= LONGEST else None

    def _code_of(self, other: Rule) -> TakeAndBreak | None:
        if isinstance(other, TakeAndBreak):
            return other
        subtraction = as_subtraction(other)
        if subtraction is None:
            return None
        return type(self).of([], ZERO, digits_of(subtraction))

    @property
    def one_heap(self) -> bool:
        return self.most_heaps == 1

    def as_expression(self) -> tree.Node | None:
        """Of finitely many digits that leave one heap, or several equal ones, at most.

        >>> str(TakeAndBreak.parse("4=.3").as_expression())
        '[(n // 2, n // 2) if (n > 0 and n % 2 == 0) else -1, n - 1]'
        """
        moves = [(j, self.digit(j)) for j in range(-len(self.adding), len(self.removing))]
        counts = [count for _, digit in moves for count in digit.listed]
        written = all(suffix == "=" for count, suffix in counts if count > 1)
        unbounded = self.period or any(digit.unbounded for _, digit in moves)
        if unbounded or not written or len(counts) > MOST_WRITTEN:
            return None
        from mexplore.rules.arithmetic import tree
        from mexplore.rules.families.take_and_break.partitions import left_by

        return tree.listing(option for j, digit in moves for option in left_by(j, digit))

    def as_subtraction(self) -> Subtraction | None:
        """A code whose digits, from d1 on, are all 0 or 3 removes j tokens where d_j = 3.

        >>> str(TakeAndBreak.parse("0.[3]").as_subtraction())
        'subtract(multiples(1))'
        >>> str(TakeAndBreak.parse("0.303").as_subtraction())
        'subtract(1, 3)'
        >>> str(TakeAndBreak.parse("0.03[300]").as_subtraction())
        'subtract(2, multiples(3))'
        >>> TakeAndBreak.parse("0.7").as_subtraction()
        """
        digits = self.removing[1:]
        if self.adding or not self.removing[0].is_zero or not {ZERO, REMOVE}.issuperset(digits):
            return None
        if not self.period:
            removed = [j for j, digit in enumerate(digits, 1) if digit == REMOVE]
            return Subtraction.of(removed) if removed else None
        first = len(self.removing) - self.period
        found = canonical(lambda j: self.digit(j) == REMOVE, first, self.period)
        return Subtraction.of(found.members, found.named, found.missing)

    # What theorems need to know of the shape of a rule.

    def digit(self, j: int) -> Digit:
        """The digit of moves that remove j tokens, or add -j tokens if j < 0."""
        if j < 0:
            return self.adding[-j - 1] if -j <= len(self.adding) else ZERO
        if j < len(self.removing):
            return self.removing[j]
        if not self.period:
            return ZERO
        return self.repeating[(j - len(self.removing)) % self.period]

    @cached_property
    def digits(self) -> dict[int, Digit]:
        """The nonzero digits that are written down, by the number j of tokens that they remove
        (add, if j < 0); of repeating digits their first round.

        >>> TakeAndBreak.parse("0.03").digits
        {2: Digit(listed=((0, ''), (1, '')), more=None)}
        """
        written = range(-len(self.adding), len(self.removing))
        return {j: self.digit(j) for j in written if not self.digit(j).is_zero}

    @property
    def repeating(self) -> tuple[Digit, ...]:
        """The digits that repeat forever; () if none do."""
        return self.removing[len(self.removing) - self.period :]

    @property
    def largest_take(self) -> int:
        """k: the largest number of tokens that a nonzero digit removes, of those written down;
        0 if there is none. Without bound in fact if ``repeating``."""
        return max((j for j in self.digits if j > 0), default=0)

    @property
    def most_heaps(self) -> int | None:
        """t: the largest number of heaps that a move can leave, at least 1; None if unbounded."""
        counts = [digit.most_heaps for digit in self.digits.values()]
        return None if None in counts else max([1, *(c for c in counts if c is not None)])

    @property
    def has_suffix(self) -> bool:
        """Whether any heap count carries one of ``! ? =``."""
        return any(digit.has_suffix for digit in self.digits.values())

    @property
    def adds_tokens(self) -> bool:
        """Whether some move adds tokens."""
        return bool(self.adding)

    def bounded(self) -> Bounded | None:
        """Of finitely many digits without suffixes that add no tokens."""
        if self.adding or self.period or self.has_suffix or self.most_heaps is None:
            return None
        return Bounded(self.most_heaps, self.largest_take)

    def relations(self) -> Relations:
        if any(digit.unbounded for digit in self.digits.values()):
            return Unlisted("a digit allows any number of heaps")
        return tuple(
            Splitting(j, self.period if self._repeats(j) else 0, heaps, suffix)
            for j, digit in self.digits.items()
            for heaps, suffix in digit.listed
        )

    def words(self) -> str:
        places: dict[tuple[str, Digit], list[int]] = {}
        for j, digit in self.digits.items():
            kind = "add" if j < 0 else "repeat" if self._repeats(j) else "remove" if j else "split"
            places.setdefault((kind, digit), []).append(j)
        moves = [
            move_in_words(tokens, self.period if kind == "repeat" else 0, digit)
            for (kind, digit), tokens in places.items()
        ]
        sentence = "; or ".join(moves) or "there is no move from any heap"
        return f"{sentence[0].upper()}{sentence[1:]}."

    def _repeats(self, j: int) -> bool:
        return bool(self.period) and j >= len(self.removing) - self.period

    def reduced(self) -> tuple[Rule, Reduction]:
        """The standard form of a code without suffixes and without repeating or unbounded digits.

        >>> rule, reduction = TakeAndBreak.parse("0.07").reduced()
        >>> str(rule), str(reduction)
        ('0.137', 'G(n) = H(n - 1)')
        """
        endless = self.period or any(digit.unbounded for digit in self.digits.values())
        if self.adding or self.has_suffix or endless:
            return self, Reduction()
        masks = {j: sum(1 << count for count, _ in d.listed) for j, d in self.digits.items()}
        form, steps = standard_form(masks)
        digits = [Digit.from_mask(form.get(j, 0)) for j in range(max(form, default=0) + 1)]
        zeroth, *rest = digits
        return (type(self).of([], zeroth, (rest, 0)) if steps else self), Reduction(shift=steps)

    def kernel(self) -> Kernel:
        if self.most_heaps in (1, 2):  # so no move adds tokens
            from mexplore.rules.families.take_and_break.sparse.game import splitting_game
            from mexplore.rules.families.take_and_break.sparse.kernel import SparseSpaceKernel
            from mexplore.rules.families.take_and_break.two_heaps import TwoHeapsKernel

            plain = TwoHeapsKernel(self)
            game = splitting_game(self)
            return SparseSpaceKernel(game, plain) if game else plain
        if self.most_heaps == 3:
            from mexplore.rules.families.take_and_break.three_heaps import ThreeHeapsKernel

            return ThreeHeapsKernel(self)
        from mexplore.rules.families.take_and_break.xor_sets import XorSetsKernel

        return XorSetsKernel(self)


def _without_zeros(digits: list[Digit]) -> tuple[Digit, ...]:
    """The digits up to the last one that is not zero."""
    end = max((i + 1 for i, digit in enumerate(digits) if not digit.is_zero), default=0)
    return tuple(digits[:end])


def _shortest(digits: list[Digit], period: int) -> tuple[tuple[Digit, ...], int]:
    """The same digits with the shortest block of repeating ones, whole blocks before it dropped."""
    first, block = digits[: len(digits) - period], digits[len(digits) - period :]
    if all(digit.is_zero for digit in block):
        return _without_zeros(first), 0
    divisors = (p for p in range(1, period + 1) if period % p == 0)
    least = next(p for p in divisors if block == block[:p] * (period // p))
    block = block[:least]
    end = len(first)
    while end >= least and first[end - least : end] == block:
        end -= least
    return (*first[:end], *block), least


def _refuse_without_end(text: str, code: DigitCode) -> None:
    """Raise RuleSyntaxError at the first digit, if any, with which a game need not end.

    A digit that adds a tokens (d0 adds none) leaves h nonempty heaps of n + a tokens in all, the
    largest of at most n + a - (h - 1). If h >= a + 2 all of them are smaller than n; if 1 <= h <=
    a + 1 a heap of n can leave one of at least n, again and again.
    """
    for added, placed in enumerate(reversed(code.before)):
        few = next((c for c in (1, *range(added + 2)) if placed.digit.suffix(c) is not None), None)
        if few is not None:
            raise _endless(text, placed, added, few)


def _endless(text: str, placed: Placed, added: int, heaps: int) -> RuleSyntaxError:
    digit, remedy = placed.digit, f"leave at least {added + 2} heaps"
    tokens = f"{added} token{'s' if added > 1 else ''}"
    if added and heaps == 0:
        problem = f"the digit {digit} adds {tokens}, so it can never leave 0 heaps"
        return RuleSyntaxError(text, placed.at, problem, remedy)
    does = f"adds {tokens}" if added else "removes no token"
    left = f"{heaps} heap{'s' if heaps != 1 else ''}"
    problem = f"the game need not end: the digit {digit} {does} and may leave {left}"
    return RuleSyntaxError(text, placed.at, problem, remedy)


def _splits(rest: int, digit: Digit) -> Iterator[Heaps]:
    """The ways to leave a rest in two heaps or more."""
    for count, suffix in digit.counts(rest):
        if count > 1:
            yield from splits(rest, count, suffix)

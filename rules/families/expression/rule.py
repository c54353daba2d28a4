"""Rules given by an expression: the list of options of a heap of n.

Notation ``n -> [n - 1, n // 2]``, ``n -> [(a, n - a) for a in range(1, n) if 2*a != n]``. An option
is a heap, or several in round brackets; one with a negative heap is not a move, and nothing is a
move from an empty heap that leaves it empty. Every other option has to be smaller than n in each of
its heaps: a list that breaks this is refused, with the n and the option that show it. What may
stand in an expression, and the limits of its size, is in `rules.arithmetic.reading`; the limits of
its evaluation in `rules.arithmetic.evaluating`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from string import ascii_lowercase
from typing import TYPE_CHECKING, ClassVar, Self

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.ends import never_falls
from mexplore.rules.arithmetic.evaluating import STEPS
from mexplore.rules.arithmetic.forms import Floor, Form, normal_form
from mexplore.rules.arithmetic.reading import check_name, read_options
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError, RuleSyntaxError, TooLarge, TooManyMoves
from mexplore.rules.families.expression.few_exceptions import (
    Moves,
    idle_exceptions,
    nim_but_for_few,
    without_idle,
)
from mexplore.rules.families.expression.normal import everywhere, in_normal_form, legal_options
from mexplore.rules.families.expression.recognising import simple_parts
from mexplore.rules.families.union.places import ARROW
from mexplore.rules.families.union.rule import union_of
from mexplore.rules.moves.eventual import Eventually
from mexplore.rules.moves.option_sets import (
    Listed,
    OptionSet,
    Removed,
    all_but,
    one,
    option_sets_of,
)
from mexplore.rules.moves.pieces import (
    FEW,
    Pieces,
    below_heap,
    first_at,
    interval_between,
    joined,
    line_above,
    point_of,
)
from mexplore.rules.moves.relations import Relations, Unlisted, relations_of
from mexplore.rules.rule import Heaps, Rule

if TYPE_CHECKING:
    from mexplore.rules.arithmetic.pruning import Pruned
    from mexplore.rules.reach import Unreached
    from mexplore.rules.rule import Kernel


# Lists of options as points and intervals between ends: ``[2*n // 3, n // 4]``, loops over k.


MOST_WRITTEN_OUT = 64  # numbers k for which an option is written out

_ONE = tree.Number(1)


def listed_pieces(body: tree.Node) -> Pieces | None:
    """The pieces of a list of options in n; None where the list shows no such description.

    Of a choice the list is taken that its test selects for all large n, where the test compares
    lines; a loop with a condition has no pieces, nor has an option of several heaps.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> body = read_expression("[2*n // 3] + [k for k in range(n // 4, n // 2)]", ("n",))
    >>> listed_pieces(body).pieces[0], listed_pieces(body).pieces[1][1]
    ((Floor(a=2, b=0, c=3),), Floor(a=1, b=-2, c=2))
    """
    match body:
        case tree.Listing(items):
            return joined(map(point_of, items))
        case tree.Binary("+", left, right):
            return joined([listed_pieces(left), listed_pieces(right)])
        case tree.Choice(tree.Comparison() as test, yes, no):
            return _chosen(test, yes, no)
        case tree.Call("range", arguments):
            return _between(arguments)
        case tree.Comprehension(item, (tree.Clause(name, tree.Call("range", arguments), ()),)):
            return None if name == "n" else _loop(item, name, arguments)
    return None


def _chosen(test: tree.Comparison, yes: tree.Node, no: tree.Node) -> Pieces | None:
    """The pieces of the list that is taken for all large n."""
    pairs = zip((test.first, *test.others), test.signs, test.others, strict=False)
    decided = [_decided(normal_form(left), sign, normal_form(right)) for left, sign, right in pairs]
    known = [outcome for outcome in decided if outcome is not None]
    if len(known) < len(decided):
        return None
    taken = listed_pieces(yes if all(truth for truth, _ in known) else no)
    first = max(n for _, n in known)
    if taken is None or first >= FEW:
        return None
    return replace(taken, first=max(taken.first, first))


def _decided(left: Form | None, sign: str, right: Form | None) -> tuple[bool, int] | None:
    """(truth, N) if left < right, or whatever the sign is, has this truth for all n >= N.

    >>> _decided(Floor(0, 0), "<=", Floor(1, -5, 2)), _decided(Floor(1, 3, 2), "<", Floor(1, 0))
    ((True, 5), (True, 4))
    >>> _decided(Floor(1, 0), "<", Floor(0, 9)), _decided(Floor(1, 0, 2), "<", Floor(1, 1, 2))
    ((False, 9), None)
    """
    if sign in (">", ">="):
        left, sign, right = right, "<" if sign == ">" else "<=", left
    if sign not in ("<", "<=") or left is None or right is None:
        return None
    if isinstance(right, Floor) and right == Floor(1, 0) and sign == "<":
        below = below_heap(left)
        if below is not None:
            return True, below
    if isinstance(left, Floor) and left.constant is not None and never_falls(right):
        reached = first_at(right, left.constant + (sign == "<"))
        return None if reached is None else (True, reached)
    if not isinstance(left, Floor) or not isinstance(right, Floor):
        return None
    above = line_above(left, right, int(sign == "<"))
    if above is not None:
        return True, above
    # Not left <= right is right + 1 <= left; not left < right is right <= left.
    beyond = line_above(right, left, int(sign == "<="))
    return None if beyond is None else (False, beyond)


def _between(arguments: tuple[tree.Node, ...]) -> Pieces | None:
    """range(low, stop)."""
    if len(arguments) > 2:
        return None
    low, stop = arguments if len(arguments) == 2 else (tree.Number(0), *arguments)
    return interval_between(low, tree.Binary("-", stop, _ONE))


def _loop(item: tree.Node, name: str, arguments: tuple[tree.Node, ...]) -> Pieces | None:
    """[item for name in range(...)]."""
    return _between(arguments) if item == tree.Name(name) else _each(item, name, arguments)


def _each(item: tree.Node, name: str, arguments: tuple[tree.Node, ...]) -> Pieces | None:
    """The options that the numbers in range(...) give, if these do not depend on n."""
    forms = [normal_form(argument) for argument in arguments]
    ends = [form.constant for form in forms if isinstance(form, Floor)]
    numbers = [end for end in ends if end is not None]
    if len(numbers) < len(arguments) or 0 in numbers[2:]:
        return None
    listed = range(*numbers)
    if listed[MOST_WRITTEN_OUT:] or (listed and min(listed) < 0):
        return None
    written = (tree.substitute(item, {name: tree.Number(k)}) for k in listed)
    return joined(map(point_of, written))


_TRIED = 24  # heaps whose options are listed while a rule is read, with at most
_STEPS = 4000  # nodes visited at each


@dataclass(frozen=True)
class Expression(Rule):
    """From a heap of n, any option of the list ``body``, n being called ``name`` in it.

    >>> rule = Expression.parse("n -> [(a,n-a) for a in range(1,n) if 2*a!=n]")
    >>> str(rule), list(rule.options(4))
    ('n -> [(a, n - a) for a in range(1, n) if 2 * a != n]', [(1, 3), (3, 1)])
    >>> str(Expression.parse("n -> [n - 1, n//2]").simplest())
    'subtract(1) or divide(2)'
    """

    family: ClassVar[str] = "expression"
    examples: ClassVar[tuple[str, ...]] = (
        "n -> [n - 1 if n % 2 else n // 2]",
        "n -> [(a, n - a) for a in range(1, n) if gcd(a, n) == 1]",
        "n -> [(n - 1) // 2] + [n - k for k in range(1, n + 1) if gcd(k, n) == 1]",
        "n -> [n - d for d in range(1, n) if n % d == 0]",
        "n -> [n - 2**k for k in range(n) if n >> k & 1]",
        "n -> [n - (1 << v2(n))] if n > 0 else []",
        "n -> [n - [1, 2, 4][n % 3], n - max([k for k in range(n) if is_prime(k)] + [2])]",
        "n -> [(k, n - k - 1) if k else n - 1 for k in range(n)]",
        "n -> [(n // k,) * k + (n % k,) for k in range(2, n + 1)]",
        "n -> [tuple(range(k)) for k in range(n + 1)]",
    )

    name: str
    body: tree.Node

    @classmethod
    def parse(cls, text: str) -> Self | None:
        match = ARROW.match(text)
        if match is None:
            return None
        check_name(match[1], text, 0)
        at = match.end()
        rule = cls(match[1], read_options(text[at:], (match[1],), whole=text, at=at))
        rule._try(text, at + len(text[at:]) - len(text[at:].lstrip()))
        return rule

    def _try(self, text: str, place: int) -> None:
        """Refuse a rule whose first heaps show that it describes no game."""
        try:
            for n in range(_TRIED):
                for _ in self._legal(n, _STEPS):
                    pass
        except TooLarge:
            return
        except MexploreError as error:
            remedy = "every option must be a smaller heap; add a condition: if ..."
            raise RuleSyntaxError(text, place, str(error), remedy) from None

    def simplest(self) -> Rule:
        """A union of simpler families, where the list shows that it is exactly the same game."""
        parts = simple_parts(self.body_in("n"))
        if parts is not None:
            normal = self.normal()  # perhaps in fewer parts
            parts = (simple_parts(normal.body) if normal.first == 0 else None) or parts
        return self if parts is None else union_of(parts)

    def body_in(self, name: str) -> tree.Node:
        """The list with n called ``name``, and a loop over that name called otherwise."""
        body = self.body
        if name == self.name:
            return body
        taken = tree.names_in(body) | tree.bound_in(body)
        if name in taken:
            free = next(other for other in ascii_lowercase if other not in taken | {self.name})
            body = tree.renamed(body, {name: free})
        return tree.substitute(body, {self.name: tree.Name(name)})

    def normal(self) -> Pruned:
        """The list in n in its simplest form, and from which heap on it is that."""
        return in_normal_form(without_idle(self.body_in("n")))

    def eventually(self) -> Eventually | None:
        normal = self.normal()
        parts = simple_parts(normal.body)
        if parts is not None:
            return Eventually(union_of(parts), normal.first)
        if normal.body == self.body_in("n"):
            return None
        return Eventually(Expression("n", normal.body), normal.first)

    def option_sets(self, n: int) -> Iterable[OptionSet]:
        if not self.one_heap:
            raise TooManyMoves(f"a heap of {n} has too many options to be listed")
        found = self.eventually()
        if found is not None and n >= found.first and not isinstance(found.rule, Expression):
            return option_sets_of(found.rule, n)
        few = nim_but_for_few(self)
        if not isinstance(few, str):
            moves = few.get(n, Moves(frozenset(), all_but=True))
            if moves.all_but:
                return list(all_but(n, (n - m for m in moves.heaps)))
            return [Listed(tuple(one(m) for m in sorted(moves.heaps)))]
        return [Removed(n, lambda s: self.is_move(n, one(n - s)))]

    def may_leave(self, n: int, heaps: Sequence[int]) -> bool:
        found = self.eventually()
        if found is not None and n >= found.first and not isinstance(found.rule, Expression):
            return found.rule.may_leave(n, heaps)
        return super().may_leave(n, heaps)

    @property
    def one_heap(self) -> bool:
        return not tree.holds(self.body, tree.Heap, tree.Gathered)

    def as_expression(self) -> tree.Node:
        return self.body_in("n")

    def in_plain_words(self) -> tree.Node:
        return everywhere(without_idle(self.body_in("n")))

    def relations(self) -> Relations:
        found = self.eventually()
        if found is None or found.first or isinstance(found.rule, Expression):
            return Unlisted("its moves are not described by sums, order and residues")
        return relations_of(found.rule)

    def __str__(self) -> str:
        return f"{self.name} -> {self.body}"

    def options(self, n: int) -> Iterator[Heaps]:
        return self._legal(n, STEPS)

    def _legal(self, n: int, steps: int) -> Iterator[Heaps]:
        return legal_options(self.body, self.name, n, steps)

    def unreached(self, last: int) -> Unreached | None:
        from mexplore.rules.arithmetic.reach import unreached_part

        return unreached_part(self.body, (self.name,), last)

    def words(self) -> str:
        said = f"From a heap of {self.name}, move to any option of {self.body}."
        idle = idle_exceptions(self.body_in("n"))
        if not idle:
            return said
        heaps = f"heap{'s' * (len(idle) > 1)} of {', '.join(map(str, idle))}"
        return f"{said} What is said of the {heaps} changes nothing: no move is lost or won by it."

    def pieces(self) -> Pieces | None:
        found = listed_pieces(self.body_in("n"))
        if found is not None:
            return found
        normal = self.normal()
        found = listed_pieces(normal.body)
        first = 0 if found is None else max(found.first, normal.first)
        return None if found is None or first >= FEW else replace(found, first=first)

    def kernel(self) -> Kernel | None:
        from mexplore.rules.families.expression.by_factors import factor_kernel
        from mexplore.rules.families.expression.kernel import expression_kernel
        from mexplore.rules.families.expression.without_moves import kernel_but_for_some
        from mexplore.rules.moves.number_moves import number_moves

        body = self.body_in("n")
        moves = number_moves(self.in_plain_words())
        sieved = None if moves is None else factor_kernel(moves)
        return sieved or kernel_but_for_some(body) or expression_kernel(self, self.body, self.name)

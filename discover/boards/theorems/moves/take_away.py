"""Boards on which the last move says how much may be taken next: (n, m) -> (n - k, next(k)).

A heap of n, and a number m that says how much may be taken: from 1 to ``most(m)``, which is m
itself or an expression in it, as in ``(n, t) -> [(n - k, k) for k in range(1, min(n, 2*t) + 1)]``.
Exactly these moves are recognised, however they are written. The amount k = n - a takes the place
of the name of each loop; what remains is a union of systems of linear inequalities in n, m and k,
and that k satisfies one of them exactly if 1 <= k <= n and k <= most(m) is decided in both
directions (`rules.arithmetic.inequalities`). Parts of a condition that speak of m alone, such as
``m*m``, are taken for one number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from mexplore.discover.boards.theorems.moves.reading import (
    Written,
    X,
    Y,
    body_of,
    disjuncts,
    replaced,
    written_entries,
)
from mexplore.discover.outcomes.moves.bounds import NotSeen
from mexplore.discover.outcomes.moves.conditions import (
    Affine,
    AtLeastZero,
    Condition,
    affine,
    both,
)
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.forms import Floor, tree_of
from mexplore.rules.arithmetic.inequalities import impossible
from mexplore.rules.arithmetic.operations import OPERATIONS
from mexplore.rules.boards.board import Board
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError

K, M = "k", "m"  # what is taken, and the number that limits it, in what is read
MOST_CASES = 32  # systems of inequalities
_OTHER = {X: Y, Y: X}
_NUMBERS = tree.Binary, tree.Call, tree.Pick, tree.Choice


@dataclass(frozen=True)
class TakeAway:
    """From a heap of n take 1 <= k <= n, k <= ``most`` of m, and put ``next`` of k in place of
    m; ``heap`` is the coordinate of n, ``x`` or ``y``."""

    next: tree.Node
    most: tree.Node
    heap: str


def take_away_of(board: Board) -> TakeAway | Inapplicable:
    """The game, where the moves are exactly those; poisoned squares are not looked at.

    >>> game = take_away_of(Board.parse("(t, n) -> [(n - a, a) for a in range(n) if n - a <= 3*t]"))
    >>> str(game.next), str(game.most), game.heap
    ('k', '3 * m', 'y')
    >>> take_away_of(Board.parse("(n, t) -> [(n - k, k) for k in range(2, min(n, t) + 1)]")).reason
    'what may be taken is not everything from 1 up to a number that is left'
    """
    if board.dimensions != 2:
        return Inapplicable("the board has not two coordinates")
    reasons = []
    for heap in (X, Y):
        try:
            return _Reader(heap).game(body_of(board))
        except NotSeen as why:
            reasons.append(str(why))
    return Inapplicable(next((why for why in reasons if why != _NO_HEAP), _NO_HEAP))


_NO_HEAP = "no coordinate becomes smaller by what a move takes"


@dataclass
class _Reader:
    """Reads the moves with this coordinate for the heap."""

    heap: str
    atoms: dict[str, tree.Node] = field(default_factory=dict)

    @property
    def limit(self) -> str:
        return _OTHER[self.heap]

    def game(self, body: tree.Node) -> TakeAway:
        cases: list[list[Affine]] = []
        noted: list[tree.Node] = []
        single: list[tuple[int, tree.Node]] = []
        for entry in written_entries(self.without_functions(body)):
            amount, note, condition = self.entry(entry)
            if amount is None:
                noted.append(note)
            else:
                single.append((amount, note))
            cases += disjuncts(condition)
            if len(cases) > MOST_CASES:
                raise NotSeen("the conditions have too many cases")
        if not noted:
            raise NotSeen("no list goes through all that may be taken")
        following = noted[0]
        if any(other != following for other in noted) or not _agree(following, single):
            raise NotSeen("what a move leaves behind is not one expression in what it takes")
        return TakeAway(following, self.most(cases), self.heap)

    def entry(self, entry: Written) -> tuple[int | None, tree.Node, Condition]:
        """What an entry takes, if it is a constant; what it leaves behind; and for which k."""
        at = (X, Y).index(self.heap)
        kept, note = affine(entry.square[at]), entry.square[1 - at]
        if kept is None:
            raise NotSeen(_NO_HEAP)
        step = Affine.name(self.heap) - kept
        loops = [name for name in entry.names if step.coefficient(name)]
        if not loops:
            if not step.is_constant or entry.names:
                raise NotSeen(_NO_HEAP)
            exactly = Affine.name(K) - step
            condition = both((entry.condition, AtLeastZero(exactly), AtLeastZero(-exactly)))
            return step.constant, self.note(note, {}), condition
        if entry.names != tuple(loops) or len(loops) > 1 or abs(step.coefficient(loops[0])) != 1:
            raise NotSeen("a move has several numbers, or leaves some out")
        (name,) = loops
        # step = sign*name + rest, so name = sign*(k - rest).
        meaning = (Affine.name(K) - step.with_names({name: 0})) * step.coefficient(name)
        return None, self.note(note, {name: meaning}), replaced(entry.condition, name, meaning)

    def note(self, node: tree.Node, meanings: dict[str, Affine]) -> tree.Node:
        """What is left behind, as an expression in k alone."""
        found = _plain(node, meanings)
        if tree.names_in(found) - {K} or tree.holds(found, tree.Comprehension):
            raise NotSeen("what a move leaves behind depends on more than what it takes")
        return found

    def without_functions(self, node: tree.Node) -> tree.Node:
        """The list with a name in place of each part that speaks of m alone, is no linear form,
        and so is not understood as it stands."""
        alone = tree.names_in(node) == {self.limit} and not _of_lists(node)
        sums = isinstance(node, tree.Binary) and node.sign in "+-"
        if (
            alone
            and isinstance(node, tree.Binary | tree.Call | tree.Pick | tree.Choice)
            and not sums
        ):
            if affine(node) is None:
                name = f"{M} {len(self.atoms)}"  # with a blank in it, which no name of a rule has
                for known, atom in self.atoms.items():
                    name = known if atom == node else name
                self.atoms[name] = node
                return tree.Name(name)
            return node
        return tree.with_children(node, self.without_functions)

    def most(self, cases: list[list[Affine]]) -> tree.Node:
        """The expression in m that k is at most, where the cases say 1 <= k <= n, k <= most(m)."""
        k, n = Affine.name(K), Affine.name(self.heap)
        inside = [n, Affine.name(self.limit), n - k]
        tops = dict.fromkeys(
            (form + c * k, c)
            for case in cases
            for form in case
            if (c := -form.coefficient(K)) > 0 and not form.coefficient(self.heap)
        )
        for chosen in [*((top,) for top in tops), tuple(tops)]:
            if all(top.is_constant for top, _ in chosen):
                continue
            wanted = [k - 1, n - k, *(top - c * k for top, c in chosen)]
            if all(_implies([*inside, *case], wanted) for case in cases) and _covered(
                [*inside, *wanted], cases
            ):
                ends = tuple(self.quotient(top, c) for top, c in chosen)
                return ends[0] if len(ends) == 1 else tree.Call("min", ends)
        raise NotSeen("what may be taken is not everything from 1 up to a number that is left")

    def quotient(self, top: Affine, divisor: int) -> tree.Node:
        """floor(top/divisor) as an expression in m."""
        total = _linear(top.coefficient(self.limit), top.constant, M)
        for name, atom in self.atoms.items():
            if c := top.coefficient(name):
                own = tree.substitute(atom, {self.limit: tree.Name(M)})
                times = own if abs(c) == 1 else tree.Binary("*", tree.Number(abs(c)), own)
                total = _sum(total, times, c)
        return total if divisor == 1 else tree.Binary("//", total, tree.Number(divisor))


def _linear(slope: int, constant: int, name: str) -> tree.Node:
    """slope*name + constant, what is positive first."""
    if slope >= 0 or constant <= 0:
        return tree_of(Floor(slope, constant), name)
    return tree.Binary("-", tree.Number(constant), tree_of(Floor(-slope, 0), name))


def _sum(one: tree.Node, other: tree.Node, sign: int) -> tree.Node:
    """One expression plus or minus another, which is written first where it can be."""
    if sign < 0:
        return tree.Binary("-", one, other)
    match one:
        case tree.Number(0):
            return other
        case tree.Unary("-", tree.Number() as number):
            return tree.Binary("-", other, number)
    return tree.Binary("+", other, one)


def _agree(following: tree.Node, single: Sequence[tuple[int, tree.Node]]) -> bool:
    """Whether entries that take a fixed amount leave behind what the others do."""
    try:
        return all(evaluate(following, {K: k}) == evaluate(note, {K: k}) for k, note in single)
    except MexploreError:
        return False


def _plain(node: tree.Node, meanings: dict[str, Affine]) -> tree.Node:
    """The expression with forms in the places of names; linear forms in k as they are shortest."""
    form = affine(node)
    if form is not None:
        form = form.with_names(meanings)
        if form.names <= {K}:
            return _linear(form.coefficient(K), form.constant, K)
        return node  # a name that is not to be there
    return tree.with_children(node, lambda child: _plain(child, meanings))


def _of_lists(node: tree.Node) -> bool:
    """Whether it is a list, or holds one that is written out."""
    lists = tree.Listing, tree.Comprehension, tree.Clause, tree.Heap
    if tree.holds(node, *lists):
        return True
    if isinstance(node, tree.Call) and node.function in OPERATIONS:
        return OPERATIONS[node.function].entries
    return isinstance(node, tree.Binary | tree.Choice) and any(map(_of_lists, node.children()))


def _implies(given: list[Affine], wanted: list[Affine]) -> bool:
    """Whether each of the forms wanted is >= 0 where those given are."""
    return all(impossible([*given, -form - 1]) for form in wanted)


def _covered(given: list[Affine], cases: Sequence[list[Affine]]) -> bool:
    """Whether in each place where the forms given are >= 0 those of some case are."""
    if impossible(given):
        return True
    if not cases:
        return False
    first, *rest = cases
    return all(_covered([*given, -form - 1], rest) for form in first)

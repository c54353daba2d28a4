"""Lists that split a heap by several loops: ``[(a, b, n - a - b) for a in ... for b in ...]``.

**Statement.** Let each option of a list be a tuple of m heaps h_1, ..., h_m, where the names in the
loops and n are linear forms of these heaps, so that n = c + h_1 + ... + h_m. Every bound of a loop
and every condition is then an inequality between the heaps. If

* each heap is at least l_i in every option, with l_i in {0, 1}: by an inequality, or since an
  option with a negative heap is not a move; and
* every inequality holds, whatever the d_i >= 0 are, for all heaps of a standard arrangement: for
  h_i = l_i + d_i; or, in some order of the heaps and with one l for all of them, for h_1 = l + d_1,
  h_2 = h_1 + g + d_2, ..., where g is 0, or 1 if no two heaps of an option are equal,

then the options are: remove c tokens and split the rest into at most m heaps, of which as many as
there are i with l_i = 1 are nonempty (into unequal heaps, where g = 1).

**Proof.** An option has heaps of this kind by the first condition. Conversely, heaps of this kind
can be put in the standard arrangement; then all inequalities hold, so that the loops run through
these heaps. An inequality holds for all d_i >= 0 if no coefficient of a d_i and no constant is
negative. ∎

So it is the same game as the code with this one digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.guards import tests_of
from mexplore.rules.arithmetic.polynomial import Polynomial, linear, total
from mexplore.rules.dataclass import dataclass

MOST_HEAPS = 5  # whose orders are tried
Counts = dict[int, str]
"""How many nonempty heaps may be left, each with the suffix of a code."""


def split_by_loops(item: tree.Node, clauses: Sequence[tree.Clause]) -> tuple[int, Counts] | None:
    """How many tokens are removed, and how many heaps are left; None if it is not known that these
    are the moves of a code.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> text = "[(a, b, n - a - b) for a in range(1, n) for b in range(1, n - a)]"
    >>> loops = read_expression(text, ("n",))
    >>> split_by_loops(loops.item, loops.clauses)
    (0, {3: ''})
    """
    names = ["n", *(clause.name for clause in clauses)]
    if not isinstance(item, tree.Heap) or len(set(names)) < len(names):
        return None
    heaps = [linear(heap) for heap in item.items]
    conditions = list(_conditions(clauses))
    equalities = [c.form for c in conditions if c is not None and c.sign == "=="]
    if None in heaps or None in conditions or not 2 <= len(heaps) <= MOST_HEAPS:
        return None
    listed = [f"heap {i}" for i in range(len(heaps))]
    equations = [
        *(heap - Polynomial.name(h) for heap, h in zip(heaps, listed, strict=True) if heap),
        *equalities,
    ]
    meanings = _solved(equations, names)
    if meanings is None:
        return None
    taken = meanings["n"] - total(map(Polynomial.name, listed))
    if not taken.is_constant:
        return None
    rest = [c.of(meanings) for c in conditions if c is not None and c.sign != "=="]
    counts = _counts(rest, listed)
    return None if counts is None else (taken.constant, counts)


@dataclass(frozen=True)
class _Condition:
    """form >= 0, form != 0 or form == 0."""

    form: Polynomial
    sign: str

    def of(self, meanings: dict[str, Polynomial]) -> _Condition:
        """The same of what the names mean."""
        return _Condition(self.form.with_names(meanings), self.sign)


def _conditions(clauses: Sequence[tree.Clause]) -> Iterator[_Condition | None]:
    """What the loops and their tests ask for; None for what is not linear."""
    for clause in clauses:
        source = clause.source
        if not isinstance(source, tree.Call) or source.function != "range":
            yield None
            return
        *first, stop = source.arguments
        if len(first) > 1:
            yield None
            return
        name = tree.Name(clause.name)
        yield _compared(first[0] if first else tree.Number(0), "<=", name)
        yield _compared(name, "<", stop)
        for test in (each for joined in clause.tests for each in tests_of(joined)):
            if not isinstance(test, tree.Comparison):
                yield None
                return
            pairs = zip((test.first, *test.others), test.signs, test.others, strict=False)
            yield from (_compared(left, sign, right) for left, sign, right in pairs)


def _compared(left: tree.Node, sign: str, right: tree.Node) -> _Condition | None:
    """left < right, and so on, as one condition; an end may be the floor of a quotient."""
    if sign in (">", ">="):
        left, sign, right = right, "<" if sign == ">" else "<=", left
    if sign not in ("<", "<=", "==", "!="):
        return None
    # a <= b // c is c*a <= b; a < b // c + e is a + 1 - e <= b // c.
    low, high = linear(left), _quotient(right)
    if low is None or high is None:
        return None
    number, over, more = high
    if over != 1 and sign not in ("<", "<="):
        return None
    form = number - over * (low - more + (sign == "<"))
    return _Condition(form, ">=" if sign in ("<", "<=") else sign)


def _quotient(node: tree.Node) -> tuple[Polynomial, int, int] | None:
    """(b, c, e) of b // c + e, with b linear; None for others."""
    match node:
        case tree.Binary("//", above, tree.Number(below)) if below > 0:
            form, more = linear(above), 0
        case tree.Binary("+" | "-" as sign, tree.Binary("//") as quotient, tree.Number(number)):
            found = _quotient(quotient)
            return found and (found[0], found[1], found[2] + (number if sign == "+" else -number))
        case _:
            form, below, more = linear(node), 1, 0
    return None if form is None else (form, below, more)


def _solved(equations: list[Polynomial], names: list[str]) -> dict[str, Polynomial] | None:
    """The names that satisfy these equations, as linear forms of the heaps with whole coefficients;
    None where an equation has no name with the coefficient 1 or -1 left, or is too many."""
    meanings: dict[str, Polynomial] = {}
    for each in equations:
        equation = each.with_names(meanings)
        free = [x for x in names if x not in meanings and abs(equation.coefficient(x)) == 1]
        if not free:
            return None
        x = max(free, key=lambda name: name != "n")  # n is what is left
        meaning = Polynomial.name(x) - equation.coefficient(x) * equation
        meanings = {y: form.with_names({x: meaning}) for y, form in meanings.items()}
        meanings[x] = meaning
    return meanings if set(meanings) == set(names) else None


def _counts(conditions: list[_Condition], heaps: list[str]) -> Counts | None:
    """The digit of the conditions on heaps, by the statement above."""
    least = _least(conditions, heaps)
    unequal = [c.form for c in conditions if c.sign == "!="]
    if not all(form.constant == 0 and _is_difference(form) for form in unequal):
        return None
    ordered = [c.form for c in conditions if c.sign == ">="]
    start = {h: Polynomial.name(h) + least[h] for h in heaps}
    if max(least.values()) <= 1 and not unequal and _hold(ordered, start):
        filled = sum(least.values())
        return dict.fromkeys(range(filled, len(heaps) + 1), "")
    low = min(least.values())
    gap = _all_unequal(conditions, heaps)
    if low > 1 or (unequal and not gap):
        return None
    for order in permutations(heaps):
        if _hold(ordered, _arranged(order, low, gap)):
            fewest = len(heaps) if low else len(heaps) - 1 if gap else 0
            return dict.fromkeys(range(fewest, len(heaps) + 1), "!" if gap else "")
    return None


def _least(conditions: list[_Condition], heaps: list[str]) -> dict[str, int]:
    """A number that each heap is at least: by a condition on it alone, or on it and another."""
    least = dict.fromkeys(heaps, 0)
    for _ in heaps:
        for c in conditions:
            slopes = c.form.slopes
            above = [h for h in heaps if slopes.get(h) == 1]
            if c.sign != ">=" or len(above) != 1 or set(slopes) - set(heaps):
                continue
            others = {h: k for h, k in slopes.items() if h != above[0]}
            if len(others) > 1 or any(k != -1 for k in others.values()):
                continue
            known = sum(least[h] for h in others) - c.form.constant
            least[above[0]] = max(least[above[0]], known)
    return least


def _all_unequal(conditions: list[_Condition], heaps: list[str]) -> bool:
    """Whether any two heaps of an option are unequal, by conditions on these two, or by a chain of
    strict inequalities."""
    above: dict[tuple[str, str], int] = {}  # h' - h is at least this many, where that is known
    apart = set()
    for c in conditions:
        if not _is_difference(c.form):
            continue
        slopes = c.form.slopes
        small, large = sorted(slopes, key=lambda h: slopes[h])
        if c.sign == ">=":
            above[small, large] = max(above.get((small, large), 0), -c.form.constant)
        else:
            apart |= {(small, large), (large, small)}
    strict = {pair for pair, gap in above.items() if gap >= 1}
    for middle in heaps:
        strict |= {(a, b) for a in heaps for b in heaps if {(a, middle), (middle, b)} <= strict}
    pairs = ((a, b) for a in heaps for b in heaps if a < b)
    return all((a, b) in strict | apart or (b, a) in strict for a, b in pairs)


def _is_difference(form: Polynomial) -> bool:
    """Whether a form is h' - h and a number."""
    return sorted(form.slopes.values()) == [-1, 1]


def _arranged(order: Sequence[str], low: int, gap: bool) -> dict[str, Polynomial]:
    """The heaps in this order, from the least on, by their differences."""
    found: dict[str, Polynomial] = {}
    last = Polynomial.number(low - gap)
    for heap in order:
        last = last + Polynomial.name(heap) + int(gap)
        found[heap] = last
    return found


def _hold(forms: list[Polynomial], heaps: dict[str, Polynomial]) -> bool:
    """Whether no form is negative for these heaps, whatever numbers from 0 on their names are."""
    meant = [form.with_names(heaps) for form in forms]
    return all(f.constant >= 0 and all(k > 0 for k in f.slopes.values()) for f in meant)

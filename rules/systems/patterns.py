"""From options in linear forms to schemas: by reasoning about the forms, never from values.

An option is given by heaps whose sizes are linear forms in n and in whole numbers that may be
anything for which some facts hold (`facts`). Schemas are found as follows; each step keeps exactly
the options of every n from some bound on.

First forms between constants go (`options.without_bounded`). Then

1. A fact about n alone that holds for all large n, or for no large n, is decided; the bound rises.
2. With k numbers left, k + 1 different linear parts of facts f >= 0 are looked for whose sum is n
   and any k of which are independent over the whole numbers (of determinant 1 or -1): then the
   sizes of these k + 1 can be any numbers with the right sum, and they say what the k numbers
   are. They must be all growing heaps, and perhaps others, which are heaps of a kind that is worth
   nothing. All other facts must follow from these, or be remainders of one of them and n.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from math import lcm

from mexplore.rules.arithmetic.polynomial import Polynomial, plain_of, total
from mexplore.rules.dataclass import dataclass
from mexplore.rules.systems.facts import Remainder, Unread, check_modulus
from mexplore.rules.systems.options import (
    MOST_VALUES,
    SIZE,
    HeapForm,
    Key,
    Written,
    without_bounded,
)
from mexplore.rules.systems.system import EVERY, Residues

MOST_CASES = 3000
"""Of one option, when values stand in place of forms."""
MOST_PARTS = 12
"""Facts among which the parts are looked for."""

_N = Polynomial.name(SIZE)


@dataclass(frozen=True)
class Pattern:
    """A schema whose kinds are keys; None is the kind that is worth nothing. See `Schema`."""

    drop: int
    parts: tuple[tuple[Key | None, int, Residues], ...]
    beside: tuple[tuple[Key, int], ...]
    when: Residues


def patterns(option: Written) -> tuple[list[Pattern], int]:
    """The schemas of an option, and a bound from which on they give the same as it does.

    >>> from mexplore.rules.systems.facts import AtLeastZero
    >>> n, i = map(Polynomial.name, (SIZE, "i"))
    >>> heaps = HeapForm("A", (), i), HeapForm("B", (), n - 2 - i)
    >>> facts = tuple(AtLeastZero(form) for form in (i - 1, n - 2 - i))
    >>> (pattern,), bound = patterns(Written(heaps, facts))
    >>> pattern.drop, [(key[0], least) for key, least, _ in pattern.parts], bound
    (2, [('A', 1), ('B', 0)], 0)
    """
    found: dict[Pattern, None] = {}
    bound = 0
    for number, (simple, at) in enumerate(without_bounded(option, 0)):
        if number > MOST_CASES:
            raise Unread(f"the option {option} has more than {MOST_CASES} cases")
        bound = max(bound, at)
        if simple is not None:
            some, least = _of_simple(simple)
            found.update(dict.fromkeys(some))
            bound = max(bound, least)
    return list(found), bound


def _of_simple(option: Written) -> tuple[list[Pattern], int]:
    """The schemas of an option in which no form lies between constants."""
    growing = [heap for heap in option.heaps if not heap.size.is_constant]
    beside = tuple((heap.key, heap.size.constant) for heap in option.heaps if heap not in growing)
    keys = [heap.key for heap in growing]
    bound = 0
    least: dict[Polynomial, int] = {}
    remainders = []
    for fact in option.facts:
        if isinstance(fact, Remainder):
            remainders.append(fact)
            continue
        part, constant = fact.form - fact.form.constant, fact.form.constant
        if part.names == {SIZE}:
            bound = max(bound, -(constant // part.coefficient(SIZE)))
        least[part] = min(least.get(part, constant), constant)
    numbers = sorted(frozenset[str]().union(*(f.form.names for f in option.facts)) - {SIZE})
    parts = _parts(option, growing, least, numbers)
    sizes = [heap.size.constant for heap in growing] + [least[part] for part in parts[len(keys) :]]
    lows = [size - least[part] for size, part in zip(sizes, parts, strict=True)]
    if parts == (_N,):
        lows = [0]  # larger where n is at least the bound
    every = [*keys, *([None] * (len(parts) - len(keys)))]
    drop = -sum(sizes)
    found = []
    for when, residues in _by_residues(option, remainders, parts):
        shifted = [
            _canonical(r.modulus, frozenset((x + size) % r.modulus for x in r.allowed))
            for r, size in zip(residues, sizes, strict=True)
        ]
        if all(r.allowed for r in residues) and when.allowed:
            found.append(Pattern(drop, tuple(zip(every, lows, shifted, strict=True)), beside, when))
    return found, bound


def _parts(
    option: Written, growing: list[HeapForm], least: dict[Polynomial, int], numbers: list[str]
) -> tuple[Polynomial, ...]:
    """Linear parts with the sum n, those of the heaps first, from which all facts follow."""
    heaps = tuple(heap.size - heap.size.constant for heap in growing)
    if not heaps and not numbers:
        return ()
    others = [part for part in least if part not in heaps]
    missing = len(numbers) + 1 - len(heaps)
    found = None
    if len(set(heaps)) == len(heaps) and 0 <= missing <= len(others) <= MOST_PARTS:
        for more in combinations(others, missing):
            parts = (*heaps, *more)
            if total(parts) == _N and abs(_determinant(parts[:-1], numbers)) == 1:
                found = _not_implied(option, growing, parts, least)
                if found is None:
                    return parts
    if found is not None:
        raise Unread(f"the option {option} has a condition on {plain_of(found)}")
    sizes = total(heap.size for heap in growing)
    if not numbers:
        raise Unread(
            f"the heaps of the option {option} have {plain_of(sizes)} tokens together, "
            "which is not n less a constant"
        )
    raise Unread(
        f"the option {option} is neither one heap of n - j tokens, with a constant j, nor all ways "
        "to share n - j tokens among its heaps and what is taken away"
    )


def _determinant(parts: tuple[Polynomial, ...], numbers: list[str]) -> int:
    rows = [list(part.coefficients(numbers)) for part in parts]
    return _determinant_of(rows)


def _determinant_of(rows: list[list[int]]) -> int:
    if not rows:
        return 1
    first, *rest = rows
    return sum(
        (-1) ** i * c * _determinant_of([row[:i] + row[i + 1 :] for row in rest])
        for i, c in enumerate(first)
        if c
    )


def _not_implied(
    option: Written,
    growing: list[HeapForm],
    parts: tuple[Polynomial, ...],
    least: dict[Polynomial, int],
) -> Polynomial | None:
    """A linear part with a fact that does not follow from those of the parts; None if all follow.

    One follows where it is a sum of parts whose own constants have no larger sum. And a fact that
    one of two heaps alike is at most as large as the other one, or no more than one larger, makes
    no difference: any option fulfils it when its heaps are named in another order. Of several such
    facts this is true if they do not go round in a circle.
    """
    ordered: list[tuple[int, int]] = []
    for part, constant in least.items():
        if part.names == {SIZE}:
            continue
        sums = (
            some
            for count in range(1, len(parts) + 1)
            for some in combinations(parts, count)
            if total(some) == part
        )
        if any(sum(least[each] for each in some) <= constant for some in sums):
            continue
        pair = _ordered(option, growing, part, least)
        if pair is None:
            return part
        ordered.append(pair)
    return None if _without_circle(ordered) else growing[ordered[0][0]].size


def _ordered(
    option: Written, growing: list[HeapForm], part: Polynomial, least: dict[Polynomial, int]
) -> tuple[int, int] | None:
    """Two heaps alike, the first of which the fact says to be at most the second one; it may say
    less."""
    for i, j in permutations(range(len(growing)), 2):
        one, other = growing[i], growing[j]
        apart = other.size - one.size
        if apart - apart.constant != part or one.key != other.key:
            continue
        lows = [heap.size.constant - least[heap.size - heap.size.constant] for heap in (one, other)]
        fixed = [fact for fact in option.facts if isinstance(fact, Remainder)]
        if lows[0] != lows[1] or any(fact.form.names != {SIZE} for fact in fixed):
            continue
        # The fact is other - one >= margin.
        margin = apart.constant - least[part]
        both = one.size + other.size
        odd = both.names == {SIZE} and _is_odd(both, fixed)
        if margin <= 0 or (margin == 1 and odd):
            return i, j
    return None


def _is_odd(form: Polynomial, facts: list[Remainder]) -> bool:
    """Whether a form in n is odd wherever the facts about n hold."""
    modulus = lcm(2, *(fact.modulus for fact in facts))
    check_modulus(modulus)
    return all(
        form.at({SIZE: n}) % 2
        for n in range(modulus)
        if all(fact.form.at({SIZE: n}) % fact.modulus in fact.allowed for fact in facts)
    )


def _without_circle(pairs: list[tuple[int, int]]) -> bool:
    """Whether the first of each pair can come before the second."""
    left = set(pairs)
    while left:
        firsts = {pair for pair in left if all(pair[0] != other[1] for other in left)}
        if not firsts:
            return False
        left -= firsts
    return True


def _by_residues(
    option: Written, remainders: list[Remainder], parts: tuple[Polynomial, ...]
) -> Iterator[tuple[Residues, list[Residues]]]:
    """Residues of n, each with those of the linear parts."""
    found: list[tuple[Residues, list[Residues]]] = [(EVERY, [EVERY] * len(parts))]
    for remainder in remainders:
        cases = list(_cases(option, remainder, parts))
        found = [
            (common(when, more), [common(a, b) for a, b in zip(rows, others, strict=True)])
            for when, rows in found
            for more, others in cases
        ]
        if len(found) > MOST_VALUES:
            raise Unread(f"the option {option} has too many conditions on remainders")
    yield from found


def _cases(
    option: Written, fact: Remainder, parts: tuple[Polynomial, ...]
) -> Iterator[tuple[Residues, list[Residues]]]:
    q, form = fact.modulus, fact.form
    every = [EVERY] * len(parts)
    c = form.constant
    if form.names <= {SIZE}:
        slope = form.coefficient(SIZE)
        allowed = frozenset(n for n in range(q) if (slope * n + c) % q in fact.allowed)
        yield _canonical(q, allowed), every
        return
    ways = [
        (i, t, (form - t * part).coefficient(SIZE) % q)
        for i, part in enumerate(parts)
        for t in range(1, q)
        if all(s % q == 0 for name, s in (form - t * part).slopes.items() if name != SIZE)
    ]
    if not ways:
        raise Unread(f"the option {option} has a condition on {plain_of(form)} mod {q}")
    i, t, slope = min(ways, key=lambda way: way[2])
    for r in range(q) if slope else (0,):
        allowed = frozenset(x for x in range(q) if (t * x + slope * r + c) % q in fact.allowed)
        when = Residues(q, frozenset({r})) if slope else EVERY
        yield when, [*every[:i], _canonical(q, allowed), *every[i + 1 :]]


def common(one: Residues, other: Residues) -> Residues:
    """The numbers in both."""
    modulus = lcm(one.modulus, other.modulus)
    check_modulus(modulus)
    return _canonical(modulus, frozenset(n for n in range(modulus) if n in one and n in other))


def _canonical(modulus: int, allowed: frozenset[int]) -> Residues:
    """The same numbers by the least modulus.

    >>> _canonical(4, frozenset({1, 3}))
    Residues(modulus=2, allowed=frozenset({1}))
    """
    for q in range(1, modulus):
        if modulus % q == 0:
            least = frozenset(r % q for r in allowed)
            if len(least) * (modulus // q) == len(allowed):
                return Residues(q, least)
    return Residues(modulus, allowed)

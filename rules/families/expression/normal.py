"""The moves of a list of options: those of one heap, and a simpler list that has the same ones.

A list is brought into a simpler form for all large n by its shape (`rules.arithmetic.pruning`); the
heaps below are listed, in both forms, as far as that is little work. So the first heap is found
from which on the moves are the same: 0, if it is the same game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import cast

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import STEPS, Option, evaluate_options
from mexplore.rules.arithmetic.pruning import Pruned, pruned
from mexplore.rules.errors import InputError, MexploreError
from mexplore.rules.rule import Heaps

MOST_OPTIONS = 4000  # of one heap that is looked at
MOST_GUARDED = 64  # heaps without moves below the others
MOST_LISTED = 20_000  # of all heaps together


def legal_options(body: tree.Node, name: str, n: int, steps: int = STEPS) -> Iterator[Heaps]:
    """The moves from n of a list in which n has this name."""
    for option in evaluate_options(body, {name: n}, steps):
        heaps = cast("Heaps", option if isinstance(option, tuple) else (option,))
        if min(heaps, default=0) < 0 or (n == 0 and not any(heaps)):
            continue
        if max(heaps, default=-1) >= n:
            raise InputError(_endless(name, n, option))
        yield tuple(heap for heap in heaps if heap)


def _endless(name: str, n: int, option: Option) -> str:
    return f"from {name} = {n} the option {option} is no smaller heap, so play need not end"


@lru_cache(maxsize=512)
def in_normal_form(body: tree.Node) -> Pruned:
    """The list in its simplest form, and the first heap from which on its moves are the same.

    >>> from mexplore.rules.arithmetic.reading import read_options
    >>> read = lambda text: read_options(text, ("n",), whole=text, at=0)
    >>> for text in ("[n - 1, max(0, n - 3)]", "[d for d in divisors(n) if n > d]"):
    ...     found = in_normal_form(read(text))
    ...     print(found.body, found.first)
    [n - 1, n - 3] 3
    [k for k in divisors(n) if n > k] 0
    """
    found = pruned(body)
    return Pruned(found.body, first_alike(body, found.body, found.first))


@lru_cache(maxsize=512)
def everywhere(body: tree.Node) -> tree.Node:
    """The list in its simplest form, if that has the same moves from every heap, or has so with
    a guard, as smaller heaps have none; otherwise the list itself.

    >>> from mexplore.rules.arithmetic.reading import read_options
    >>> text = "[] if n == 0 or n < 1 else [n - (1 << v2(n))]"
    >>> print(everywhere(read_options(text, ("n",), whole=text, at=0)))
    [n - (1 << v2(n))] if n > 0 else []
    """
    found = in_normal_form(body)
    if found.first == 0:
        return found.body
    if found.first > MOST_GUARDED or any(
        _moves(body, n, 1) != frozenset() for n in range(found.first)
    ):
        return body
    test = tree.Comparison(tree.Name("n"), (">",), (tree.Number(found.first - 1),))
    return tree.Choice(test, found.body, tree.Listing(()))


def first_alike(body: tree.Node, other: tree.Node, first: int) -> int:
    """The least heap from which on two lists have the same moves, which they have from ``first``
    on; ``first`` itself where the smaller heaps have too many moves to be listed."""
    if body == other:
        return 0
    left = MOST_LISTED
    for n in reversed(range(first)):
        moves = _moves(body, n, left)
        if moves is None or moves != _moves(other, n, left):
            return n + 1
        left -= len(moves) + 1
    return 0


def _moves(body: tree.Node, n: int, most: int) -> frozenset[Heaps] | None:
    """The moves from n; None if there are too many, or the list describes none."""
    most = min(most, MOST_OPTIONS)
    try:
        listed = list(islice(legal_options(body, "n", n, 40 * MOST_OPTIONS), most + 1))
    except MexploreError:
        return None
    return None if len(listed) > most else frozenset(tuple(sorted(heaps)) for heaps in listed)

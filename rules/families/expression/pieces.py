"""Lists of options as points and intervals between ends: ``[2*n // 3, n // 4]``, loops over k."""

from __future__ import annotations

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.ends import never_falls
from mexplore.rules.arithmetic.forms import Floor, Form, normal_form
from mexplore.rules.moves.pieces import (
    FEW,
    Pieces,
    below_heap,
    first_at,
    interval,
    joined,
    line_above,
    point,
)

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
            return joined(point(normal_form(item)) for item in items)
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
    return Pieces(taken.pieces, max(taken.first, first))


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
    return interval(normal_form(low), normal_form(tree.Binary("-", stop, _ONE)))


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
    return joined(point(normal_form(option)) for option in written)

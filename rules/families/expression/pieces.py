"""Lists of options as points and intervals between ends: ``[2*n // 3, n // 4]``, loops over k."""

from __future__ import annotations

from rules.computing.pieces import Pieces, interval, joined, point
from rules.language import tree
from rules.language.forms import Floor, normal_form

MOST_WRITTEN_OUT = 64  # numbers k for which an option is written out

_ONE = tree.Number(1)


def pieces_of(body: tree.Node) -> Pieces | None:
    """The pieces of a list of options in n; None where the list shows no such description.

    A list with a condition has none, nor has one with an option of several heaps.

    >>> from rules.language.reading import read_expression
    >>> body = read_expression("[2*n // 3] + [k for k in range(n // 4, n // 2)]", ("n",))
    >>> pieces_of(body).pieces[0], pieces_of(body).pieces[1][1]
    ((Floor(a=2, b=0, c=3),), Floor(a=1, b=-2, c=2))
    """
    match body:
        case tree.Listing(items):
            return joined(point(normal_form(item)) for item in items)
        case tree.Binary("+", left, right):
            return joined([pieces_of(left), pieces_of(right)])
        case tree.Call("range", arguments):
            return _between(arguments)
        case tree.Comprehension(item, (tree.Clause(name, tree.Call("range", arguments), ()),)):
            if name == "n":
                return None
            return _between(arguments) if item == tree.Name(name) else _each(item, name, arguments)
    return None


def _between(arguments: tuple[tree.Node, ...]) -> Pieces | None:
    """range(low, stop)."""
    if len(arguments) > 2:
        return None
    low, stop = arguments if len(arguments) == 2 else (tree.Number(0), *arguments)
    return interval(normal_form(low), normal_form(tree.Binary("-", stop, _ONE)))


def _each(item: tree.Node, name: str, arguments: tuple[tree.Node, ...]) -> Pieces | None:
    """The options that the numbers in range(...) give, if these do not depend on n."""
    forms = [normal_form(argument) for argument in arguments]
    ends = [form.constant for form in forms if isinstance(form, Floor)]
    numbers = [end for end in ends if end is not None]
    if len(numbers) < len(arguments) or 0 in numbers[2:]:
        return None
    listed = range(*numbers)
    if len(listed) > MOST_WRITTEN_OUT or (listed and min(listed) < 0):
        return None
    written = (tree.substitute(item, {name: tree.Number(k)}) for k in listed)
    return joined(point(normal_form(option)) for option in written)

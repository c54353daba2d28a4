"""Conditions that heaps of some size on meet: ``n > 1``, ``not n < 2``."""

from __future__ import annotations

from mexplore.rules.arithmetic import tree


def least_heap(test: tree.Node) -> int | None:
    """The least n for which a test holds, if it holds from there on; at least 0.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> [least_heap(read_expression(text, ("n",))) for text in ("n > 1", "not n < 5", "n % 2")]
    [2, 5, None]
    """
    match test:
        case tree.Name("n") | tree.Comparison(tree.Name("n"), ("!=",), (tree.Number(0),)):
            return 1
        case tree.Comparison(tree.Name("n"), (">" | ">=" as sign,), (tree.Number(t),)):
            return t + (sign == ">")
        case tree.Comparison(tree.Number(t), ("<" | "<=" as sign,), (tree.Name("n"),)):
            return t + (sign == "<")
        case tree.Unary("not", tree.Comparison(tree.Name("n"), (sign,), (tree.Number(t),))):
            return {"<": t, "<=": t + 1, "==": 1 if t == 0 else None}.get(sign)
        case tree.Unary("not", tree.Unary("not", inner)):
            return least_heap(inner)
        case _:
            return None


def guarded(body: tree.Node) -> tuple[tree.Node, int] | None:
    """A list and the least heap that has its options, smaller ones having none; None where a
    condition of another kind decides which list is taken.

    >>> from mexplore.rules.arithmetic.reading import read_options
    >>> text = "[n - 1] if n > 1 else []"
    >>> tuple(map(str, guarded(read_options(text, ("n",), whole=text, at=0))))
    ('[n - 1]', '2')
    """
    match body:
        case tree.Choice(test, yes, tree.Listing(())):
            inner, least = guarded(yes), _least(tests_of(test))
        case tree.Choice(test, tree.Listing(()), no):
            inner, least = guarded(no), least_heap(tree.Unary("not", test))
        case _:
            return body, 0
    return None if inner is None or least is None else (inner[0], max(least, inner[1]))


def tests_of(test: tree.Node) -> list[tree.Node]:
    """The tests that a test joins by ``and``."""
    if isinstance(test, tree.Logic) and test.sign == "and":
        return [inner for operand in test.operands for inner in tests_of(operand)]
    return [test]


def _least(tests: list[tree.Node]) -> int | None:
    found = [least_heap(test) for test in tests]
    known = [least for least in found if least is not None]
    return max(known, default=0) if len(known) == len(found) else None

"""Python functions that are one expression in n: the rule that they are, in notation.

**What is proved.** The source that Python names for a function may be another function's: the file
may have changed, or several stand in a line. So the expression that is read is compiled again, and
taken only if it has the code of the function: the same instructions, constants and names, in the
functions within it too. Then it is the function. Names in it are those of its argument, of its
loops, and of functions that Python has built in, which the notation means alike; an option that is
a list is a sum of heaps, for which the notation has round brackets. As a last check the moves of
the first heaps are compared.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from mexplore.rules.errors import MexploreError

if TYPE_CHECKING:
    from mexplore.rules.families.function.given import GivenFunction
    from mexplore.rules.rule import Rule

COMPARED = 32  # heaps whose moves are looked at


def read(rule: GivenFunction, parse: Callable[[str], Rule]) -> Rule | None:
    """The rule in notation that a function is, read by ``parse``; None where it is not seen."""
    for text in expressions(rule.given):
        try:
            found = parse(text)
            if all(_moves(found, n) == _moves(rule, n) for n in range(COMPARED)):
                return found
        except MexploreError:
            continue
    return None


def _moves(rule: Rule, n: int) -> set[tuple[int, ...]]:
    return {tuple(sorted(heap for heap in option if heap)) for option in rule.options(n)}


def expressions(function: Any) -> Iterator[str]:
    """The function as texts in notation, if its source is one expression in its argument.

    >>> def take(n):
    ...     return [n - 1, n - 2]
    >>> list(expressions(take))  # a doctest has its source, too
    ['n -> [n - 1, n - 2]']
    """
    if not isinstance(function, FunctionType) or function.__closure__ or not _means_alike(function):
        return
    try:
        source = inspect.cleandoc("\n" + inspect.getsource(function))
        tree = ast.parse(source)
    except (OSError, TypeError, SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        found = _argument_and_body(node)
        if found is None or not _is_plain(function, node):
            continue
        name, body = found
        with suppress(_Unlike):
            yield f"{name} -> {ast.unparse(_in_notation(body))}"


def _argument_and_body(node: ast.AST) -> tuple[str, ast.expr] | None:
    """The name of the one argument, and what is given back."""
    if isinstance(node, ast.Lambda):
        body: ast.expr | None = node.body
    elif isinstance(node, ast.FunctionDef) and not node.decorator_list:
        *_, last = node.body
        first = [each for each in node.body[:-1] if not _is_text(each)]
        body = last.value if isinstance(last, ast.Return) and not first else None
    else:
        return None
    given = node.args
    others = [*given.posonlyargs, *given.kwonlyargs, given.vararg, given.kwarg, *given.defaults]
    if body is None or any(others) or len(given.args) != 1:
        return None
    return given.args[0].arg, body


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_plain(function: FunctionType, node: ast.AST) -> bool:
    """Whether the node, compiled again, has the code of the function."""
    if isinstance(node, ast.Lambda):
        again: Any = ast.Expression(node)
        module = compile(again, "<read>", "eval")
    else:
        assert isinstance(node, ast.FunctionDef)
        module = compile(ast.Module([node], []), "<read>", "exec")
    return any(_alike(code, function.__code__) for code in _codes(module))


def _codes(code: CodeType) -> list[CodeType]:
    return [const for const in code.co_consts if isinstance(const, CodeType)]


def _alike(one: CodeType, other: CodeType) -> bool:
    """Whether two functions have the same instructions, names and constants."""
    parts = ("co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_argcount")
    if any(getattr(one, part) != getattr(other, part) for part in parts):
        return False
    inner = _codes(one), _codes(other)
    return (
        list(map(repr, _plain(one))) == list(map(repr, _plain(other)))
        and len(inner[0]) == len(inner[1])
        and all(map(_alike, *inner))
    )


def _plain(code: CodeType) -> list[Any]:
    """The constants that are no code."""
    return [const for const in code.co_consts if not isinstance(const, CodeType)]


SAME = {"range": range, "max": max, "min": min, "isqrt": math.isqrt, "gcd": math.gcd}
"""Functions that mean the same in notation."""


def _means_alike(function: FunctionType) -> bool:
    """Whether every name that is not of the function itself is one of these functions."""
    return all(
        name in SAME and function.__globals__.get(name, getattr(builtins, name, None)) is SAME[name]
        for name in _outer(function.__code__)
    )


def _outer(code: CodeType) -> set[str]:
    """The names of a function, and those within it, that are not of its own."""
    return set(code.co_names).union(*map(_outer, _codes(code)))


class _Unlike(Exception):
    """What the notation would read in another way."""


def _in_notation(node: ast.expr) -> ast.expr:
    """The list of options as it is written in notation: sums of heaps in round brackets."""
    match node:
        case ast.List(options) | ast.Set(options):
            return ast.List([_option(option) for option in options], ast.Load())
        case ast.ListComp(option, loops) | ast.SetComp(option, loops):
            return ast.ListComp(_option(option), loops)
        case ast.GeneratorExp(option, loops):
            return ast.ListComp(_option(option), loops)
        case ast.BinOp(left, ast.Add(), right):
            return ast.BinOp(_in_notation(left), ast.Add(), _in_notation(right))
        case ast.IfExp(test, yes, no):
            return ast.IfExp(test, _in_notation(yes), _in_notation(no))
        case ast.Call(ast.Name("range")):
            return node
        case _:
            raise _Unlike


def _option(node: ast.expr) -> ast.expr:
    """An option: a heap, or a list of heaps."""
    match node:
        case ast.List(heaps):
            return ast.Tuple(heaps, ast.Load())
        case ast.IfExp(test, yes, no):
            return ast.IfExp(test, _option(yes), _option(no))
        case ast.Tuple() | ast.Starred() | ast.ListComp() | ast.Constant(value=bool() | str()):
            raise _Unlike  # a tuple is one position, and no sum
        case _:
            return node

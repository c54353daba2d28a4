"""Rules of simpler families as lists of options in n, for unions with others in one loop."""

from __future__ import annotations

from rules.families.division.rule import Division
from rules.families.expression.rule import Expression
from rules.families.interval.rule import Interval
from rules.families.subtraction.rule import Subtraction
from rules.language import tree
from rules.language.reading import read_expression
from rules.rule import Rule

MOST_WRITTEN = 50  # members that are written out one by one

_NAMED = {
    "squares": "[n - k * k for k in range(1, isqrt(n) + 1)]",
    "cubes": "[n - k**3 for k in range(1, isqrt(n) + 1)]",
    "triangular": "[n - k * (k + 1) // 2 for k in range(1, isqrt(2 * n) + 1)]",
    "primes": "[n - k for k in range(2, n + 1) if is_prime(k)]",
    "odd": "[n - k for k in range(1, n + 1, 2)]",
    "even": "[n - k for k in range(2, n + 1, 2)]",
}


def options_of(rule: Rule) -> tree.Node | None:
    """The list of the rule's options in n; None where none is known or it would be too long.

    >>> from rules.notation import parse_rule
    >>> str(options_of(parse_rule("subtract(2, squares)")))
    '[n - 2] + [n - k * k for k in range(1, isqrt(n) + 1)]'
    """
    if isinstance(rule, Expression):
        renamed = rule.body_in("n")
        return renamed if rule.name == "n" or renamed != rule.body else None
    if isinstance(rule, Interval):
        return _interval(rule)
    texts = _texts(rule)
    return read_expression(" + ".join(texts), ("n",)) if texts else None


def _texts(rule: Rule) -> list[str]:
    if isinstance(rule, Division) and len(rule.divisors) <= MOST_WRITTEN:
        quotient = "ceil(n/{})" if rule.ceil else "n // {}"
        listed = f"[{', '.join(quotient.format(d) for d in rule.divisors)}]"
        # A heap of 1 has no move under ceil.
        return [f"({listed} if n > 1 else [])"] if rule.ceil else [listed]
    if isinstance(rule, Subtraction) and rule.missing is not None:
        listed = ", ".join(map(str, rule.missing[: MOST_WRITTEN + 1]))
        unless = f" if k not in [{listed}]" if rule.missing else ""
        every = f"[n - k for k in range(1, n + 1){unless}]"
        return [every] if len(rule.missing) <= MOST_WRITTEN else []
    if isinstance(rule, Subtraction) and len(rule.members) <= MOST_WRITTEN:
        if any(str(part) not in _NAMED for part in rule.named):
            return []
        finite = f"[{', '.join(f'n - {s}' for s in rule.members)}]"
        return ([finite] if rule.members else []) + [_NAMED[str(part)] for part in rule.named]
    return []


def _interval(rule: Interval) -> tree.Node:
    n, zero, one = tree.Name("n"), tree.Number(0), tree.Number(1)
    low, high = rule.low, rule.high
    if not rule.leaving:
        low, high = tree.Binary("-", n, rule.high), tree.Binary("-", n, rule.low)
    first = tree.Call("max", (low, zero))
    last = tree.Call("min", (high, tree.Binary("-", n, one)))
    span = tree.Call("range", (first, tree.Binary("+", last, one)))
    return tree.Comprehension(tree.Name("k"), (tree.Clause("k", span, ()),))

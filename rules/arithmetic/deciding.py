"""Conditions in n and in the names of loops that are true, or false, for all large n.

What is decided is replaced by its truth; of what is joined by and, or the rest is left. ``first``
is raised to the n from which on all that was decided so far holds.
"""

from __future__ import annotations

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.arithmetic.residue_lines import Budget, Line, NoLine, ResidueClass, on_classes
from mexplore.rules.arithmetic.scopes import Scope
from mexplore.rules.dataclass import dataclass

LARGEST_MODULUS = 64  # residue classes on all of which a condition has to have one truth
MOST_STEPS = 4000
_TOTAL = ("min", "max", "abs", "gcd")
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


@dataclass
class Decider:
    """Decides for n >= ``first``, which grows."""

    first: int = 1

    def settled(self, test: tree.Node, scope: Scope) -> tree.Node | bool:  # noqa: PLR0911
        """The truth of the condition, or what is left of it.

        >>> from mexplore.rules.arithmetic.reading import read_expression
        >>> decider = Decider()
        >>> test = read_expression("not (n == 3 and n % 2 or n > 5)", ("n",))
        >>> decider.settled(test, Scope()), decider.first
        (False, 6)
        """
        match test:
            case tree.Unary("not", operand):
                inner = self.settled(operand, scope)
                return not inner if isinstance(inner, bool) else _negated(inner)
            case tree.Logic(sign, operands):
                return self._logic(sign, operands, scope)
            case tree.Comparison(first, signs, others) if len(signs) > 1:
                lefts = (first, *others[:-1])
                pairs = zip(lefts, signs, others, strict=True)
                each = tuple(tree.Comparison(a, (sign,), (b,)) for a, sign, b in pairs)
                return self._logic("and", each, scope)
            case tree.Comparison(left, ("in" | "not in" as sign,), (source,)):
                found = self._membership(left, source, scope)
                if found is None:
                    return self._by_classes(test)
                if isinstance(found, bool):
                    return found == (sign == "in")
                return found if sign == "in" else _negated(found)
            case tree.Comparison(left, (sign,), (right,)):
                known = self.compared(left, sign, right, scope)
                return self._by_classes(test) if known is None else known
            case tree.Number(value):
                return value != 0
            case tree.Name() | tree.Binary() | tree.Call("max" | "min", _):
                known = self.compared(test, "!=", tree.Number(0), scope)
                return self._by_classes(test) if known is None else known
        return self._by_classes(test)

    def holds(self, expression: Polynomial | None, scope: Scope) -> bool:
        """Whether a polynomial is >= 0 for all large n; then ``first`` is one from where on."""
        since = scope.since(expression)
        if since is None:
            return False
        self.first = max(self.first, since)
        return True

    def compared(self, left: tree.Node, sign: str, right: tree.Node, scope: Scope) -> bool | None:  # noqa: PLR0911
        """The answer to a comparison of numbers, if it is one for all large n."""
        one, other = scope.polynomial(left), scope.polynomial(right)
        if one is None or other is None:
            return None
        less = other - one  # >= 0 where left <= right
        match sign:
            case "<" | ">=" if self.holds(less - 1, scope):
                return sign == "<"
            case "<" | ">=" if self.holds(-less, scope):
                return sign == ">="
            case "<=" | ">" if self.holds(less, scope):
                return sign == "<="
            case "<=" | ">" if self.holds(-less - 1, scope):
                return sign == ">"
            case "==" | "!=" if less == 0:
                return sign == "=="
            case "==" | "!=" if self.holds(less - 1, scope) or self.holds(-less - 1, scope):
                return sign == "!="
        return None

    def _logic(self, sign: str, operands: tuple[tree.Node, ...], scope: Scope) -> tree.Node | bool:
        """What is left of conditions joined by a sign. One that decides the whole does so only if
        the others are defined for all numbers, as it might never be asked."""
        left: list[tree.Node] = []
        decides = sign == "or"
        for operand in operands:
            inner = self.settled(operand, scope)
            if inner is decides:
                return decides if all(map(is_total, left)) else self._joined(sign, operands)
            if not isinstance(inner, bool):
                left.append(inner)
        return self._joined(sign, left) if left else not decides

    @staticmethod
    def _joined(sign: str, operands: list[tree.Node] | tuple[tree.Node, ...]) -> tree.Node:
        flat: list[tree.Node] = []
        for each in operands:
            alike = isinstance(each, tree.Logic) and each.sign == sign
            flat.extend(each.operands if isinstance(each, tree.Logic) and alike else (each,))
        return flat[0] if len(flat) == 1 else tree.Logic(sign, tuple(flat))

    def _membership(
        self, left: tree.Node, source: tree.Node, scope: Scope
    ) -> tree.Node | bool | None:
        """Whether a number is in a list; None where the list is of another kind."""
        match source:
            case tree.Listing(items):
                equal = [tree.Comparison(left, ("==",), (item,)) for item in items]
                found = [self.settled(each, scope) for each in equal]
                if True in found:
                    return True
                pairs = zip(items, found, strict=True)
                kept = tuple(item for item, each in pairs if not isinstance(each, bool))
                return _member(left, kept) if kept else False
            case tree.Call("range", (stop,)):
                low: tree.Node = tree.Number(0)
            case tree.Call("range", (low, stop)):
                pass
            case _:
                return None
        inside = tree.Comparison(low, ("<=",), (left,)), tree.Comparison(left, ("<",), (stop,))
        return self._logic("and", inside, scope)

    def _by_classes(self, test: tree.Node) -> tree.Node | bool:
        """The truth of a condition on n that is the same on all residue classes of a modulus."""
        if tree.names_in(test) != {"n"} or tree.holds(test, tree.Comprehension):
            return test
        budget = Budget(MOST_STEPS)

        def truth_on(residue: int, modulus: int) -> tuple[bool, int]:
            place = ResidueClass(residue, modulus, {"n": Line(1, 0)}, budget, 0)
            return place.truth(test), place.first

        try:
            found = on_classes(truth_on, LARGEST_MODULUS)
        except NoLine:
            return test
        if len({truth for truth, _ in found}) > 1:
            return test
        self.first = max(self.first, *(first for _, first in found))
        return found[0][0]


def _member(left: tree.Node, items: tuple[tree.Node, ...]) -> tree.Node:
    if len(items) == 1:
        return tree.Comparison(left, ("==",), items)
    return tree.Comparison(left, ("in",), (tree.Listing(items),))


def _negated(test: tree.Node) -> tree.Node:
    """The opposite condition: of comparisons with the opposite sign."""
    match test:
        case tree.Comparison(left, (sign,), (right,)) if sign in _OPPOSITE:
            return tree.Comparison(left, (_OPPOSITE[sign],), (right,))
        case tree.Comparison(left, ("in",), (items,)):
            return tree.Comparison(left, ("not in",), (items,))
        case tree.Comparison(left, ("not in",), (items,)):
            return tree.Comparison(left, ("in",), (items,))
        case tree.Logic(sign, operands):
            other = "and" if sign == "or" else "or"
            return tree.Logic(other, tuple(_negated(operand) for operand in operands))
        case tree.Unary("not", operand):
            return operand
    return tree.Unary("not", test)


def is_total(node: tree.Node, scope: Scope | None = None) -> bool:
    """Whether an expression has a value whatever numbers its names are, within their bounds.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> [is_total(read_expression(t, ("n",))) for t in ("n % 2 == 0", "7 // n > 1", "isqrt(n) > 2")]
    [True, False, False]
    """
    match node:
        case tree.Binary("//" | "%", _, right) if not isinstance(right, tree.Number):
            return False
        case tree.Binary("//" | "%", _, tree.Number(0)):
            return False
        case tree.Binary("<<" | ">>" | "**", left, right) if scope is not None:
            return is_total(left, scope) and is_total(right) and scope.is_at_least(right, 0)
        case tree.Binary("<<" | ">>" | "**" | "/", _, _) | tree.Pick() | tree.Comprehension():
            return False
        case tree.Call(function, _) if function not in _TOTAL:
            return False
    return all(is_total(child, scope) for child in node.children())

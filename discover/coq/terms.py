"""Rules, options, ends of intervals and boards as terms of the Coq library.

This translation is what a reader of such a proof has to trust: it is compared with `options` for
every example of every family.

Lists of options in n as terms of the Coq library (``Expression.v``).

Python and the library agree on what the signs mean: quotients round down, remainders have the sign
of the divisor, a comparison is the number 1 or 0, and a choice asks whether its test is 0.

Ends of intervals, floor((a*n + b)/c) or isqrt(a*n + b) + k, as functions in Coq: never below 0,
as N has no negative numbers, and at most n.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce, singledispatch

from mexplore.discover.boards.theorems import difference, euclid, known_outcomes
from mexplore.discover.boards.theorems.digit_windows import DigitMoves, DigitWindows
from mexplore.discover.boards.theorems.moves.named import is_one_of
from mexplore.discover.boards.theorems.moves.reading import steps_of
from mexplore.discover.boards.theorems.moves.steps import Ray, Steps
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.forms import Floor, Form
from mexplore.rules.boards.board import Board
from mexplore.rules.dataclass import dataclass
from mexplore.rules.families.division.rule import Division
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.families.take_and_break.code import Digit
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.rule import Rule

_SUFFIXES = {"": "Any", "!": "Unequal", "?": "NotAllEqual", "=": "Equal"}
_DIGIT = 4  # heaps at most, in a digit that the library reads


@singledispatch
def game_of(rule: Rule) -> str | None:
    """The rule as a term of the Coq library (``discover/coq``); None where it has no name for it.

    >>> game_of(Division((2, 5))), game_of(Division((3,), ceil=True))
    ('divide [2; 5]', 'divide_up [3]')
    """
    del rule
    return None


@game_of.register(Division)
def _division(rule: Division) -> str:
    return f"{'divide_up' if rule.ceil else 'divide'} {_listed(rule.divisors)}"


@game_of.register(Subtraction)
def _subtraction(rule: Subtraction) -> str | None:
    """A finite set, all numbers but a few, or named sets that the library knows.

    >>> game_of(Subtraction.of((1, 3, 4))), game_of(Subtraction((), (), (2, 3)))
    ('subtract [1; 3; 4]', 'all_but [2; 3]')
    """
    if rule.missing is not None:
        return f"all_but {_listed(rule.missing)}"
    if rule.finite:
        return f"subtract {_listed(rule.members)}"
    named = [part.coq() for part in rule.named]
    known = [text for text in named if text is not None]
    if len(known) < len(named):
        return None
    members = [f"Members {_listed(rule.members)}"] if rule.members else []
    return f"subtract_from {_listed([*members, *known])}"


@game_of.register(TakeAndBreak)
def _code(rule: TakeAndBreak) -> str | None:
    """Codes that add no tokens and leave boundedly many heaps; digits that repeat forever, of a few
    heaps without conditions.

    >>> game_of(TakeAndBreak.parse("0.07")), game_of(TakeAndBreak.parse("4!.0"))
    ('octal [0; 0; 7]', 'code_with [((0, 2%nat), Unequal)]')
    >>> game_of(TakeAndBreak.parse("0.3[7]"))
    'repeating [0; 3; 7] [7]'
    """
    if rule.adding or any(d.unbounded for d in rule.digits.values()):
        return None
    if not rule.has_suffix and (rule.most_heaps or 0) <= _DIGIT:
        kind = "repeating" if rule.period else "octal"
        return " ".join([kind, _digits(rule.removing), *filter(None, [_digits(rule.repeating)])])
    if rule.period:
        return None
    moves = [(j, *count) for j, digit in rule.digits.items() for count in digit.listed]
    if not rule.has_suffix:
        return f"code {_listed(f'({j}, {heaps}%nat)' for j, heaps, _ in moves)}"
    written = (f"(({j}, {heaps}%nat), {_SUFFIXES[suffix]})" for j, heaps, suffix in moves)
    return f"code_with {_listed(written)}"


def _digits(digits: Iterable[Digit]) -> str:
    """The digits as numbers; nothing where there are none."""
    written = [sum(1 << k for k, _ in digit.listed) for digit in digits]
    return _listed(written) if written else ""


def _listed(parts: Iterable[object]) -> str:
    return f"[{'; '.join(map(str, parts))}]"


class Untranslated(Exception):
    """A part of an expression for which the library has no term."""


_SIGNS = {"+": "Plus", "-": "Minus", "*": "Times", "//": "Quotient", "%": "Remainder"}
_SHIFTS = {"<<": "Times", ">>": "Quotient"}
_CALLS = {"min": "Least", "max": "Greatest"}
LONGEST_SHIFT = 64
LARGEST_GCD = 1000
ONE, ZERO = "(Const 1)", "(Const 0)"


def options_term(node: tree.Node) -> str:
    """A list of options in n, as a term of type ``options``; Untranslated where there is none.

    >>> from mexplore.rules.arithmetic.reading import read_options
    >>> def shown(text):
    ...     return options_term(read_options(text, ("n",), whole=text, at=0))
    >>> shown("[n - 1, (n // 2, n % 2)]")
    '(Listed [[(Minus Heap (Const 1))]; [(Quotient Heap (Const 2)); (Remainder Heap (Const 2))]])'
    >>> shown("[n - 1] if n > 3 else []")
    '(Either (Below (Const 3) Heap) (Listed [[(Minus Heap (Const 1))]]) (Listed []))'
    """
    match node:
        case tree.Listing(items) if not any(isinstance(item, tree.Choice) for item in items):
            return f"(Listed [{'; '.join(map(_heaps, items))}])"
        case tree.Listing(items):
            return _joined([_item(item) for item in items])
        case tree.Binary("+", left, right):
            return _joined([options_term(left), options_term(right)])
        case tree.Choice(test, yes, no):
            return f"(Either {_truth(test)} {options_term(yes)} {options_term(no)})"
        case tree.Comprehension(item, (tree.Clause(name, tree.Call("range", ends), ()),)):
            if len(ends) <= 2 and (between := _between(item, name, ends)):
                return between
    raise Untranslated(f"the list {node} is not written out option by option")


def _between(item: tree.Node, name: str, ends: tuple[tree.Node, ...]) -> str | None:
    """All heaps k, or all n - k, for k in a range.

    >>> _between(tree.Name("k"), "k", (tree.Number(1), tree.Name("n")))
    '(Between (Const 1) Heap)'
    """
    low, stop = map(number_term, ends if len(ends) == 2 else (tree.Number(0), *ends))
    match item:
        case tree.Name(of) if of == name:
            return f"(Between {low} {stop})"
        case tree.Binary("-", total, tree.Name(of)) if of == name and name not in tree.names_in(
            total
        ):
            first, end = (f"(Minus {number_term(total)} {each})" for each in (stop, low))
            return f"(Between (Plus {first} {ONE}) (Plus {end} {ONE}))"
    return None


def _joined(lists: list[str]) -> str:
    return reduce(lambda left, right: f"(Both {left} {right})", lists)


def _item(node: tree.Node) -> str:
    """The list of this option alone."""
    if isinstance(node, tree.Choice):
        return f"(Either {_truth(node.test)} {_item(node.yes)} {_item(node.no)})"
    return f"(Listed [{_heaps(node)}])"


def _heaps(node: tree.Node) -> str:
    heaps = node.items if isinstance(node, tree.Heap) else (node,)
    if not heaps:
        raise Untranslated("an option without heaps is written 0")
    return f"[{'; '.join(map(number_term, heaps))}]"


def number_term(node: tree.Node) -> str:  # noqa: PLR0911
    """A number in n, as a term of type ``number``."""
    match node:
        case tree.Number(value):
            return f"(Const {value})"
        case tree.Name("n"):
            return "Heap"
        case tree.Unary("-", tree.Number(value)):
            return f"(Const (-{value}))"
        case tree.Unary("-", operand):
            return f"(Minus {ZERO} {number_term(operand)})"
        case tree.Binary("*", left, right) if tree.names_in(left) and tree.names_in(right):
            raise Untranslated(f"{node} is a product of two numbers that depend on n")
        case tree.Binary(sign, left, right) if sign in _SIGNS:
            return f"({_SIGNS[sign]} {number_term(left)} {number_term(right)})"
        case tree.Binary(sign, left, tree.Number(shift)) if sign in _SHIFTS:
            if shift > LONGEST_SHIFT:
                raise Untranslated(f"{node} shifts by more than {LONGEST_SHIFT} places")
            return f"({_SHIFTS[sign]} {number_term(left)} (Const {1 << shift}))"
        case tree.Call():
            return _call(node)
        case tree.Choice(test, yes, no):
            return f"(Choose {_truth(test)} {number_term(yes)} {number_term(no)})"
        case tree.Comparison() | tree.Logic() | tree.Unary("not"):
            return _truth(node)
    raise Untranslated(f"{node} has no term")


def _call(node: tree.Call) -> str:
    """What a function gives, as a term."""
    match node.function, node.arguments:
        case "ceil_div", (above, below):  # ceil(a/b) = -floor(-a/b)
            rounded = f"(Quotient (Minus {ZERO} {number_term(above)}) {number_term(below)})"
            return f"(Minus {ZERO} {rounded})"
        case "gcd", (number, tree.Number(of)) if 0 < of <= LARGEST_GCD:
            return _gcd(number_term(number), of)
        case function, (first, second, *others) if function in _CALLS:
            terms = map(number_term, (first, second, *others))
            return reduce(lambda left, right: f"({_CALLS[function]} {left} {right})", terms)
    raise Untranslated(f"{node} has no term")


def _gcd(term: str, of: int) -> str:
    """The greatest common divisor with a number: its greatest divisor that leaves no remainder.

    >>> _gcd("Heap", 4)
    '(Choose (Same (Remainder Heap (Const 4)) (Const 0)) (Const 4) \
(Choose (Same (Remainder Heap (Const 2)) (Const 0)) (Const 2) (Const 1)))'
    """
    divisors = [d for d in range(2, of + 1) if of % d == 0]
    tests = ((f"(Same (Remainder {term} (Const {d})) {ZERO})", f"(Const {d})") for d in divisors)
    return reduce(lambda rest, each: f"(Choose {each[0]} {each[1]} {rest})", tests, ONE)


def _truth(node: tree.Node) -> str:
    """A condition, as a number that is 0 where it does not hold."""
    match node:
        case tree.Comparison(first, signs, others):
            return _all(_pairs(first, signs, others))
        case tree.Logic("and", operands):
            return _all(map(_truth, operands))
        case tree.Logic(_, operands):
            return _none([_none([_truth(operand) for operand in operands])])
        case tree.Unary("not", operand):
            return _none([_truth(operand)])
    return number_term(node)


def _pairs(
    first: tree.Node, signs: tuple[str, ...], others: tuple[tree.Node, ...]
) -> Iterator[str]:
    """The comparisons of neighbours."""
    left = first
    for sign, right in zip(signs, others, strict=True):
        if sign in ("in", "not in"):
            raise Untranslated("a test that looks into a list has no term")
        a, b = number_term(left), number_term(right)
        yield {
            "<": f"(Below {a} {b})",
            ">": f"(Below {b} {a})",
            "<=": f"(Choose (Below {b} {a}) {ZERO} {ONE})",
            ">=": f"(Choose (Below {a} {b}) {ZERO} {ONE})",
            "==": f"(Same {a} {b})",
            "!=": f"(Choose (Same {a} {b}) {ZERO} {ONE})",
        }[sign]
        left = right


def _all(terms: Iterable[str]) -> str:
    *first, last = terms
    return reduce(lambda rest, term: f"(Choose {term} {rest} {ZERO})", reversed(first), last)


def _none(terms: Sequence[str]) -> str:
    """1 if none of them holds."""
    return reduce(lambda rest, term: f"(Choose {term} {ZERO} {rest})", reversed(terms), ONE)


@dataclass(frozen=True)
class EndTerm:
    """min(end(n), n) as a term, and the end of the names of the lemmas about it."""

    term: str
    lemma: str
    """Such as ``floor 1 0 3``: of the lemmas slow_floor, apart_floor, never_falls_floor."""

    computed: tuple[str, ...]
    """The kinds of these lemmas that want a comparison of numbers as well."""

    def by(self, kind: str) -> str:
        """The lemma of this kind with its numbers.

        >>> end_term(Floor(1, 0, 3)).by("slow"), end_term(Floor(1, -2, 3)).by("apart")
        ('slow_floor 1 0 3 eq_refl', 'apart_less 1 2 3 eq_refl')
        """
        return f"{kind}_{self.lemma}" + (" eq_refl" if kind in self.computed else "")


def end_term(end: Form) -> EndTerm:
    """The end, a >= 0, in Coq.

    >>> end_term(Floor(1, -2, 3)).term
    'fun n => N.min ((1 * n - 2) / 3) n'
    """
    a, b = end.a, end.b
    if isinstance(end, Floor):
        kind, sign = ("less", "-") if b < 0 else ("floor", "+")
        return EndTerm(
            f"fun n => N.min (({a} * n {sign} {abs(b)}) / {end.c}) n",
            f"{kind} {a} {abs(b)} {end.c}",
            ("slow", "apart", "never_falls"),
        )
    kind, sign = ("root_less", "-") if end.k < 0 else ("root", "+")
    return EndTerm(
        f"fun n => N.min (N.sqrt ({a} * n + {b}) {sign} {abs(end.k)}) n",
        f"{kind} {a} {b} {abs(end.k)}",
        ("slow",),
    )


@dataclass(frozen=True)
class BoardTerm:
    """A term of type ``board``, the file of the library that defines it, and the tactics by which
    it has a function of nim-values."""

    text: str
    module: str
    exists: str


_FIRST = {ray: n for n, ray in enumerate(Ray(d, d) for d in ((1, 0), (0, 1), (1, 1)))}
_NAMED = {
    euclid.RULES: BoardTerm("euclid", "Euclid", "apply euclid_exists."),
    known_outcomes.EUCLID[:1]: BoardTerm("euclid_to_zero", "Euclid", "apply to_zero_exists."),
    known_outcomes.EUCLID[1:]: BoardTerm("euclid_to_zero_both", "Euclid", "apply both_exists."),
    difference.RULES: BoardTerm("towards_the_smaller", "Chain", "apply towards_exists."),
}
_CHOMP = BoardTerm("chomp", "Euclid", "apply chomp_exists.")


def term_of(board: Board) -> BoardTerm | Inapplicable:
    """The board as a term; Inapplicable where there is none.

    >>> term_of(Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x + 1, y - 2)]")).text
    'steps [Ray 1 0 1 0; Step (-1) 2]'
    """
    for texts, term in _NAMED.items():
        if is_one_of(board, texts):
            return term
    if not isinstance(known_outcomes.TwoRowChomp().hypotheses(board), Inapplicable):
        return _CHOMP
    steps = steps_of(board)
    divided = DigitWindows().hypotheses(board)
    if isinstance(divided, DigitMoves) and divided.divisor is not None:
        parts = parts_term(Steps.union(divided.steps, ()))
        text = f"steps_or_quotients {parts} {divided.divisor}"
        return BoardTerm(text, "DigitWindows", "apply quotients_exist. reflexivity.")
    if isinstance(steps, Inapplicable):
        return Inapplicable(f"the library of Coq proofs has no term for the board: {steps.reason}")
    slow = [p for p in [*steps.points, *steps.quadrants] if sum(p) <= 0]
    slow += [p for ray in steps.rays for p in ray if sum(p) <= 0]
    if slow:
        return Inapplicable(
            "the library of Coq proofs has no term for steps that do not lower x + y"
        )
    return BoardTerm(f"steps {parts_term(steps)}", "Boards", "apply steps_exist. reflexivity.")


def parts_term(steps: Steps) -> str:
    """The list of the parts, the moves of a queen first.

    >>> parts_term(Steps.union([(3, 0), (1, 2)], [Ray((0, 1), (0, 1))]))
    '[Ray 0 1 0 1; Step 1 2; Step 3 0]'
    """
    rays = sorted(steps.rays, key=lambda ray: (_FIRST.get(ray, 3), ray))
    parts: list[tuple[str, tuple[int, ...]]] = [("Ray", ray.start + ray.direction) for ray in rays]
    parts += [("Step", step) for step in sorted(steps.points)]
    parts += [("Quadrant", corner) for corner in sorted(steps.quadrants)]
    return f"[{'; '.join(f'{name} {_numbers(places)}' for name, places in parts)}]"


def _numbers(places: tuple[int, ...]) -> str:
    return " ".join(f"({n})" if n < 0 else f"{n}" for n in places)

"""Numbers that an expression names and that small arguments do not reach.

``n - 10**9`` is not a heap while n < 10^9, ``n // 1000 == 1000`` is false while n < 10^6, and
``n % 1000003`` is n while n < 1000003: what happens below such an n says nothing of what happens
beyond. An expression is followed in intervals: with every name in 0..last each part has a value in
some interval, which grows with ``last``. From the intervals the *facts* about the parts are read
off: whether a part is constant, which signs its value may have, which answers a comparison may
give, whether a number that stands in the text is at most ``last``. Facts that are others for very
large ``last`` are those of parts that have not come into play.

It is a matter of caution, not of proof: an interval may be larger than the set of the values, so
that a part may be said to be in play before it is, and a number may be said to be out of reach that
means nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import NamedTuple

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.operations import BY_SIGN, COMPARES, OPERATIONS, Operation
from mexplore.rules.arithmetic.spans import CAP, Span, logarithm, minus, span
from mexplore.rules.dataclass import dataclass
from mexplore.rules.reach import Unreached

FAR = 1 << 400  # larger than what a text names


class Fact(NamedTuple):
    """What is known of a part; ``number`` is the one that it compares with, or is."""

    node: tree.Node
    known: object
    number: int | None = None

    def names(self, first: int) -> bool:
        """Whether its number is the one from which on all is in play, or beside that."""
        return self.number is not None and abs(self.number - first) <= 1


def unreached_part(body: tree.Node, names: Sequence[str], last: int) -> Unreached | None:
    """What comes into play only beyond ``last``, where all names run through 0..last; None if
    everything is in play. The body is the list of the options of a rule.

    >>> from mexplore.rules.notation import parse_rule
    >>> body = parse_rule("n -> [n - 1] if n*n < 10**6 else [n - 2]").body
    >>> unreached_part(body, ("n",), 900), unreached_part(body, ("n",), 1000)
    (Unreached(part='n * n < 10**6', first=1000, number=None), None)
    """

    def facts(to: int) -> list[Fact]:
        found = _Facts()
        found.part(body, {name: Span(0, to) for name in names}, to)
        return found.facts

    far = facts(FAR)
    if last >= FAR or _known(facts(last)) == _known(far):
        return None
    low, high = last, max(2 * last, 1)
    while high < FAR and _known(facts(high)) != _known(far):
        low, high = high, 2 * high
    if high >= FAR:
        return None  # nothing that a text names is as large
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (low, middle) if _known(facts(middle)) == _known(far) else (middle, high)
    near = facts(low)
    late = next(now for now, then in zip(near, far, strict=True) if now.known != then.known)
    number = next((fact.number for fact in near if fact.names(high)), None)
    return Unreached(str(late.node), high, number)


def span_of(node: tree.Node, names: Mapping[str, Span]) -> Span:
    """Where the values of a number lie, or those of the entries of a list, if each name has a value
    in its interval.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> found = span_of(read_expression("range(2, n // 3)", ("n",)), {"n": Span(0, 40)})
    >>> found.low, found.high
    (2, 12)
    """
    return _Facts().part(node, names, FAR)


def _known(facts: list[Fact]) -> list[object]:
    return [fact.known for fact in facts]


@dataclass
class _Facts:
    """The facts about the parts of an expression, in the order of the text."""

    facts: list[Fact] = field(default_factory=list)

    def part(self, node: tree.Node, names: Mapping[str, Span], last: int) -> Span:
        """The values of a number, or of the entries of a list; what is known of it is noted."""
        found = _Part(self, names, last).span(node)
        if not found.fixed:
            self.facts.append(Fact(node, found.low == found.high))
        return found


@dataclass
class _Part:
    """One look at a node: names are in these spans."""

    noted: _Facts
    names: Mapping[str, Span]
    last: int

    def span(self, node: tree.Node) -> Span:  # noqa: PLR0911, PLR0912
        match node:
            case tree.Number(value):
                return span(value, value, fixed=True)
            case tree.Name(name):
                return self.names[name]
            case tree.Unary("-", operand):
                inner = self.below(operand)
                return span(-inner.high, -inner.low, fixed=inner.fixed)
            case tree.Unary(_, operand):
                may = self.truth(operand)
                return Span(int(True not in may), int(False in may))
            case tree.Comparison(first, signs, others):
                return self.comparison(node, first, signs, others)
            case tree.Logic(_, operands):
                for operand in operands:
                    self.truth(operand)
                return Span(0, 1)
            case tree.Choice(test, yes, no):
                self.truth(test)
                return _union([self.entry(yes), self.entry(no)])
            case tree.Pick(entries, index):
                self.below(index)
                for entry in entries:
                    self.size(tree.Number(abs(entry)), entry)
                return _union([Span(entry, entry) for entry in entries])
            case tree.Listing(items) | tree.Heap(items):
                return _union([self.entry(item) for item in items])
            case tree.Repeated(heaps, times):
                self.entry(times)
                return self.below(heaps)
            case tree.Gathered(source):
                return self.below(source)
            case tree.Together(left, right):
                return _union([self.below(left), self.below(right)])
            case tree.Comprehension(item, clauses):
                return self.comprehension(item, clauses)
            case tree.Binary("+", left, right) if _is_list(left):
                return _union([self.below(left), self.below(right)])
            case tree.Binary(sign, left, right):
                spans = self.operands((left, right))
                return _bounds(BY_SIGN[sign], spans)
            case tree.Call(function, arguments):
                return self.call(node, function, arguments)
        return Span(-CAP, CAP)  # what is not known may be anything

    def below(self, node: tree.Node) -> Span:
        return self.noted.part(node, self.names, self.last)

    def operands(self, nodes: Sequence[tree.Node]) -> list[Span]:
        """The spans of operands; numbers beside names are noted by their sizes."""
        spans = [self.below(node) for node in nodes]
        if not all(span.fixed for span in spans):
            for node, span in zip(nodes, spans, strict=True):
                if span.fixed:
                    self.size(node, span.high)
        return spans

    def size(self, node: tree.Node, number: int) -> None:
        self.noted.facts.append(Fact(node, abs(number) <= self.last, abs(number)))

    def entry(self, node: tree.Node) -> Span:
        """An entry of a list, an option: a negative one is none."""
        found = self.below(node)
        if _is_list(node) or isinstance(node, tree.Heap | tree.Together | tree.Repeated):
            return found
        if found.fixed:
            self.size(node, found.high)
        else:
            self.noted.facts.append(Fact(node, _answers(">=", found)))
        return found._replace(fixed=False)

    def truth(self, node: tree.Node) -> frozenset[bool]:
        """The truth values that a condition may have."""
        found = self.below(node)
        may = _answers("!=", found)
        self.noted.facts.append(Fact(node, may))
        return may

    def comparison(
        self,
        node: tree.Node,
        first: tree.Node,
        signs: Sequence[str],
        others: Sequence[tree.Node],
    ) -> Span:
        left, answers = first, [frozenset({True})]
        for sign, right in zip(signs, others, strict=True):
            if sign in ("in", "not in"):
                items = right.items if isinstance(right, tree.Listing) else (right,)
                found = [self.compared(node, "==", left, item) for item in items]
                may = frozenset({False}).union(*found)
                answers.append(may if sign == "in" else frozenset(not each for each in may))
            else:
                answers.append(self.compared(node, sign, left, right))
            left = right
        never = any(True not in may for may in answers)
        always = all(False not in may for may in answers)
        return Span(int(always), int(not never))

    def compared(
        self, node: tree.Node, sign: str, left: tree.Node, right: tree.Node
    ) -> frozenset[bool]:
        """The answers that a comparison may give, noted."""
        one, other = self.below(left), self.below(right)
        may = _answers(sign, minus(one, other))
        fixed = next((each.size for each in (one, other) if each.fixed), None)
        self.noted.facts.append(Fact(node, may, fixed))
        return may

    def comprehension(self, item: tree.Node, clauses: Sequence[tree.Clause]) -> Span:
        names = dict(self.names)
        inner = _Part(self.noted, names, self.last)
        for clause in clauses:
            source = inner.below(clause.source)
            if source.fixed:
                inner.size(clause.source, source.size)
            names[clause.name] = source._replace(fixed=False)
            for test in clause.tests:
                inner.truth(test)
        return inner.entry(item)

    def call(self, node: tree.Node, function: str, arguments: Sequence[tree.Node]) -> Span:
        match function, arguments:
            case ("sum" | "len", (source,)):
                return self.whole(function, source)
            case ("min" | "max", (source,)) if _is_list(source):
                return self.below(source)
            case ("min" | "max", _):
                for other in arguments[1:]:
                    self.compared(node, "<", arguments[0], other)
                return _bounds(OPERATIONS[function], [self.below(each) for each in arguments])
            case ("range", _):
                return self.range(node, arguments)
        return _bounds(OPERATIONS[function], self.operands(arguments))

    def range(self, node: tree.Node, arguments: Sequence[tree.Node]) -> Span:
        first, last = (tree.Number(0), *arguments)[-2:] if len(arguments) < 2 else arguments[:2]
        if len(arguments) == 3:
            self.operands((arguments[2], arguments[0], arguments[1]))
        self.compared(node, "<", first, last)
        low, high = self.below(first), self.below(last)
        fixed = low.fixed and high.fixed
        if len(arguments) == 3:
            return span(min(low.low, high.low), max(low.high, high.high), fixed=fixed)
        return span(low.low, max(high.high - 1, low.low), fixed=fixed)

    def whole(self, function: str, source: tree.Node) -> Span:
        """The sum, or the number, of the entries of a list."""
        entries = self.below(source)
        most = self.length(source)
        if function == "len":
            return span(0, most)
        return span(min(entries.low, 0) * most, max(entries.high, 0) * most)

    def length(self, source: tree.Node) -> int:  # noqa: PLR0911
        """How many entries a list has, at most."""
        quiet = _Part(_Facts(), dict(self.names), self.last)
        match source:
            case tree.Listing(items):
                return len(items)
            case tree.Binary("+", left, right):
                return min(self.length(left) + self.length(right), CAP)
            case tree.Choice(_, yes, no):
                return max(self.length(yes), self.length(no))
            case tree.Comprehension(_, clauses):
                most, names = 1, dict(self.names)
                for clause in clauses:
                    here = _Part(_Facts(), names, self.last)
                    most = min(most * here.length(clause.source), CAP)
                    names[clause.name] = here.below(clause.source)
                return most
            case tree.Call("digits", (number, base)):
                return logarithm(quiet.below(number).size, max(quiet.below(base).low, 2)) + 1
            case tree.Call("divisors", (number,)):
                return most_divisors(quiet.below(number).size)
            case tree.Call("range", _):
                found = quiet.below(source)
                return max(found.high - found.low + 1, 0)
        return CAP


def _is_list(node: tree.Node) -> bool:
    match node:
        case tree.Listing() | tree.Comprehension() | tree.Call("range" | "divisors" | "digits", _):
            return True
        case tree.Binary("+", left, _) | tree.Choice(_, left, _):
            return _is_list(left)
    return False


def _bounds(operation: Operation, spans: Sequence[Span]) -> Span:
    return operation.bounds(*spans)._replace(fixed=all(each.fixed for each in spans))


def _union(spans: Sequence[Span]) -> Span:
    if not spans:
        return Span(0, 0, fixed=True)
    fixed = all(span.fixed for span in spans)
    return Span(min(s.low for s in spans), max(s.high for s in spans), fixed)


def _answers(sign: str, values: Span) -> frozenset[bool]:
    """The answers to whether a value stands in this relation to 0."""
    signs = (
        (-1,) * (values.low < 0)
        + (0,) * (values.low <= 0 <= values.high)
        + (1,) * (values.high > 0)
    )
    return frozenset(COMPARES[sign](each, 0) for each in signs)


def most_divisors(number: int) -> int:
    """About how many divisors a number up to this one may have: never more than the most, and
    exactly as many as products of powers of the first primes have.

    >>> [most_divisors(n) for n in (1, 6, 12, 1000)]
    [1, 4, 6, 32]
    """
    best = 1
    for shared in (1, 2, 3, 4):  # the exponent of 2 where greater primes have 1
        count, product, exponent = 1, 1, shared
        for prime in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71):
            while exponent and product * prime**exponent > number:
                exponent -= 1
            product, count = product * prime**exponent, count * (exponent + 1)
            best, exponent = max(best, count), min(max(exponent // 2, 1), exponent)
    return best

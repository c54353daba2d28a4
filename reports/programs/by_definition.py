"""A rule as a short program in Python, PARI or Mathematica that computes values by the definition.

The program has the list of the options of a heap of n as one expression and takes the mex, from
n = 0 on: it uses no law, so it is an independent check of one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from mexplore.reports.programs.options import Unwritten, options_of
from mexplore.rules.arithmetic import tree
from mexplore.rules.moves.written import lists_of

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule


_PRODUCT = frozenset({"*", "//", "%"})
_SUM = _PRODUCT | {"+", "-"}


class Language(ABC):
    """How expressions are written."""

    name: ClassVar[str]
    signs: ClassVar[Mapping[str, str]]
    """Of two numbers, with ``{}`` for each."""
    calls: ClassVar[Mapping[str, str]]
    brackets: ClassVar[tuple[str, str]]
    """Around a list."""

    @abstractmethod
    def program(self, options: tree.Node, last: int) -> list[str]:
        """The lines; they print the values for n = 0..last."""

    def listed(self, items: Sequence[str]) -> str:
        return f"{self.brackets[0]}{', '.join(items)}{self.brackets[1]}"

    def list_of(self, node: tree.Node) -> str:
        """A list of options, each a list of heaps."""
        parts = [self._part(part) for part in lists_of(node)]
        return parts[0] if len(parts) == 1 else self.joined(parts)

    def _part(self, node: tree.Node) -> str:
        match node:
            case tree.Listing(items):
                return self.listed([self._option(item) for item in items])
            case tree.Choice(test, yes, no):
                return self.choice(self.number(test), self.list_of(yes), self.list_of(no))
            case tree.Comprehension(item, clauses):
                return self.loops(self._option(item), [self._clause(each) for each in clauses])
        raise Unwritten

    def _option(self, node: tree.Node) -> str:
        match node:
            case tree.Heap(items):
                return self.listed([self.number(item) for item in items])
            case tree.Choice(test, yes, no):
                return self.choice(self.number(test), self._option(yes), self._option(no))
        return self.listed([self.number(node)])

    def _clause(self, clause: tree.Clause) -> tuple[str, str, str]:
        """The name, the list it runs through, and the condition."""
        match clause.source:
            case tree.Call("range", arguments) if len(arguments) < 3:
                first = arguments[0] if len(arguments) == 2 else tree.Number(0)
                source = self.interval(self.number(first), self.number(_last(arguments[-1])))
            case tree.Listing(items):
                source = self.listed([self.number(item) for item in items])
            case tree.Call("divisors", (number,)):
                source = self.number(clause.source) if number else ""
            case _:
                raise Unwritten
        tests = [self.number(test) for test in clause.tests]
        return clause.name, source, self.signs["and"].join(tests)

    def number(self, node: tree.Node) -> str:
        """A number, or a condition."""
        match node:
            case tree.Number() | tree.Name():
                return node.text()
            case tree.Unary("-", operand):
                return f"-{self.inside(operand)}"
            case tree.Unary("not", operand):
                return f"!{self.inside(operand)}"
            case tree.Binary(sign) if sign in self.signs:
                return self.signs[sign].format(*self._operands(node))
            case tree.Call(function, arguments) if function in self.calls:
                return self.calls[function].format(", ".join(map(self.number, arguments)))
        return self.condition(node)

    def condition(self, node: tree.Node) -> str:
        match node:
            case tree.Logic(sign, operands):
                return self.signs[sign].join(map(self.inside, operands))
            case tree.Comparison(first, (("in" | "not in") as sign,), (tree.Listing(items),)):
                found = self.among(self.number(first), [self.number(item) for item in items])
                return found if sign == "in" else f"!({found})"
            case tree.Comparison(first, signs, others) if not {"in", "not in"} & {*signs}:
                ends = zip((first, *others), signs, others, strict=False)
                pairs = [f"{self.inside(a)} {sign} {self.inside(b)}" for a, sign, b in ends]
                return self.signs["and"].join(pairs)
        raise Unwritten

    def _operands(self, node: tree.Binary) -> tuple[str, str]:
        """The two numbers, in brackets where the sign needs them."""
        sign, left, right = node.sign, node.left, node.right
        if self._is_call(node):
            return self.number(left), self.number(right)
        if sign in ("+", "-"):
            return self._term(left, _SUM), self._term(right, _SUM if sign == "+" else _PRODUCT)
        return self.inside(left), self.inside(right)

    def _term(self, node: tree.Node, bare: frozenset[str]) -> str:
        """Of a sum; without brackets where its sign is one of these."""
        plain = isinstance(node, tree.Binary) and node.sign in bare
        return self.number(node) if plain else self.inside(node)

    def inside(self, node: tree.Node) -> str:
        """As an operand: in brackets where it has a sign of its own."""
        atom = isinstance(node, tree.Number | tree.Name | tree.Call) or self._is_call(node)
        return self.number(node) if atom else f"({self.number(node)})"

    def _is_call(self, node: tree.Node) -> bool:
        """Whether it is written as a function of two numbers."""
        return isinstance(node, tree.Binary) and self.signs.get(node.sign, "")[:1].isalpha()

    @abstractmethod
    def joined(self, parts: Sequence[str]) -> str:
        """Lists, one after the other."""

    @abstractmethod
    def choice(self, test: str, yes: str, no: str) -> str: ...

    @abstractmethod
    def loops(self, item: str, clauses: Sequence[tuple[str, str, str]]) -> str: ...

    @abstractmethod
    def interval(self, first: str, last: str) -> str: ...

    @abstractmethod
    def among(self, number: str, numbers: Sequence[str]) -> str: ...


def _last(stop: tree.Node) -> tree.Node:
    """The number before the end of a range."""
    match stop:
        case tree.Binary("+", left, tree.Number(1)):
            return left
        case tree.Number(value) if value > 0:
            return tree.Number(value - 1)
        case _:
            return tree.Binary("-", stop, tree.Number(1))


class Pari(Language):
    name: ClassVar[str] = "PARI"
    brackets: ClassVar[tuple[str, str]] = ("[", "]")
    signs: ClassVar[Mapping[str, str]] = {
        "+": "{} + {}", "-": "{} - {}", "*": "{}*{}", "//": "{}\\{}", "%": "{}%{}", "**": "{}^{}",
        "^": "bitxor({}, {})", "&": "bitand({}, {})", "|": "bitor({}, {})",
        "and": " && ", "or": " || ",
    }  # fmt: skip
    calls: ClassVar[Mapping[str, str]] = {
        "isqrt": "sqrtint({})", "gcd": "gcd({})", "is_prime": "isprime({})", "abs": "abs({})",
        "min": "vecmin([{}])", "max": "vecmax([{}])", "divisors": "divisors({})",
        "is_square": "issquare({})",
    }  # fmt: skip

    def program(self, options: tree.Node, last: int) -> list[str]:
        return [
            "value(g, t) = my(x = 0); for(i = 1, #t, x = bitxor(x, g[t[i] + 1])); x;",
            "mex(s) = my(m = 0); while(setsearch(s, m), m++); m;",
            f"options(n) = {self.list_of(options)};",
            "isoption(t, n) = #t == 0 || (vecmin(t) >= 0 && vecmax(t) < n);",
            "lista(nn) = my(g = []); for(n = 0, nn, g = concat(g, mex(Set([value(g, t) | "
            "t <- options(n), isoption(t, n)])))); g;",
            f"lista({last})",
        ]

    def joined(self, parts: Sequence[str]) -> str:
        return f"concat([{', '.join(parts)}])"

    def choice(self, test: str, yes: str, no: str) -> str:
        return f"if({test}, {yes}, {no})"

    def loops(self, item: str, clauses: Sequence[tuple[str, str, str]]) -> str:
        each = (f"{name} <- {source}{f', {test}' * bool(test)}" for name, source, test in clauses)
        return f"[{item} | {'; '.join(each)}]"

    def interval(self, first: str, last: str) -> str:
        return f"[{first}..{last}]"

    def among(self, number: str, numbers: Sequence[str]) -> str:
        return f"setsearch(Set([{', '.join(numbers)}]), {number})"


class Mathematica(Language):
    name: ClassVar[str] = "Mathematica"
    brackets: ClassVar[tuple[str, str]] = ("{", "}")
    signs: ClassVar[Mapping[str, str]] = {
        "+": "{} + {}", "-": "{} - {}", "*": "{}*{}", "//": "Quotient[{}, {}]",
        "%": "Mod[{}, {}]", "**": "{}^{}", "^": "BitXor[{}, {}]", "&": "BitAnd[{}, {}]",
        "|": "BitOr[{}, {}]", "and": " && ", "or": " || ",
    }  # fmt: skip
    calls: ClassVar[Mapping[str, str]] = {
        "isqrt": "Floor[Sqrt[{}]]", "gcd": "GCD[{}]", "is_prime": "PrimeQ[{}]", "abs": "Abs[{}]",
        "min": "Min[{}]", "max": "Max[{}]", "divisors": "Divisors[{}]",
        "is_square": "IntegerQ[Sqrt[{}]]",
    }  # fmt: skip

    def program(self, options: tree.Node, last: int) -> list[str]:
        return [
            f"options[n_] := Select[{self.list_of(options)}, Min[#] >= 0 && Max[#] < n &];",
            "mex[s_] := NestWhile[# + 1 &, 0, MemberQ[s, #] &];",
            "a[n_] := a[n] = mex[(BitXor @@ (a /@ #)) & /@ options[n]];",
            f"Table[a[n], {{n, 0, {last}}}]",
        ]

    def joined(self, parts: Sequence[str]) -> str:
        return f"Join[{', '.join(parts)}]"

    def choice(self, test: str, yes: str, no: str) -> str:
        return f"If[{test}, {yes}, {no}]"

    def loops(self, item: str, clauses: Sequence[tuple[str, str, str]]) -> str:
        """Nested tables, one in the other; an entry that fails a test is not an entry."""
        made = item
        for depth, (name, source, test) in enumerate(reversed(clauses)):
            kept = f"If[{test}, {made}, Nothing]" if test else made
            made = f"Table[{kept}, {{{name}, {source}}}]"
            made = f"Flatten[{made}, 1]" if depth else made
        return made

    def interval(self, first: str, last: str) -> str:
        return f"{first}, {last}"

    def among(self, number: str, numbers: Sequence[str]) -> str:
        return f"MemberQ[{{{', '.join(numbers)}}}, {number}]"


# Python reads the expression as it is.

_IMPORTS = ("gcd", "isqrt")
_DEFINED = {
    "divisors": "def divisors(n): return [d for d in range(1, n + 1) if n % d == 0]",
    "is_prime": "def is_prime(n): return n > 1 and all(n % d for d in range(2, isqrt(n) + 1))",
    "is_square": "def is_square(n): return n >= 0 and isqrt(n)**2 == n",
}
_BUILT_IN = {"range", "min", "max", "abs", "sum", "len", *_IMPORTS, *_DEFINED}


def _python(options: tree.Node, last: int) -> list[str]:
    used = set(_called(options))
    if not used <= _BUILT_IN:
        raise Unwritten
    if used & {"is_prime", "is_square"}:
        used.add("isqrt")
    imports = ", ".join(name for name in _IMPORTS if name in used)
    return [
        *([f"from math import {imports}"] if imports else []),
        *(text for name, text in _DEFINED.items() if name in used),
        f"def options(n): return {options}",
        "def aupto(nn):",
        "    g = []",
        "    for n in range(nn + 1):",
        "        values, m = set(), 0",
        "        for option in options(n):",
        "            heaps = option if isinstance(option, tuple) else (option,)",
        "            if all(0 <= h < n for h in heaps):",
        "                x = 0",
        "                for h in heaps: x ^= g[h]",
        "                values.add(x)",
        "        while m in values: m += 1",
        "        g.append(m)",
        "    return g",
        f"print(aupto({last}))",
    ]


def _called(node: tree.Node) -> Iterator[str]:
    if isinstance(node, tree.Call):
        yield node.function
    for child in node.children():
        yield from _called(child)


WRITERS: Mapping[str, Callable[[tree.Node, int], list[str]]] = {
    Mathematica.name: Mathematica().program,
    Pari.name: Pari().program,
    "Python": _python,
}


def programs(rule: Rule, last: int) -> dict[str, list[str]]:
    """The lines of the programs for this rule by the names of the languages, which print the values
    for n = 0..last; of a language in which the rule cannot be written, none.

    >>> from mexplore.rules.notation import parse_rule
    >>> found = programs(parse_rule("subtract(1, 3)"), 5)
    >>> sorted(found), found["PARI"][2], found["Python"][0]
    (['Mathematica', 'PARI', 'Python'], 'options(n) = [[n - 1], [n - 3]];', \
'def options(n): return [n - 1, n - 3]')
    """
    options = options_of(rule)
    if options is None:
        return {}
    found: dict[str, list[str]] = {}
    for name, write in WRITERS.items():
        try:
            found[name] = write(options, last)
        except Unwritten:
            continue
    return found

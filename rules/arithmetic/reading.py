"""From text to a checked tree: what is not expressly allowed is refused, with its place.

Limits: MOST_CHARACTERS a text, MOST_NODES nodes of a tree and DEEPEST levels of it, LARGEST_LITERAL
a literal. The text is parsed to a syntax tree, never evaluated; no attribute, no call outside the
vocabulary, no subscript but of a list of literals, no string, lambda or assignment passes.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Literal, NoReturn

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.syntax import SyntaxReader
from mexplore.rules.arithmetic.vocabulary import EXPRESSIONS, Called
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.text.sentences import did_you_mean

MOST_CHARACTERS = 2000
MOST_NODES = 500
DEEPEST = 40
LARGEST_LITERAL = 10**18

_KNOWN = ", ".join(EXPRESSIONS.calls)

Kind = Literal[
    "number", "truth", "condition", "square", "heaps", "option", "numbers", "squares", "options"
]
"""What an expression denotes: a number; true or false; a condition that is not a number (``n and
3``); a square of a board; several heaps, or squares; one or several, by a condition; a list of
numbers; a list of squares; a list with an option of several heaps, or squares."""

_REFUSED: dict[type[ast.expr], str] = {
    ast.Attribute: "an attribute (a dot after a value)",
    ast.Lambda: "lambda",
    ast.NamedExpr: "an assignment",
    ast.Starred: "a star before a list",
    ast.JoinedStr: "a string",
    ast.Await: "await",
    ast.Yield: "yield",
}

# What a choice between kinds is.
_ALIKE: list[tuple[set[Kind], Kind]] = [
    ({"truth"}, "truth"),
    ({"number", "truth"}, "number"),
    ({"square"}, "square"),
    ({"heaps"}, "heaps"),
    ({"heaps", "option", "number", "truth"}, "option"),
    ({"heaps", "option", "square"}, "option"),
    ({"numbers"}, "numbers"),
    ({"squares"}, "squares"),
    ({"numbers", "squares", "options"}, "options"),
]
_LISTS = ("numbers", "squares", "options")
_MOST_REPEATED = 16  # heaps that are written out one by one


def read_expression(
    text: str, names: tuple[str, ...], *, whole: str | None = None, at: int = 0
) -> tree.Node:
    """The tree of an expression in ``names`` for a number; of a list, `read_options`.

    Errors are placed in ``whole`` (the text of the rule) where the expression starts at ``at``.

    >>> read_expression("n//2", ("n",))
    Binary(sign='//', left=Name(name='n'), right=Number(value=2))
    """
    node, _ = ExpressionReader(text, names, text if whole is None else whole, at).read()
    return node


def read_number(text: str, names: tuple[str, ...], *, whole: str, at: int) -> tree.Node:
    """The tree of an expression that denotes a number."""
    reader = ExpressionReader(text, names, whole, at)
    node, kind = reader.read()
    if kind not in ("number", "truth"):
        place = at + reader.margin
        reader.refuse(place, "this is no number", "write an expression such as n // 2")
    return node


def read_options(
    text: str, names: tuple[str, ...], *, whole: str, at: int, squares: bool = False
) -> tree.Node:
    """The tree of an expression that denotes a list of options: of heaps, or of squares that have
    a coordinate for each of the names."""
    reader = ExpressionReader(text, names, whole, at, len(names) if squares else 0)
    node, kind = reader.read()
    if kind not in _LISTS:
        place = at + reader.margin
        square = ", ".join((f"{names[0]} - 1", *names[1:]))
        example = f"({', '.join(names)}) -> [({square})]" if squares else "n -> [n - 1]"
        reader.refuse(place, "the options are no list", f"write a list, such as {example}")
    return node


def check_name(name: str, text: str, at: int) -> None:
    """Refuse a name that means something else already."""
    if name in EXPRESSIONS.calls or keyword.iskeyword(name) or name in _OWN_CALLS:
        raise RuleSyntaxError(text, at, f"{name!r} cannot name a number", "call it n")


_CHECK = "check brackets, commas and signs here"
_OFTEN = (
    (r"\.\.", "a loop runs over range(1, 4), which is 1, 2, 3"),
    (r"\bis (not )?(even|odd)\b", "write n % 2 == 0 for even n, n % 2 for odd n"),
    (r"^(?!.*\b(?:else|for)\b).*\bif\b", "an if has an else: [n - 1] if n > 1 else []"),
)
"""What is often written in another way, and the remedies."""
_SIGNS = dict.fromkeys("{}", "write lists in square brackets, [1, 3, 4]")


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


Built = tuple[tree.Node, Kind]
_OWN_CALLS = ("ceil", "floor", "tuple")


class ExpressionReader(SyntaxReader[Built]):
    """Checks a syntax tree from the top and builds ours from the bottom."""

    vocabulary = EXPRESSIONS
    deepest = DEEPEST
    most_nodes = MOST_NODES
    largest: ClassVar[int] = LARGEST_LITERAL

    def __init__(
        self, text: str, names: tuple[str, ...], whole: str, at: int, coordinates: int = 0
    ) -> None:
        super().__init__(text, whole, at)
        self.names = list(names)
        self.coordinates = coordinates  # of a square; 0 where positions are heaps

    @property
    def builders(self) -> Mapping[type[ast.expr], Callable[[Any, Any], Built]]:
        return EXPRESSION_BUILDERS

    def read(self) -> Built:
        """The tree of the text, and its kind."""
        if len(self.text) > MOST_CHARACTERS:
            problem = f"the expression has {len(self.text)} characters"
            self.refuse(self.at + MOST_CHARACTERS, problem, f"at most {MOST_CHARACTERS} are read")
        for i, character in enumerate(self.text):
            if not (character.isascii() and character.isprintable()) and not character.isspace():
                self.refuse(self.at + i, f"unexpected {character!r}", "write plain ASCII signs")
            if character in "#\\'\"@:;`$?!{}" and not self.text.startswith("!=", i):
                remedy = _SIGNS.get(character, "use numbers and + - * // %")
                self.refuse(self.at + i, f"unexpected {character!r}", remedy)
        plain = "".join(" " if c.isspace() else c for c in self.text).strip()
        if not plain:
            self.refuse(self.at + len(self.text), "the expression is missing", "write one")
        return self.build(self.parse(plain))

    def refuse_parsing(self, error: Exception) -> NoReturn:
        if isinstance(error, SyntaxError):
            place = min(self.after(max((error.offset or 1) - 1, 0)), self.at + len(self.text))
            remedy = next((say for sign, say in _OFTEN if re.search(sign, self.text)), _CHECK)
            self.refuse(place, "this is no expression", remedy)
        self.refuse(self.at, "the expression is nested too deeply", "write a simpler one")

    def refuse_size(self, node: ast.expr) -> NoReturn:
        self.refuse_at(node, "the expression is too large", "write a simpler one")

    def refuse_type(self, node: ast.expr) -> NoReturn:
        what = _REFUSED.get(type(node), "this")
        self.refuse_at(node, f"{what} is not allowed here", "use numbers, lists and + - * // %")

    def number(self, node: ast.expr) -> tree.Node:
        return self.number_of(node, self.build(node))

    def number_of(self, node: ast.expr, built_of_it: Built) -> tree.Node:
        """What was built of the node, if it is a number."""
        built, kind = built_of_it
        if kind == "condition":
            remedy = "write a conditional expression: a if test else b"
            self.refuse_at(node, "and/or of numbers is used as a number", remedy)
        if kind not in ("number", "truth"):
            self.refuse_at(node, "a number is needed here", "write an expression such as n - 1")
        return built

    def numbers(self, node: ast.expr) -> tree.Node:
        built, kind = self.build(node)
        if kind != "numbers":
            self.refuse_at(node, "a list of numbers is needed here", "write range(1, n) or [1, 2]")
        return built

    def test(self, node: ast.expr) -> Built:
        built, kind = self.build(node)
        if kind not in ("number", "truth", "condition"):
            self.refuse_at(node, "a condition is needed here", "write a comparison such as n > 2")
        return built, kind

    def constant(self, node: ast.Constant) -> Built:
        if type(node.value) is not int:
            self.refuse_at(node, "only whole numbers are allowed", "write digits")
        if node.value > self.largest:
            self.refuse_at(node, "the number is too large", f"at most {self.largest}")
        return tree.Number(node.value), "number"

    def name(self, node: ast.Name) -> Built:
        if node.id not in self.names:
            known = ", ".join(self.names)
            self.refuse_at(node, f"{node.id[:30]!r} is no name here", f"the names are {known}")
        return tree.Name(node.id), "number"

    def unary(self, node: ast.UnaryOp) -> Built:
        if isinstance(node.op, ast.Not):
            return tree.Unary("not", self.test(node.operand)[0]), "truth"
        if isinstance(node.op, ast.Invert):
            self.refuse_at(node, "'~' is not allowed", "write -a - 1 for ~a")
        operand = self.number(node.operand)
        plus = isinstance(node.op, ast.UAdd)
        return (operand if plus else tree.Unary("-", operand)), "number"

    def binary(self, node: ast.BinOp) -> Built:
        operation = self.vocabulary.operation(node.op)
        if operation is None:
            remedy = "write // for the whole quotient, or ceil(a/b)"
            self.refuse_at(node.right, "this division is not exact", remedy)
        if operation.name == "xor" and all(map(_is_number, (node.left, node.right))):
            base, exponent = ast.unparse(node.left), ast.unparse(node.right)
            remedy = f"write {base}**{exponent} for the power"
            self.refuse_at(node.right, "^ is the xor of two numbers here", remedy)
        left, kind = self.build(node.left)
        if operation.name == "add" and kind in _LISTS:
            right, other = self.build(node.right)
            if other not in _LISTS:
                self.refuse_at(node.right, "a list is needed after a list and +", "write [...]")
            return tree.Binary("+", left, right), kind if kind == other else "options"
        if operation.name == "add" and kind == "heaps":
            return _together(left, self.several(node.right)), "heaps"
        if operation.name == "mul" and kind == "heaps":
            return _repeated(left, self.number(node.right)), "heaps"
        if kind not in ("number", "truth"):
            self.refuse_at(node.left, "a number is needed here", "write an expression such as n")
        return tree.Binary(operation.sign, left, self.number(node.right)), "number"

    def several(self, node: ast.expr) -> tree.Node:
        """Heaps in round brackets."""
        built, kind = self.build(node)
        if kind != "heaps":
            example = "((x - 1, y),)" if self.coordinates else "(n - 1,)"
            self.refuse_at(node, "heaps in round brackets are needed here", f"write {example}")
        return built

    def comparison(self, node: ast.Compare) -> Built:
        signs = tuple(self.vocabulary.comparison(sign) or "" for sign in node.ops)
        if not all(signs):
            self.refuse_at(node, "'is' compares no numbers", "write ==")
        others = []
        for i, (sign, other) in enumerate(zip(signs, node.comparators, strict=True)):
            if "in" in sign and i + 1 < len(signs):
                self.refuse_at(node, "'in' ends a chain of comparisons", "use and")
            others.append((self.numbers if "in" in sign else self.number)(other))
        return tree.Comparison(self.number(node.left), signs, tuple(others)), "truth"

    def logic(self, node: ast.BoolOp) -> Built:
        built = [self.test(operand) for operand in node.values]
        kind: Kind = "truth" if all(kind == "truth" for _, kind in built) else "condition"
        sign = "and" if isinstance(node.op, ast.And) else "or"
        return tree.Logic(sign, tuple(operand for operand, _ in built)), kind

    def choice(self, node: ast.IfExp) -> Built:
        test, _ = self.test(node.test)
        yes, kind = self.build(node.body)
        no, other = self.build(node.orelse)
        kinds = {kind, other}
        result = next((result for alike, result in _ALIKE if kinds <= alike), None)
        if result is None:
            remedy = "make both numbers, or both lists"
            self.refuse_at(node.orelse, "the two cases differ in kind", remedy)
        return tree.Choice(test, yes, no), result

    def call(self, node: ast.Call) -> Built:
        function = self.called(node)
        if function in ("ceil", "floor"):
            return self.quotient(node, function)
        if function == "tuple":
            return self.gathered(node)
        operation = self.call_of(function, node).operation
        if operation.takes_list and len(node.args) == 1:
            return tree.Call(function, (self.list_argument(node.args[0], function),)), "number"
        arguments = tuple(self.number(argument) for argument in node.args)
        kind: Kind = "numbers" if operation.entries else "truth" if operation.truth else "number"
        return tree.Call(function, arguments), kind

    def refuse_function(self, node: ast.Call) -> NoReturn:
        self.refuse_at(node.func, "only named functions are called", f"they are {_KNOWN}")

    def refuse_keywords(self, node: ast.Call) -> NoReturn:
        self.refuse_at(node.keywords[0].value, "arguments have no names here", "leave it out")

    def refuse_name(self, name: str, node: ast.Call) -> NoReturn:
        remedy = f"{did_you_mean(name, EXPRESSIONS.calls)}they are {_KNOWN}"
        self.refuse_at(node, f"no function is called {name[:30]!r}", remedy)

    def refuse_count(self, name: str, found: Called, node: ast.Call) -> NoReturn:
        least, most = found.least, found.most
        wanted = f"{least}" if least == most else f"{least} to {most}"
        several = "" if wanted == "1" else "s"
        self.refuse_at(node, f"{name} takes {wanted} argument{several}", f"write {found.example}")

    def list_argument(self, node: ast.expr, function: str) -> tree.Node:
        built, kind = self.build(node)
        if kind != "numbers" and not (function == "len" and kind in _LISTS):
            self.refuse_at(node, f"{function} needs a list of numbers", "write range(1, n) or [n]")
        return built

    def quotient(self, node: ast.Call, function: str) -> Built:
        """``ceil(a/b)`` and ``floor(a/b)``, exactly: the only place of ``/``."""
        inner = node.args[0] if len(node.args) == 1 else None
        if not (isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Div)):
            self.refuse_at(node, f"{function} takes a quotient", f"write {function}(n/2)")
        parts = self.number(inner.left), self.number(inner.right)
        if function == "ceil":
            return tree.Call("ceil_div", parts), "number"
        return tree.Binary("//", *parts), "number"

    def listing(self, node: ast.List) -> Built:
        items = [self.item(item) for item in node.elts]
        return tree.Listing(tuple(item for item, _ in items)), _list_of({k for _, k in items})

    def item(self, node: ast.expr) -> Built:
        """An entry of a list: a number, or heaps in round brackets; of a board, squares."""
        item, kind = self.build(node)
        if kind in _LISTS:
            problem = "an option is written as a list"
            self.refuse_at(node, problem, "write a number, or heaps in round brackets: (a, n - a)")
        if kind == "condition":
            self.number(node)
        return item, kind

    def heaps(self, node: ast.Tuple) -> Built:
        """Several heaps; where squares are read, a square, or several squares."""
        if not self.coordinates:
            return tree.Heap(tuple(self.number(item) for item in node.elts)), "heaps"
        built = [self.build(item) for item in node.elts]
        if all(kind == "square" for _, kind in built):
            return tree.Heap(tuple(item for item, _ in built)), "heaps"
        parts = [self.number_of(*part) for part in zip(node.elts, built, strict=True)]
        square = tree.Heap(tuple(parts))
        if len(built) != self.coordinates:
            problem = f"the option {square} is no square"
            self.refuse_at(node, problem, f"write {self.coordinates} coordinates: {self.example}")
        return square, "square"

    @property
    def example(self) -> str:
        """A square in the names of the coordinates."""
        first, *others = self.names[: self.coordinates]
        return f"({', '.join([f'{first} - 1', *others])})"

    def gathered(self, node: ast.Call) -> Built:
        """``tuple(list)``: the entries of a list as one option."""
        if len(node.args) != 1:
            self.refuse_at(node, "tuple takes a list", "write tuple([k for k in range(n)])")
        source, kind = self.build(node.args[0])
        if kind != ("squares" if self.coordinates else "numbers"):
            what = "squares" if self.coordinates else "numbers"
            self.refuse_at(node.args[0], f"a list of {what} is needed here", "write [...]")
        return tree.Gathered(source), "heaps"

    def pick(self, node: ast.Subscript) -> Built:
        entries = []
        for item in node.value.elts if isinstance(node.value, ast.List) else ():
            built, _ = self.build(item)
            minus = isinstance(built, tree.Unary) and built.sign == "-"
            literal = built.operand if isinstance(built, tree.Unary) and minus else built
            if isinstance(literal, tree.Number):
                entries.append(-literal.value if minus else literal.value)
        if not isinstance(node.value, ast.List) or len(entries) < max(1, len(node.value.elts)):
            remedy = "only a list of numbers can be indexed: [1, 2][n % 2]"
            self.refuse_at(node, "this cannot be indexed", remedy)
        return tree.Pick(tuple(entries), self.number(node.slice)), "number"

    def comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> Built:
        outer = len(self.names)
        clauses = tuple(self.clause(generator) for generator in node.generators)
        item, kind = self.item(node.elt)
        del self.names[outer:]
        return tree.Comprehension(item, clauses), _list_of({kind})

    def clause(self, generator: ast.comprehension) -> tree.Clause:
        target = generator.target
        if generator.is_async:
            self.refuse_at(target, "async is not allowed", "leave it out")
        if not isinstance(target, ast.Name):
            self.refuse_at(target, "a loop runs over one name", "write for k in range(1, n)")
        if target.id in self.names:
            self.refuse_at(target, f"{target.id!r} is a name already", "choose another one")
        check_name(target.id, self.whole, self.place(target))
        source = self.numbers(generator.iter)
        self.names.append(target.id)
        tests = tuple(self.test(condition)[0] for condition in generator.ifs)
        return tree.Clause(target.id, source, tests)


def _list_of(kinds: set[Kind]) -> Kind:
    """What a list of entries of these kinds is."""
    if kinds == {"square"}:
        return "squares"
    return "numbers" if kinds <= {"number", "truth", "condition"} else "options"


def _repeated(heaps: tree.Node, times: tree.Node) -> tree.Node:
    """The heaps repeated: written out where they are few, as ``(n, n)`` for ``(n,) * 2``."""
    match heaps, times:
        case tree.Heap(items), tree.Number(count) if count * len(items) <= _MOST_REPEATED:
            return tree.Heap(items * count)
    return tree.Repeated(heaps, times)


def _together(left: tree.Node, right: tree.Node) -> tree.Node:
    match left, right:
        case tree.Heap(items), tree.Heap(others):
            return tree.Heap(items + others)
    return tree.Together(left, right)


EXPRESSION_BUILDERS: Mapping[type[ast.expr], Callable[[Any, Any], Built]] = MappingProxyType(
    {
        ast.Constant: ExpressionReader.constant,
        ast.Name: ExpressionReader.name,
        ast.UnaryOp: ExpressionReader.unary,
        ast.BinOp: ExpressionReader.binary,
        ast.Compare: ExpressionReader.comparison,
        ast.BoolOp: ExpressionReader.logic,
        ast.IfExp: ExpressionReader.choice,
        ast.Call: ExpressionReader.call,
        ast.List: ExpressionReader.listing,
        ast.Tuple: ExpressionReader.heaps,
        ast.Subscript: ExpressionReader.pick,
        ast.ListComp: ExpressionReader.comprehension,
        ast.GeneratorExp: ExpressionReader.comprehension,
    }
)

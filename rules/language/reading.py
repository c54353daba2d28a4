"""From text to a checked tree: what is not expressly allowed is refused, with its place.

Limits: MOST_CHARACTERS a text, MOST_NODES nodes of a tree and DEEPEST levels of it, LARGEST_LITERAL
a literal. The text is parsed to a syntax tree, never evaluated; no attribute, no call outside
FUNCTIONS, no subscript but of a list of literals, no string, lambda or assignment passes.
"""

from __future__ import annotations

import ast
import keyword
import warnings
from collections.abc import Callable
from typing import Literal, NoReturn

from rules.errors import RuleSyntaxError
from rules.language import tree

MOST_CHARACTERS = 2000
MOST_NODES = 500
DEEPEST = 40
LARGEST_LITERAL = 10**18

FUNCTIONS = {
    # name: (least, most number of arguments); lists where LISTS says so
    "range": (1, 3),
    "isqrt": (1, 1),
    "gcd": (2, 2),
    "min": (1, 9),
    "max": (1, 9),
    "abs": (1, 1),
    "ceil_div": (2, 2),
    "is_prime": (1, 1),
    "is_square": (1, 1),
    "v2": (1, 1),
    "bit_length": (1, 1),
    "sum": (1, 1),
    "len": (1, 1),
}
LISTS = ("sum", "len")  # and min and max of one argument
_KNOWN = ", ".join(FUNCTIONS)

Kind = Literal["number", "truth", "condition", "numbers", "options", "heaps"]
"""What an expression denotes: a number; true or false; a condition that is no number (``n and
3``); a list of numbers; a list with an option of several heaps; such an option."""

_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
}

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
    ({"numbers"}, "numbers"),
    ({"numbers", "options"}, "options"),
    ({"heaps", "number", "truth"}, "heaps"),
]


def read_expression(
    text: str, names: tuple[str, ...], *, whole: str | None = None, at: int = 0
) -> tree.Node:
    """The tree of an expression in ``names`` for a number; of a list, `read_options`.

    Errors are placed in ``whole`` (the text of the rule) where the expression starts at ``at``.

    >>> read_expression("n//2", ("n",))
    Binary(sign='//', left=Name(name='n'), right=Number(value=2))
    """
    node, _ = _Reader(text, names, text if whole is None else whole, at).read()
    return node


def read_number(text: str, names: tuple[str, ...], *, whole: str, at: int) -> tree.Node:
    """The tree of an expression that denotes a number."""
    reader = _Reader(text, names, whole, at)
    node, kind = reader.read()
    if kind not in ("number", "truth"):
        place = at + reader.margin
        reader.refuse(place, "this is no number", "write an expression such as n // 2")
    return node


def read_options(text: str, names: tuple[str, ...], *, whole: str, at: int) -> tree.Node:
    """The tree of an expression that denotes a list of options."""
    reader = _Reader(text, names, whole, at)
    node, kind = reader.read()
    if kind not in ("numbers", "options"):
        place = at + reader.margin
        reader.refuse(place, "the options are no list", "write a list, such as n -> [n - 1]")
    return node


def check_name(name: str, text: str, at: int) -> None:
    """Refuse a name that means something else already."""
    if name in FUNCTIONS or keyword.iskeyword(name) or name in ("ceil", "floor"):
        raise RuleSyntaxError(text, at, f"{name!r} cannot name a number", "call it n")


class _Reader:
    """Checks a syntax tree from the top and builds ours from the bottom."""

    def __init__(self, text: str, names: tuple[str, ...], whole: str, at: int) -> None:
        self.text, self.whole, self.at = text, whole, at
        self.margin = len(text) - len(text.lstrip())
        self.names = list(names)
        self.nodes = 0

    def refuse(self, place: int, problem: str, remedy: str = "") -> NoReturn:
        raise RuleSyntaxError(self.whole, place, problem, remedy)

    def refuse_at(self, node: ast.expr, problem: str, remedy: str = "") -> NoReturn:
        self.refuse(self.place(node), problem, remedy)

    def place(self, node: ast.expr) -> int:
        return self.at + self.margin + node.col_offset

    def read(self) -> tuple[tree.Node, Kind]:
        parsed = self.parse()
        return self.build(parsed, 0)

    def parse(self) -> ast.expr:
        """The syntax tree of the text; every way in which Python's parser can fail is ours."""
        if len(self.text) > MOST_CHARACTERS:
            problem = f"the expression has {len(self.text)} characters"
            self.refuse(self.at + MOST_CHARACTERS, problem, f"at most {MOST_CHARACTERS} are read")
        for i, character in enumerate(self.text):
            if not (character.isascii() and character.isprintable()) and not character.isspace():
                self.refuse(self.at + i, f"unexpected {character!r}", "write plain ASCII signs")
            if character in "#\\'\"@:;`$?!{}" and not self.text.startswith("!=", i):
                self.refuse(self.at + i, f"unexpected {character!r}", "use numbers and + - * // %")
        plain = "".join(" " if c.isspace() else c for c in self.text).strip()
        if not plain:
            self.refuse(self.at + len(self.text), "the expression is missing", "write one")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(plain, mode="eval").body
        except SyntaxError as error:
            column = self.margin + max((error.offset or 1) - 1, 0)
            place = self.at + min(column, len(self.text))
            self.refuse(place, "this is no expression", "check brackets, commas and signs here")
        except (ValueError, RecursionError, MemoryError, OverflowError):
            self.refuse(self.at, "the expression is nested too deeply", "write a simpler one")

    def build(self, node: ast.expr, depth: int) -> tuple[tree.Node, Kind]:
        self.nodes += 1
        if depth > DEEPEST or self.nodes > MOST_NODES:
            self.refuse_at(node, "the expression is too large", "write a simpler one")
        builder = _BUILDERS.get(type(node))
        if builder is None:
            what = _REFUSED.get(type(node), "this")
            self.refuse_at(node, f"{what} is not allowed here", "use numbers, lists and + - * // %")
        return builder(self, node, depth + 1)

    def number(self, node: ast.expr, depth: int) -> tree.Node:
        built, kind = self.build(node, depth)
        if kind == "condition":
            remedy = "write a conditional expression: a if test else b"
            self.refuse_at(node, "and/or of numbers is used as a number", remedy)
        if kind not in ("number", "truth"):
            self.refuse_at(node, "a number is needed here", "write an expression such as n - 1")
        return built

    def numbers(self, node: ast.expr, depth: int) -> tree.Node:
        built, kind = self.build(node, depth)
        if kind != "numbers":
            self.refuse_at(node, "a list of numbers is needed here", "write range(1, n) or [1, 2]")
        return built

    def test(self, node: ast.expr, depth: int) -> tuple[tree.Node, Kind]:
        built, kind = self.build(node, depth)
        if kind not in ("number", "truth", "condition"):
            self.refuse_at(node, "a condition is needed here", "write a comparison such as n > 2")
        return built, kind

    def constant(self, node: ast.Constant, depth: int) -> tuple[tree.Node, Kind]:
        del depth
        if type(node.value) is not int:
            self.refuse_at(node, "only whole numbers are allowed", "write digits")
        if node.value > LARGEST_LITERAL:
            self.refuse_at(node, "the number is too large", f"at most {LARGEST_LITERAL}")
        return tree.Number(node.value), "number"

    def name(self, node: ast.Name, depth: int) -> tuple[tree.Node, Kind]:
        del depth
        if node.id not in self.names:
            known = ", ".join(self.names)
            self.refuse_at(node, f"{node.id[:30]!r} is no name here", f"the names are {known}")
        return tree.Name(node.id), "number"

    def unary(self, node: ast.UnaryOp, depth: int) -> tuple[tree.Node, Kind]:
        if isinstance(node.op, ast.Not):
            return tree.Unary("not", self.test(node.operand, depth)[0]), "truth"
        if isinstance(node.op, ast.Invert):
            self.refuse_at(node, "'~' is not allowed", "write -a - 1 for ~a")
        operand = self.number(node.operand, depth)
        plus = isinstance(node.op, ast.UAdd)
        return (operand if plus else tree.Unary("-", operand)), "number"

    def binary(self, node: ast.BinOp, depth: int) -> tuple[tree.Node, Kind]:
        sign = _BINARY.get(type(node.op))
        if sign is None:
            remedy = "write // for the whole quotient, or ceil(a/b)"
            self.refuse_at(node.right, "this division is not exact", remedy)
        left, kind = self.build(node.left, depth)
        if sign == "+" and kind in ("numbers", "options"):
            right, other = self.build(node.right, depth)
            if other not in ("numbers", "options"):
                self.refuse_at(node.right, "a list is needed after a list and +", "write [...]")
            joined: Kind = "options" if "options" in (kind, other) else "numbers"
            return tree.Binary("+", left, right), joined
        if kind not in ("number", "truth"):
            self.refuse_at(node.left, "a number is needed here", "write an expression such as n")
        return tree.Binary(sign, left, self.number(node.right, depth)), "number"

    def comparison(self, node: ast.Compare, depth: int) -> tuple[tree.Node, Kind]:
        signs = tuple(_COMPARISONS.get(type(sign), "") for sign in node.ops)
        if not all(signs):
            self.refuse_at(node, "'is' compares no numbers", "write ==")
        others = []
        for i, (sign, other) in enumerate(zip(signs, node.comparators, strict=True)):
            if "in" in sign and i + 1 < len(signs):
                self.refuse_at(node, "'in' ends a chain of comparisons", "use and")
            others.append((self.numbers if "in" in sign else self.number)(other, depth))
        return tree.Comparison(self.number(node.left, depth), signs, tuple(others)), "truth"

    def logic(self, node: ast.BoolOp, depth: int) -> tuple[tree.Node, Kind]:
        built = [self.test(operand, depth) for operand in node.values]
        kind: Kind = "truth" if all(kind == "truth" for _, kind in built) else "condition"
        sign = "and" if isinstance(node.op, ast.And) else "or"
        return tree.Logic(sign, tuple(operand for operand, _ in built)), kind

    def choice(self, node: ast.IfExp, depth: int) -> tuple[tree.Node, Kind]:
        test, _ = self.test(node.test, depth)
        yes, kind = self.build(node.body, depth)
        no, other = self.build(node.orelse, depth)
        kinds = {kind, other}
        result = next((result for alike, result in _ALIKE if kinds <= alike), None)
        if result is None:
            remedy = "make both numbers, or both lists"
            self.refuse_at(node.orelse, "the two cases differ in kind", remedy)
        return tree.Choice(test, yes, no), result

    def call(self, node: ast.Call, depth: int) -> tuple[tree.Node, Kind]:
        if not isinstance(node.func, ast.Name):
            self.refuse_at(node.func, "only named functions are called", f"they are {_KNOWN}")
        function = node.func.id
        if node.keywords:
            self.refuse_at(node.keywords[0].value, "arguments have no names here", "leave it out")
        if function in ("ceil", "floor"):
            return self.quotient(node, function, depth)
        if function not in FUNCTIONS:
            self.refuse_at(node, f"no function is called {function[:30]!r}", f"they are {_KNOWN}")
        least, most = FUNCTIONS[function]
        if not least <= len(node.args) <= most:
            wanted = f"{least}" if least == most else f"{least} to {most}"
            self.refuse_at(node, f"{function} takes {wanted} arguments", "mend the list")
        if function in LISTS or (function in ("min", "max") and len(node.args) == 1):
            return tree.Call(function, (self.list_argument(node.args[0], function, depth),)), (
                "number"
            )
        arguments = tuple(self.number(argument, depth) for argument in node.args)
        kinds: dict[str, Kind] = {"range": "numbers", "is_prime": "truth", "is_square": "truth"}
        return tree.Call(function, arguments), kinds.get(function, "number")

    def list_argument(self, node: ast.expr, function: str, depth: int) -> tree.Node:
        built, kind = self.build(node, depth)
        if kind != "numbers" and not (function == "len" and kind == "options"):
            self.refuse_at(node, f"{function} needs a list of numbers", "write range(1, n) or [n]")
        return built

    def quotient(self, node: ast.Call, function: str, depth: int) -> tuple[tree.Node, Kind]:
        """``ceil(a/b)`` and ``floor(a/b)``, exactly: the only place of ``/``."""
        inner = node.args[0] if len(node.args) == 1 else None
        if not (isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Div)):
            self.refuse_at(node, f"{function} takes a quotient", f"write {function}(n/2)")
        parts = self.number(inner.left, depth), self.number(inner.right, depth)
        if function == "ceil":
            return tree.Call("ceil_div", parts), "number"
        return tree.Binary("//", *parts), "number"

    def listing(self, node: ast.List, depth: int) -> tuple[tree.Node, Kind]:
        items = [self.item(item, depth) for item in node.elts]
        kind: Kind = "options" if any(kind == "heaps" for _, kind in items) else "numbers"
        return tree.Listing(tuple(item for item, _ in items)), kind

    def item(self, node: ast.expr, depth: int) -> tuple[tree.Node, Kind]:
        """An entry of a list: a number, or several heaps in round brackets."""
        item, kind = self.build(node, depth)
        if kind in ("numbers", "options"):
            problem = "an option is written as a list"
            self.refuse_at(node, problem, "write a number, or heaps in round brackets: (a, n - a)")
        if kind == "condition":
            self.number(node, depth)
        return item, kind

    def heaps(self, node: ast.Tuple, depth: int) -> tuple[tree.Node, Kind]:
        return tree.Heap(tuple(self.number(item, depth) for item in node.elts)), "heaps"

    def pick(self, node: ast.Subscript, depth: int) -> tuple[tree.Node, Kind]:
        entries = []
        for item in node.value.elts if isinstance(node.value, ast.List) else ():
            built, _ = self.build(item, depth)
            minus = isinstance(built, tree.Unary) and built.sign == "-"
            literal = built.operand if isinstance(built, tree.Unary) and minus else built
            if isinstance(literal, tree.Number):
                entries.append(-literal.value if minus else literal.value)
        if not isinstance(node.value, ast.List) or len(entries) < max(1, len(node.value.elts)):
            remedy = "only a list of numbers can be indexed: [1, 2][n % 2]"
            self.refuse_at(node, "this cannot be indexed", remedy)
        return tree.Pick(tuple(entries), self.number(node.slice, depth)), "number"

    def comprehension(
        self, node: ast.ListComp | ast.GeneratorExp, depth: int
    ) -> tuple[tree.Node, Kind]:
        outer = len(self.names)
        clauses = tuple(self.clause(generator, depth) for generator in node.generators)
        item, kind = self.item(node.elt, depth)
        del self.names[outer:]
        return tree.Comprehension(item, clauses), "options" if kind == "heaps" else "numbers"

    def clause(self, generator: ast.comprehension, depth: int) -> tree.Clause:
        target = generator.target
        if generator.is_async:
            self.refuse_at(target, "async is not allowed", "leave it out")
        if not isinstance(target, ast.Name):
            self.refuse_at(target, "a loop runs over one name", "write for k in range(1, n)")
        if target.id in self.names:
            self.refuse_at(target, f"{target.id!r} is a name already", "choose another one")
        check_name(target.id, self.whole, self.place(target))
        source = self.numbers(generator.iter, depth)
        self.names.append(target.id)
        tests = tuple(self.test(condition, depth)[0] for condition in generator.ifs)
        return tree.Clause(target.id, source, tests)


# Each builder takes the reader, a node of the type of its key, and the depth.
_BUILDERS: dict[type[ast.expr], Callable[..., tuple[tree.Node, Kind]]] = {
    ast.Constant: _Reader.constant,
    ast.Name: _Reader.name,
    ast.UnaryOp: _Reader.unary,
    ast.BinOp: _Reader.binary,
    ast.Compare: _Reader.comparison,
    ast.BoolOp: _Reader.logic,
    ast.IfExp: _Reader.choice,
    ast.Call: _Reader.call,
    ast.List: _Reader.listing,
    ast.Tuple: _Reader.heaps,
    ast.Subscript: _Reader.pick,
    ast.ListComp: _Reader.comprehension,
    ast.GeneratorExp: _Reader.comprehension,
}

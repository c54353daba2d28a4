"""The canonical text of a tree: brackets only where they are needed, one blank around signs."""

from __future__ import annotations

from rules.language import tree

_TIGHTNESS = {
    "or": 2,
    "and": 3,
    "|": 6,
    "^": 7,
    "&": 8,
    "<<": 9,
    ">>": 9,
    "+": 10,
    "-": 10,
    "*": 11,
    "//": 11,
    "%": 11,
    "**": 13,
}
_CHOICE, _NOT, _COMPARISON, _MINUS, _POWER, _ATOM = 1, 4, 5, 12, 13, 20


def write(node: tree.Node) -> str:
    """The text whose tree is the node.

    >>> from rules.language.reading import read_expression
    >>> str(read_expression("[n-1,(n//2),(n-1)//2,ceil(n/2)]", ("n",)))
    '[n - 1, n // 2, (n - 1) // 2, ceil(n/2)]'
    """
    return _write(node)[0]


def _inside(node: tree.Node, tightness: int) -> str:
    """The text of an operand, in brackets if it binds less tightly than asked."""
    text, own = _write(node)
    return text if own >= tightness else f"({text})"


def _commas(nodes: tuple[tree.Node, ...]) -> str:
    return ", ".join(_inside(node, _CHOICE) for node in nodes)


def _write(node: tree.Node) -> tuple[str, int]:  # noqa: PLR0911
    """The text, and how tightly its outermost sign binds."""
    match node:
        case tree.Number(value):
            return str(value), _ATOM
        case tree.Name(name):
            return name, _ATOM
        case tree.Unary("-", operand):
            return f"-{_inside(operand, _MINUS)}", _MINUS
        case tree.Unary(_, operand):
            return f"not {_inside(operand, _NOT)}", _NOT
        case tree.Binary():
            return _binary(node)
        case tree.Comparison(first, signs, others):
            pairs = zip(signs, others, strict=True)
            rest = "".join(f" {sign} {_inside(other, _COMPARISON + 1)}" for sign, other in pairs)
            return f"{_inside(first, _COMPARISON + 1)}{rest}", _COMPARISON
        case tree.Logic(sign, operands):
            own = _TIGHTNESS[sign]
            return f" {sign} ".join(_inside(operand, own + 1) for operand in operands), own
        case tree.Choice(test, yes, no):
            # A bare `or` outside brackets would separate two rules.
            text = f"{_inside(yes, _NOT)} if {_inside(test, _NOT)} else {_inside(no, _NOT)}"
            return text, _CHOICE
        case tree.Call("ceil_div", (above, below)):
            return f"ceil({_inside(above, 11)}/{_inside(below, 12)})", _ATOM
        case tree.Call(function, arguments):
            return f"{function}({_commas(arguments)})", _ATOM
        case tree.Pick(entries, index):
            return f"[{', '.join(map(str, entries))}][{write(index)}]", _ATOM
        case _:
            return _list(node), _ATOM


def _binary(node: tree.Binary) -> tuple[str, int]:
    own = _TIGHTNESS[node.sign]
    if node.sign == "**":  # binds to the right, and tighter than a minus before it
        return f"{_inside(node.left, _POWER + 1)}**{_inside(node.right, _MINUS)}", own
    return f"{_inside(node.left, own)} {node.sign} {_inside(node.right, own + 1)}", own


def _list(node: tree.Node) -> str:
    match node:
        case tree.Listing(items):
            return f"[{_commas(items)}]"
        case tree.Heap(items):
            return f"({_commas(items)}{',' if len(items) == 1 else ''})"
        case tree.Comprehension(item, clauses):
            return f"[{_inside(item, _CHOICE)}{''.join(f' {write(c)}' for c in clauses)}]"
        case tree.Clause(name, source, tests):
            conditions = "".join(f" if {_inside(test, 2)}" for test in tests)
            return f"for {name} in {_inside(source, 2)}{conditions}"
        case _:
            raise TypeError(f"no text for {type(node).__name__}")

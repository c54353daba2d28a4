"""Options as people write them: without a list, without 'n ->', as a function or a recursion.

Each function here gives the readings of a text in notation, as the ways of `rules.text.ways` do:
one is taken, several are proposed. Texts are parsed by Python's own parser and never evaluated;
what a reading says is read again, as notation.
"""

from __future__ import annotations

import ast
import re

HEAD = r"n ?->|[a-z] ?->|\([a-z, ]+\) ?->"
_NOTATIONS = ("subtract", "divide", "remove", "leave", "turn")
_LISTS = ("range", "divisors", "digits", "list", "sorted", "set")
_LOW, _HIGH = r"(?P<low>[\w+*%() -]+?)", r"(?P<high>[\w+*/%() -]+)"
_BOUNDS = (
    re.compile(rf"\bfor {_LOW} ?(?P<above><=?) ?(?P<k>[a-z]) ?(?P<below><=?) ?{_HIGH}"),
    re.compile(rf"\bfor (?P<k>[a-z])(?: ?= ?| in | from ){_LOW}(?: ?\.\. ?| to ){_HIGH}"),
)


def of_arrow(match: re.Match[str]) -> list[str]:
    """'n -> n - 1': a list of the one option. '(x, y) -> (x - 1, y), (x, y - 1)' has several."""
    return written(match["left"], match["right"])


def of_function(match: re.Match[str]) -> list[str]:
    """'lambda n: [n - 1]', 'f(n) = n - 1'."""
    if re.match(r"mex\b", match["right"]):  # a recursion that was not understood
        return []
    names = [name.strip() for name in match["names"].split(",")]
    left = f"({', '.join(names)})" if len(names) > 1 else names[0]
    body = _parsed(match["right"])
    listed = body is not None and _is_list(body)
    return [f"{left} -> {match['right'].strip()}"] if listed else written(left, match["right"])


def of_n(match: re.Match[str]) -> list[str]:
    """'n - 1, n - 2': options of a heap of n, which nothing else in the text can mean."""
    body = _parsed(match[0])
    if body is None or not _speaks_of_n(body):
        return []
    return [f"n -> {match[0].strip()}"] if _is_list(body) else written("n", match[0])


def of_recursion(match: re.Match[str]) -> list[str]:
    """'G(n) = mex(G(n - 1), G(n - 2))': the options are the heaps whose values are named."""
    called = match["name"]
    names = [name.strip() for name in (match["names"] or "n").split(",")]
    inner = re.sub(r" xor ", " ^ ", match["inner"].strip())
    while inner[:1] + inner[-1:] in ("()", "{}", "[]") and _parsed(f"{{{inner[1:-1]}}}"):
        inner = inner[1:-1].strip()
    body = _parsed(f"{{{inner}}}")
    left = f"({', '.join(names)})" if len(names) > 1 else names[0]
    try:
        if isinstance(body, ast.SetComp):
            option = ast.unparse(_heap_of(body.elt, called))
            return [f"{left} -> [{option}{''.join(map(ast.unparse, body.generators))}]"]
        if isinstance(body, ast.Set):
            options = ", ".join(ast.unparse(_heap_of(each, called)) for each in body.elts)
            return [f"{left} -> [{options}]"]
    except ValueError:
        pass
    return []


def _heap_of(value: ast.expr, called: str | None) -> ast.expr:
    """The option whose value is G(n - 1), or the xor of G(a) and G(b); ValueError for others."""
    match value:
        case ast.Call(ast.Name(name), args, []) if args and called in (None, name):
            return args[0] if len(args) == 1 else ast.Tuple(args, ast.Load())
        case ast.BinOp(one, ast.BitXor(), other):
            first = _heap_of(one, called)
            several = isinstance(one, ast.BinOp) and isinstance(first, ast.Tuple)
            heaps = first.elts if several and isinstance(first, ast.Tuple) else [first]
            return ast.Tuple([*heaps, _heap_of(other, called)], ast.Load())
        case _:
            raise ValueError


def written(left: str, right: str) -> list[str]:
    """The rule with these options of `left`, where they are no list yet.

    >>> written("n", "n - k for 1 <= k <= n/2"), written("n", "[n - 1 if n > 1]")
    (['n -> [n - k for k in range(1, n // 2 + 1)]'], ['n -> [n - 1] if n > 1 else []'])
    """
    given = right = right.strip()
    for bounds in _BOUNDS:
        right = bounds.sub(lambda found: _loop(found, left), right)
    body = _parsed(right)
    if body is None:
        return _half_list(left, right)
    if _is_list(body):
        return [] if right == given else [f"{left} -> {right}"]
    of_heaps = not left.startswith("(")
    several: list[ast.expr] = []
    if isinstance(body, ast.Set | ast.Tuple):
        several = body.elts
    elif isinstance(body, ast.BoolOp) and isinstance(body.op, ast.Or):
        several = body.values
    items = ", ".join(ast.unparse(each) for each in several)
    squares = [isinstance(each, ast.Tuple) for each in several]
    if isinstance(body, ast.SetComp):
        return [f"{left} -> [{ast.unparse(body)[1:-1]}]"]
    if of_heaps and isinstance(body, ast.Tuple):  # two options, or one that leaves two heaps
        return [f"{left} -> [{items}]", f"{left} -> [({items})]"]
    if of_heaps or (squares and all(squares)):
        return [f"{left} -> [{items or right}]"]
    return [f"{left} -> [({items})]"] if isinstance(body, ast.Tuple) and not any(squares) else []


def _half_list(left: str, right: str) -> list[str]:
    """'n - k for k in range(1, n)' is a list without its brackets, '[n - 1 if n > 1]' one that has
    no else."""
    if isinstance(_parsed(f"[{right}]"), ast.ListComp):
        return [f"{left} -> [{right}]"]
    filtered = re.fullmatch(r"\[?(?P<option>[^\[\]]+?) if (?P<condition>[^\[\]]+)\]?", right)
    if filtered is None or (right[0] == "[") != (right[-1] == "]"):
        return []
    option, condition = (_parsed(filtered[part]) for part in ("option", "condition"))
    if option is None or condition is None or _is_list(option):
        return []
    if isinstance(option, ast.Tuple) and not left.startswith("("):  # a condition on the last one?
        return []
    return [f"{left} -> [{filtered['option']}] if {filtered['condition']} else []"]


def _loop(found: re.Match[str], left: str) -> str:
    """Bounds of k as a loop: k <= n/2 says the same as k <= n // 2, k < n/2 does not. Bounds
    without n are of rules with a parameter."""
    ends = found.groupdict()
    low, high, strict = ends["low"].strip(), ends["high"].strip(), ends.get("below") == "<"
    names = re.findall(r"[a-z]\w*", left)
    if not any(re.search(rf"\b{name}\b", f"{low} {high}") for name in names):
        return found[0]
    if "/" in high and strict:
        return found[0]
    high = re.sub(r" ?//? ?", " // ", high)
    first = f"{low} + 1" if ends.get("above") == "<" else low
    return f"for {ends['k']} in range({first}, {high if strict else f'{high} + 1'})"


def _parsed(text: str) -> ast.expr | None:
    """The expression; None where the text is none."""
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _is_list(node: ast.expr) -> bool:
    """Whether an expression is a list of options already."""
    match node:
        case ast.List() | ast.ListComp() | ast.GeneratorExp():
            return True
        case ast.Call(ast.Name(name)):
            return name in _LISTS
        case ast.IfExp(_, one, other) | ast.BinOp(one, _, other):
            return _is_list(one) or _is_list(other)
        case ast.BoolOp(ast.Or(), several):  # a rule or another one
            return any(map(_is_list, several))
        case _:
            return False


def _speaks_of_n(body: ast.expr) -> bool:
    """Whether the options of a heap of n are said, and of nothing else: n and the names of loops
    are all that stands in it, and functions that no notation begins with."""
    loops, called = set[str](), set[str]()
    for node in ast.walk(body):
        if isinstance(node, ast.comprehension):
            loops |= {name.id for name in ast.walk(node.target) if isinstance(name, ast.Name)}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called.add(node.func.id)
        elif isinstance(node, ast.Attribute | ast.Compare):
            return False
    names = {node.id for node in ast.walk(body) if isinstance(node, ast.Name)} - called
    whole = isinstance(body, ast.Call | ast.Name) and not _is_list(body)
    return not whole and not called & {*_NOTATIONS} and "n" in names and names - loops == {"n"}

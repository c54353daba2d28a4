"""A small reader of exported theorems, independent of what writes them: the game and the law of a
``Law.v``, evaluated as its words say, so that both can be compared with values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from math import isqrt
from operator import xor
from typing import Any

import coq_formulas

Term = Any
"""A number, a name, a list, or a tuple ``(function, *arguments)``; a pair is ``(",", a, b)``."""
Options = Callable[[int], Iterator[tuple[int, ...]]]


def game_in(text: str) -> Options:
    """The options of the game that the file defines."""
    (game,) = re.findall(r"Definition game : rule :=\s*(.*?)\.\n", text, re.DOTALL)
    ends = re.findall(r"Definition (\w) : N -> N := fun n => (.*?)\.\n", text)
    return _options(_read(game), {name: _end(body) for name, body in ends})


def values_of(options: Options, stop: int) -> list[int]:
    """The nim-values of the game by the definition."""
    values: list[int] = []
    for n in range(stop):
        had = {reduce(xor, (values[h] for h in heaps), 0) for heaps in options(n)}
        values.append(next(v for v in range(len(had) + 1) if v not in had))
    return values


def law_in(text: str) -> tuple[Callable[[Sequence[int], int], bool], tuple[Any, ...]]:
    """Whether the law of the file holds of values at n, as far as they reach, and its numbers."""
    pattern = r"Theorem law : forall G, is_grundy game G ->\s*(.*?)\.\nProof"
    (law,) = re.findall(pattern, text, re.DOTALL)
    said = " ".join(law.split())
    for form, holds in LAWS.items():
        if found := re.fullmatch(form, said):
            given = tuple(_number_or_text(each or "0") for each in found.groups())
            return _with(holds, given), given
    raise ValueError(said)


def _number_or_text(said: str) -> int | str:
    return int(said) if said.isdigit() else said


def product_in(text: str) -> tuple[Options, Options]:
    """The options of the two rules of which the file has the product."""
    (game,) = re.findall(r"Definition game : system :=\s*(.*?)\.\n", text, re.DOTALL)
    name, first, second = _read(game)
    assert name == "product_of"
    law = r"forall x y, G \(x, y\) = nim_product \(f x\) \(g y\)"
    assert re.search(law, text)
    return _options(first, {}), _options(second, {})


Heap = tuple[int, int]
SystemOptions = Callable[[Heap], list[list[Heap]]]


def system_in(text: str) -> tuple[int, SystemOptions]:
    """The number of kinds of the system that the file defines, and the options of a heap (kind,
    size)."""
    assert re.search(r"Definition game : system :=\s*of_kinds kinds\.", text)
    (body,) = re.findall(r"Definition kinds : list kind :=\s*(.*?)\.\n", text, re.DOTALL)
    kinds = _read(body)

    def options(heap: Heap) -> list[list[Heap]]:
        name, listed, schemas = kinds[heap[0]]
        assert name == "Kind"
        if heap[1] < len(listed):
            return [_heaps(option) for option in listed[heap[1]]]
        return [option for schema in schemas for option in _by_schema(schema, heap[1])]

    return len(kinds), options


def _by_schema(schema: Term, n: int) -> Iterator[list[Heap]]:
    name, drop, parts, beside, modulus, residues = schema
    assert name == "Schema"
    if n % modulus not in residues:
        return
    for heaps in _sized(parts, n - drop) if parts else [[]]:
        yield heaps + _heaps(beside)


def _sized(parts: list[Term], total: int) -> Iterator[list[Heap]]:
    if not parts:
        yield from [[]] if total == 0 else []
        return
    (name, kind, least, modulus, residues), *others = parts
    assert name == "Part"
    for size in range(least, total + 1):
        if size % modulus in residues:
            for rest in _sized(others, total - size):
                yield [(kind, size), *rest]


def _heaps(term: Term) -> list[Heap]:
    return [(kind, size) for _, kind, size in term]


def values_of_kinds(text: str, stop: int) -> list[list[int]]:
    """The nim-values of the system of the file by the definition: a list for each kind."""
    count, options = system_in(text)
    values: dict[Heap, int] = {}

    def value(heap: Heap) -> int:
        if heap not in values:
            had = {reduce(xor, map(value, heaps), 0) for heaps in options(heap)}
            values[heap] = next(v for v in range(len(had) + 1) if v not in had)
        return values[heap]

    return [[value((kind, n)) for n in range(stop)] for kind in range(count)]


def laws_of_kinds(text: str) -> list[tuple[int, int, int, int]]:
    """The laws of the file: kind, from where on, period, saltus."""
    said = (
        r"Theorem law : forall G, is_system_grundy game G ->\s*forall l, In l laws -> holds G l\."
    )
    assert re.search(said, text)
    (body,) = re.findall(r"Definition laws : list law_of_kind := (.*?)\.\n", text, re.DOTALL)
    return [numbers for _, *numbers in _read(body)]


def _with(
    holds: Callable[..., bool], numbers: tuple[Any, ...]
) -> Callable[[Sequence[int], int], bool]:
    return lambda values, n: holds(values, n, *numbers)


def _periodic(values: Sequence[int], n: int, n0: int, p: int, s: int) -> bool:
    return n < n0 or n + p >= len(values) or values[n + p] == values[n] + s


def _divided(values: Sequence[int], n: int, n0: int, c: int) -> bool:
    return n < n0 or values[n] == values[n // c]


def _divided_up(values: Sequence[int], n: int, n0: int, a: int, c: int) -> bool:
    assert a == c
    return n < n0 or values[n] == values[-(-n // c)]


def _nim(values: Sequence[int], n: int) -> bool:
    return values[n] == n


LAWS: dict[str, Callable[..., bool]] = {
    r"forall n, (\d+) <= n -> G \(n \+ (\d+)\) = G n(?: \+ (\d+))?": _periodic,
    r"forall n, (\d+) <= n -> G n = G \(n / (\d+)\)": _divided,
    r"forall n, (\d+) <= n -> G n = G \(\(n \+ (\d+) - 1\) / (\d+)\)": _divided_up,
    r"forall n, G n = n": _nim,
    **coq_formulas.LAWS,
}


def _read(text: str) -> Term:
    """A term from its text."""
    signs = re.findall(r"\d+|\w+|[][();,-]", re.sub(r"%\w+", "", text))
    term, rest = _applied(signs)
    assert not rest, rest
    return term


def _applied(signs: list[str]) -> tuple[Term, list[str]]:
    parts: list[Term] = []
    while signs and signs[0] not in ");],":
        part, signs = _single(signs)
        parts.append(part)
    return (parts[0] if len(parts) == 1 else tuple(parts)), signs


def _single(signs: list[str]) -> tuple[Term, list[str]]:
    first, rest = signs[0], signs[1:]
    if first == "-":
        return -int(rest[0]), rest[1:]
    if first not in "([":
        return (int(first) if first.isdigit() else first), rest
    items: list[Term] = []
    while rest[0] not in ")]":
        item, rest = _applied(rest)
        items.append(item)
        rest = rest[1:] if rest[0] in ";," else rest
    if first == "[":
        return items, rest[1:]
    return (items[0] if len(items) == 1 else (",", *items)), rest[1:]


def _end(body: str) -> Callable[[int], int]:
    """An end of an interval: N.min (...) n, with quotients and square roots of natural numbers."""
    if found := re.fullmatch(r"N\.min \(\((\d+) \* n \+ (\d+)\) / (\d+)\) n", body):
        a, b, c = map(int, found.groups())
        return lambda n: min((a * n + b) // c, n)
    found = re.fullmatch(r"N\.min \(N\.sqrt \((\d+) \* n \+ (\d+)\) ([+-]) (\d+)\) n", body)
    assert found, body
    a, b, k = int(found[1]), int(found[2]), int(found[4])
    k = -k if found[3] == "-" else k
    return lambda n: min(max(isqrt(a * n + b) + k, 0), n)


def _options(term: Term, ends: dict[str, Callable[[int], int]]) -> Options:
    name, *given = (term,) if isinstance(term, str) else term
    one_heap = (
        _sets(name, given) or _intervals(name, given, ends) or coq_formulas.one_heap(name, given)
    )
    if one_heap:
        return lambda n: ((h,) for h in one_heap(n))
    return coq_formulas.coins(name, given) or _several(name, given, ends)


def _several(name: str, given: list[Term], ends: dict[str, Callable[[int], int]]) -> Options:
    match name:
        case "any_of":
            parts = [_options(part, ends) for part in given[0]]
            return lambda n: (o for part in parts for o in part(n))
        case "octal":
            return _splits(lambda n: given[0])
        case "repeating":
            return _splits(lambda n: given[0] + given[1] * n)
        case "code" | "code_with":
            return _code([each[1:] if name == "code_with" else (each, "Any") for each in given[0]])
        case "expression":
            return lambda n: (o for o in _listed(given[0], n) if all(0 <= h < n for h in o))
    raise ValueError(name)


def _sets(name: str, given: list[Term]) -> Callable[[int], Iterator[int]] | None:
    """What is left where the numbers of a set may be taken, or heaps divided."""
    match name:
        case "subtract":
            return lambda n: (n - s for s in given[0] if s <= n)
        case "all_but":
            return lambda n: (n - s for s in range(1, n + 1) if s not in given[0])
        case "subtract_from":
            return lambda n: (
                n - s for s in range(1, n + 1) if any(coq_formulas.in_set(s, e) for e in given[0])
            )
        case "divide":
            return lambda n: (n // d for d in given[0] if n)
        case "divide_up":
            return lambda n: (-(-n // d) for d in given[0] if n > 1)
    return None


def _intervals(
    name: str, given: list[Term], ends: dict[str, Callable[[int], int]]
) -> Callable[[int], Iterator[int]] | None:
    match name:
        case "remove_up_to":
            return lambda n: (n - k for k in range(1, ends[given[0]](n) + 1))
        case "remove_between":
            return lambda n: (n - k for k in range(given[0], ends[given[1]](n) + 1))
        case "leave_between":
            return lambda n: iter(range(given[0], ends[given[1]](n)))
        case "between_floors":
            pairs = [(low, high) for _, low, high in given[0]]
            return lambda n: (
                h for low, high in pairs for h in range(n // low, n // high + 1) if h < n
            )
    return None


def _parts(count: int, total: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """The sums of this many numbers, in order, each at least 1."""
    if count == 0:
        yield from [()] if total == 0 else []
        return
    for first in range(least, total // count + 1):
        yield from ((first, *rest) for rest in _parts(count - 1, total - first, first))


def _splits(digits: Callable[[int], list[int]]) -> Options:
    """Bit i of digit k: remove k tokens and leave i heaps."""
    return lambda n: (
        o
        for k, digit in enumerate(digits(n)[: n + 1])
        for i in range(5)
        if digit >> i & 1
        for o in _parts(i, n - k)
    )


def _code(moves: list[tuple[Term, str]]) -> Options:
    fits: dict[str, Callable[[tuple[int, ...]], bool]] = {
        "Any": lambda heaps: True,
        "Unequal": lambda heaps: len(set(heaps)) == len(heaps),
        "NotAllEqual": lambda heaps: len(set(heaps)) > 1,
        "Equal": lambda heaps: len(set(heaps)) == 1,
    }
    return lambda n: (
        o for (_, k, i), sign in moves if k <= n for o in _parts(i, n - k) if fits[sign](o)
    )


def _listed(term: Term, n: int) -> list[tuple[int, ...]]:
    match term:
        case ("Listed", options):
            return [tuple(_number(heap, n) for heap in option) for option in options]
        case ("Between", low, stop):
            return [(heap,) for heap in range(_number(low, n), _number(stop, n))]
        case ("Both", a, b):
            return _listed(a, n) + _listed(b, n)
        case ("Either", test, a, b):
            return _listed(a if _number(test, n) else b, n)
    raise ValueError(term)


_SIGNS: dict[str, Callable[[int, int], int]] = {
    "Plus": lambda a, b: a + b,
    "Minus": lambda a, b: a - b,
    "Times": lambda a, b: a * b,
    "Quotient": lambda a, b: a // b,
    "Remainder": lambda a, b: a % b,
    "Least": min,
    "Greatest": max,
    "Below": lambda a, b: int(a < b),
    "Same": lambda a, b: int(a == b),
}


def _number(term: Term, n: int) -> int:
    match term:
        case "Heap":
            return n
        case ("Const", value):
            return int(value)
        case ("Choose", test, a, b):
            return _number(a if _number(test, n) else b, n)
        case (sign, a, b):
            return _SIGNS[sign](_number(a, n), _number(b, n))
    raise ValueError(term)


class Told:
    """The game and the law of a ``Law.v`` about tuples of numbers: a formula between a position and
    its options, and automata that read digits, the most significant ones first."""

    def __init__(self, text: str) -> None:
        pattern = r"match X, Y with\s*\| (\[.*?\]), (\[.*?\]) =>(.*?)\| _, _ => False"
        ((before, after, formula),) = re.findall(pattern, text, re.DOTALL)
        self.names, self.primed = (re.findall(r"[\w']+", part) for part in (before, after))
        self._moves = [_compiled(part) for part in formula.split("\\/")]
        ((cs, e),) = re.findall(r"Numeration \[([\d; ]*)\] (\d+)", text)
        self.cs, self.e = [int(c) for c in cs.split(";")], int(e)
        pattern = (
            r"Definition (\w+) : automaton :=\s*automaton_of (\d+) \d+ (\[.*?\])%N (\[.*?\])%N"
        )
        self.automata = {
            name: (int(digits), _read(steps), _read(ends))
            for name, digits, steps, ends in re.findall(pattern, text)
        }
        ((self.about, self.said),) = re.findall(
            r"Theorem law : forall \w+, (\w+) \d+ game \w+ ->(.*?)\.\nProof", text, re.DOTALL
        )

    def leads(self, before: Sequence[int], after: Sequence[int], largest: int) -> bool:
        """Whether there is a move, by numbers k up to the largest."""
        given = dict(zip(self.names, before, strict=True))
        given |= {name.replace("'", "_"): n for name, n in zip(self.primed, after, strict=True)}
        return any(_holds(names, code, given, largest) for names, code in self._moves)

    def accepted(self, automaton: str, position: Sequence[int]) -> bool:
        """Whether the automaton accepts the position."""
        digits, steps, ends = self.automata[automaton]
        weights, before = [1], 1
        while weights[-1] <= max(position) or (len(weights) - 1) % len(self.cs):
            c = self.cs[(len(weights) - 1) % len(self.cs)]
            weights.append(c * weights[-1] + self.e * before)
            before = weights[-2]
        state, left = 1, list(position)
        for weight in reversed(weights[:-1]):
            symbol = sum(n // weight * digits**i for i, n in enumerate(left))
            state = steps[state * digits ** len(left) + symbol] if state else 0
            left = [n % weight for n in left]
        return bool(state and ends[state])


def _compiled(formula: str) -> tuple[list[str], Any]:
    """The names that are bound, and the rest as Python reads it."""
    bound = re.search(r"exists ([\w ]+), ", formula)
    body = formula.replace(bound[0], "") if bound else formula
    body = re.sub(r"(?<![<>])=", "==", body.replace("/\\", "and").replace("'", "_"))
    one = r"(\w+|\((?:[^()]|\([^()]*\))*\))"
    body = re.sub(rf"Z\.land {one} {one}", r"(\1 & \2)", body)
    return (bound[1].split() if bound else []), compile(" ".join(body.split()), "formula", "eval")


def _holds(names: Sequence[str], code: Any, given: dict[str, int], largest: int) -> bool:
    if not names:
        return bool(eval(code, {}, given))
    first, *rest = names
    return any(_holds(rest, code, given | {first: k}, largest) for k in range(largest + 1))

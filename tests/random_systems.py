"""Systems of kinds of heaps drawn at random, for tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

from mexplore.rules.errors import InputError
from mexplore.rules.systems.ends import check_ends
from mexplore.rules.systems.system import EVERY, Heaps, Kind, Part, Residues, Schema, System


def random_systems(draw: random.Random, count: int, *, most_parts: int = 2) -> Iterator[System]:
    """Systems whose play ends: 1 to 4 kinds, schemas of all shapes, some listed options."""
    found = 0
    while found < count:
        system = random_system(draw, most_parts)
        try:
            check_ends(system)
        except InputError:
            continue
        found += 1
        yield system


def random_system(draw: random.Random, most_parts: int = 2) -> System:
    """A system whose play may be endless."""
    kinds = draw.randint(1, 4)

    def residues() -> Residues:
        if draw.random() < 0.75:
            return EVERY
        modulus = draw.randint(2, 4)
        return Residues(modulus, frozenset(draw.sample(range(modulus), draw.randint(1, modulus))))

    def heaps(most: int) -> Heaps:
        return tuple(
            (draw.randrange(kinds), draw.randrange(most)) for _ in range(draw.choice([0, 1, 2]))
        )

    def schema() -> Schema:
        sizes = [*range(most_parts + 1)]
        weights = [1, 6, 6, 3, 1][: most_parts + 1]
        count = draw.choices(sizes, weights)[0]
        parts = tuple(
            Part(draw.randrange(kinds), draw.choice([0, 0, 0, 1, 2]), residues())
            for _ in range(count)
        )
        if count > 1 and draw.random() < 0.3:
            parts = (parts[0],) * count
        beside = heaps(4) if draw.random() < 0.2 else ()
        return Schema(draw.choice([-1, 0, 0, 1, 1, 2, 2, 3, 4]), parts, beside, residues())

    def kind(name: str) -> Kind:
        below = tuple(
            tuple(heaps(5) for _ in range(draw.randint(0, 2)))
            for _ in range(draw.choice([0, 0, 0, 1, 2, 5]))
        )
        return Kind(name, below, tuple(schema() for _ in range(draw.randint(0, 4))))

    return System(tuple(kind(name) for name in "ABCD"[:kinds]), draw.randrange(kinds))


def random_kinds_text(draw: random.Random) -> str:
    """``kinds ...`` of one to three kinds; most of them are systems whose play ends."""
    names = "ABC"[: draw.randint(1, 3)]

    def condition(letter: str) -> str:
        modulus = draw.randint(2, 3)
        return draw.choice(
            [
                f"{letter} >= {draw.randint(0, 3)}",
                f"{letter} % {modulus} == {draw.randrange(modulus)}",
                f"{letter} % {modulus} != {draw.randrange(modulus)}",
                f"{letter} <= {draw.randint(0, 3)}",
                f"{letter} != {draw.randint(0, 3)}",
                f"not {letter} == {draw.randint(0, 3)}",
            ]
        )

    def option() -> str:
        shape = draw.choice(["one", "one", "two", "two", "three", "fixed", "split"])
        a, b, c = (draw.choice(names) for _ in range(3))
        taken = draw.choice([0, 1, 1, 2, 2, 3])
        minus = f"n - {taken}" if taken else "n"
        letters = {"two": "i", "three": "ij", "split": "i"}.get(shape, "")
        text = {
            "one": f"{a}({minus})",
            "two": f"{a}(i) + {b}({minus} - i)",
            "three": f"{a}(i) + {b}({minus} - i - j) + {c}(j)",
            "fixed": draw.choice(["0", f"{a}({draw.randrange(3)})"]),
            "split": f"{a}(i + {draw.randrange(3)}) + {b}({minus} - i)",
        }[shape]
        if shape in ("one", "two") and draw.random() < 0.2:
            text += f" + {c}({draw.randrange(3)})"
        if letters and draw.random() < 0.5:
            text += f" for {', '.join(condition(letter) for letter in letters)}"
        if draw.random() < 0.3:
            text += f" if {condition('n')}"
        return text

    def rule(name: str) -> str:
        options = [option() for _ in range(draw.randint(0, 3))]
        text = f"{name}(n) -> {' | '.join(options) or 'none'}"
        if draw.random() < 0.3:
            few = draw.choice(["0", "none", f"{draw.choice(names)}(1) | 0"])
            text = f"{name}({draw.randrange(4)}) -> {few}; {text}"
        return text

    return f"kinds {'; '.join(map(rule, names))}; start {draw.choice(names)}(n)"


def random_board_text(draw: random.Random) -> str:
    """``(n, c) -> ...`` with c in a small range, in many ways to write it."""
    states = draw.choice([2, 3])

    def state() -> str:
        return draw.choice(
            [
                *("c", "0", "1", f"(c + 1) % {states}", f"min(c + 1, {states - 1})"),
                *("max(c - 1, 0)", f"{states - 1} - c", f"n % {states}", "c if n % 2 else 0"),
            ]
        )

    def size() -> str:
        taken = draw.randint(1, 4)
        return draw.choice(
            [f"n - {taken}", f"n - {taken}", f"max(n - {taken}, 0)", f"n - {taken} - c"]
        )

    def test() -> str:
        return draw.choice(
            [
                *("c", "c == 0", "not c", "n % 2", "n % 3 == c", "n > 2", "n >= c + 1", "n != 3"),
                *("n % 2 and c", "n > 1 or c", "c in [0, 2]", "0 < c < n"),
            ]
        )

    def loop() -> str:
        k = draw.randint(1, 3)
        span = draw.choice(
            [
                *("n", "1, n", f"n - {k}", "n // 2", "(n - 1) // 2 + 1", f"{k}", f"min(n, {k})"),
                *("c, n", "n - 1, -1, -1", "0, n, 2", "c"),
            ]
        )
        tests = draw.choice(
            ["", "", " if a % 2", " if a != c", " if a > 1 and n % 2", " if 2 * a < n"]
        )
        item = draw.choice(
            [
                f"(n - 1 - a, {state()})",
                f"(a, {state()})",
                f"((a, {state()}), (n - {k} - a, {state()}))",
                f"((a, c), (n - {k} - a, c))",
                f"((a, {state()}), (n - {k} - a, {state()}), (1, 0))",
                f"(n - {k}, a % {states})",
                "(n - a - 1, 0) if a % 2 else (n - 1, 1)",
            ]
        )
        return f"[{item} for a in range({span}){tests}]"

    def part() -> str:
        if draw.random() < 0.55:
            text = loop()
        else:
            text = f"[{', '.join(f'({size()}, {state()})' for _ in range(draw.randint(1, 2)))}]"
        return f"({text} if {test()} else [])" if draw.random() < 0.3 else text

    body = " + ".join(part() for _ in range(draw.randint(1, 3)))
    poison = draw.choice(["", "", "", "", "", " except (0, 0)", " except (2, 1)"])
    return f"(n, c) -> {body}{poison}"


class RandomExpressions:
    """``(n, c) -> ...`` of numbers and tests of all shapes, in n, c and the names of loops."""

    def __init__(self, draw: random.Random) -> None:
        self._draw = draw

    def board(self) -> str:
        """The text of a board; it may be refused."""
        lists = (self._list() for _ in range(self._draw.randint(1, 2)))
        return f"(n, c) -> {' + '.join(lists)}"

    def _number(self, names: list[str], depth: int = 2) -> str:
        draw = self._draw
        if depth == 0 or draw.random() < 0.35:
            return draw.choice([*names, str(draw.randrange(4))])
        a, b = self._number(names, depth - 1), self._number(names, depth - 1)
        k = draw.randint(1, 3)
        return draw.choice(
            [
                *(
                    f"({a} + {b})",
                    f"({a} - {b})",
                    f"({a} - {k})",
                    f"{k} * ({a})",
                    f"abs({a} - {b})",
                ),
                *(f"max({a}, {b})", f"min({a}, {b})", f"({a}) // {k}", f"({a}) % {k + 1}"),
                *(f"ceil(({a})/{k})", f"[1, 0, 2][({a}) % 3]"),
                f"({a} if {self._test(names, 1)} else {b})",
            ]
        )

    def _test(self, names: list[str], depth: int = 2) -> str:
        draw = self._draw
        a, b = self._number(names, depth - 1), self._number(names, depth - 1)
        compared = f"{a} {draw.choice(['<', '<=', '>', '>=', '==', '!='])} {b}"
        some = [f"{a} % {draw.randint(2, 3)}", a, f"0 <= {a} < {b}", f"{a} in [0, 2, {b}]"]
        text = draw.choice([compared, compared, *some, f"{a} not in [1, {b}]"])
        if depth > 1 and draw.random() < 0.3:
            other = self._test(names, 1)
            text = draw.choice(
                [f"({text}) and ({other})", f"({text}) or ({other})", f"not ({text})"]
            )
        return text

    def _square(self, names: list[str]) -> str:
        draw = self._draw
        size = draw.choice([*(name for name in names if name != "c"), "n"])
        k = draw.randint(0, 2)
        size = draw.choice([f"{size} - {k}", f"n - {k} - {size}", self._number(names, 1)])
        state = ["c", "0", "1", f"(c + {k}) % 3", f"({self._number(names, 1)}) % 2", "2 - c"]
        return f"({size}, {draw.choice([*state, f'min({self._number(names, 1)}, 2)'])})"

    def _option(self, names: list[str]) -> str:
        draw = self._draw
        loops = names[2:]
        if loops and draw.random() < 0.5:  # the tokens that are left are shared
            rest = " - ".join(["n", str(draw.randint(0, 3)), *loops])
            squares = [f"({loop}, {draw.choice('c01')})" for loop in loops if draw.random() < 0.8]
            squares.append(f"({rest}, {draw.choice('c0')})")
            draw.shuffle(squares)
            return f"({', '.join(squares)})" if len(squares) > 1 else squares[0]
        one, other = self._square(names), self._square(names)
        shapes = [one, one, one, one, f"({one}, {other})"]
        return draw.choice([*shapes, f"({one} if {self._test(names, 1)} else {other})"])

    def _list(self) -> str:
        draw = self._draw
        names, clauses = ["n", "c"], ""
        for loop in draw.choice(["", "a", "a", "a", "ab", "ab"]):
            a, b = self._number(names, 1), self._number(names, 1)
            ends = ["n", "n + 1", "1, n", a, f"{a}, {b}", "0, n, 2", "n - 1, -1, -2", "1, n, 3"]
            ends += ["n - a", "a, n"] if loop == "b" else []
            source = f"range({draw.choice(ends)})"
            if draw.random() < 0.2:
                source = draw.choice(
                    [f"[{a}, {b}]", f"{source} if {self._test(names, 1)} else [1]"]
                )
            names = [*names, loop]
            clauses += f" for {loop} in {source}"
            clauses += f" if {self._test(names, 1)}" if draw.random() < 0.3 else ""
        count = 1 if clauses else draw.randint(1, 2)
        text = f"[{', '.join(self._option(names) for _ in range(count))}{clauses}]"
        if draw.random() < 0.3:
            other = draw.choice(["[]", "[(n - 1, c)]"])
            text = f"({text} if {self._test(['n', 'c'])} else {other})"
        return text

"""Random rules of boards whose moves are linear: with conditions on all coordinates, quotients,
remainders, minima, moves that raise a coordinate, and squares to which no move leads."""

from __future__ import annotations

from random import Random

NAMES = ("x", "y", "z", "u")


class Rules:
    """Random rules of this many coordinates whose moves are linear."""

    def __init__(self, random: Random, dimensions: int) -> None:
        self.random, self.names = random, NAMES[:dimensions]

    def form(self, names: tuple[str, ...]) -> str:
        a, b, c = (self.random.choice(names) for _ in range(3))
        number, small = self.random.randint(-2, 5), self.random.randint(1, 4)
        return self.random.choice(
            [
                a,
                a,
                f"{a} + {b}",
                f"{a} - {b}",
                f"{small}*{a} - {b} + {number}",
                f"{number}",
                f"min({a}, {b})",
                f"max({a}, {b} - {c})",
                f"abs({a} - {b})",
                f"({a} + {number}) // {small}",
                f"({a} - {b}) % {small + 1}",
                f"ceil({a}/{small})",
                f"min({a} // 2, {b})",
                f"({a} if {b} > {number} else {c})",
                f"[1, 3, 0][{a} % 3]",
            ]
        )

    def test(self, names: tuple[str, ...], depth: int = 2) -> str:
        one, other, third = (self.form(names) for _ in range(3))
        sign, more = (self.random.choice(["<", "<=", ">", ">=", "==", "!="]) for _ in range(2))
        choice = self.random.randint(0, 8 if depth else 3)
        if choice >= 6:
            joined = self.random.choice(["and", "or"])
            return f"({self.test(names, depth - 1)} {joined} {self.test(names, depth - 1)})"
        a, b = self.random.choice(names), self.random.choice(names)
        return [
            f"{one} {sign} {other}",
            f"{one} {sign} {other}",
            f"{one} {sign} {other} {more} {third}",
            f"{a} % {self.random.randint(2, 4)}",
            f"not ({one} {sign} {other})",
            self.random.choice([f"{a}*{b}", f"{a} in [0, 2, 3]", f"{a} in range({b}, {one})"]),
        ][choice]

    def loop(self, names: tuple[str, ...]) -> str:
        one, other = self.form(names), self.form(names)
        step = self.random.choice([2, 3, -1, -2])
        return self.random.choice(
            [
                f"range({one})",
                f"range(1, {one} + 1)",
                f"range({one}, {other})",
                f"range({one}, {other}, {step})",
                "range(-2, 4)",
                "[1, 2, 4]",
                f"[k for k in range(4) if k != {self.random.choice(self.names)}]",
            ]
        )

    def option(self, names: tuple[str, ...]) -> str:
        """A square in which one coordinate is not what it was."""
        square = list(self.names)
        for place in self.random.sample(range(len(square)), self.random.randint(1, len(square))):
            name, own = self.random.choice(names), square[place]
            square[place] = self.random.choice(
                [f"{own} - {name}", f"{own} - {name} - 1", f"{own} - 1", name, self.form(names)]
            )
        return f"({', '.join(square)}{',' * (len(square) == 1)})"

    def entry(self) -> str:
        names, clauses = self.names, ""
        loops = self.random.choice([("i", "j"), ("q", "n1")])
        for loop in loops[: self.random.choice([0, 1, 1, 2])]:
            clauses += f" for {loop} in {self.loop(names)}"
            names = (*names, loop)
            if self.random.random() < 0.4:
                clauses += f" if {self.test(names)}"
        listed = f"[{self.option(names)}{clauses}]"
        if self.random.random() < 0.3:
            listed = f"({listed} if {self.test(self.names)} else [{self.option(self.names)}])"
        return listed

    def body(self) -> str:
        # An option that is the square itself is not a move of a board, which has to say so.
        poisoned = ""
        if self.random.random() < 0.25:
            squares = {
                tuple(self.random.randint(0, 2) for _ in self.names)
                for _ in range(self.random.randint(1, 2))
            }
            poisoned = f" except {', '.join(map(str, sorted(squares)))}"
        lists = " + ".join(self.entry() for _ in range(self.random.randint(1, 2)))
        return lists + poisoned

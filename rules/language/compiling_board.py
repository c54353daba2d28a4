"""From a checked list of squares to the source of a loop over the antidiagonals of a board."""

from __future__ import annotations

from rules.language import tree
from rules.language.bounds import BoundedCode
from rules.language.compiling import (
    DONE,
    GROW,
    STOPPED,
    LoopSource,
    LoopWriter,
    first_that_fits,
)


def board_source(node: tree.Node, names: tuple[str, str]) -> LoopSource | None:
    """The source of a loop that fills a table by the list of squares; None where 64 bits are not
    proved enough."""
    return first_that_fits(lambda exponent: BoardWriter(names, exponent).board(node))


class BoardWriter(LoopWriter):
    """The function ``fill(table, stamps, start, stop, edges)``; n is the antidiagonal x + y.

    Where ``edges`` is false, an option beyond the table stops the loop; so does, always, one on it
    that has no value yet.
    """

    def __init__(self, names: tuple[str, str], exponent: int) -> None:
        super().__init__(names[0], exponent)
        most = (1 << exponent) - 1
        self.variables = {
            names[0]: BoundedCode("column", 0, most),
            names[1]: BoundedCode("row", 0, most),
        }

    def board(self, node: tree.Node) -> str:
        with self.block("def fill(table, stamps, start, stop, edges):"):
            self.line("width, height = table.shape")
            self.line("size = len(stamps)")
            with self.block("for n in range(start, stop):"):
                self.antidiagonal(node)
            self.line(f"return stop, {DONE}")
        return "\n".join(self.lines) + "\n"

    def antidiagonal(self, node: tree.Node) -> None:
        with self.block("for column in range(max(0, n - height + 1), min(width, n + 1)):"):
            self.line("row = n - column")
            self.line("steps = 0")
            self.line("stamp = column * height + row + 1")
            self.each(node, self.mark)
            self.line("value = 0")
            with self.block("while value < size and stamps[value] == stamp:"):
                self.line("value += 1")
            with self.block("if value == size:"):
                self.line(f"return n, {GROW}")
            self.line("table[column, row] = value")

    def mark(self, item: tree.Node | BoundedCode) -> None:
        if isinstance(item, tree.Choice):
            super().mark(item)
            return
        assert isinstance(item, tree.Heap)
        x, y = (self.number(part).text for part in item.items)
        with self.block(f"if {x} >= 0 and {y} >= 0:"):
            with self.block(f"if {x} < width and {y} < height:"):
                self.line(f"known = table[{x}, {y}]")
                self.stop_if("known < 0")
                with self.block("if known < size:"):
                    self.line("stamps[known] = stamp")
            with self.block("elif not edges:"):
                self.line(f"return n, {STOPPED}")

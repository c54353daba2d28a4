"""From a checked list of options to the source of a search of all positions that can be reached.

The loop is the same for a heap, whose size is its only coordinate, and for a square with any number
of coordinates: `worklist` has the stack and the table, `searching` calls it. A position has the key
c0*w0 + c1*w1 + ..., its coordinates ci being less than their ``sides`` si; the ``weights`` wi are
chosen so that different positions have different keys.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

from mexplore.rules.arithmetic import tree
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.expressions.numbers import (
    DONE,
    GROW,
    MOST_LINES,
    PAUSED,
    STOPPED,
    BoundedCode,
)
from mexplore.rules.engine.expressions.options import LoopSource, LoopWriter, first_that_fits
from mexplore.rules.engine.expressions.worklist import CROWDED, NO_ROOM, UNKNOWN

KEY_BITS = 60
EXPONENTS = (60, 52, 45, 40, 36, 31, 30, 26, 22, 20, 19, 16, 15, 13, 12, 10)
"""Of the least coordinate that is too large for the loop."""


@dataclass(frozen=True)
class ReachSource:
    """The source of the loop, and the number of coordinates."""

    loop: LoopSource
    dimensions: int


def reach_source(
    node: tree.Node,
    names: tuple[str, ...],
    poisoned: tuple[tuple[int, ...], ...] = (),
    *,
    heaps: bool,
    misere: bool = False,
) -> ReachSource | None:
    """The source of the loop for a list of options in these names: of ``heaps``, each less than n,
    or of squares, of which some may be ``poisoned``, and whose values may be misère values. None
    where 64 bits are not proved enough."""
    most = KEY_BITS // len(names)
    exponents = tuple(exponent for exponent in EXPONENTS if exponent <= most)

    def write(exponent: int) -> str:
        return ReachWriter(names, exponent, poisoned, heaps=heaps, misere=misere).search(node)

    loop = first_that_fits(write, exponents)
    return None if loop is None else ReachSource(loop, len(names))


class ReachWriter(LoopWriter):
    """The function ``fill(slots, nodes, stamps, counts, asked, low, sides, weights, edges)``, which
    values the keys ``asked``, and all that they need; it says why it returned.

    ``low`` holds the values of the heaps that are smaller than its length. Where ``edges`` is
    false, an option beyond the sides ends the loop; where it is true, there is no such square.
    A misère value is 1 where there is no option.
    """

    most_lines = 2 * MOST_LINES  # an option of several parts is written twice

    def __init__(
        self,
        names: tuple[str, ...],
        exponent: int,
        poisoned: tuple[tuple[int, ...], ...],
        *,
        heaps: bool,
        misere: bool = False,
    ) -> None:
        super().__init__(names[0], exponent)
        self.places = range(len(names))
        self.poisoned = poisoned
        self.heaps = heaps
        self.misere = misere
        most = (1 << exponent) - 1
        self.variables = {name: BoundedCode(f"c{i}", 0, most) for i, name in enumerate(names)}
        self._take: Callable[[list[str], str, str], None] = self.check_part

    def stop_if(self, condition: str) -> None:
        with self.block(f"if {condition}:"):
            self.line(f"return {STOPPED}")

    def search(self, node: tree.Node) -> str:
        arguments = "slots, nodes, stamps, counts, asked, low, sides, weights, edges"
        with self.block(f"def fill({arguments}):"):
            self.line("size, known_below, work = len(stamps), len(low), 0")
            for i in self.places:
                self.line(f"s{i}, w{i} = np.int64(sides[{i}]), np.int64(weights[{i}])")
            with self.block("while True:"):
                self.line("top = np.int64(counts[TOP])")
                with self.block("if top < 0:"):
                    self.next_that_is_asked()
                self.position(node)
                self.pause()
        return "\n".join(self.lines) + "\n"

    def next_that_is_asked(self) -> None:
        self.line("at = np.int64(counts[NEXT])")
        with self.block("if at == len(asked):"):
            self.line(f"return {DONE}")
        with self.block(f"if meet(slots, nodes, counts, asked[at]) == {NO_ROOM}:"):
            self.line(f"return {CROWDED}")
        self.line("counts[NEXT] += 1")
        self.line("continue")

    def position(self, node: tree.Node) -> None:
        """The options of the position on top of the stack, and its value if theirs are known."""
        self.line("key = np.int64(nodes[top, KEY])")
        for i in self.places:
            self.line(f"c{i} = key // w{i}")
            self.line(f"key -= c{i} * w{i}")
        self.line("nodes[top, OPEN] = 1")
        self.line("counts[STAMP] += 1")
        self.line("stamp, steps = np.int64(counts[STAMP]), 0")
        if self.misere:
            self.line("over = True")
        self.each(node, self.mark)
        with self.block("if counts[TOP] == top:"):
            self.line("value = 0")
            with self.block("while value < size and stamps[value] == stamp:"):
                self.line("value += 1")
            with self.block("if value == size:"):
                self.line(f"return {GROW}")
            if self.misere:
                with self.block("if value == 0 and over:"):
                    self.line("value = 1")
            self.line("settle(slots, nodes, counts, value)")

    def pause(self) -> None:
        self.line("work += steps + 1")
        with self.block("if work > counts[PAUSE]:"):
            self.line(f"return {PAUSED}")

    # -- options -----------------------------------------------------------------------------

    def mark(self, item: tree.Node | BoundedCode) -> None:
        """Stamp the value of an option that is a move; where it is not known, its parts are put on
        the stack. None is before it is known that all of them may be there."""
        if isinstance(item, tree.Choice):
            super().mark(item)
            return
        single = self.single(item)
        if single is not None:
            self.mark_part(single)
            return
        legal, total, whole = self.fresh(), self.fresh(), self.fresh()
        self.line(f"{legal}, {total}, {whole} = True, np.int64(0), True")
        self._take = self.check_part
        self.gather(item, legal, total)  # type: ignore[arg-type]
        with self.block(f"if {legal}{' and c0 > 0' * self.heaps}:"):
            self._take = self.add_part
            self.gather(item, whole, total)  # type: ignore[arg-type]
            with self.block(f"if {whole}:"):
                self.line(f"stamps[{total}] = stamp")

    def single(self, item: tree.Node | BoundedCode) -> list[str] | None:
        """The coordinates of an option of one part; None of another."""
        if isinstance(item, BoundedCode):
            return [item.text]
        if isinstance(item, tree.Repeated | tree.Together | tree.Gathered):
            return None
        if not isinstance(item, tree.Heap):
            return [self.number(item).text]
        if not item.items or tree.of_squares(item) or (self.heaps and len(item.items) > 1):
            return None
        return [self.number(part).text for part in item.items]

    def gather_one(self, item: tree.Node | BoundedCode, legal: str, total: str) -> None:
        if isinstance(item, tree.Choice) and not self.heaps:
            with self.block(f"if {self.test(item.test)}:"):
                self.gather_one(item.yes, legal, total)
            with self.block("else:"):
                self.gather_one(item.no, legal, total)
            return
        part = self.single(item)
        assert part is not None
        self._take(part, legal, total)

    def mark_part(self, part: list[str]) -> None:
        """Stamp the value of an option of one part. A heap of nothing has no move."""
        if self.heaps:
            with self.block(f"if 0 <= {part[0]} < known_below and {part[0]} < c0:"):
                self.line(f"stamps[np.int64(low[{part[0]}])] = stamp")
            otherwise = f"elif 0 <= {part[0]} < c0:"
        else:
            otherwise = f"if {self.is_inside(part)} and {self.is_legal(part)}:"
        key, why = self.fresh(), self.fresh()
        with self.block(otherwise):
            if self.misere:
                self.line("over = False")
            self.line(f"{key} = {self.key_of(part)}")
            self.line(f"{why} = take(slots, nodes, counts, stamps, {key})")
            with self.block(f"if {why} != 0:"):
                self.line(f"return {why}")
        beyond = f"{part[0]} > 0" if self.heaps else f"not edges and {self.is_legal(part)}"
        with self.block(f"elif {beyond}:"):
            self.line(f"return {STOPPED}")

    def is_legal(self, part: list[str]) -> str:
        """The condition that a position may be there."""
        conditions = [f"{code} >= 0" for code in part]
        for square in self.poisoned:
            same = " and ".join(f"{code} == {at}" for code, at in zip(part, square, strict=True))
            conditions.append(f"not ({same})")
        return " and ".join(conditions)

    def is_inside(self, part: list[str]) -> str:
        """The condition that it is not beyond the sides."""
        return " and ".join(f"{code} < s{i}" for i, code in enumerate(part))

    def key_of(self, part: list[str]) -> str:
        return " + ".join(f"np.int64({code}) * w{i}" for i, code in enumerate(part))

    def check_part(self, part: list[str], legal: str, total: str) -> None:
        """Of several parts: whether each may be there."""
        del total
        there = self.is_legal(part)
        if not self.heaps:
            there += f" and (not edges or ({self.is_inside(part)}))"
        with self.block(f"if not ({there}):"):
            self.line(f"{legal} = False")

    def add_part(self, part: list[str], whole: str, total: str) -> None:
        """Add its value to the xor; or put it on the stack, and the xor is not ``whole``."""
        if self.heaps:
            self.stop_if(f"{part[0]} >= c0")  # the interpreter refuses it
            with self.block(f"if {part[0]} < known_below:"):
                self.line(f"{total} ^= np.int64(low[{part[0]}])")
        else:
            self.stop_if(f"not ({self.is_inside(part)})")
        known = self.fresh()
        with self.block("else:") if self.heaps else nullcontext():
            self.line(f"{known} = meet(slots, nodes, counts, {self.key_of(part)})")
            with self.block(f"if {known} < {UNKNOWN}:"):
                self.line(f"return -{known}")
            with self.block(f"if {known} == {UNKNOWN}:"):
                self.line(f"{whole} = False")
            with self.block("else:"):
                self.line(f"{total} ^= {known}")

"""Laws of boards by the values of two heaps, one for each coordinate."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mexplore.discover.boards.patterns.heap_part import HeapPart
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.heaps.kind import Heaps
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.vocabulary import applied
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Square

COMPARED = 200  # heaps, before the formula of one coordinate is proved


@dataclass(frozen=True)
class PairOfHeaps(BoardLaw):
    """G(x, y) is made of f(x) and g(y), f and g being the values of heaps of two rules."""

    x: HeapPart
    y: HeapPart

    operation: ClassVar[str]
    """The operation that joins them (`rules.arithmetic.operations`)."""
    of_values: ClassVar[str]
    """What is made of f(x) and g(y)."""
    sign: ClassVar[str]
    """The operation in LaTeX."""

    @abstractmethod
    def joined(self, f: int, g: int) -> int:
        """What is made of two values."""

    @abstractmethod
    def written(self, f: str, g: str) -> str:
        """The same of two formulas."""

    @abstractmethod
    def closed(self, largest: int) -> range:
        """Numbers among which the operation stays, ``largest`` being one of them."""

    @property
    def whole(self) -> bool:
        """Whether both heaps have laws; otherwise the values far out are not known."""
        return self.x.form is not None and self.y.form is not None

    def formula(self) -> str | None:
        f, g = self.x.written("x"), self.y.written("y")
        return None if f is None or g is None else self.written(f, g)

    def statement(self) -> str:
        formula = self.formula()
        if formula is not None:
            return f"G(x, y) = {formula} for all x, y >= 0"
        return (
            f"G(x, y) = {self.of_values} for all x, y >= 0, where f(n) is "
            f"{self.x.words()}, and g(n) is {self.y.words()}"
        )

    def latex(self) -> str:
        f, g = self.x.written("x") or "f(x)", self.y.written("y") or "g(y)"
        return rf"G(x, y) = {_tex(f)} {self.sign} {_tex(g)} \quad\text{{for all }} x, y \ge 0"

    def values(self) -> range | None:
        forms = (self.x.form, self.y.form)
        largest = [None if form is None else form.largest_value() for form in forms]
        known = [value for value in largest if value is not None]
        return self.closed(max(known)) if len(known) == len(largest) else None

    def parameters(self) -> dict[str, Any]:
        return {"x": self.x.parameters(), "y": self.y.parameters()}

    @classmethod
    def from_parameters(cls, parameters: dict[str, Any]) -> Self:
        if set(parameters) != {"x", "y"}:
            raise ValueError("two heaps are called x and y")
        return cls(*(HeapPart.from_parameters(parameters[name]) for name in ("x", "y")))

    def value(self, square: Square) -> int:
        return self.joined(self.x.at(square[0]), self.y.at(square[1]))

    def implies(self, term: tree.Node, lows: Square) -> bool:
        """Where the formula joins one in x and one in y, each of which is proved for the heaps."""
        name, parts = applied(term) if isinstance(term, tree.Binary | tree.Call) else ("", [])
        if name != self.operation or len(parts) != 2:
            return False
        first, second = parts if "y" not in tree.names_in(parts[0]) else reversed(parts)
        sides = ((first, "x", self.x, lows[0]), (second, "y", self.y, lows[1]))
        return all(_proved(*side) for side in sides)

    def size(self) -> int:
        return 2 + self.x.size() + self.y.size()


def _proved(term: tree.Node, name: str, heap: HeapPart, low: int) -> bool:
    """Whether the formula is proved to be the value of every heap of ``low`` or more."""
    text = str(tree.substitute(term, {name: tree.Name("n")}))
    if not tree.names_in(term) <= {name} or "^" in text:  # which formulas do not have
        return False
    try:
        found = Heaps().check_conjecture(heap.rule, text, (low, low + COMPARED))
    except MexploreError:
        return False
    return bool(found.theorem) and not found.refuted


def atom(formula: str) -> str:
    """The formula in brackets, unless it needs none beside a sign."""
    plain = formula.isidentifier() or (formula.endswith(")") and formula[:4] in ("Mod(", "floo"))
    return formula if plain else f"({formula})"


def _tex(formula: str) -> str:
    """The formula within LaTeX."""
    if formula in ("f(x)", "g(y)"):
        return formula
    return formula if len(formula) == 1 else rf"\text{{{formula}}}"

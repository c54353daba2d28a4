"""Laws of boards by the values of two heaps, one for each coordinate."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from mexplore.discover.boards.patterns.heap_part import HeapPart
from mexplore.discover.boards.patterns.pattern import BoardLaw

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Square


@dataclass(frozen=True)
class PairOfHeaps(BoardLaw):
    """G(x, y) is made of f(x) and g(y), f and g being the values of heaps of two rules."""

    x: HeapPart
    y: HeapPart

    @abstractmethod
    def joined(self, f: int, g: int) -> int:
        """What is made of two values."""

    @abstractmethod
    def written(self, f: str, g: str) -> str:
        """The same of two formulas."""

    @property
    def whole(self) -> bool:
        """Whether both heaps have laws; else the values far out are not known."""
        return self.x.form is not None and self.y.form is not None

    def formula(self) -> str | None:
        f, g = self.x.written("x"), self.y.written("y")
        return None if f is None or g is None else self.written(f, g)

    def statement(self) -> str:
        formula = self.formula()
        if formula is not None:
            return f"G(x, y) = {formula} for all x, y >= 0"
        return (
            f"G(x, y) = {self.written('f(x)', 'g(y)')} for all x, y >= 0, where f(n) is "
            f"{self.x.words()}, and g(n) is {self.y.words()}"
        )

    def parameters(self) -> dict[str, Any]:
        return {"x": self.x.parameters(), "y": self.y.parameters()}

    @classmethod
    def from_parameters(cls, parameters: dict[str, Any]) -> Self:
        if set(parameters) != {"x", "y"}:
            raise ValueError("two heaps are called x and y")
        return cls(*(HeapPart.from_parameters(parameters[name]) for name in ("x", "y")))

    def value(self, square: Square) -> int:
        return self.joined(self.x.at(square[0]), self.y.at(square[1]))

    def size(self) -> int:
        return 2 + self.x.size() + self.y.size()


def atom(formula: str) -> str:
    """The formula in brackets, unless it needs none beside a sign."""
    plain = formula.isidentifier() or (formula.endswith(")") and formula[:4] in ("Mod(", "floo"))
    return formula if plain or formula in ("f(x)", "g(y)") else f"({formula})"


def tex(formula: str) -> str:
    """The formula within LaTeX."""
    if formula in ("f(x)", "g(y)"):
        return formula
    return formula if len(formula) == 1 else rf"\text{{{formula}}}"

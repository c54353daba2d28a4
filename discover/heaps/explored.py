"""The heaps that a heap can reach, and their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mexplore.rules.engine.exploring import Clock, Explored, Search
from mexplore.rules.moves.written import as_expression
from mexplore.rules.views import view

if TYPE_CHECKING:
    import numpy.typing as npt

    from mexplore.rules.rule import Rule


@view("explored")
def explored(
    rule: Rule,
    most: int | None = None,
    clock: Clock | None = None,
    low: npt.NDArray[Any] | None = None,
) -> Explored[Any]:
    """The values of heaps, as far as they are needed for those that are asked for; those of the
    heaps below the length of ``low`` are known, to a compiled search.

    >>> from mexplore.rules.notation import parse_rule
    >>> known = explored(parse_rule("n -> [n // 2, n // 3]"))
    >>> known.value(12), known.reached  # 12, 6, 4, 3, 2 and 1
    (2, 6)
    """

    def machine() -> Search | None:
        from mexplore.rules.engine.expressions.reached import reach_source
        from mexplore.rules.engine.expressions.searching import Machine

        body = as_expression(rule)
        source = None if body is None else reach_source(body, ("n",), heaps=True)
        return None if source is None else Machine(source, low=low)

    return Explored(rule.options, machine, most, clock)

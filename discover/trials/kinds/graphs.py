"""Games on graphs: the search for the values of pieces of a strip."""

from __future__ import annotations

from typing import Any

from mexplore.discover.trials.trial import Tally, Trial

BOARDS = (
    ("graph(ladder; delete uv)", 5),
    ("graph(grid(3); delete uv)", 4),
    ("graph(kings; delete N[v])", 5),
    ("graph(comb; 0.35)", 5),
)


def _boards(tally: Tally) -> None:
    from mexplore.rules.engine.search import Positions
    from mexplore.rules.graphs.game import GraphGame

    for text, stop in BOARDS:
        game = GraphGame.parse(text)
        assert game is not None
        by_definition = Positions(game.pieces.options)
        boards = [(1 << game.graphs.strip.rows * n) - 1 for n in range(stop)]
        found = [game.value_of_start(n) for n in range(stop)]
        tally.hold(text, found, list(map(by_definition.value, boards)))


def _longer_table(tally: Tally) -> None:
    """Pieces keep their values when the table that holds them is made longer."""
    import numpy as np

    from mexplore.rules.graphs.pieces_loop import enter_again, entry_of

    def empty(slots: int) -> tuple[Any, Any, Any]:
        values = np.zeros(slots, dtype=np.int8)
        return np.zeros(slots, dtype=np.int64), values, np.zeros(slots, dtype=np.int64)

    table, longer, entered = empty(32), empty(64), np.zeros(1, dtype=np.int64)
    pieces = [k * k * k + 1 for k in range(15)]
    for value, piece in enumerate(pieces):
        slot = entry_of(np.int64(piece), table, entered)
        table[1][slot], table[2][slot] = value, 1 << value
    entered[0] = 0
    enter_again(table, longer, entered)
    slots = [entry_of(np.int64(piece), longer, entered) for piece in pieces]
    tally.hold("values of pieces", longer[1][slots].tolist(), list(range(15)))
    tally.hold(
        "values that they do not have", longer[2][slots].tolist(), [1 << v for v in range(15)]
    )
    tally.hold("how many there are", [int(entered[0])], [15])


TRIALS = (
    Trial("boards with dominoes, and others", _boards),
    Trial("a longer table of pieces", _longer_table),
)

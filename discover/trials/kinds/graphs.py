"""Games on graphs: the search for the values of pieces of a strip."""

from __future__ import annotations

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


TRIALS = (Trial("boards with dominoes, and others", _boards),)

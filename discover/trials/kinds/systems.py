"""Systems of kinds of heaps: the loop that compares many pairs at a time."""

from __future__ import annotations

from mexplore.discover.trials.trial import Tally, Trial

LOOP_FROM, STOP = 60, 320
SYSTEMS = (
    "kinds R(n) -> L(n - 1) | L(n - 2); L(n) -> L(i) + L(n - 1 - i) | L(i) + L(n - 2 - i); "
    "start R(n)",
    "kinds A(n) -> A(i) + B(n - 3 - i) | B(n) | A(n - 4); B(n) -> B(i) + B(n - 2 - i); start A(n)",
    "kinds A(n) -> B(n + 2) | A(n - 5); B(n) -> A(n - 3) + B(2) | B(n - 7) if n % 3 == 1; "
    "start A(n)",
    "kinds A(n) -> A(i) for i < n; B(n) -> B(i) + A(n - 2 - i) for i % 2 == 0 | A(n - 1); "
    "start B(n)",
)


def _systems(tally: Tally) -> None:
    from mexplore.rules.systems.definition import grundy_by_definition
    from mexplore.rules.systems.reading import read_system
    from mexplore.rules.systems.values import SystemValues

    for text in SYSTEMS:
        game = read_system(text)
        assert game is not None
        values = SystemValues(game.system, cold_from=LOOP_FROM).extend(STOP)
        expected = grundy_by_definition(game.system, STOP)
        for kind, found, right in zip(game.system.kinds, values.tolist(), expected, strict=True):
            tally.hold(f"{text}, {kind.name}", found, right)


TRIALS = (Trial("systems of kinds", _systems),)

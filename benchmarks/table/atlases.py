"""Questions to an atlas of a million rows, and pages of games: made up or studied on the spot."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice
from pathlib import Path

from benchmarks.table.row import Row, Task, cpu, mexplore

ROWS = 1_000_000
GAMES = 300
STATEMENTS = (
    "period > 100000 and a == 3",
    "period % 1000 == 1 and a == 300 and b == 310",
)
SECONDS = 1.0
MILLISECONDS_A_PAGE = 20.0
"""Of one core: 50 pages a second."""


def questions() -> Iterator[Row]:
    """`atlas --where` of a million rows, the whole command, of which few rows are shown."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.sqlite"
        _fill(path)
        for statement in STATEMENTS:
            spent = mexplore("atlas", "--where", statement, "--atlas", str(path), times=3)
            task = f'atlas --where "{statement}", {ROWS} rows'
            yield Row(task, spent.seconds, "", None, SECONDS)


def _fill(path: Path) -> None:
    """Rows of sets of three numbers, with the record of one of them and other periods."""
    from mexplore.discover.surveys.atlas import Atlas
    from mexplore.discover.surveys.worker import record_of
    from mexplore.rules.notation import parse_rule

    one = record_of(parse_rule("subtract(1, 4, 9)"))
    sets = list(islice(combinations(range(1, 400), 3), ROWS))
    with Atlas.create(path) as atlas:
        atlas.keep(
            replace(one, rule=f"subtract{S}", period=i * 7919 % 100_003 + 1, preperiod=i % 11)
            for i, S in enumerate(sets)
        )
        atlas.enrol(
            "subtract",
            ((f"subtract{S}", i, {"S": [*S], "size": 3, **_named(S)}) for i, S in enumerate(sets)),
        )


def _named(numbers: tuple[int, ...]) -> dict[str, int]:
    return dict(zip("abc", numbers, strict=True))


def pages() -> Iterator[Row]:
    """The pages of games of a family, without the files that list them."""
    from mexplore.discover.study.limits import Limits
    from mexplore.discover.surveys.family import Choice
    from mexplore.discover.surveys.plan import Plan
    from mexplore.discover.surveys.reading import read_family
    from mexplore.discover.surveys.record import Row as Studied
    from mexplore.discover.surveys.record import Task as Study
    from mexplore.discover.surveys.worker import all_carried_out
    from mexplore.reports.site.building import Content

    plan = Plan.of(read_family("subtract(max=20, size<=6)", {}), Choice(sample=GAMES))
    tasks = [Study(rule, tuple(others), Limits(10.0)) for rule, others in plan.follow.items()]
    records = {one.rule: one for found in all_carried_out(tasks) for one in found}
    rows = [
        Studied("subtract", place, records[rule], member.parameters)
        for rule, (place, member) in plan.members.items()
    ]
    games = [*Content(rows, [], [], {}).games()]
    games[0].written()  # imports
    seconds = cpu(lambda: [game.written() for game in games])
    yield Row("a page of a site", 1000 * seconds / len(games), "", None, MILLISECONDS_A_PAGE, "ms")


TASKS = (Task("atlas", questions, slow=True), Task("pages", pages))
"""The names are given to choose them."""

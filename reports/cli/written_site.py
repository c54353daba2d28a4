"""``--site DIR``: a site of games, written and reported."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rules.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from discover.surveys.record import Row
    from reports.cli.options import Output
    from reports.site.building import Built


def write_site(
    rows: Sequence[Row], folder: Path, output: Output, oeis: Path | None = None
) -> Built:
    """Write the pages that have changed, and say how many, unless the answer is JSON."""
    from discover.surveys.crew import LocalCrew
    from reports.site.building import build

    if not rows:
        raise InputError("no row of the atlas is chosen, so the site would have no game")
    with output.progress() as watcher:
        built = build(rows, folder, LocalCrew(), watcher, oeis)
    if not output.as_json:
        stopped = "; stopped before the end: the same command continues" * built.interrupted
        print(
            f"{folder / 'index.html'}: {built.files} files, {built.written} of them written now, "
            f"{built.removed} taken away, in {built.seconds:.1f} s{stopped}"
        )
    return built


def site_json(built: Built, folder: Path) -> dict[str, Any]:
    """The same as JSON."""
    return {"site": {"folder": str(folder)} | asdict(built)}

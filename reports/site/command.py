"""What commands with ``--site DIR`` do: write a site of an atlas, and report it."""

from __future__ import annotations

import warnings
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from mexplore.discover.surveys.record import Row
    from mexplore.reports.site.building import Built
    from mexplore.rules.engine.grundy import Watcher


def write_site(
    atlas: Path, rows: Sequence[Row], folder: Path, watcher: Watcher, oeis: Path | None = None
) -> Built:
    """Write the pages that have changed."""
    from mexplore.discover.surveys.atlas import Atlas
    from mexplore.discover.surveys.crew import LocalCrew
    from mexplore.discover.surveys.misere import misere_records
    from mexplore.reports.site.building import build

    if not rows:
        raise InputError("no row of the atlas is chosen, so the site would have no game")
    with Atlas.read(atlas) as opened:
        others, misere = opened.representatives(rows), misere_records(opened)
        for note in opened.notes:
            warnings.warn(note, RuntimeWarning, stacklevel=2)
    return build(rows, folder, LocalCrew(), watcher, others=others, misere=misere, oeis=oeis)


def site_sentence(built: Built, folder: Path) -> str:
    """How many pages were written."""
    stopped = "; stopped before the end: the same command continues" * built.interrupted
    return (
        f"{folder / 'index.html'}: {built.files} files, {built.written} of them written now, "
        f"{built.removed} removed, in {built.seconds:.1f} s{stopped}"
    )


def site_json(built: Built, folder: Path) -> dict[str, Any]:
    """The same as JSON."""
    return {"site": {"folder": str(folder)} | asdict(built)}

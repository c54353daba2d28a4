"""The games of an atlas, to be compared with the game of a study."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from pathlib import Path

from mexplore.discover.questions.relatives import KnownGame, KnownGames
from mexplore.discover.surveys.atlas import Atlas, Outdated, default_atlas


class AtlasGames(KnownGames):
    """The rules of an atlas with what is known of them."""

    def games(self, path: Path | None) -> Iterable[KnownGame]:
        file = path or default_atlas()
        if not file.exists():
            return []
        try:
            with Atlas.read(file) as atlas:
                known = [
                    KnownGame(
                        each.rule,
                        "in the atlas",
                        each.head,
                        f"{each.law or 'no law'}: {each.status}",
                    )
                    for each in atlas.records()
                ]
                for note in atlas.notes:
                    warnings.warn(note, RuntimeWarning, stacklevel=2)
                return known
        except Outdated:
            if file != default_atlas():
                raise
            return []  # the user did not name this atlas, and its contents are not trusted

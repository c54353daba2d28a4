"""A bar of progress below lines that change in place."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rich.progress import Progress as Bar
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import RenderableType


BLANK = 1.5  # seconds; after them something is shown in any case


class NewsBar(Bar):
    """A bar of progress below lines, each cut off at the end of the row. As long as nobody has
    told of any progress, it says that there is work, and since when."""

    def __init__(self, *columns: Any, **settings: Any) -> None:
        self.lines: list[str] = []
        self.began = time.monotonic()
        super().__init__(*columns, **settings)

    def get_renderables(self) -> Iterable[RenderableType]:
        """The lines, then the bar."""
        yield from (Text(line, no_wrap=True, overflow="ellipsis") for line in self.lines)
        waited = time.monotonic() - self.began
        if not self.lines and not self.tasks and waited >= BLANK:
            yield Text(f"working, {waited:.0f} s", no_wrap=True, overflow="ellipsis")
        yield from super().get_renderables()

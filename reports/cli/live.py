"""A bar of progress below lines that change in place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rich.progress import Progress as Bar
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import RenderableType


class NewsBar(Bar):
    """A bar of progress below lines, each cut off at the end of the row."""

    def __init__(self, *columns: Any, **settings: Any) -> None:
        self.lines: list[str] = []
        super().__init__(*columns, **settings)

    def get_renderables(self) -> Iterable[RenderableType]:
        """The lines, then the bar."""
        yield from (Text(line, no_wrap=True, overflow="ellipsis") for line in self.lines)
        yield from super().get_renderables()

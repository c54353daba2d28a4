"""A small picture of the first values: a dot each, n to the right and G(n) upwards."""

from __future__ import annotations

from collections.abc import Sequence

from mexplore.reports.writers.document import Figure

WIDTH, HEIGHT, MARGIN = 600, 150, 26
MOST = 300  # values


def dots(values: Sequence[int]) -> Figure | None:
    """The picture, in the colour of the text; None without values.

    >>> "M26 124h0" in dots([0, 1]).svg, dots([]) is None
    (True, True)
    """
    shown = list(values[:MOST])
    if not shown:
        return None
    across = (WIDTH - 2 * MARGIN) / max(len(shown) - 1, 1)
    upwards = (HEIGHT - 2 * MARGIN) / max(*shown, 1)
    path = "".join(
        f"M{MARGIN + n * across:.4g} {HEIGHT - MARGIN - value * upwards:.4g}h0"
        for n, value in enumerate(shown)
    )
    last, most = len(shown) - 1, max(shown)
    label = f"The values G(n) for n = 0 to {last}, up to {most}"
    svg = (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" class="dots" role="img" aria-label="{label}">'
        f'<path d="M{MARGIN} {MARGIN - 8}V{HEIGHT - MARGIN}H{WIDTH - 8}" class="axis"/>'
        f'<path d="{path}" class="dot"/>'
        f'<text x="{MARGIN}" y="{HEIGHT - 8}">0</text>'
        f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 8}" text-anchor="end">{last}</text>'
        f'<text x="4" y="{MARGIN + 4}">{most}</text></svg>'
    )
    return Figure("", f"{label}.", svg)

"""Periods of octal games proved on a stream of values, none of which is stored."""

ADDS = {
    "discover.theorems": ("discover.windows.theorem",),
    "discover.pursuits": ("discover.windows.pursuit",),
}
"""What this wing adds to others (`rules.members`)."""

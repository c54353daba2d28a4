"""Periods of octal games proved on a stream of values, none of which is stored.

``streaming`` computes the stream, by machine code written for each game; the rest searches it for a
state that comes again, keeps checkpoints, and proves the period.
"""

ADDS = {
    "mexplore.discover.heaps.theorems": ("mexplore.discover.windows.theorem",),
    "mexplore.discover.pursuits": ("mexplore.discover.windows.pursuit",),
    "mexplore.discover.trials.kinds": ("mexplore.discover.windows.trial",),
}
"""What this wing adds to others (`rules.members`)."""

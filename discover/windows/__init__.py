"""Periods of octal games proved on a stream of values, none of which is stored.

``streaming`` computes the stream, by machine code written for each game; the rest searches it for a
state that comes again, keeps checkpoints, and proves the period.
"""

ADDS = {
    "discover.theorems": ("discover.windows.theorem",),
    "discover.pursuits": ("discover.windows.pursuit",),
    "discover.trials.kinds": ("discover.windows.trial",),
}
"""What this wing adds to others (`rules.members`)."""

"""Periods of octal games proved on a stream of values, none of which is stored.

``streaming`` computes the stream, by machine code written for each game; the rest searches it for a
state that comes again, keeps checkpoints, and proves the period.
"""

ADDS = {
    "mexplore.discover.heaps.theorems": ("mexplore.discover.windows.theorem",),
    "mexplore.discover.proof_searches": ("mexplore.discover.windows.proof_search",),
    "mexplore.discover.trials.kinds": ("mexplore.discover.windows.trial",),
}
"""What this package adds to others (`rules.members`)."""

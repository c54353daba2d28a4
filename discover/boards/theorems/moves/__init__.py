"""What theorems read off a board's rule: sets of steps that are the same at every square.

``steps`` has the sets of steps, and ``reading`` takes them from the list of options, exactly or not
at all. (As relations between a square and its options moves are read by `discover.outcomes.moves`.)
"""

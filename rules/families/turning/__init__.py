"""Games that turn coins over: a move turns coins of a set, the rightmost of them from heads to
tails. ``rule`` is the family and its notation, ``kernel`` computes its values, ``written`` writes
its moves as one expression."""

LOOKS_LIKE = r"turn\s*\("

"""How far back a stream looks, and which moves it can follow."""

DEPTH = 1 << 15
"""B: a rare value is shown excluded by a heap of at most so many tokens and another."""
MOST_REMOVED = 32
"""Tokens that a move removes."""

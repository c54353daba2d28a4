"""Laws of two-dimensional tables."""

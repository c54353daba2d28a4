"""The study of two-dimensional tables."""

"""Heaps in a line."""

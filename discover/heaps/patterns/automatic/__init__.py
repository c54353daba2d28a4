"""Automatic sequences: the law, and the search for automata from values."""

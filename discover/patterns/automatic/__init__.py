"""Automatic sequences: the law, and the automata that values suggest."""

"""Decided by automata: the theorem, and the question that automata answer about a claim."""

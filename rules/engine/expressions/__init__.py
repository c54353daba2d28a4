"""Expressions as compiled loops of 64-bit integers.

``options`` writes the source of a loop from the tree, never from the text, with ``numbers``, where
bounds show that 64 bits are enough; ``board`` the same for squares of a board;
``loops`` makes it run, with the functions of ``machine``. ``reached`` writes the source of a search
of what can be reached, from a stack in ``worklist``; ``searching`` runs it.
"""

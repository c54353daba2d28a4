"""Who wins, decided by automata that read the digits of a position.

A set of positions is given by an automaton over the digits of their coordinates in some numeration,
and moves by linear inequalities. Then it can be decided whether the set is that of the P-positions:
whether those positions are in it from which no move leads into it. ``relations`` has tuples of
numbers by name, ``deciding`` the theorem, ``learning`` guesses the automaton from a table.
"""

"""Systems of kinds of heaps: games that fall apart into heaps of finitely many kinds.

`system.py` says what a system is and which options its heaps have; `ends.py` shows that play comes
to an end; `definition.py` has the values by the definition; `game.py` is a game of which a system
is known, whether it was written as one or derived from rules about words, graphs or boards.
"""

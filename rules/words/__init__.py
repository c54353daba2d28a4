"""Games on words that fall apart: rows of cells, rings, rows with marked ends.

`rewriting.py` has the rules, which replace letters, and how words are cut; `symmetries.py` which
words are alike; `values.py` the values by the rules themselves; `weights.py` why play ends;
`deriving.py` the system of kinds of heaps that follows from the rules; `notation.py` how games are
written, and `game.py` the game.
"""

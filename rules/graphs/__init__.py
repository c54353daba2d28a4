"""Games on graphs from which vertices are deleted, on families of long graphs.

`graph.py` has graphs and their components, `deletion.py` the games, `values.py` their values by
the definition. A long graph is a strip of equal columns with a graph at each end (`strip.py`); if
moves cut it, the game is a system of kinds of heaps, which `derivation.py` finds. `families.py` has
paths, stars, combs and ladders by their names, `game.py` the notation
``graph(path; delete N[v])``.
"""

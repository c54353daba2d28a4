"""The moves of a game whose positions are tuples of numbers, as relations: linear ones, and ones
between binary digits.

``conditions`` says what a test says of linear forms (`rules.arithmetic.polynomial`). ``linear`` has
the moves of a board of any number of coordinates, and of heaps, as relations between the position
and the option, as `rules.systems.lists` reads them; ``images`` writes each with few names,
``unions`` puts together what cases have cut, and ``ranks`` shows from the relations that play ends.
"""

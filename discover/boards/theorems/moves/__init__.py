"""What theorems read off a board's rule: sets of steps that are the same at every square, and the
moves as linear relations.

``conditions`` says what a test says of linear forms (`rules.arithmetic.polynomial`), ``steps``
has the sets of steps, and ``reading`` takes them from the list of options, exactly or not at all.
``linear`` has the moves of a board of any number of coordinates as relations between the square and
the option, as `rules.systems.lists` reads them; ``images`` writes each with few names, ``unions``
puts together what cases have cut, and ``ranks`` shows from the relations that play ends.
"""

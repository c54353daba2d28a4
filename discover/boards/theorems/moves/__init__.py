"""What theorems read off a board's rule: sets of steps that are the same at every square.

``conditions`` says what a test says of linear forms (`rules.arithmetic.polynomial`), ``steps``
has the sets of steps, and ``reading`` takes them from the list of options, exactly or not at all.
"""

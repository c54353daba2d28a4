"""What theorems read off a board's rule: sets of steps that are the same at every square.

``affine`` has the linear expressions in names, ``conditions`` what a test says of them, ``steps``
the sets of steps, and ``reading`` takes them from the list of options, exactly or not at all.
"""

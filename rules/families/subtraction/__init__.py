"""Subtraction sets: remove s tokens, s in a set, finite or infinite.

``rule`` has the notation and the definition; ``finite`` and ``infinite`` the kernels, chosen by
the shape of the set. Named sets have a folder of their own, `rules.sets`.
"""

LOOKS_LIKE = r"subtract\s*\("

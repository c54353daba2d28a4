"""Intervals: leave, or remove, any number of tokens between two ends that depend on n.

``rule`` has the notation and the definition; ``kernel`` finds the mex of a window of values in
logarithmic time; ``runs`` gives the maximal runs of equal values where the ends have a normal form
(`rules.arithmetic.forms`), however long they are.
"""

LOOKS_LIKE = r"(leave|remove)\s*\("

"""Division games: floor(n/d) or ceil(n/d), d in a finite set.

``rule`` has the notation and the definition; ``runs`` the kernel, and the maximal runs of equal
values, whose number grows with the logarithm of n.
"""

LOOKS_LIKE = r"divide\s*\("

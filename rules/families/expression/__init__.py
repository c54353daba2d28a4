"""Rules written as expressions: ``n -> [n - 1, n // 2]``.

``rule`` has the notation and the definition, by the interpreter of `rules.arithmetic`;
``recognising`` finds the simpler families that a list is exactly; ``kernel`` compiles a loop for
the one list. To let more lists be recognised, add a case to ``recognising`` that holds for every
n >= 0, and a test of it against the definition.
"""

LOOKS_LIKE = r"[A-Za-z_]\w*\s*->"

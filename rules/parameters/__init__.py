"""Games with names in them: one text for infinitely many rules.

``subtract(a, b, a + b) for a >= 1, b >= a + 1`` stands for every game whose a and b satisfy the
constraints. ``constraint`` has the linear inequalities, equations and congruences between
polynomials (`rules.arithmetic.polynomial`), and their conjunctions, the cells; ``reading`` the
parser of both, which reads sums and products and nothing else; ``rule``, ``ranges`` and ``codes``
the families of rules."""

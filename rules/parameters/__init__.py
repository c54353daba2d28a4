"""Games with names in them: one text for infinitely many rules.

``subtract(a, b, a + b) for a >= 1, b >= a + 1`` stands for every game whose a and b satisfy the
constraints. ``polynomial`` has the expressions in the names, with whole coefficients, which are
added, multiplied and compared exactly; ``constraint`` the linear inequalities, equations and
congruences between them, and their conjunctions, the cells; ``reading`` the parser of both, which
reads sums and products and nothing else; ``rule`` the families of rules."""

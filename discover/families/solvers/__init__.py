"""Solvers of linear integer arithmetic, which decide the conditions of theorems.

``formulas`` writes constraints, and a list of questions about them, as SMT-LIB; ``solver`` has z3,
which decides, and cvc5, the referee, which reads the same text. `solver_named` says what to install
where one is missing: they are optional packages."""

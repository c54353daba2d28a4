"""Solvers of linear integer arithmetic, which decide the conditions of theorems.

``formulas`` writes constraints as SMT-LIB, ``script`` a list of questions about them; ``solver`` is
what every solver does, ``z3_solver`` the one that decides, ``cvc5_solver`` the referee, which reads
the same text; ``named`` has both. `solver_named` says what to install where one is
missing: they are optional packages."""

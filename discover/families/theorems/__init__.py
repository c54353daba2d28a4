"""Theorems about families of rules: statement, proof and what decides them, a file each.

``theorem`` is the base; ``digits`` the theorem about laws in digits. Its parts: ``identities`` are
decided by expanding polynomials, ``conditions`` and ``least`` by a solver of linear integer
arithmetic, for one law, whose regions ``symbols`` writes down; ``coverage`` is about the cells of
all laws; ``proving`` asks the solver; ``kept`` has all
conditions as files for other solvers."""

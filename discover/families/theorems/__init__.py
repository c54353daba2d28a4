"""Theorems about families of rules: statement, proof and what decides them.

``by_cases`` is what they have in common, with the cells of all laws; ``digits`` the theorem about
laws in digits. Its ``identities`` are decided by expanding polynomials, its ``conditions`` by a
solver, which ``proving`` asks."""

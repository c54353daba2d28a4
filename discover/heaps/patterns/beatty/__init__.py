"""Beatty sequences floor(alpha*n + beta) and Sturmian words, alpha a quadratic irrational."""

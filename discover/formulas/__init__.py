"""Closed forms as formulas: those of laws (``residues``), and short ones that occur as nim-values
(``named``). What a formula is, and its exact values, is in `rules.arithmetic`."""

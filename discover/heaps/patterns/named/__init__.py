"""Values that a short formula names: the claim, and the formulas that occur as nim-values."""

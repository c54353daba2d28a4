"""What Grundy values do: patterns, theorems, proofs, extrapolation. Imports nothing of reports."""

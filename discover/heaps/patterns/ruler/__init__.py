"""Arithmetic periods with residue classes that follow the ruler function."""

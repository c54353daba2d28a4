"""Arithmetic periods broken by the ruler function on some residue classes."""

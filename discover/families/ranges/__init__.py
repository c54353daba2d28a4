"""Families of rules whose moves are ranges: laws are proved for all members."""

"""Families of rules: games with names in them, of which laws are proved for all members."""

ADDS = {"mexplore.discover.laws_of_members": ("mexplore.discover.families.laws_of_members",)}
"""What this package adds to others (`rules.members`)."""

"""Families of rules: games with names in them, of which laws are proved for all members."""

ADDS = {
    "mexplore.discover.heaps.theorems": ("mexplore.discover.families.heap_theorem",),
    "mexplore.discover.laws_of_members": ("mexplore.discover.families.laws_of_members",),
    "mexplore.discover.proof_searches": ("mexplore.discover.families.heap_search",),
}
"""What this package adds to others (`rules.members`)."""

"""The grounds, a folder each: kinds of games of which laws are found and proved.

To add one, add a folder whose file ``ground.py`` has a class that subclasses
`discover.ground.Ground`; its claims stand in a folder of `discover.patterns`, its theorems in one
of `discover.theorems`.
"""

HOME = "ground"

ADDS = {"discover.laws_of_heaps": ("discover.grounds.heaps.laws",)}
"""What the grounds add to other rooms (`rules.members`)."""

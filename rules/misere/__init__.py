"""Misère play: of heaps the game, outcomes and genus by the definition; of a token on a board."""

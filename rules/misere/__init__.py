"""Misère play of heap games: the game, and outcomes and genus by the definition."""

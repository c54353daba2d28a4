"""Rules that are Python functions of the user's."""

"""Theorems about families whose moves are ranges: ``digit_values``, whose conditions are written by
``conditions`` and whose identities are in ``identities``; ``theorem`` is the base."""

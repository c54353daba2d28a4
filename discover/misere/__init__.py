"""Misère play: the kind, the study of a rule, and who loses which sums."""

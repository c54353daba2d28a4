"""Misère play: the ground, the study of a rule, and who loses which sums."""

LOOKS_LIKE = r"\s*mis[eè]re\s"

"""Tables of squares: the ground, the study of a table, and that of a line in it."""

LOOKS_LIKE = r"\s*\("

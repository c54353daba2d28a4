"""Tables of squares: the kind, the study of a table, and that of a line in it."""

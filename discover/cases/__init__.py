"""Case analyses, for people: the induction of a proof written out, one row a case."""

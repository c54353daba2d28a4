"""Rules written as expressions: the rule, what simpler families it is, its compiled loops."""

"""Division games: the rule, and its engine of runs."""

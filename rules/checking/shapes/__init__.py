"""The shapes of rules that have a checker, one file each; see `rules.checking`."""

"""What proves claims about systems of kinds: one file a theorem, found by looking."""

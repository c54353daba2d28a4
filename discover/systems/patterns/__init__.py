"""What may be claimed of the values of a system of kinds: one file a claim, found by looking."""

"""Laws of families of take-and-break codes: words whose runs have lengths in the names."""

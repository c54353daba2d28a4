"""Laws of systems of kinds of heaps: all kinds at once, each with a period of its own."""

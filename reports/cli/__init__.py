"""The command line: the program, its options, its progress, its interruptions."""

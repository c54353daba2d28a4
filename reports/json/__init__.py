"""What JSON says, as the contract of the command line has it."""

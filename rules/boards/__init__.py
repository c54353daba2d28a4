"""Boards: games of one token on squares, their tables, and the sequences in a table."""

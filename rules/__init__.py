"""What a game is, and how its Grundy values are computed.

Imports nothing of discover or reports.
"""

"""Unions: every move of several rules, in one loop."""

"""Automata that read tuples of numbers in base 2, and what they decide about laws and moves.

By Büchi (1960) every sentence about addition, order and base-2 digits of natural numbers can be
decided: the tuples that satisfy a formula are those that a finite automaton accepts, read least
significant digit first, one track a number. The bitwise xor is one more such relation, so that 'F
is the Grundy function of this rule' is a sentence of that kind for many F and many rules.
"""

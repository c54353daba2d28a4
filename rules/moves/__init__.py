"""The moves of a rule as a whole: what some families say of all heaps, or of a huge one, at once.

``relations`` are conditions on sums, order and residues, ``pieces`` points and intervals of one
heap, ``option_sets`` sets that together hold the options of one heap, ``written`` the list of the
options as an expression, ``residue_options`` what such a list is on residue classes. The first four
are views (`rules.views`): functions of rules, with an answer for those whose family says nothing.
"""

"""What is said of a family of rules: laws with parameters, in digits.

``law`` has one law on a cell of parameters: weights, moves and carries as vectors of digits, and
the regions of digits on which the value is constant. ``splits`` rewrites a family in other
parameters so that every member occurs; ``pattern`` has the claim: a split, and laws for its cases.
``members`` are values that it is compared with; ``digits`` finds the digits of a number, and so the
value, for a member."""

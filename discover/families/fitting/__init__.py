"""Laws with parameters, guessed from members: the detector for families of rules.

A family is a rule with names in it, ``subtract(a, b, a + b) for b > a >= 1``; a *member* is what it
becomes at whole numbers. The detector computes the values of many small members and looks for a law
that all of them are instances of. Whatever it finds is a guess; `discover.families.theorems`
proves it for all members, or refutes it with a member that is looked at next.

``members`` computes values, with least preperiods and periods; ``words`` cuts those of one period
into rows and runs, for the digits that ``systems`` has; ``candidates`` makes linear forms of the
numbers of many members, and a law of them, ``carries`` the carries of its digits; ``cells`` learns
where it is true; ``phases`` finds rows that repeat up to a rotation. ``search`` leads from one case
of a split to its laws in one digit system, ``case_study`` tries the systems of a case, ``study``
the cases of a split, and in turn the splits that ``splitting`` lists. ``ranges`` and ``codes`` are
detectors of their own, of families of other kinds."""

"""A second opinion on values: every one of them confirmed from the rule, by plain numpy.

The engines that compute values are compiled. A compiler, or a processor, that is wrong
makes them wrong, and computing the values once more by the same engine repeats the error. The code
here shares nothing with them: no compiled loop, no table, no search for a mask. It does not compute
values, it is given them and says whether they are right, which numpy can do for a whole stretch of
heaps at once.

**Why that is enough.** Let v be an array of natural numbers, and let each v[n] be the mex of the
values, according to v, of the options of n. Then v[n] = G(n) for all n: the options of n consist of
smaller heaps, so if v is right below n, then v[n] is the mex that defines G(n) (induction over n).
Where v is wrong, the first n at which it is wrong is found, since everything below it is right.

``checker`` has the class of all checkers, the sets of values of options as bits, and the choice of
a checker for a rule. ``shapes`` has a checker for each shape of
rules, one a file; they are found by looking into the folder. ``spots`` confirms some of the values
that are read from a disk.
"""

ADDS = {"mexplore.rules.engine.doubt": ("mexplore.rules.checking.spots",)}

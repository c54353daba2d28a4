"""What a game is, and how its Grundy values are computed. Imports nothing of discover or reports.

At the top stands what everybody uses: ``rule`` (what a rule is, and the oracle of every test),
``views`` (what some rules show besides their options), ``notation`` (from a text to a rule),
``library`` (named games), ``errors``, ``members`` (how the files of a folder are found). The
packages:

* ``families``    one folder a family: its rule, notation and kernels; more may be added;
* ``sets``        one file a set that a rule may name; more may be added;
* ``arithmetic``  expressions and formulas: read, evaluated, brought to normal forms;
* ``parameters``  families of rules with names in them;
* ``misere``      games in which the last move loses;
* ``moves``       the moves of a rule as a whole;
* ``checking``    values confirmed from the rule by plain numpy;
* ``engine``      what the kernels of all families share; compiled loops; the store; searches;
* ``boards``      games of one token on squares;
* ``text``        numbers and files from people.
"""

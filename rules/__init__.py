"""What a game is, and how its Grundy values are computed. Imports nothing of discover or reports.

On the landing stands what everybody uses: ``rule`` (what a rule is, and the oracle of every test),
``moves`` (moves as relations), ``notation`` (from a text to a rule), ``library`` (named games),
``errors``, ``members`` (how the files of an extension folder are found). The rooms:

* ``families``   one folder a family: its rule, notation and kernels; more may be added;
* ``sets``       one file a set that a rule may name; more may be added;
* ``language``   expressions and formulas: one reader, one table of operations;
* ``computing``  what the kernels of all families share; the store; searches;
* ``boards``     games of one token on squares;
* ``text``       numbers and files from people.
"""

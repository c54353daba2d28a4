"""Systems of kinds of heaps: games that fall apart into heaps of finitely many kinds.

- `system.py` says what a system is and which options its heaps have; `ends.py` shows that play
  comes to an end; `definition.py` has the values by the definition.
- `values.py` computes values, by `loops.py` or by `sets.py`, from the numbers in `tables.py`.
- `game.py` is a game of which a system is known. `written.py` is one that is written as kinds:
  `kinds_text.py` reads it, `kind_rules.py` has its rules. `board_states.py` is a board with
  finitely many states. `reading.py` lists the notations.
- Options of both are expressions in numbers that vary. `expressions.py` and `lists.py` say what
  they are, case by case, as linear forms with facts (`facts.py`, `options.py`); `named.py` has
  names for quotients in place of cases; `patterns.py` makes schemas of these, and `deriving.py`
  the system.
"""

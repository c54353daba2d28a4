"""What a report says of a law beyond its statement, and where its runs start; a kind of law with
words, tables or drawings of its own has a file in ``kinds``."""

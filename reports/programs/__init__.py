"""Laws as programs in Python and C++; a file a kind of closed form in ``kinds``."""

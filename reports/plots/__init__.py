"""Pictures of a sequence or of a board, drawn and written; one file a kind in ``kinds``."""

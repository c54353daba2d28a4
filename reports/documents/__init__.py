"""What a document says, before anything is written."""

"""What has been computed of a sequence, and where more of it comes from."""

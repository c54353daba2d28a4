"""Values without storing them: octal games with few rare values, streamed through a window."""

"""Ways in: each parses, calls the memory, and prints."""

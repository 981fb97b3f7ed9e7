"""One order a file: its fold, its decision, the events it leads to."""

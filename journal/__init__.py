"""The append-only record of all that happened; the only source of truth."""

"""The keys of all payloads: a tree that a forgetting cuts, with a master key above it."""

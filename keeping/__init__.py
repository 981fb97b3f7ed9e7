"""Looks after a store: verifies it, backs it up, restores it, keeps its keys."""

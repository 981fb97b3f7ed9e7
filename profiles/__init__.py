"""Memories in the shapes that agents know already: a knowledge graph, and a folder of files."""

"""Doors for agents: the memory as a server of the Model Context Protocol."""

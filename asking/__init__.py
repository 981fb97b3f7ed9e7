"""Questions to a read model: what is known now, what was known then, and why."""

"""Read models in DuckDB: what the events add up to, ready to be searched."""

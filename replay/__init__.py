"""Runs the journal into read models and tells its story."""

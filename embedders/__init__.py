"""Texts in, vectors out: the models that can be used, each loaded when it is first asked."""

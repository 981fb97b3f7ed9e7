"""Shows what the memory does, on a small life that is made up."""

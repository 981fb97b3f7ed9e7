"""What a memory makes of itself while nobody asks: the phases of a dream."""

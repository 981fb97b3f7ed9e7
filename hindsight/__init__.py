"""What a ranking rested on, what moved since, and what would be otherwise: looking back."""

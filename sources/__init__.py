"""Raw bytes in, documents of short texts out."""

"""What is true whatever stores it: events, identity, lineage, decay, ranking, promotion; pure."""

"""Everything that is said, in English, Italian and Spanish."""

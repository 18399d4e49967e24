"""What users see: text, tables, machine formats, and diagnostics."""

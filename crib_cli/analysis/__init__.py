"""What to throw and what it is worth: exact figures under a stated model of the other players."""

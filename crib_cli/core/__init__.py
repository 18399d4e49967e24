"""The rules of cribbage: cards, notation, counting and the play. Pure: no I/O, no chance, no clock."""

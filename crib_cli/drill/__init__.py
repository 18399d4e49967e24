"""The drill: what to ask, how it is judged, the race, the history."""

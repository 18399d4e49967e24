"""Computer players, one strategy a file. They are handed views and never see more; ``levels`` has them by name."""

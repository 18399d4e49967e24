"""The command line: signatures and help in ``app`` and ``options``, one plain module a command."""

"""The game as pure transitions over frozen state.

``settings`` says what is played, ``state`` where a game stands, ``actions`` what can be done, ``events`` what then
happened. ``transitions`` has the doors: ``begin_game``, ``legal_actions``, ``why_not``, ``apply``; ``views`` what a
player may see. ``match`` judges a game that has ended, ``dealer`` is the only chance, ``record`` writes events as
JSON Lines and reads a game back from them.
"""

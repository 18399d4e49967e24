"""Hand lines for tests and benchmarks, drawn from a seed."""

import random
from collections.abc import Iterator

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
DECK = tuple(rank + suit for rank in RANKS for suit in "CDHS")


def plain_lines(number: int, seed: int) -> Iterator[str]:
    """Yield hands of four with a starter, as the manual writes them."""
    chance = random.Random(seed)
    for _ in range(number):
        cards = chance.sample(DECK, 5)
        yield f"{' '.join(cards[:4])} / {cards[4]}"


def mixed_lines(number: int, seed: int) -> Iterator[str]:
    """Yield hands, cribs, claims, other spellings, ranks alone, bad lines, empty lines and comments."""
    chance = random.Random(seed)
    for _ in range(number):
        cards = chance.sample(DECK, 5)
        line = f"{' '.join(cards[:4])} / {cards[4]}"
        yield chance.choice(
            (
                line,
                "crib " + line,
                f"{line} = {chance.randrange(31)}",
                f"{line} = 15-2, 15-4 and a pair is six",
                " ".join(cards),
                " ".join(cards[:4]),
                "".join(cards),
                line.lower().replace("10", "t"),
                " ".join(card[:-1] for card in cards),
                line.replace("5", "Z").replace("6", "1"),
                f"{line} {cards[0]}",
                "",
                "# a comment",
            )
        )

"""The words of a call: how people name fifteens, runs, pairs, flush and nobs, aloud or in short, in three languages."""

from typing import NamedTuple


class Phrase(NamedTuple):
    """What a phrase names: a call kind, its size in cards (0 where the phrase leaves it open), how many at once."""

    kind: str
    size: int
    times: int


FIFTEEN = Phrase("fifteen", 2, 1)

_PHRASES = {
    "fifteen/fifteens/15/quindici/quince/quinces": FIFTEEN,
    "run/runs/sequence/straight/scala/scale/escalera/escaleras/r": Phrase("run", 0, 1),
    "double run/double runs/dr/doppia scala/scala doppia/doble escalera/escalera doble": Phrase("double-run", 0, 1),
    "triple run/triple runs/tr/tripla scala/scala tripla/triple escalera/escalera triple": Phrase("triple-run", 0, 1),
    "double double run/quadruple run/ddr/qr/doppia doppia scala/doble doble escalera": Phrase(
        "double-double-run", 0, 1
    ),
    "pair/pairs/coppia/coppie/pareja/parejas/par/pares/p": Phrase("pair", 2, 1),
    "pair royal/pair royals/pairs royal/prial/three of a kind/3 of a kind/pr/tris/trio/trio de parejas"
    "/tres iguales/trio de parejas tres iguales": Phrase("pair-royal", 2, 1),
    "double pair royal/four of a kind/4 of a kind/dpr/poker/cuarteto/cuarteto de parejas/cuatro iguales"
    "/cuarteto de parejas cuatro iguales": Phrase("double-pair-royal", 2, 1),
    "flush/colore/color/f": Phrase("flush", 0, 1),
    "nobs/nob/his nobs/his nob/one for his nob/one for his nobs/1 for his nob/1 for his nobs/one for nobs/one for nob"
    "/one for the jack/1 for the jack/right jack/uno per il fante/uno por su jota/uno por la jota/uno por su sota"
    "/n": Phrase("nobs", 1, 1),
    "heels/his heels/two for his heels/2 for his heels/due per i tacchi/i tacchi/dos por sus talones"
    "/sus talones": Phrase("heels", 1, 1),
}
BY_WORDS = {tuple(words.split()): phrase for names, phrase in _PHRASES.items() for words in names.split("/")}
LONGEST = max(map(len, BY_WORDS))

PLURALS = frozenset(
    {"fifteens", "quinces", "runs", "scale", "escaleras", "pairs", "coppie", "parejas", "pares", "royals"}
)
SHORT = frozenset({"r", "dr", "tr", "ddr", "qr", "p", "f", "n"})
SHORT_PAIRS = {2: ("pair", 1), 4: ("pair", 2), 6: ("pair-royal", 1), 12: ("double-pair-royal", 1)}
"""What ``p`` with points behind it stands for."""

PAIRS_IN = {
    "pair": 1,
    "pair-royal": 3,
    "double-pair-royal": 6,
    "double-run": 1,
    "triple-run": 3,
    "double-double-run": 2,
}
RUNS_IN = {"run": 1, "double-run": 2, "triple-run": 3, "double-double-run": 4}

UNSAID = frozenset("()[]!¡\"'«»“”")
POINTS = frozenset({"p", "pt", "pts", "ptos", "point", "points", "punto", "punti", "puntos", "hole", "holes"})
FILLERS = (
    frozenset("and e ed y a an un una uno one the il la el su another otra otro then with , ; . - & s".split()) | POINTS
)
PLUS = frozenset({"plus", "+", "piu", "mas"})
OF = frozenset({"of", "da", "de", "di"})
FOR = frozenset({"for", "per", "por"})
IS = FOR | frozenset("is are makes make equals fa fanno sono son es hace hacen = : -".split())
JOINS = IS | frozenset({"/", "."})
"""What may stand between fifteen and its total: 15-2, 15/2, 15.2."""

CARDS = frozenset({"card", "cards", "carte", "cartas"})
TOTAL = frozenset({"total", "totals", "totale", "altogether"})
NOTHING = frozenset({"nothing", "niente", "nada", "nought", "nulla"})
NINETEEN = frozenset({"nineteen", "diciannove", "diecinueve"})

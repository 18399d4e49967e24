"""The error tree. An error is a stable code with parameters; the English text is here, the others in ``words``.

Every text names the offending value, where there is one its place (characters are counted from 1), and the mend.
"""

TEMPLATES = {
    # cards as text
    "card.unknown": "'{text}' at character {at}: not a card; write a rank (A 2-10 J Q K) and a suit ({suits})",
    "card.no_rank": "'{text}' at character {at}: no rank '{rank}'; write {hint}",
    "card.one": "'{text}' at character {at}: no rank '1'; write A for an ace, 10 for a ten",
    "card.ten": "'{text}' at character {at}: no rank '{rank}'; for a ten write 10 or T",
    "card.no_suit": "'{text}' at character {at}: no suit '{suit}'; write {suits}",
    "card.zero_glued": "'{text}' at character {at}: a lone 0; for a ten write 10 or T",
    "card.two_readings": "'{text}' at character {at}: R can be Reina or Rey; write Q or K",
    "card.other_pack": "'{text}' at character {at}: that is the 40-card Spanish pack; write jack, queen and king as J, Q and K, the suits as {suits}",
    "card.foreign": "'{text}' at character {at}: {name}, not a sign for a card; type it anew as a rank (A 2-10 J Q K) and a suit ({suits})",
    "card.joker": "'{text}' at character {at}: a joker is not in the pack; leave it out",
    "card.knight": "'{text}' at character {at}: a knight is not in the pack of 52; leave it out or write J, Q or K",
    "card.back": "'{text}' at character {at}: the back of a card; give its face",
    "card.trump": "'{text}' at character {at}: a tarot card is not in the pack of 52; leave it out",
    "card.mojibake": "'{text}' at character {at}: a suit sign that was decoded with the wrong character set; read the text as UTF-8 or write the suits as letters",
    "card.not_utf8": "'{text}' at character {at}: a byte that is not UTF-8; read the text as UTF-8 or write the suits as letters",
    "card.lone_suit": "'{text}' at character {at}: a suit without a rank; write the rank before it",
    "card.some_suits": "'{text}' at character {at}: no suit, where other cards have one; give every card a suit, or none",
    "card.twice": "'{text}' at character {at}: {card} is there already, at character {before}; each card is in the pack once",
    "card.fifth": "'{text}' at character {at}: a fifth {rank}; the pack has four of a rank",
    "card.other_letters": "(every card reads with --cards {other_letters})",
    # hands
    "hand.empty": "no cards; write them like {example}",
    "hand.size": "number of cards in '{text}': {given}; a hand of the {variant} game is {wanted}, or {wanted} and a starter",
    "hand.crib_size": "number of cards in '{text}': {given}; a crib is {wanted}, or {wanted} and a starter",
    "hand.marked_size": "number of cards before the starter in '{text}': {given}; a hand of the {variant} game is {wanted}",
    "hand.crib_marked_size": "number of cards before the starter in '{text}': {given}; a crib is {wanted}",
    "hand.mark": "'{text}' at character {at}: the starter is one card at the end; write it once, like {example}",
    "hand.bracket": "'{text}' at character {at}: a bracket without its fellow; close it or leave it out",
    "hand.line_long": "the line is longer than {limit} bytes; shorten it",
    # claims
    "claim.empty": "nothing after '='; write the points, like = 12, or the call",
    "claim.unknown": "'{text}' at character {at} of the claim: not points and not a call; write 12, or like 15-2, 15-4, and a run of three is 7",
    "claim.big": "'{text}' at character {at} of the claim: too large a number for a hand of cribbage; write the points claimed",
    "claim.not_there": "'{text}': {reason}; name what was missed, or no",
    "claim.not_missed": "{points} cannot have been missed: with the {claimed} claimed that is {total}, which no such hand counts; name what was missed, or no",
    "claim.two": "two claims, {option} and = {line}; give one",
    # rules
    "rules.no_variant": "no variant '{text}'; the variants are {known}",
    "rules.players": "the {variant} game is not for {players} players; it is for {known}",
    "rules.no_crib": "the {variant} game has no crib; count it as a hand",
    # the play
    "play.over": "the play is over; nothing can be played or said",
    "play.above": "would make {count}, above 31; a card up to {most} can be played",
    "play.go_at_lead": "player {player} leads and says no go; play a card",
    "play.go_too_low": "every card fits at {count}, so player {player} says no go; play a card",
    "play.too_many": "'{text}' at character {at}: all {dealt} cards are played; --cards-each says how many each is dealt",
    "play.ended": "'{text}' at character {at}: this play ends with its first series; --play-out goes on to the last card",
    "play.ended_above": "'{text}' at character {at}: would make {makes}, above 31, and this play ends with its first series; a card up to {most} or a go can follow (--play-out goes on to the last card)",
    "play.no_go_lead": "'{text}' at character {at}: player {player} leads and says no go; any card can be played",
    "play.no_go_low": "'{text}' at character {at}: player {player} says no go at {count}, where every card fits; any card can be played",
    "play.could_play": "'{text}' at character {at}: player {player} says go at {count} but holds {card} (character {later}), which makes {makes}; a card up to {most} must be played",
    "play.could_go_on": "'{text}' at character {at}: would make {above}, above 31, and player {player} holds {card} (character {later}), which makes {makes}; a card up to {most} must be played",
    "play.no_starter": "'{text}' at character {at}: no starter in the play; leave out the sign",
    "play.hand_size": "number of cards in '{text}': {given}; player {player} still holds {wanted}",
    "play.tossed_size": "number of cards in '{text}': {given}; {wanted} are thrown here",
    "play.hand_twice": "{card} is played, held, tossed or turned up twice; each card is in the pack once",
    "play.hand_fifth": "a fifth {rank} among all the cards; the pack has four of a rank",
    "play.not_role": "it is the turn of player {player}, not of the {role}; player 1 is pone, the last player the dealer",
    "play.empty": "no cards; write the play in order, like 7H 8S 9D go",
    # the discard
    "discard.size": "number of cards in '{text}': {given}; {wanted} are dealt here (5 for three or four players and with --variant five, 7 in the seven-card game)",
    "discard.no_score": "no chance to win is known for {cards} cards and {players} players; leave --score out (it is for two players with six or five cards)",
    "discard.no_starter": "'{text}' at character {at}: no starter when cards are thrown; leave out the sign and the card",
    "discard.none": "the {variant} game tosses no cards; there is nothing to choose",
    "discard.roles": "--dealer and --pone; choose one, or neither for both",
    "store.damaged": "{path}: is damaged; install the program again",
    # the game
    "game.over": "the game is over; begin another",
    "game.not_now": "not the time for '{given}'; what comes now is '{wanted}'",
    "game.not_your_turn": "player {player} is not asked; it is the turn of player {turn}",
    "game.no_card": "no card has the number {given}; cards are numbered from 0 to 51",
    "game.card_twice": "{card} is out already; each card is in the pack once",
    "game.cut_twice": "{card} has been cut already; cut another card",
    "game.deal_hands": "number of hands dealt: {given}; deal {wanted}",
    "game.deal_size": "number of cards dealt to player {player}: {given}; deal {wanted}",
    "game.kitty_size": "number of cards from the pack to the crib: {given}; deal {wanted}",
    "game.not_held": "player {player} does not hold {card}; choose from {held}",
    "game.discard_size": "number of cards tossed: {given}; toss {wanted}",
    "game.discard_twice": "{card} is tossed twice; toss different cards",
    "game.must_play": "no go at {count}; play a card that fits: {cards}",
    "game.counted": "the program counts {worth} for player {player}, not {given}; claim {worth}",
    "game.claim_impossible": "nobody can count {given} here; impossible totals are {impossible}",
    "game.claim_range": "nobody can count {given} here; claim 0 to {highest}",
    "game.muggins_range": "muggins for {given}; name 1 to {highest} points",
    "game.target": "'{text}' as the target; give a whole number from 1 to {most}",
    "game.match": "a match of {given}; choose {known}",
    "game.no_seat": "no player {given} among {players}; players are numbered from 1",
    "game.no_seed": "the game was given no seed to shuffle from; give one",
    "game.no_review": "a hazard game is not looked over, as nobody wants points there; choose another record",
    "game.no_level": "no level '{text}'; the levels are {known}",
    # cards chosen at a prompt
    "choose.number": "'{text}': cards named: {given}; name {wanted}",
    "choose.place": "'{text}': no such place; your cards are #1 to #{held}",
    "choose.go": "'{text}' at character {at}: not a card; name cards that you hold",
    "choose.not_held": "'{text}' at character {at}: you do not hold it; your cards are {cards}",
    "choose.which": "'{text}' at character {at}: which {rank}? you hold {cards}",
    # the drill
    "drill.mode": "--mode {mode}: not for {kind}, which is answered at once; leave it out, or drill count or crib",
    "claim.no_kind": "'{text}': no combination; begin with 15, run, pair, flush or nobs, like pair 5h 5c (done ends)",
    # usage
    "usage.choice": "{option} '{text}': not known; choose {known}",
    "usage.choice_near": "{option} '{text}': not known; did you mean {near}? (choose {known})",
    "usage.no_option": "no option {text}; see {command} --help",
    "usage.no_option_near": "no option {text}; did you mean {near}?",
    "usage.option_card": "no option {text}; for a starter write / {card} or --starter {card}",
    "usage.no_command": "no command '{text}'; the commands are {known}",
    "usage.cards_first": "no command '{text}'; put the command before the cards, like crib count {text} ... (the commands are {commands})",
    "usage.no_command_near": "no command '{text}'; did you mean {near}?",
    "usage.extra": "'{text}': nothing more is expected by {command}; leave it out",
    "usage.no_value": "{option} needs a value; see {command} --help",
    "usage.takes_no_value": "{option} takes no value; write it alone",
    "usage.bad_value": "{option} '{text}': not {wanted}",
    "usage.other": "{message}; see {command} --help",
    "usage.not_with": "{option} does not go with {other}; leave one of them out",
    "usage.needs": "{option} goes with {other}; add {other}, or leave {option} out",
    "usage.needs_one": "{option} goes with one of {others}; give one of them too",
    "usage.levels": "--level names {given}, but computers at the table: {most}; name at most as many",
    "usage.open_elsewhere": "the game {path} is being played elsewhere and no other was left open; crib play begins one",
    "usage.nothing_open": "no game was left open; crib play begins one",
    "usage.score": "--score '{text}': not a score; write mine-theirs, each 0 to {most}, like 105-110",
    "usage.no_cards": "no cards given; write {example}, or - to read lines from a pipe",
    "usage.cards_and_batch": "'{text}' beside {option}: give the cards here or in the file, not both",
    "usage.two_inputs": "- and --file {file}: read from one of them",
    "usage.batch_only": "{option} goes with - or --file, where many lines are read",
    "usage.single_only": "{option} goes with one hand; in a file write it on the line, like {example}",
    # files and streams
    "store.folder": "{path}: cannot be made: {reason}; CRIB_HOME names another folder",
    "store.newer": "{path}: is of a later version of crib ({version}, this one knows {known}); install that one",
    "store.aside": "{path}: was damaged and is kept as {aside}; a new one is begun",
    "store.save_damaged": "{path}: the saved game is damaged and is kept as {aside}: {reason}",
    "store.no_record": "{path}: is there already and is no record of crib play, or is a saved game; choose another name",
    "store.record": "{path}: no record of a game that can be read: {reason}",
    "store.read": "{path}: cannot be read: {reason}",
    "store.write": "{path}: cannot be written: {reason}",
    "store.closed": "{path}: is closed; nothing can be read or written there",
    "store.system": "the system refuses: {reason}",
    "store.worker": "one of the processes of the batch was ended from outside; run it again, or with --jobs 1",
    "store.record_line": "line {line} of the record: '{text}' is no line of a game; mend or remove it",
    "store.record_start": "line {line} of the record: {text}; a record begins with its game and this one only",
    "store.record_format": "line {line} of the record: format {given}; this program reads format {known}",
    "store.record_illegal": "line {line} of the record: {reason}",
    "store.record_differs": "line {line} of the record: {given}; by the rules it is {wanted}",
}  # fmt: skip


class CribError(ValueError):
    """Anything the user can mend. ``code`` is stable, ``params`` fill its text; ``str()`` is the English text.

    >>> str(RulesError("rules.no_crib", variant="shotgun"))
    'the shotgun game has no crib; count it as a hand'
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return render(TEMPLATES, self)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.code, self.params))


def _rebuild(kind: "type[CribError]", code: str, params: dict[str, object]) -> "CribError":
    return kind(code, **params)


class CardError(CribError):
    """Text that is not a card, or not a card that can be there. ``start`` is its place, from 0."""

    @property
    def start(self) -> int:
        """Where the offending text begins, counted from 0."""
        at = self.params["at"]
        return at - 1 if isinstance(at, int) else 0


class HandError(CribError):
    """Cards that are no hand: too few, too many, or a starter mark out of place."""


class ClaimError(CribError):
    """A claim that is neither points nor a call."""


class RulesError(CribError):
    """A variant that does not exist, or something that a variant does not have."""


class IllegalActionError(CribError):
    """Something that the rules do not allow now: a card, a go."""


class UsageError(CribError):
    """Options or arguments that do not go together."""


class StoreError(CribError):
    """A file or stream that cannot be read or written."""


def render(templates: "dict[str, str]", error: CribError) -> str:
    r"""Fill an error's text from one language's templates, on one line whatever the offending text holds.

    >>> render(TEMPLATES, CardError("card.fifth", text="5\n", at=9, rank="5"))
    "'5\\n' at character 9: a fifth 5; the pack has four of a rank"
    """
    shown = {
        name: render(templates, value) if isinstance(value, CribError) else show_value(value)
        for name, value in error.params.items()
    }
    text = templates[error.code].format(**shown)
    if "other_letters" in shown:
        text += " " + templates["card.other_letters"].format(**shown)
    return text


def show_value(value: object) -> str:
    r"""Show a parameter on one line: long text is cut, control signs are escaped, lists get commas.

    >>> show_value(("six", "five")), show_value("a\x00b")
    ('six, five', 'a\\x00b')
    """
    if isinstance(value, (tuple, list)):
        return ", ".join(map(show_value, value))
    text = "".join(f"\\x{ord(sign) - 0xDC00:02x}" if "\udc80" <= sign <= "\udcff" else sign for sign in str(value))
    if len(text) > 160:
        text = text[:159] + "…"
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)

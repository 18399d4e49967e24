# fish completion for crib.
# Made by tests/tools/build_completions.py from the command tree; do not edit.

# The options of a command, one a line: names, kind and values, help. '' is before a command is named.
function __crib_options
    switch "$argv[1]"
        case ''
            echo '--version'\t'flag'\t'Show the version and exit.'
            echo '--lang'\t'words en it es'\t'Language to speak: en, it or es (also CRIB_LANG; else the locale\'s).'
            echo '--cards'\t'words en it es'\t'Letters that cards are read and written in; never follows --lang.'
            echo '--ascii'\t'flag'\t'Letters for suit signs, no box drawing (also CRIB_ASCII).'
            echo '--no-color'\t'flag'\t'No colours (also NO_COLOR).'
            echo '--plain'\t'flag'\t'Plain lines: no redraw, no cursor movement (also CRIB_PLAIN).'
            echo '--words'\t'flag'\t'Cards in words, 5 of hearts, for screen readers (also CRIB_WORDS).'
            echo '--help,-h'\t'flag'\t'Show this help and exit.'
        case 'count'
            echo '--starter'\t'cards'\t'The starter, if it is not among the cards.'
            echo '--crib'\t'flag'\t'Count it as a crib: no flush unless the starter joins it.'
            echo '--variant'\t'words six five seven shotgun'\t'The game, which sets the hand: 4, 3, 5 or 6 cards.'
            echo '--claim'\t'any'\t'Points, or a whole call, to be judged: \'15-2, 15-4, and a pair is 6\', \'15-2 15-4 p2\'.'
            echo '--format'\t'words text json tsv points'\t'What to print; the last three never change with the language.'
            echo '--file,-f'\t'file'\t'Read from a file, one a line; # begins a comment.'
            echo '--header'\t'flag'\t'Begin tsv with the column names.'
            echo '--strict'\t'flag'\t'Stop at the first bad line.'
            echo '--jobs,-j'\t'any'\t'Processes to share the lines of a batch between.'
            echo '--lang'\t'words en it es'\t'Language to speak: en, it or es (also CRIB_LANG; else the locale\'s).'
            echo '--cards'\t'words en it es'\t'Letters that cards are read and written in; never follows --lang.'
            echo '--ascii'\t'flag'\t'Letters for suit signs, no box drawing (also CRIB_ASCII).'
            echo '--no-color'\t'flag'\t'No colours (also NO_COLOR).'
            echo '--plain'\t'flag'\t'Plain lines: no redraw, no cursor movement (also CRIB_PLAIN).'
            echo '--words'\t'flag'\t'Cards in words, 5 of hearts, for screen readers (also CRIB_WORDS).'
            echo '--help,-h'\t'flag'\t'Show this help and exit.'
        case 'peg'
            echo '--players'\t'words 2 3 4'\t'How many play: 2, 3 or 4.'
            echo '--cards-each'\t'any'\t'Cards each player has.  [default: the game\'s]'
            echo '--variant'\t'words six five seven shotgun'\t'The game: it sets the cards each; in five the play is one series.'
            echo '--play-out'\t'flag'\t'In the five-card game, play on to the last card.'
            echo '--hand'\t'cards'\t'The cards you hold: which one now? It is the turn of whoever plays next.'
            echo '--role'\t'words dealer pone'\t'Your role, to be sure whose turn it is: pone leads first.'
            echo '--starter'\t'cards'\t'The starter, which nobody holds.'
            echo '--tossed'\t'cards'\t'What you threw to the crib, which nobody else holds.'
            echo '--score'\t'any'\t'Points now, mine-theirs, like 105-110: the chance to win decides; needs --starter.'
            echo '--format'\t'words text json'\t'What to print; json never changes with the language.'
            echo '--file,-f'\t'file'\t'Read from a file, one a line; # begins a comment.'
            echo '--strict'\t'flag'\t'Stop at the first bad line.'
            echo '--jobs,-j'\t'any'\t'Processes to share the lines of a batch between.'
            echo '--lang'\t'words en it es'\t'Language to speak: en, it or es (also CRIB_LANG; else the locale\'s).'
            echo '--cards'\t'words en it es'\t'Letters that cards are read and written in; never follows --lang.'
            echo '--ascii'\t'flag'\t'Letters for suit signs, no box drawing (also CRIB_ASCII).'
            echo '--no-color'\t'flag'\t'No colours (also NO_COLOR).'
            echo '--plain'\t'flag'\t'Plain lines: no redraw, no cursor movement (also CRIB_PLAIN).'
            echo '--words'\t'flag'\t'Cards in words, 5 of hearts, for screen readers (also CRIB_WORDS).'
            echo '--help,-h'\t'flag'\t'Show this help and exit.'
        case 'discard'
            echo '--dealer'\t'flag'\t'The crib is yours.'
            echo '--pone'\t'flag'\t'The crib is the dealer\'s.'
            echo '--variant'\t'words six five seven'\t'The game: six by itself, five or seven.'
            echo '--players'\t'words 2 3 4'\t'How many play; with five cards 4 unless it is said.'
            echo '--top'\t'any'\t'Show only the best N.'
            echo '--score'\t'any'\t'Points before this deal, mine-theirs, like 105-110: the chance to win decides.'
            echo '--cuts'\t'flag'\t'Show what the best choice counts with each starter.'
            echo '--explain'\t'flag'\t'Say in a sentence why the best beats the second.'
            echo '--format'\t'words text json tsv'\t'What to print; the last two never change with the language.'
            echo '--file,-f'\t'file'\t'Read from a file, one a line; # begins a comment.'
            echo '--header'\t'flag'\t'Begin tsv with the column names.'
            echo '--strict'\t'flag'\t'Stop at the first bad line.'
            echo '--jobs,-j'\t'any'\t'Processes to share the lines of a batch between.'
            echo '--lang'\t'words en it es'\t'Language to speak: en, it or es (also CRIB_LANG; else the locale\'s).'
            echo '--cards'\t'words en it es'\t'Letters that cards are read and written in; never follows --lang.'
            echo '--ascii'\t'flag'\t'Letters for suit signs, no box drawing (also CRIB_ASCII).'
            echo '--no-color'\t'flag'\t'No colours (also NO_COLOR).'
            echo '--plain'\t'flag'\t'Plain lines: no redraw, no cursor movement (also CRIB_PLAIN).'
            echo '--words'\t'flag'\t'Cards in words, 5 of hearts, for screen readers (also CRIB_WORDS).'
            echo '--help,-h'\t'flag'\t'Show this help and exit.'
        case 'drill'
            echo '--rounds'\t'any'\t'Ask so many questions; without it, a race to the target.'
            echo '--seed'\t'any'\t'Repeat a session: the same questions from the same seed.'
            echo '--mode'\t'words total items learn'\t'Points at once, combination by combination, or guided kind by kind.'
            echo '--level'\t'words 1 2 3 4 5'\t'How hard, 1 to 5.'
            echo '--feature'\t'features'\t'Practise one thing, like nobs or double-run; --feature list shows them all.'
            echo '--no-adapt'\t'flag'\t'Choose questions by seed and level alone.'
            echo '--target'\t'any'\t'Race to so many points.  [default: 121 without --rounds]'
            echo '--no-muggins'\t'flag'\t'What you miss goes to nobody.'
            echo '--strict-claims'\t'flag'\t'What you claim too many goes to the other side.'
            echo '--timed'\t'flag'\t'Show the seconds of each answer; only thinking is timed.'
            echo '--new'\t'flag'\t'Begin anew even if a drill was left open.'
            echo '--stats'\t'flag'\t'Show the history: by kind, feature and week, speed, streaks.'
            echo '--format'\t'words text json'\t'json: a summary, or the statistics, for scripts; the dialogue is on stderr.'
            echo '--lang'\t'words en it es'\t'Language to speak: en, it or es (also CRIB_LANG; else the locale\'s).'
            echo '--cards'\t'words en it es'\t'Letters that cards are read and written in; never follows --lang.'
            echo '--ascii'\t'flag'\t'Letters for suit signs, no box drawing (also CRIB_ASCII).'
            echo '--no-color'\t'flag'\t'No colours (also NO_COLOR).'
            echo '--plain'\t'flag'\t'Plain lines: no redraw, no cursor movement (also CRIB_PLAIN).'
            echo '--words'\t'flag'\t'Cards in words, 5 of hearts, for screen readers (also CRIB_WORDS).'
            echo '--help,-h'\t'flag'\t'Show this help and exit.'
        case 'play'
            echo '--variant'\t'words six five seven shotgun'\t'The game.'
            echo '--players'\t'words 2 3 4'\t'How many play: 2, 3, or 4 in partnerships.'
            echo '--hazard'\t'flag'\t'The first to the target loses, the lowest score wins (loser, lowball).'
            echo '--target'\t'any'\t'Play to so many points.  [default: 121, five-card 61]'
            echo '--match'\t'words 3 5'\t'Best of 3 or 5 games; skunks count 2, double ones 4.'
            echo '--play-out'\t'flag'\t'In the five-card game, play on to the last card.'
            echo '--muggins'\t'flag'\t'Count your own hands; missed points go to who names them.'
            echo '--count'\t'flag'\t'Count your own hands; what you miss is lost.'
            echo '--strict-claims'\t'flag'\t'Too high a claim, or a false muggins, gives its points away.'
            echo '--level'\t'levels beginner club expert'\t'Who plays: beginner, club or expert; a list goes round the seats, like expert,club.'
            echo '--seed'\t'any'\t'Every shuffle comes from it; the same seed deals the same cards.'
            echo '--delay'\t'any'\t'Seconds between the computer\'s moves on a terminal.'
            echo '--auto'\t'flag'\t'Computer against computer.'
            echo '--games'\t'any'\t'With --auto: play so many games and sum them up.'
            echo '--format'\t'words text json'\t'With --auto --games: print the summary as text or json.'
            echo '--resume'\t'flag'\t'Go on with the last game that was left open.'
            echo '--record'\t'file'\t'Write the record, JSON Lines, to a file.'
            echo '--replay'\t'file'\t'Show a recorded game step by step.'
            echo '--review'\t'file'\t'List the choices of a recorded game that cost most, and the luck of the deal.'
            echo '--lang'\t'words en it es'\t'Language to speak: en, it or es (also CRIB_LANG; else the locale\'s).'
            echo '--cards'\t'words en it es'\t'Letters that cards are read and written in; never follows --lang.'
            echo '--ascii'\t'flag'\t'Letters for suit signs, no box drawing (also CRIB_ASCII).'
            echo '--no-color'\t'flag'\t'No colours (also NO_COLOR).'
            echo '--plain'\t'flag'\t'Plain lines: no redraw, no cursor movement (also CRIB_PLAIN).'
            echo '--words'\t'flag'\t'Cards in words, 5 of hearts, for screen readers (also CRIB_WORDS).'
            echo '--help,-h'\t'flag'\t'Show this help and exit.'
    end
end

# What a command takes besides options.
function __crib_argument
    switch "$argv[1]"
        case ''
            echo 'none'
        case 'count'
            echo 'cards'
        case 'peg'
            echo 'cards go'
        case 'discard'
            echo 'cards'
        case 'drill'
            echo 'words count crib peg discard'
        case 'play'
            echo 'none'
    end
end

function __crib_commands
    echo 'count'\t'Count a hand or crib: every combination, the call, the total.'
    echo 'peg'\t'Score a play card by card: counts, points and why, goes, who leads.'
    echo 'discard'\t'Rank every way to throw, exactly: hand, crib, total, for both roles.'
    echo 'drill'\t'Practise counting: hands, cribs, the play, discards; keeps a history.'
    echo 'play'\t'Play a whole game against the computer; every variant, saved as you go.'
end

function __crib_features
    switch "$argv[1]"
        case 'count'
            printf '%s\n' zero many-fifteens five-card-fifteen double-run triple-run double-double-run run-through-pair long-run pair-royal double-pair-royal two-pairs flush flush-trap nobs nobs-trap list
        case 'crib'
            printf '%s\n' zero many-fifteens five-card-fifteen double-run triple-run double-double-run run-through-pair long-run pair-royal double-pair-royal two-pairs flush flush-trap nobs nobs-trap list
        case 'peg'
            printf '%s\n' nothing fifteen thirty-one pair pair-royal run long-run mixed-run broken-run two-at-once last list
        case 'discard'
            printf '%s\n' dealer pone pair five run flush close list
    end
end

# The cards that are not on the line yet; the letters they are written in, then the words typed.
function __crib_cards
    set -l names
    set -l suits
    set -l ten
    switch "$argv[1]"
        case 'en'
            set names AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S 5C 5D 5H 5S 6C 6D 6H 6S 7C 7D 7H 7S 8C 8D 8H 8S 9C 9D 9H 9S 10C 10D 10H 10S JC JD JH JS QC QD QH QS KC KD KH KS
            set suits C D H S
            set ten T
        case 'it'
            set names AF AQ AC AP 2F 2Q 2C 2P 3F 3Q 3C 3P 4F 4Q 4C 4P 5F 5Q 5C 5P 6F 6Q 6C 6P 7F 7Q 7C 7P 8F 8Q 8C 8P 9F 9Q 9C 9P 10F 10Q 10C 10P FF FQ FC FP DF DQ DC DP RF RQ RC RP
            set suits F Q C P
        case 'es'
            set names AT AD AC AP 2T 2D 2C 2P 3T 3D 3C 3P 4T 4D 4C 4P 5T 5D 5C 5P 6T 6D 6C 6P 7T 7D 7C 7P 8T 8D 8C 8P 9T 9D 9C 9P 10T 10D 10C 10P JT JD JC JP QT QD QC QP KT KD KC KP
            set suits T D C P
        case '*'
            return
    end
    set -l text (string upper -- "$argv[2..-1]")
    set -l signs ♣ ♦ ♥ ♠
    for i in 1 2 3 4
        set text (string replace -a -- $signs[$i] $suits[$i] $text)
    end
    for card in $names
        if string match -q -- "*$card*" $text
            continue
        end
        if set -q ten[1]; and string match -q -- '10*' $card
            and string match -q -- "*"(string replace 10 $ten $card)"*" $text
            continue
        end
        echo $card
    end
end

# The row of an option that goes by this name, among the rows given.
function __crib_find
    for row in $argv[2..-1]
        if contains -- $argv[1] (string split , -- (string split \t -- $row)[1])
            echo $row
            return 0
        end
    end
    return 1
end

# The values of an option: its row, the beginning to keep, what is typed, the letters, the kind of drill, cards typed.
function __crib_values
    set -l kind (string split ' ' -- (string split \t -- $argv[1])[2])
    set -l lead $argv[2]
    switch $kind[1]
        case words
            printf '%s\n' $lead$kind[2..-1]
        case levels
            set -l done (string match -r '^(?:.*,)?' -- "$argv[3]")
            printf '%s\n' $lead"$done"$kind[2..-1]
        case features
            set -l of $argv[5]
            test -n "$of"; or set of count
            set -l names (__crib_features $of)
            set -q names[1]; and printf '%s\n' $lead$names
        case cards
            set -l names (__crib_cards $argv[4] $argv[6..-1])
            set -q names[1]; and printf '%s\n' $lead$names
        case file
            set -l names (__fish_complete_path $argv[3])
            set -q names[1]; and printf '%s\n' $lead$names
    end
end

function __crib_complete
    set -l before (commandline -cop)
    set -l current (commandline -ct)

    # Read the line: the command, the options and the cards on it. fish shows a completion no words behind the cursor.
    set -l rows (__crib_options '')
    set -l command ''
    set -l given
    set -l typed
    set -l letters en
    set -l first ''
    set -l only ''
    set -l pending ''
    for word in $before[2..-1]
        if test -n "$pending"
            set -l row (__crib_find $pending $rows)
            string match -q -- '*'\t'cards*' $row; and set -a typed $word
            test $pending = --cards; and set letters $word
            set pending ''
        else if test -z "$only" -a "x$word" = x--
            set only 1
        else if test -z "$only"; and string match -qr -- '^-.' $word
            set -l parts (string split -m 1 = -- $word)
            set -l row (__crib_find $parts[1] $rows); or continue
            set -l fields (string split \t -- $row)
            set -a given $fields[1]
            if set -q parts[2]
                string match -q 'cards*' $fields[2]; and set -a typed $parts[2]
                test $parts[1] = --cards; and set letters $parts[2]
            else if test $fields[2] != flag
                set pending $parts[1]
            end
        else if test -z "$command"
            set command $word
            set rows (__crib_options $command)
        else
            set -a typed $word
            test -n "$first"; or set first $word
        end
    end

    if test -n "$pending"
        __crib_values (__crib_find $pending $rows) '' "$current" $letters "$first" $typed
        return
    end
    if test -z "$only"; and string match -qr -- '^--.*=' $current
        set -l parts (string split -m 1 = -- $current)
        set -l row (__crib_find $parts[1] $rows)
        and __crib_values $row "$parts[1]=" "$parts[2]" $letters "$first" $typed
        return
    end
    set -l offer_options ''
    if test -z "$only"; and string match -qr -- '^-' $current
        set offer_options 1
    else if test -z "$command"
        __crib_commands
    else
        set -l argument (string split ' ' -- (__crib_argument $command))
        switch "$argument[1]"
            case cards
                __crib_cards $letters $typed
                set -q argument[2]; and printf '%s\n' $argument[2..-1]
            case words
                if test -z "$first"
                    printf '%s\n' $argument[2..-1]
                else
                    set offer_options 1
                end
            case '*'
                set offer_options 1
        end
        test -n "$only"; and set offer_options ''
    end
    if test -n "$offer_options"
        for row in $rows
            set -l fields (string split \t -- $row)
            contains -- $fields[1] $given; and continue
            for name in (string split , -- $fields[1])
                printf '%s\t%s\n' $name $fields[3]
            end
        end
    end
end

complete -c crib -e
complete -c crib -k -f -a '(__crib_complete)'

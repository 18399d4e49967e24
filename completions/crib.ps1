# PowerShell completion for crib.
# Made by tests/tools/build_completions.py from the command tree; do not edit.

Register-ArgumentCompleter -Native -CommandName crib -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # The options of a command: names|kind and values|help. '' is before a command is named.
    $options = @{
        '' = @(
            '--version|flag|Show the version and exit.'
            '--lang|words en it es|Language to speak: en, it or es (also CRIB_LANG; else the locale''s).'
            '--cards|words en it es|Letters that cards are read and written in; never follows --lang.'
            '--ascii|flag|Letters for suit signs, no box drawing (also CRIB_ASCII).'
            '--no-color|flag|No colours (also NO_COLOR).'
            '--plain|flag|Plain lines: no redraw, no cursor movement (also CRIB_PLAIN).'
            '--words|flag|Cards in words, 5 of hearts, for screen readers (also CRIB_WORDS).'
            '--help,-h|flag|Show this help and exit.'
        )
        'count' = @(
            '--starter|cards|The starter, if it is not among the cards.'
            '--crib|flag|Count it as a crib: no flush unless the starter joins it.'
            '--variant|words six five seven shotgun|The game, which sets the hand: 4, 3, 5 or 6 cards.'
            '--claim|any|Points, or a whole call, to be judged: ''15-2, 15-4, and a pair is 6'', ''15-2 15-4 p2''.'
            '--format|words text json tsv points|What to print; the last three never change with the language.'
            '--file,-f|file|Read from a file, one a line; # begins a comment.'
            '--header|flag|Begin tsv with the column names.'
            '--strict|flag|Stop at the first bad line.'
            '--jobs,-j|any|Processes to share the lines of a batch between.'
            '--lang|words en it es|Language to speak: en, it or es (also CRIB_LANG; else the locale''s).'
            '--cards|words en it es|Letters that cards are read and written in; never follows --lang.'
            '--ascii|flag|Letters for suit signs, no box drawing (also CRIB_ASCII).'
            '--no-color|flag|No colours (also NO_COLOR).'
            '--plain|flag|Plain lines: no redraw, no cursor movement (also CRIB_PLAIN).'
            '--words|flag|Cards in words, 5 of hearts, for screen readers (also CRIB_WORDS).'
            '--help,-h|flag|Show this help and exit.'
        )
        'peg' = @(
            '--players|words 2 3 4|How many play: 2, 3 or 4.'
            '--cards-each|any|Cards each player has.  [default: the game''s]'
            '--variant|words six five seven shotgun|The game: it sets the cards each; in five the play is one series.'
            '--play-out|flag|In the five-card game, play on to the last card.'
            '--hand|cards|The cards you hold: which one now? It is the turn of whoever plays next.'
            '--role|words dealer pone|Your role, to be sure whose turn it is: pone leads first.'
            '--starter|cards|The starter, which nobody holds.'
            '--tossed|cards|What you threw to the crib, which nobody else holds.'
            '--score|any|Points now, mine-theirs, like 105-110: the chance to win decides; needs --starter.'
            '--format|words text json|What to print; json never changes with the language.'
            '--file,-f|file|Read from a file, one a line; # begins a comment.'
            '--strict|flag|Stop at the first bad line.'
            '--jobs,-j|any|Processes to share the lines of a batch between.'
            '--lang|words en it es|Language to speak: en, it or es (also CRIB_LANG; else the locale''s).'
            '--cards|words en it es|Letters that cards are read and written in; never follows --lang.'
            '--ascii|flag|Letters for suit signs, no box drawing (also CRIB_ASCII).'
            '--no-color|flag|No colours (also NO_COLOR).'
            '--plain|flag|Plain lines: no redraw, no cursor movement (also CRIB_PLAIN).'
            '--words|flag|Cards in words, 5 of hearts, for screen readers (also CRIB_WORDS).'
            '--help,-h|flag|Show this help and exit.'
        )
        'discard' = @(
            '--dealer|flag|The crib is yours.'
            '--pone|flag|The crib is the dealer''s.'
            '--variant|words six five seven|The game: six by itself, five or seven.'
            '--players|words 2 3 4|How many play; with five cards 4 unless it is said.'
            '--top|any|Show only the best N.'
            '--score|any|Points before this deal, mine-theirs, like 105-110: the chance to win decides.'
            '--cuts|flag|Show what the best choice counts with each starter.'
            '--explain|flag|Say in a sentence why the best beats the second.'
            '--format|words text json tsv|What to print; the last two never change with the language.'
            '--file,-f|file|Read from a file, one a line; # begins a comment.'
            '--header|flag|Begin tsv with the column names.'
            '--strict|flag|Stop at the first bad line.'
            '--jobs,-j|any|Processes to share the lines of a batch between.'
            '--lang|words en it es|Language to speak: en, it or es (also CRIB_LANG; else the locale''s).'
            '--cards|words en it es|Letters that cards are read and written in; never follows --lang.'
            '--ascii|flag|Letters for suit signs, no box drawing (also CRIB_ASCII).'
            '--no-color|flag|No colours (also NO_COLOR).'
            '--plain|flag|Plain lines: no redraw, no cursor movement (also CRIB_PLAIN).'
            '--words|flag|Cards in words, 5 of hearts, for screen readers (also CRIB_WORDS).'
            '--help,-h|flag|Show this help and exit.'
        )
        'drill' = @(
            '--rounds|any|Ask so many questions; without it, a race to the target.'
            '--seed|any|Repeat a session: the same questions from the same seed.'
            '--mode|words total items learn|Points at once, combination by combination, or guided kind by kind.'
            '--level|words 1 2 3 4 5|How hard, 1 to 5.'
            '--feature|features|Practise one thing, like nobs or double-run; --feature list shows them all.'
            '--no-adapt|flag|Choose questions by seed and level alone.'
            '--target|any|Race to so many points.  [default: 121 without --rounds]'
            '--no-muggins|flag|What you miss goes to nobody.'
            '--strict-claims|flag|What you claim too many goes to the other side.'
            '--timed|flag|Show the seconds of each answer; only thinking is timed.'
            '--new|flag|Begin anew even if a drill was left open.'
            '--stats|flag|Show the history: by kind, feature and week, speed, streaks.'
            '--format|words text json|json: a summary, or the statistics, for scripts; the dialogue is on stderr.'
            '--lang|words en it es|Language to speak: en, it or es (also CRIB_LANG; else the locale''s).'
            '--cards|words en it es|Letters that cards are read and written in; never follows --lang.'
            '--ascii|flag|Letters for suit signs, no box drawing (also CRIB_ASCII).'
            '--no-color|flag|No colours (also NO_COLOR).'
            '--plain|flag|Plain lines: no redraw, no cursor movement (also CRIB_PLAIN).'
            '--words|flag|Cards in words, 5 of hearts, for screen readers (also CRIB_WORDS).'
            '--help,-h|flag|Show this help and exit.'
        )
        'play' = @(
            '--variant|words six five seven shotgun|The game.'
            '--players|words 2 3 4|How many play: 2, 3, or 4 in partnerships.'
            '--hazard|flag|The first to the target loses, the lowest score wins (loser, lowball).'
            '--target|any|Play to so many points.  [default: 121, five-card 61]'
            '--match|words 3 5|Best of 3 or 5 games; skunks count 2, double ones 4.'
            '--play-out|flag|In the five-card game, play on to the last card.'
            '--muggins|flag|Count your own hands; missed points go to who names them.'
            '--count|flag|Count your own hands; what you miss is lost.'
            '--strict-claims|flag|Too high a claim, or a false muggins, gives its points away.'
            '--level|levels beginner club expert|Who plays: beginner, club or expert; a list goes round the seats, like expert,club.'
            '--seed|any|Every shuffle comes from it; the same seed deals the same cards.'
            '--delay|any|Seconds between the computer''s moves on a terminal.'
            '--auto|flag|Computer against computer.'
            '--games|any|With --auto: play so many games and sum them up.'
            '--format|words text json|With --auto --games: print the summary as text or json.'
            '--resume|flag|Go on with the last game that was left open.'
            '--record|file|Write the record, JSON Lines, to a file.'
            '--replay|file|Show a recorded game step by step.'
            '--review|file|List the choices of a recorded game that cost most, and the luck of the deal.'
            '--lang|words en it es|Language to speak: en, it or es (also CRIB_LANG; else the locale''s).'
            '--cards|words en it es|Letters that cards are read and written in; never follows --lang.'
            '--ascii|flag|Letters for suit signs, no box drawing (also CRIB_ASCII).'
            '--no-color|flag|No colours (also NO_COLOR).'
            '--plain|flag|Plain lines: no redraw, no cursor movement (also CRIB_PLAIN).'
            '--words|flag|Cards in words, 5 of hearts, for screen readers (also CRIB_WORDS).'
            '--help,-h|flag|Show this help and exit.'
        )
    }
    # What a command takes besides options.
    $arguments = @{
        '' = 'none'
        'count' = 'cards'
        'peg' = 'cards go'
        'discard' = 'cards'
        'drill' = 'words count crib peg discard'
        'play' = 'none'
    }
    $commands = @(
        'count|Count a hand or crib: every combination, the call, the total.'
        'peg|Score a play card by card: counts, points and why, goes, who leads.'
        'discard|Rank every way to throw, exactly: hand, crib, total, for both roles.'
        'drill|Practise counting: hands, cribs, the play, discards; keeps a history.'
        'play|Play a whole game against the computer; every variant, saved as you go.'
    )
    $features = @{
        'count' = 'zero many-fifteens five-card-fifteen double-run triple-run double-double-run run-through-pair long-run pair-royal double-pair-royal two-pairs flush flush-trap nobs nobs-trap list'
        'crib' = 'zero many-fifteens five-card-fifteen double-run triple-run double-double-run run-through-pair long-run pair-royal double-pair-royal two-pairs flush flush-trap nobs nobs-trap list'
        'peg' = 'nothing fifteen thirty-one pair pair-royal run long-run mixed-run broken-run two-at-once last list'
        'discard' = 'dealer pone pair five run flush close list'
    }
    $cards = @{
        'en' = 'AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S 5C 5D 5H 5S 6C 6D 6H 6S 7C 7D 7H 7S 8C 8D 8H 8S 9C 9D 9H 9S 10C 10D 10H 10S JC JD JH JS QC QD QH QS KC KD KH KS'
        'it' = 'AF AQ AC AP 2F 2Q 2C 2P 3F 3Q 3C 3P 4F 4Q 4C 4P 5F 5Q 5C 5P 6F 6Q 6C 6P 7F 7Q 7C 7P 8F 8Q 8C 8P 9F 9Q 9C 9P 10F 10Q 10C 10P FF FQ FC FP DF DQ DC DP RF RQ RC RP'
        'es' = 'AT AD AC AP 2T 2D 2C 2P 3T 3D 3C 3P 4T 4D 4C 4P 5T 5D 5C 5P 6T 6D 6C 6P 7T 7D 7C 7P 8T 8D 8C 8P 9T 9D 9C 9P 10T 10D 10C 10P JT JD JC JP QT QD QC QP KT KD KC KP'
    }
    $suits = @{
        'en' = 'CDHS'
        'it' = 'FQCP'
        'es' = 'TDCP'
    }
    $tens = @('en')

    $answer = New-Object System.Collections.ArrayList
    $current = [string]$wordToComplete

    # The names, the kind with its values and the help of the option that goes by a name; nothing if there is none.
    function Find-CribOption($name, $rows) {
        foreach ($row in $rows) {
            $fields = $row -split '\|', 3
            if (($fields[0] -split ',') -ccontains $name) { return $fields }
        }
    }

    function Add-CribAnswer($lead, $part, $text, $said, $type) {
        if ($text.StartsWith($part, [StringComparison]::OrdinalIgnoreCase)) {
            if (-not $said) { $said = $text }
            $null = $answer.Add([System.Management.Automation.CompletionResult]::new($lead + $text, $text, $type, $said))
        }
    }

    # The cards that are not on the line yet, in the letters that --cards asks for.
    function Get-CribCards($letters, $typed) {
        if (-not $cards.ContainsKey($letters)) { return }
        $text = ($typed -join ' ').ToUpperInvariant()
        for ($i = 0; $i -lt 4; $i++) {
            $text = $text.Replace([string][char](0x2663, 0x2666, 0x2665, 0x2660)[$i], [string]$suits[$letters][$i])
        }
        foreach ($card in ($cards[$letters] -split ' ')) {
            if ($text.Contains($card)) { continue }
            if (($tens -contains $letters) -and $text.Contains(($card -replace '^10', 'T'))) { continue }
            $card
        }
    }

    # Read the line: the command, the options and the cards on it, and what the word under the cursor is to be.
    $rows = $options['']
    $command = ''
    $given = @()
    $typed = @()
    $letters = 'en'
    $first = ''
    $count = 0
    $only = $false
    $onlyHere = $false
    $pending = ''
    $wanted = ''
    $reached = $false
    $elements = @($commandAst.CommandElements | Select-Object -Skip 1)
    foreach ($element in $elements) {
        $word = $element.Extent.Text.Trim("'", '"')
        $isHere = $element.Extent.StartOffset -lt $cursorPosition -and $cursorPosition -le $element.Extent.EndOffset
        if (-not $reached -and ($isHere -or $element.Extent.StartOffset -ge $cursorPosition)) {
            $wanted = $pending
            $pending = ''
            $onlyHere = $only
            $reached = $true
        }
        if ($isHere) { continue }
        if ($pending) {
            $found = @(Find-CribOption $pending $rows)
            if ($found[1] -eq 'cards') { $typed += $word }
            if ($pending -eq '--cards') { $letters = $word }
            $pending = ''
        } elseif (-not $only -and $word -eq '--') {
            $only = $true
        } elseif (-not $only -and $word -like '-?*') {
            $name, $value = $word -split '=', 2
            $found = @(Find-CribOption $name $rows)
            if (-not $found) { continue }
            $given += $found[0]
            if ($null -ne $value) {
                if ($found[1] -eq 'cards') { $typed += $value }
                if ($name -eq '--cards') { $letters = $value }
            } elseif ($found[1] -ne 'flag') {
                $pending = $name
            }
        } elseif (-not $command) {
            if ($reached) { break }
            $command = $word
            $rows = $options[$command]
        } else {
            $typed += $word
            if (-not $reached) { $count++ }
            if (-not $first) { $first = $word }
        }
    }
    if (-not $reached) {
        $wanted = $pending
        $onlyHere = $only
    }

    $option = @()
    $lead = ''
    $part = $current
    if ($wanted) {
        $option = @(Find-CribOption $wanted $rows)
    } elseif (-not $onlyHere -and $current -like '--*=*') {
        $name, $part = $current -split '=', 2
        $lead = "$name="
        $option = @(Find-CribOption $name $rows)
        if (-not $option) { return }
    }
    $offerOptions = $false
    if ($option) {
        $kind, $values = $option[1] -split ' '
        switch ($kind) {
            'features' {
                $of = if ($first) { $first } else { 'count' }
                if ($features.ContainsKey($of)) { $values = $features[$of] -split ' ' }
            }
            'cards' { $values = Get-CribCards $letters $typed }
        }
        # Nothing to offer for a file: PowerShell then offers file names itself.
        foreach ($value in $values) { Add-CribAnswer $lead $part $value '' 'ParameterValue' }
    } elseif (-not $onlyHere -and $current -like '-*') {
        $offerOptions = $true
    } elseif (-not $command) {
        foreach ($one in $commands) {
            $name, $said = $one -split '\|', 2
            Add-CribAnswer '' $part $name $said 'Command'
        }
    } elseif ($arguments.ContainsKey($command)) {
        $kind, $values = $arguments[$command] -split ' '
        if ($kind -eq 'cards') { $values = @(Get-CribCards $letters $typed) + @($values) }
        if ($kind -eq 'cards' -or ($kind -eq 'words' -and $count -eq 0)) {
            foreach ($value in $values) { if ($value) { Add-CribAnswer '' $part $value '' 'ParameterValue' } }
        } else {
            $offerOptions = -not $onlyHere
        }
    }
    if ($offerOptions) {
        foreach ($row in $rows) {
            $names, $kind, $said = $row -split '\|', 3
            if ($given -contains $names) { continue }
            foreach ($name in ($names -split ',')) { Add-CribAnswer '' $part $name $said 'ParameterName' }
        }
    }
    $answer
}

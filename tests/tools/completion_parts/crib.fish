# fish completion for crib.
# @MADE@

# The options of a command, one a line: names, kind and values, help. '' is before a command is named.
function __crib_options
    switch "$argv[1]"
@OPTIONS@
    end
end

# What a command takes besides options.
function __crib_argument
    switch "$argv[1]"
@ARGUMENTS@
    end
end

function __crib_commands
@COMMANDS@
end

function __crib_features
    switch "$argv[1]"
@FEATURES@
    end
end

# The cards that are not on the line yet; the letters they are written in, then the words typed.
function __crib_cards
    set -l names
    set -l suits
    set -l ten
    switch "$argv[1]"
@LETTERS@
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

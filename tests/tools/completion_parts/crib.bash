# bash completion for crib.
# @MADE@
# Works in bash 3.2 and newer, with or without bash-completion.

# Set table (an option a line: names, kind, values) and argument for a command; '' is before a command is named.
_crib_options() {
    case $1 in
@OPTIONS@
        *)
            argument=none
            table=()
            ;;
    esac
}

# Add the words that begin with what was typed to the answer, in any case.
_crib_offer() {
    local word
    for word in "$@"; do
        if [[ $word == "$part"* ]]; then
            COMPREPLY+=("$lead$word")
        fi
    done
}

_crib_offer_files() {
    local word
    if [[ -z $lead ]] && compopt -o default 2>/dev/null; then
        return  # readline's own file names: it knows about quotes and ~
    fi
    while IFS= read -r word; do
        COMPREPLY+=("$lead$word")
    done < <(compgen -f -- "$part")
}

# Offer the cards that are not on the line yet.
_crib_offer_cards() {
    local card text=$typed
    case $letters in
@SIGNS@
    esac
    case $letters in
@CARDS@
        *) return ;;
    esac
    for card in "$@"; do
        if [[ $text == *"$card"* ]]; then
            continue
        fi
        if [[ $card == 10* ]]; then
            case $letters in
                @TENS@) [[ $text == *"T${card#10}"* ]] && continue ;;
            esac
        fi
        _crib_offer "$card"
    done
}

_crib_offer_features() {
    case ${first:-count} in
@FEATURES@
        *) return ;;
    esac
    _crib_offer "$@"
}

_crib_offer_options() {
    local row name
    for row in "${table[@]}"; do
        row=${row%% *}
        [[ $given == *" ${row%%,*} "* ]] && continue
        for name in ${row//,/ }; do
            _crib_offer "$name"
        done
    done
}

# Find an option by any of its names: set first_name, kind and values.
_crib_find() {
    local row
    for row in "${table[@]}"; do
        if [[ ",${row%% *}," == *",$1,"* ]]; then
            first_name=${row%%[, ]*}
            row=${row#* }
            kind=${row%% *}
            values=${row#"$kind"}
            return 0
        fi
    done
    return 1
}

_crib_offer_values() {
    case $kind in
        words) _crib_offer $values ;;
        levels)
            if [[ $part == *,* ]]; then
                lead=$lead${part%,*},
                part=${part##*,}
            fi
            _crib_offer $values
            ;;
        features) _crib_offer_features ;;
        cards) _crib_offer_cards ;;
        file) _crib_offer_files ;;
    esac
}

_crib_complete() {
    local IFS=$' \t\n' words=() here=0 glue='' i word last
    local table argument given=' ' typed=' ' letters=en command='' first='' count=0 only='' scope_only=''
    local wanted='' pending='' name='' first_name='' kind='' values='' lead='' part='' current=''

    # bash takes --option=value apart at the sign; put it together again.
    for ((i = 1; i < ${#COMP_WORDS[@]}; i++)); do
        word=${COMP_WORDS[i]}
        last=$((${#words[@]} - 1))
        if [[ $glue ]]; then
            words[last]+=$word
            glue=''
        elif [[ $word == '=' && $last -ge 0 && ${words[last]} == --* && $COMP_LINE == *"${words[last]}="* ]]; then
            words[last]+='='
            glue=1
        else
            words+=("$word")
        fi
        if ((i == COMP_CWORD)); then
            here=$((${#words[@]} - 1))
            current=${words[here]}
        fi
    done

    # Read the line: the command, the options and the cards on it, and what the word under the cursor is to be.
    _crib_options ''
    local before=1
    for ((i = 0; i < ${#words[@]}; i++)); do
        word=${words[i]}
        if ((i == here)); then
            wanted=$pending
            scope_only=$only
            pending=''
            before=''
        elif [[ $pending ]]; then
            _crib_find "$pending"
            [[ $kind == cards ]] && typed+="$word "
            [[ $pending == --cards ]] && letters=$word
            pending=''
        elif [[ ! $only && $word == -- ]]; then
            only=1
        elif [[ ! $only && $word == -?* ]]; then
            name=${word%%=*}
            _crib_find "$name" || continue
            given+="$first_name "
            if [[ $word == *=* ]]; then
                [[ $kind == cards ]] && typed+="${word#*=} "
                [[ $name == --cards ]] && letters=${word#*=}
            elif [[ $kind != flag ]]; then
                pending=$name
            fi
        elif [[ ! $command ]]; then
            [[ $before ]] || break
            command=$word
            _crib_options "$command"
        else
            typed+="$word "
            [[ $before ]] && count=$((count + 1))
            [[ $first ]] || first=$word
        fi
    done

    part=$current
    if [[ $wanted ]]; then
        _crib_find "$wanted" && _crib_offer_values
    elif [[ ! $scope_only && $current == --*=* ]]; then
        part=${current#*=}
        [[ $COMP_WORDBREAKS == *=* ]] || lead=${current%%=*}=
        _crib_find "${current%%=*}" && _crib_offer_values
    elif [[ ! $scope_only && $current == -* ]]; then
        _crib_offer_options
    elif [[ ! $command ]]; then
        _crib_offer @COMMANDS@
    else
        case $argument in
            cards*)
                _crib_offer_cards
                _crib_offer ${argument#cards}
                ;;
            words*) ((count)) || _crib_offer ${argument#words} ;;
        esac
        if [[ ! $current && ! $scope_only && ${#COMPREPLY[@]} -eq 0 ]]; then
            _crib_offer_options
        fi
    fi
}

_crib() {
    local match=-u
    shopt -q nocasematch && match=-s
    COMPREPLY=()
    shopt -s nocasematch
    _crib_complete
    shopt "$match" nocasematch
}

complete -o nosort -F _crib crib 2>/dev/null || complete -F _crib crib

# bash completion for crib.
# Made by tests/tools/build_completions.py from the command tree; do not edit.
# Works in bash 3.2 and newer, with or without bash-completion.

# Set table (an option a line: names, kind, values) and argument for a command; '' is before a command is named.
_crib_options() {
    case $1 in
        '')
            argument='none'
            table=(
                '--version flag'
                '--lang words en it es'
                '--cards words en it es'
                '--ascii flag'
                '--no-color flag'
                '--plain flag'
                '--words flag'
                '--help,-h flag'
            )
            ;;
        'count')
            argument='cards'
            table=(
                '--starter cards'
                '--crib flag'
                '--variant words six five seven shotgun'
                '--claim any'
                '--format words text json tsv points'
                '--file,-f file'
                '--header flag'
                '--strict flag'
                '--jobs,-j any'
                '--lang words en it es'
                '--cards words en it es'
                '--ascii flag'
                '--no-color flag'
                '--plain flag'
                '--words flag'
                '--help,-h flag'
            )
            ;;
        'peg')
            argument='cards go'
            table=(
                '--players words 2 3 4'
                '--cards-each any'
                '--variant words six five seven shotgun'
                '--play-out flag'
                '--hand cards'
                '--role words dealer pone'
                '--starter cards'
                '--tossed cards'
                '--score any'
                '--format words text json'
                '--file,-f file'
                '--strict flag'
                '--jobs,-j any'
                '--lang words en it es'
                '--cards words en it es'
                '--ascii flag'
                '--no-color flag'
                '--plain flag'
                '--words flag'
                '--help,-h flag'
            )
            ;;
        'discard')
            argument='cards'
            table=(
                '--dealer flag'
                '--pone flag'
                '--variant words six five seven'
                '--players words 2 3 4'
                '--top any'
                '--score any'
                '--cuts flag'
                '--explain flag'
                '--format words text json tsv'
                '--file,-f file'
                '--header flag'
                '--strict flag'
                '--jobs,-j any'
                '--lang words en it es'
                '--cards words en it es'
                '--ascii flag'
                '--no-color flag'
                '--plain flag'
                '--words flag'
                '--help,-h flag'
            )
            ;;
        'drill')
            argument='words count crib peg discard'
            table=(
                '--rounds any'
                '--seed any'
                '--mode words total items learn'
                '--level words 1 2 3 4 5'
                '--feature features'
                '--no-adapt flag'
                '--target any'
                '--no-muggins flag'
                '--strict-claims flag'
                '--timed flag'
                '--new flag'
                '--stats flag'
                '--format words text json'
                '--lang words en it es'
                '--cards words en it es'
                '--ascii flag'
                '--no-color flag'
                '--plain flag'
                '--words flag'
                '--help,-h flag'
            )
            ;;
        'play')
            argument='none'
            table=(
                '--variant words six five seven shotgun'
                '--players words 2 3 4'
                '--hazard flag'
                '--target any'
                '--match words 3 5'
                '--play-out flag'
                '--muggins flag'
                '--count flag'
                '--strict-claims flag'
                '--level levels beginner club expert'
                '--seed any'
                '--delay any'
                '--auto flag'
                '--games any'
                '--format words text json'
                '--resume flag'
                '--record file'
                '--replay file'
                '--review file'
                '--lang words en it es'
                '--cards words en it es'
                '--ascii flag'
                '--no-color flag'
                '--plain flag'
                '--words flag'
                '--help,-h flag'
            )
            ;;
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
        'en') text=${text//♣/C}; text=${text//♦/D}; text=${text//♥/H}; text=${text//♠/S} ;;
        'it') text=${text//♣/F}; text=${text//♦/Q}; text=${text//♥/C}; text=${text//♠/P} ;;
        'es') text=${text//♣/T}; text=${text//♦/D}; text=${text//♥/C}; text=${text//♠/P} ;;
    esac
    case $letters in
        'en') set -- AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S 5C 5D 5H 5S 6C 6D 6H 6S 7C 7D 7H 7S 8C 8D 8H 8S 9C 9D 9H 9S 10C 10D 10H 10S JC JD JH JS QC QD QH QS KC KD KH KS ;;
        'it') set -- AF AQ AC AP 2F 2Q 2C 2P 3F 3Q 3C 3P 4F 4Q 4C 4P 5F 5Q 5C 5P 6F 6Q 6C 6P 7F 7Q 7C 7P 8F 8Q 8C 8P 9F 9Q 9C 9P 10F 10Q 10C 10P FF FQ FC FP DF DQ DC DP RF RQ RC RP ;;
        'es') set -- AT AD AC AP 2T 2D 2C 2P 3T 3D 3C 3P 4T 4D 4C 4P 5T 5D 5C 5P 6T 6D 6C 6P 7T 7D 7C 7P 8T 8D 8C 8P 9T 9D 9C 9P 10T 10D 10C 10P JT JD JC JP QT QD QC QP KT KD KC KP ;;
        *) return ;;
    esac
    for card in "$@"; do
        if [[ $text == *"$card"* ]]; then
            continue
        fi
        if [[ $card == 10* ]]; then
            case $letters in
                'en') [[ $text == *"T${card#10}"* ]] && continue ;;
            esac
        fi
        _crib_offer "$card"
    done
}

_crib_offer_features() {
    case ${first:-count} in
        'count') set -- zero many-fifteens five-card-fifteen double-run triple-run double-double-run run-through-pair long-run pair-royal double-pair-royal two-pairs flush flush-trap nobs nobs-trap list ;;
        'crib') set -- zero many-fifteens five-card-fifteen double-run triple-run double-double-run run-through-pair long-run pair-royal double-pair-royal two-pairs flush flush-trap nobs nobs-trap list ;;
        'peg') set -- nothing fifteen thirty-one pair pair-royal run long-run mixed-run broken-run two-at-once last list ;;
        'discard') set -- dealer pone pair five run flush close list ;;
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
        _crib_offer count peg discard drill play
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

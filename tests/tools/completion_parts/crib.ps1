# PowerShell completion for crib.
# @MADE@

Register-ArgumentCompleter -Native -CommandName crib -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # The options of a command: names|kind and values|help. '' is before a command is named.
    $options = @{
@OPTIONS@
    }
    # What a command takes besides options.
    $arguments = @{
@ARGUMENTS@
    }
    $commands = @(
@COMMANDS@
    )
    $features = @{
@FEATURES@
    }
    $cards = @{
@CARDS@
    }
    $suits = @{
@SUITS@
    }
    $tens = @(@TENS@)

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

"""Build the catalogues that gettext reads for the words that Typer puts into help, or check them.

    python tests/tools/build_catalogs.py [--check]

The sources are the two tables here; the files are in the .mo format of GNU gettext, little end first.
"""

import argparse
import struct
import sys
from pathlib import Path

LOCALE = Path(__file__).parents[2] / "crib_cli/words/locale"
HEAD = "Content-Type: text/plain; charset=UTF-8\n"

WORDS = {
    "it": {
        "Arguments": "Argomenti",
        "Options": "Opzioni",
        "Commands": "Comandi",
        "default: {default}": "se manca: {default}",
        "[default: {}]": "[se manca: {}]",
        "required": "obbligatorio",
        "[required]": "[obbligatorio]",
        "env var: {var}": "variabile: {var}",
        "[env var: {}]": "[variabile: {}]",
        "Error": "Errore",
        "Aborted!": "Interrotto!",
        "Aborted.": "Interrotto.",
    },
    "es": {
        "Arguments": "Argumentos",
        "Options": "Opciones",
        "Commands": "Órdenes",
        "default: {default}": "por defecto: {default}",
        "[default: {}]": "[por defecto: {}]",
        "required": "obligatorio",
        "[required]": "[obligatorio]",
        "env var: {var}": "variable: {var}",
        "[env var: {}]": "[variable: {}]",
        "Error": "Error",
        "Aborted!": "¡Interrumpido!",
        "Aborted.": "Interrumpido.",
    },
}


def pack(words: dict[str, str]) -> bytes:
    """Return a catalogue: a head, two tables of lengths and places, then the texts, each ended by a zero byte."""
    pairs = sorted((key.encode(), text.encode()) for key, text in ({"": HEAD} | words).items())
    start = 28 + 16 * len(pairs)
    data = b""
    tables: list[list[int]] = [[], []]
    for side in (0, 1):
        for pair in pairs:
            tables[side] += [len(pair[side]), start + len(data)]
            data += pair[side] + b"\0"
    numbers = [0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, start, *tables[0], *tables[1]]
    return struct.pack(f"<{len(numbers)}I", *numbers) + data


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a file is not up to date")
    check = parser.parse_args().check
    stale = 0
    for lang, words in WORDS.items():
        path = LOCALE / lang / "LC_MESSAGES" / "crib.mo"
        data = pack(words)
        if check:
            if not path.exists() or path.read_bytes() != data:
                print(f"{path.name} of {lang} is not up to date; run tests/tools/build_catalogs.py")
                stale += 1
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return int(stale > 0)


if __name__ == "__main__":
    sys.exit(main())

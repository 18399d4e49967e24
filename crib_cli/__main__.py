"""The entry point: parse, do, and turn whatever goes wrong into one line and an exit code."""

import contextlib
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from crib_cli.errors import CribError, StoreError
from crib_cli.output.diagnostics import ExitCode, complain
from crib_cli.output.streams import drop_output
from crib_cli.words.catalog import Phrasebook, choose_lang, load_book


def main(argv: Sequence[str] | None = None, *, begin: Callable[[], None] | None = None) -> int:
    """Run ``crib`` with arguments (those of the process by default) and return its exit code.

    ``begin`` is called when everything is read and the command starts.
    """
    args = [_as_utf8(word) for word in (sys.argv[1:] if argv is None else argv)]
    book = load_book("en")
    try:
        try:
            book = load_book(choose_lang(_find_lang(args), os.environ))
            return _run(args, book, begin)
        finally:
            _flush()
    except CribError as error:
        if isinstance(error, StoreError):
            drop_output()
        complain("crib: " + book.explain(error))
        return ExitCode.STORE if isinstance(error, StoreError) else ExitCode.USAGE
    except BrokenPipeError:
        drop_output()
        return ExitCode.DONE
    except OSError as error:  # too many open files, no more processes: whatever no place of its own expects
        drop_output()
        complain("crib: " + book.explain(StoreError("store.system", reason=error.strerror or str(error))))
        return ExitCode.STORE
    except KeyboardInterrupt:
        complain("crib: " + book.say("interrupted"))
        return ExitCode.INTERRUPTED


def _run(args: list[str], book: Phrasebook, begin: Callable[[], None] | None) -> int:
    helps = len(args) == 0 or any(word in args for word in ("--help", "-h"))
    if helps and book.lang != "en":
        from crib_cli.cli.parser_words import translate_parser  # only where Typer's own words are read

        translate_parser(book.lang)
    import typer  # a wrong --lang needs none of it

    from crib_cli.cli.app import build_app
    from crib_cli.cli.options import first_word

    terminal = sys.stdout is not None and sys.stdout.isatty()
    boxed = terminal and not any(option in args for option in ("--ascii", "--plain", "--words"))
    rich_help = boxed and not any(os.environ.get(name) for name in ("CRIB_ASCII", "CRIB_PLAIN", "CRIB_WORDS"))
    if "--no-color" in args:
        os.environ["NO_COLOR"] = "1"  # for help, which Typer draws
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    app = build_app(book, rich_help=rich_help, only=first_word(args), translate=helps)
    try:
        action = app(args, prog_name="crib", standalone_mode=False)
    except CribError:
        raise
    except typer.Abort as error:  # Ctrl-C while it parses
        raise KeyboardInterrupt from error
    except SystemExit as error:  # Typer's way out when help meets a closed pipe
        raise BrokenPipeError from error
    except OSError as error:
        raise StoreError("store.write", path="stdout", reason=error.strerror or str(error)) from error
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        from crib_cli.cli.usage import explain_usage  # only when something is wrong

        raise explain_usage(error, args, app) from error
    if not callable(action):
        return int(action or 0)
    if begin is not None:
        begin()
    code: int = action()
    return code


def _as_utf8(word: str) -> str:
    """Read an argument's bytes as UTF-8 even where the locale knows no such letters; others stay as they are."""
    return word if word.isascii() else os.fsencode(word).decode("utf-8", "surrogateescape")


def _find_lang(args: list[str]) -> str | None:
    """Find --lang before anything is parsed, so that every error can be in the user's language."""
    found = None
    for here, word in enumerate(args):
        if word == "--":
            break
        if word.startswith("--lang="):
            found = word.partition("=")[2]
        elif word == "--lang" and here + 1 < len(args):
            found = args[here + 1]
    return found


def _flush() -> None:
    """Send out what typer or help has printed; a full disk is an error here and not at exit."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise StoreError("store.write", path="stdout", reason=error.strerror or str(error)) from error


def _hold_closed() -> None:
    """Put nothing behind each standard stream that is closed, so that no file opened later takes its number."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            with contextlib.suppress(OSError):
                os.open(os.devnull, os.O_RDWR)


def run() -> NoReturn:
    """Run ``crib`` and end the process at once.

    Until the command starts Ctrl-C just ends the process: Python can lose it, or trace it, in the middle of an import.
    Everything is written and flushed by then. Taking Python's modules down one by one would cost a fifth of the
    time that a single count takes.
    """
    import signal  # Typer reads it too

    _hold_closed()
    catch = signal.getsignal(signal.SIGINT)
    if catch is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    def begin() -> None:
        signal.signal(signal.SIGINT, catch)

    code = main(begin=begin)
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    run()

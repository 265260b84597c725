"""The players at the terminal, and the match that they begin or continue."""

from __future__ import annotations

import argparse
import errno
import hashlib
import os
import shlex
import shutil
import sys
import traceback
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from quarterdeck.bots import BOTS, Bot, bot_at_table, searches
from quarterdeck.bots.stand_in import BY_CHANCE, BY_STAND_IN, STAND_IN, choice_of
from quarterdeck.bots.uniform import Uniform
from quarterdeck.bots.warming import compile_one
from quarterdeck.cli.options import chosen_options, game_options
from quarterdeck.cli.parser import UsageError
from quarterdeck.cli.reference import load
from quarterdeck.errors import GameOptionError, QuarterdeckError, RecordError, place_of, system_words
from quarterdeck.i18n import _
from quarterdeck.lab.arena.agents import Agent, agent, agent_for, make
from quarterdeck.lab.arena.seating import seat_all
from quarterdeck.play import GAMES, Action, Game, Record, View, check_company, find
from quarterdeck.play.checks import seat_number
from quarterdeck.play.new_files import draft_of, named

# Default names of the bots; a person is called Player.
CREW = ("Grace", "Piet", "Ines", "Olivier", "Maud", "Teun")


class FileTaken(QuarterdeckError):
    """A file with the new file's name exists, or another command has changed the match's own file."""


@dataclass
class TerminalMatch:
    """A match and its players: people by seat, and for each other seat a list of bots, tried in turn until
    one does not fail; each with its name as in `bots.stand_in`.
    """

    record: Record
    people: tuple[int, ...]
    bots: dict[int, dict[str, Bot]]
    kept_in: Path | None
    resume: str  # the options that continue this match, besides its file
    # What files of this match held when they were last read or written here.
    texts: dict[Path, bytes] = field(default_factory=dict)

    def choose(self, seat: int, view: View) -> tuple[Action, str]:
        """The move of a seat's bot, or of its replacement, and who chose it: "" for the bot itself. A
        failure's cause goes to stderr.
        """
        *players, last = self.bots[seat].items()
        for by, player in players:
            try:
                return choice_of(player, view), by
            except Exception as error:
                _report_failure(error)
        by, player = last
        return choice_of(player, view), by

    def keep(self, path: Path | None = None) -> None:
        """Write the match to a file, by default its own; any other file must be new. Raises FileTaken if it
        exists, or if the own file has changed; QuarterdeckError if writing fails. The old content stays
        intact.
        """
        target = path or self.kept_in
        if target is None:
            return
        new = target != self.kept_in
        # Write through a link to its target, so that the link stays.
        real = Path(os.path.realpath(target))
        try:
            if new and target.exists():
                raise FileExistsError
            if real in self.texts and real.exists() and real.read_bytes() != self.texts[real]:
                sentence = _("{path} was changed by somebody else meanwhile and stays: name another file.")
                raise FileTaken(sentence.format(path=target))
            self.texts[real] = _write_file(self.record, real, new)
        except FileExistsError:
            raise FileTaken(_("{path} exists already: name another file.").format(path=target)) from None
        except (OSError, ValueError) as error:
            sentence = _("{path} can't be written ({reason}): name another file.")
            raise QuarterdeckError(sentence.format(path=target, reason=system_words(error))) from None

    def go_on(self, path: Path) -> str:
        """The command that continues this match from a file."""
        return f"quarterdeck play --resume {shlex.quote(str(path))}{self.resume}"


def _write_file(record: Record, path: Path, new: bool) -> bytes:
    """Write a match to a file atomically: readers find the old match or the new one. Returns the content.
    Raises FileExistsError if it must be new and exists; OSError.
    """
    if path.exists() and not os.access(path, os.W_OK):
        # Replacing a file takes no permission to write it.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    with draft_of(path) as draft:
        record.save(draft)
        text = draft.read_bytes()
        if new:
            named(draft, path)
            return text
        if path.exists():
            shutil.copymode(path, draft)
        os.replace(draft, path)
        return text


def gather(options: argparse.Namespace) -> TerminalMatch:
    """The match and the players for the options of `quarterdeck play`. Raises QuarterdeckError."""
    names = [name.strip() for name in options.bots.split(",")]
    for name in names:
        agent(name)  # A wrong name is an error even if no seat is the bot's.
    record = _resumed_record(options) if options.resume else _new_record(options)
    # Read at once: compiling the rules takes a while.
    texts = _texts_in(options.resume) if options.resume else {}
    players = record.game.players
    people = tuple((options.seat + step) % players for step in range(options.hot_seat))
    others = [seat for seat in range(players) if seat not in people]
    if options.save and options.save.exists() and options.save != options.resume:
        sentence = _("{path} exists already: name another file, or go on with it by --resume.")
        raise QuarterdeckError(sentence.format(path=options.save))
    agents = {name: agent_for(name, record.game) for name in names}
    line = seat_all(names, max(1, len(others)), agents)
    bots = {
        seat: _bots_in_turn(agents[name], _bot_seed(record, seat))
        for seat, name in zip(others, line, strict=False)
    }
    if others and any(name not in BOTS or searches(name, record.game) for name in line):
        with Progress(
            console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
        ) as progress:
            progress.add_task(_("Compiling the rules"), total=None)
            compile_one(record.game)
    company = TerminalMatch(record, people, bots, options.resume, _resume_options(options), texts)
    company.keep(options.save)
    company.kept_in = options.save or options.resume
    return company


def _texts_in(path: Path) -> dict[Path, bytes]:
    """What a match's file holds, as in `TerminalMatch.texts`; nothing if it can be read only once."""
    real = Path(os.path.realpath(path))
    try:
        return {real: real.read_bytes()} if real.is_file() else {}
    except OSError:
        return {}


def _bots_in_turn(entry: Agent, seed: str) -> dict[str, Bot]:
    """The bots of a seat: this one, and those that replace it, as in `TerminalMatch.bots`. Raises
    GameOptionError for an agent that can't be made.
    """
    player = bot_at_table(entry.name, seed) if entry.name in BOTS else make(entry, seed)
    stand_in = {} if entry.name == STAND_IN else {BY_STAND_IN: bot_at_table(STAND_IN, seed)}
    return {"": player, **stand_in, BY_CHANCE: Uniform(seed)}


def _report_failure(error: Exception) -> None:
    """Say on stderr where a bot has failed."""
    if os.environ.get("QUARTERDECK_DEBUG") == "1":
        traceback.print_exception(error)
        return
    sentence = _("A bot has failed ({place}); QUARTERDECK_DEBUG=1 shows more, cards perhaps included.")
    sys.stderr.write(sentence.format(place=f"{type(error).__name__}, {place_of(error)}") + "\n")


def _bot_seed(record: Record, seat: int) -> str:
    """A bot's own seed, derived from the deal's by a one-way hash: reproducible after a restart, but it does
    not reveal the deal.
    """
    return hashlib.sha256(f"quarterdeck terminal bots\n{record.seed}\n{seat}".encode()).hexdigest()


def _resume_options(options: argparse.Namespace) -> str:
    """The options to repeat when this match is continued, each with a space before it."""
    words = [] if options.seat == 0 else ["--seat", str(options.seat)]
    words += [] if options.hot_seat == 1 else ["--hot-seat", str(options.hot_seat)]
    words += [] if options.bots == next(iter(BOTS)) else ["--bots", shlex.quote(options.bots)]
    return "".join(" " + word for word in words)


def _resumed_record(options: argparse.Namespace) -> Record:
    """The saved match to continue. Raises QuarterdeckError."""
    if options.game is not None:
        raise UsageError(_("A saved match says which game it is: leave out GAME with --resume."))
    for name in ("table", "seed", "names", *game_options()):
        if getattr(options, name) is not None:
            sentence = _("A saved match keeps what “--{option}” would choose: leave that out with --resume.")
            raise UsageError(sentence.format(option=name.replace("_", "-")))
    record = load(options.resume)
    if record.position.over or record.ended:
        sentence = _("{path}: this match is over; see it with “quarterdeck replay”.")
        raise RecordError(sentence.format(path=options.resume))
    _check_seats(options, record.game.players)
    return record


def _new_record(options: argparse.Namespace) -> Record:
    """A new match of the chosen game. Raises QuarterdeckError."""
    if options.game is None:
        known = ", ".join(GAMES)
        raise UsageError(_("Which game? “quarterdeck play GAME” plays one of {games}.").format(games=known))
    spec = find(options.game)
    game = Game(spec.id, table=options.table, **chosen_options(options))
    _check_seats(options, game.players)
    return Record(game, options.seed, _player_names(options, game.players))


def _check_seats(options: argparse.Namespace, players: int) -> None:
    seat_number(options.seat, players)
    if options.hot_seat > players:
        sentence = _("This table has {players} seats, too few for {people} people.")
        raise GameOptionError(sentence.format(players=players, people=options.hot_seat))


def _player_names(options: argparse.Namespace, players: int) -> list[str]:
    if options.names is not None:
        chosen = [name.strip() for name in options.names.split(",")]
        return check_company(chosen, players)
    names = list(CREW[:players])
    for step in range(options.hot_seat):
        player = _("Player") if options.hot_seat == 1 else _("Player {number}").format(number=step + 1)
        names[(options.seat + step) % players] = player
    return names

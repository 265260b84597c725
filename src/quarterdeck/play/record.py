"""Match files.

A match file holds a match's options, its seed and its moves in a small text format (docs/match-files.md).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from quarterdeck.errors import IllegalAction, QuarterdeckError, RecordError, SetupError, system_words
from quarterdeck.i18n import _, short
from quarterdeck.kernel.spec import Json
from quarterdeck.play.action import Action
from quarterdeck.play.checks import file_path, seat_number, seed_text
from quarterdeck.play.game import Game, choose, commitment, fresh_seed, played_game
from quarterdeck.play.match_format import MOST_CHARACTERS, MatchText
from quarterdeck.play.position import Position
from quarterdeck.play.registry import find, versions
from quarterdeck.text_safety import legible

HEADER = "quarterdeck match 1"
NAME_LENGTH = 40
# The ways to end a match by agreement.
ENDINGS = ("draw", "abandoned")


@dataclass(frozen=True)
class Verdict:
    """The result of `Record.verify`; everything in it has been checked.

    `ended` says how the players ended the match by agreement: "draw", "abandoned", or "".
    """

    moves: int
    over: bool
    scores: tuple[int, ...]
    commitment: str
    ended: str = ""


class MatchHead(NamedTuple):
    """The head of a match: the game's id, its rules' version, its options, and a custom table and set-up."""

    game: str
    rules_version: int
    options: Mapping[str, str | int]
    table: Json | None
    setup: Json | None


def match_text(
    head: MatchHead,
    names: Sequence[str],
    seed: str,
    moves: Sequence[tuple[int, str]],
    scores: Sequence[int] | None,
    ended: str = "",
) -> str:
    """A match file's text, written without the game's rules.

    `names` are by seat, `moves` are seat and text, `scores` are None if the match isn't over, and `ended` is
    the way it was ended by agreement.
    """
    lines = [HEADER, f"game {head.game}", f"rules-version {head.rules_version}"]
    lines += [f"option {name} {value}" for name, value in head.options.items()]
    for keyword, data in (("table", head.table), ("setup", head.setup)):
        if data is not None:
            lines.append(f"{keyword} {json.dumps(data, ensure_ascii=False)}")
    lines += [f"seat {seat} {name}" for seat, name in enumerate(names)]
    lines.append(f"commitment {commitment(seed)}")
    lines += [f"move {ply} {seat} {action}" for ply, (seat, action) in enumerate(moves, 1)]
    if scores is not None:
        lines.append("scores " + " ".join(str(points) for points in scores))
    if ended:
        lines.append(f"ended {ended}")
    lines.append(f"seed {seed}")
    return "\n".join(lines) + "\n"


class Record:
    """A match: set-up, seed and moves. It can replay every position of the match.

    `names` are the players' names by seat. The seed is secret during the match; `commitment` is its published
    hash. `ended` is "draw" or "abandoned" if the players have ended the match by agreement, otherwise "".
    """

    def __init__(
        self,
        game: Game,
        seed: str | int | None = None,
        names: Sequence[str] | None = None,
        setup: Json | None = None,
    ) -> None:
        """Raises GameOptionError, RecordError, SetupError."""
        self.game = played_game(game)
        self.seed = fresh_seed() if seed is None else seed_text(seed)
        check_seed(self.seed)
        self.setup = setup
        self.names = check_names(names, game.players)
        self.moves: list[tuple[int, Action]] = []
        self.position = game.start(seed=self.seed, setup=setup)
        self.ended = ""

    def __repr__(self) -> str:
        return f"<Record of {self.game!r}, {len(self.moves)} moves>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        mine = (self.game, self.seed, self.names, self.setup, self.moves, self.ended)
        return mine == (other.game, other.seed, other.names, other.setup, other.moves, other.ended)

    @property
    def commitment(self) -> str:
        """The hash of the seed, published when the match begins: "sha256:" and 64 hexadecimal digits."""
        return commitment(self.seed)

    def append(self, seat: int, action: Action | str) -> Position:
        """Play a move; return the new position. Raises IllegalAction, SeatError or ActionTextError, which
        leave the record unchanged.
        """
        # The game's own action: another game's may have the same text, and another number.
        own = self.game.action(action.text if isinstance(action, Action) else action)
        seat = seat_number(seat, self.game.players)
        self.position = self.position.play(seat, own)
        self.moves.append((seat, own))
        return self.position

    def positions(self) -> Iterator[Position]:
        """Every position of the match, from the deal on: one more than the number of moves."""
        position = self.game.start(seed=self.seed, setup=self.setup)
        yield position
        for seat, action in self.moves:
            position = position.play(seat, action)
            yield position

    def dumps(self) -> str:
        """The match file's text. It contains every secret of the match, so share it only after the end."""
        spec = self.game.spec
        return match_text(
            MatchHead(
                spec.id, spec.rules_version, self.game.options, spec.table_json(self.game.table), self.setup
            ),
            self.names,
            self.seed,
            [(seat, action.text) for seat, action in self.moves],
            self.position.scores if self.position.over else None,
            self.ended,
        )

    def save(self, path: Path | str) -> None:
        """Write the match file in UTF-8. Raises GameOptionError for an invalid path; OSError."""
        file_path(path).write_text(self.dumps(), encoding="utf-8")

    @classmethod
    def load(cls, path: Path | str) -> Record:
        """Load a match file and replay it. Raises RecordError, which names the line of the error."""
        path = file_path(path)
        try:
            with open(path, encoding="utf-8-sig") as file:
                # Read only enough to notice that a file is too long.
                return cls.loads(file.read(MOST_CHARACTERS + 1))
        except UnicodeDecodeError:
            raise RecordError(
                _("{path} is not UTF-8 text, so it is no match file.").format(path=path)
            ) from None
        except (OSError, ValueError) as error:
            raise RecordError(
                _("{path} can't be read ({reason}).").format(path=path, reason=system_words(error))
            ) from None

    @classmethod
    def loads(cls, text: str) -> Record:
        """Parse a match file's text and replay it.

        It checks the seed against the commitment, every move against the rules, and the scores at the end.
        """
        source = MatchText(text, HEADER)
        record = _start_record(cls, source)
        for line, ply, seat, words in source.moves():
            if ply != len(record.moves) + 1:
                sentence = _(
                    "Move {wanted} is expected here, not move {found}; a move is missing or out of place."
                )
                raise RecordError(sentence.format(wanted=len(record.moves) + 1, found=ply), line)
            if not 0 <= seat < record.game.players:
                raise RecordError(_("There is no seat {seat} at this table.").format(seat=seat), line)
            try:
                record.append(seat, words)
            except IllegalAction as error:
                sentence = _("Seat {seat} can't play “{action}” here. {why}")
                raise RecordError(sentence.format(seat=seat, action=error.action, why=error), line) from None
            except QuarterdeckError as error:
                raise RecordError(str(error), line) from None
        _check_scores(record, source)
        record.ended = _agreed_end(record, source)
        return record

    def verify(self) -> Verdict:
        """Replay the match from its seed and compare with its current position.

        Raises RecordError if they differ.
        """
        last = None
        for position in self.positions():
            last = position
        if last != self.position:
            raise RecordError(_("The replay does not end where the match stands."))
        return Verdict(len(self.moves), self.position.over, self.position.scores, self.commitment, self.ended)


def ending_sentence(ended: str) -> str:
    """The sentence for a match that the players ended by agreement."""
    if ended == "draw":
        return _("The match ended in a draw by agreement.")
    return _("The match was abandoned.")


def check_seed(seed: object, line: int | None = None) -> None:
    """Check that a match file can hold this seed. Raises RecordError for this line."""
    if not isinstance(seed, str) or not seed or seed != seed.strip() or not seed.isprintable():
        raise RecordError(_("A seed is one line of printable text without spaces at its ends."), line)


def check_names(names: Sequence[object] | None, players: int) -> list[str]:
    """Check for a printable name of 1 to 40 characters for each seat. Raises RecordError."""
    if names is None:
        return [_("Seat {number}").format(number=seat + 1) for seat in range(players)]
    try:
        found = list(names)
    except TypeError:
        sentence = _("Names are a list of texts, one for each seat, not {value}.")
        raise RecordError(sentence.format(value=short(names))) from None
    if len(found) != players:
        raise RecordError(
            _("{players} players need as many names, not {count}.").format(players=players, count=len(found))
        )
    return [_check_name(name) for name in found]


def _check_name(name: object) -> str:
    if isinstance(name, str) and 1 <= len(name) <= NAME_LENGTH and name == name.strip() and legible(name):
        return name
    sentence = _("A player's name has 1 to {most} printable characters and no spaces at its ends.")
    raise RecordError(sentence.format(most=NAME_LENGTH))


def _start_record(kind: type[Record], source: MatchText) -> Record:
    """The match before its first move, from the file's head and its seed. Raises RecordError."""
    name_line, name = source.one("game")
    try:
        spec = find(name)
    except QuarterdeckError as error:
        raise RecordError(error.sentence, name_line) from None
    version_line, version = source.one("rules-version")
    versions_by_text = {str(number): number for number in versions(name)}
    if version not in versions_by_text:
        sentence = _(
            "This match was played by version {found} of the rules; this program plays version {known}."
        )
        raise RecordError(sentence.format(found=version[:20], known=spec.rules_version), version_line)
    spec = find(name, versions_by_text[version])
    table = source.optional("table")
    try:
        components = spec.read_table(source.json("table"))
    except QuarterdeckError as error:
        raise RecordError(error.sentence, table[0] if table else None) from None
    options: dict[str, Any] = {}
    for line, option, value in source.pairs("option"):
        try:
            options |= {option: choose(spec, {option: value}, components.players)[option]}
        except QuarterdeckError as error:
            raise RecordError(error.sentence, line) from None
    game = Game(spec, table=components, **options)
    seed_line, seed = source.one("seed")
    check_seed(seed, seed_line)
    commitment_line, published = source.one("commitment")
    if published != commitment(seed):
        sentence = _("The commitment is not the hash of the seed: the seed or line {line} was changed.")
        raise RecordError(sentence.format(line=commitment_line), seed_line)
    names, setup = source.names(game.players), source.json("setup")
    try:
        return kind(game, seed, names, setup)
    except SetupError as error:
        raise RecordError(error.sentence, source.one("setup")[0]) from None


def _check_scores(record: Record, source: MatchText) -> None:
    scores_line = source.optional("scores")
    scores = " ".join(str(points) for points in record.position.scores)
    if scores_line is None:
        if record.position.over:
            raise RecordError(_("The match is over, but its line with the scores is missing."))
    elif not record.position.over:
        raise RecordError(
            _("The file tells the scores, but its moves don't reach the end of the match."), scores_line[0]
        )
    elif scores_line[1] != scores:
        sentence = _("The scores don't agree with the moves, which end in {scores}.")
        raise RecordError(sentence.format(scores=scores), scores_line[0])


def _agreed_end(record: Record, source: MatchText) -> str:
    """How the players ended the match by agreement, "" if they did not. Raises RecordError."""
    ended_line = source.optional("ended")
    if ended_line is None:
        return ""
    line, how = ended_line
    if how not in ENDINGS:
        sentence = _("A match is ended by agreement as {known}, not as “{found}”.")
        raise RecordError(sentence.format(known=_(", ").join(ENDINGS), found=how[:20]), line)
    if record.position.over:
        raise RecordError(_("The moves reach the end of the match: nobody ended it by agreement."), line)
    return how

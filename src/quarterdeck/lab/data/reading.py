"""Reads a data set: as records, or as decisions in batches for a network."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.errors import QuarterdeckError, RecordError
from quarterdeck.i18n import _
from quarterdeck.kernel.record import zeros
from quarterdeck.lab.data import parquet, replay, texts
from quarterdeck.lab.data.files import TABLE, ending
from quarterdeck.lab.data.matches import Matches, deal, results
from quarterdeck.lab.data.self_play import columns
from quarterdeck.lab.env_common import ply_limit
from quarterdeck.play import Game, Record
from quarterdeck.play.checks import file_path, number

# Matches read from a Parquet file at a time if the caller sets no number.
AT_ONCE = 1000
# PyArrow's maximum count.
MOST_AT_ONCE = 2**31 - 1


class Decisions(NamedTuple):
    """Decisions of complete matches, in the order of matches and moves; n rows.

    match: int64 [n], which match of the data set, from 0.
    ply: int32 [n], how many moves came before.
    seat: int8 [n], who decided.
    observation: float32 [n, features], what that seat knew (docs/observations.md).
    legal: bool [n, actions], its legal actions.
    action: int16 [n], the id of its action.
    reward: float32 [n], its final share of the win: 1, or a part if several win, or 0.
    score: int16 [n], its final points.
    truncated: bool [n], whether the match was truncated at the ply limit; it then has no winner.
    """

    match: NDArray[np.int64]
    ply: NDArray[np.int32]
    seat: NDArray[np.int8]
    observation: NDArray[np.float32]
    legal: NDArray[np.bool_]
    action: NDArray[np.int16]
    reward: NDArray[np.float32]
    score: NDArray[np.int16]
    truncated: NDArray[np.bool_]


def load(path: Path | str) -> Iterator[Record]:
    """Yield every match of a data set in order, replayed and compared with its result.

    `path` is an output of `quarterdeck selfplay` or `quarterdeck arena --save`: a Parquet file, a file of
    matches, or a folder of match files. Raises RecordError if it is damaged, of another version or none of
    these.
    """
    path = file_path(path)
    if ending(path) != TABLE:
        yield from texts.read(path)
        return
    head, chunks = parquet.read(path, AT_ONCE)
    for matches in chunks:
        records = texts.records(head, matches)
        for row in range(len(matches.ends)):
            try:
                record = next(records)
            except (QuarterdeckError, IndexError):
                raise _bad_match_error(path, int(matches.number[row])) from None
            position = record.position
            winner_mask = sum(1 << seat for seat in position.winners)
            if position.scores != tuple(matches.scores[row].tolist()) or winner_mask != matches.winners[row]:
                raise _bad_match_error(path, int(matches.number[row]))
            yield record


def decisions(path: Path | str, matches: int = 64, max_plies: int | None = None) -> Iterator[Decisions]:
    """The decisions of a data set in order, in batches of whole matches, replayed by compiled rules.

    Decisions with a single legal action are included. A Parquet file says which matches were truncated. In
    match files, an unfinished match counts as truncated if it has `max_plies` plies, by default
    `Game.max_plies`. Raises RecordError as from `load`, and for any other unfinished match; GameOptionError
    if `matches` or `max_plies` is not a whole number from 1.
    """
    matches = number("matches", matches, 1, MOST_AT_ONCE)
    path = file_path(path)
    if ending(path) == TABLE:
        head, chunks = parquet.read(path, matches)
        ply_limit(head.game, max_plies)
        for chunk in chunks:
            yield _replay_decisions(path, head.game, chunk, deal(head.game, chunk.seeds))
        return
    numbered = enumerate(load(path))
    # Match files may differ in their options, but a batch has one game.
    for game, group in groupby(numbered, key=lambda pair: pair[1].game):
        while pairs := [pair for _count, pair in zip(range(matches), group, strict=False)]:
            records = [record for _number, record in pairs]
            chunk = columns(records, np.array([match_number for match_number, _record in pairs]))
            at_limit = chunk.plies >= ply_limit(game, max_plies)
            chunk = chunk._replace(truncated=chunk.truncated & at_limit)
            states = zeros(game.spec.state, len(records))
            for row, record in enumerate(records):
                states[row] = next(record.positions()).state
            yield _replay_decisions(path, game, chunk, states)


def _replay_decisions(path: Path, game: Game, matches: Matches, states: Any) -> Decisions:
    """Replay matches from their initial records `states` [n], which are changed. Raises RecordError for a
    match that is illegal, that ends otherwise than it says, or that is neither over nor truncated.
    """
    moves, players = len(matches.actions), game.players
    observations = np.zeros((moves, game.features), np.float32)
    legal = np.zeros((moves, game.spec.actions), np.bool_)
    recorded = replay.Moves(matches.seats, matches.actions, matches.ends)
    fault = replay.retrace(states, recorded, observations, legal, replay.in_progress(game.spec.state))
    match = np.repeat(matches.number, matches.plies)
    if fault >= 0:
        raise _bad_match_error(path, int(match[fault]))
    scores, winner_masks, over = results(game, states)
    agrees = (scores == matches.scores).all(axis=1) & (winner_masks == matches.winners)
    _check_ends(path, matches, agrees, over)
    rows = np.repeat(np.arange(len(states)), matches.plies)
    starts = np.repeat(matches.ends - matches.plies, matches.plies)
    is_winner = ((winner_masks[:, None] >> np.arange(players)) & 1).astype(np.float32)
    shares = is_winner / np.maximum(is_winner.sum(axis=1, keepdims=True), 1)
    return Decisions(
        match,
        (np.arange(moves) - starts).astype(np.int32),
        matches.seats.copy(),
        observations,
        legal,
        matches.actions.copy(),
        shares[rows, matches.seats],
        scores[rows, matches.seats],
        matches.truncated[rows],
    )


def _check_ends(path: Path, matches: Matches, agrees: NDArray[np.bool_], over: NDArray[np.bool_]) -> None:
    """Check that each match's result `agrees` with its replay, and that each is over or truncated.

    Raises RecordError.
    """
    if not agrees.all():
        raise _bad_match_error(path, int(matches.number[agrees.argmin()]))
    if (over & matches.truncated).any():
        raise _bad_match_error(path, int(matches.number[(over & matches.truncated).argmax()]))
    complete = over | matches.truncated
    if not complete.all():
        sentence = _("{path}: match {number} is not over, so nobody knows what its decisions were worth.")
        raise RecordError(sentence.format(path=path, number=int(matches.number[complete.argmin()])))


def _bad_match_error(path: Path, number: int) -> RecordError:
    sentence = _("{path} is damaged: match {number} goes against the rules or against its own result.")
    return RecordError(sentence.format(path=path, number=number))

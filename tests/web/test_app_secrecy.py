"""Whatever a seat can't see may be dealt anew without changing one byte that its browser is sent.

Each test takes a random match and a twin of it: the same public history, but at every ply the hidden cards
are dealt again from what the viewer knows, and the facts and moves that are other seats' secrets are others.
What both make the server say to the viewer has to be the same.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from quarterdeck.games.cartagena.state import Phase
from quarterdeck.kernel.events import ALL
from quarterdeck.play import Action, Game, Position, Record
from quarterdeck.tables.entry import Entry
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN
from tests.tables.tables import kinds, play, played
from tests.web.desk import JSON, Desk

SETTINGS = [("english", "off"), ("english", "on"), ("french", "double"), ("manual", "on")]
SAMPLES = 2
ACTIONS = {
    "meuterer": "show wine, show pirates, leave, leave loader, conflict 2, return salt, offer 3",
    "cartagena": "take pang, open, keep gold, keep pink 2, swap grey 3, sell pink 3, buy, rob 1, side diaz, "
    "spy 0, higher diaz, inspect A, swap, play pink 3, play grey 1, mascot",
}


def at_seat(match: Match, viewer: int | None, owner: str, plies: int) -> Match:
    """The match after so many plies, as the owner's browser has it: playing the viewer's seat, or only
    watching.
    """
    kinds = [HUMAN if seat == viewer else "random" for seat in range(match.game.players)]
    seen = Match(replace(match.row, owner=owner, kinds=kinds), [])
    return told_as(seen, match.positions[: plies + 1], match.record.moves[:plies])


def told_as(match: Match, positions: list[Position], moves: list[tuple[int, Action]]) -> Match:
    """The match with this course, whatever led to it."""
    match.positions, match.stages = positions, positions.copy()
    match.record.moves, match.record.position = moves, positions[-1]
    match.entries = [
        Entry(number, number, "move", seat, {"action": action.text, "by": "player"})
        for number, (seat, action) in enumerate(moves, 1)
    ]
    return match


def twin(match: Match, viewer: int | None) -> Match:
    """The same to the viewer, and otherwise another match."""
    dice = random.Random(f"{match.id} {viewer}")
    positions = [dealt_anew(position, viewer, dice) for position in match.positions]
    moves = [(seat, other_move(match, seat, action, viewer, dice)) for seat, action in match.record.moves]
    return told_as(Match(match.row, []), positions, moves)


def dealt_anew(position: Position, viewer: int | None, dice: random.Random) -> Position:
    world = position.view(viewer).sample(dice.random().hex())
    facts = position._facts.copy()
    for row in facts:
        if row[1] not in (ALL, viewer):
            row[3] = (row[3] + 1) % 5
    return Position(position.game, world.state, facts)


def other_move(match: Match, seat: int, action: Action, viewer: int | None, dice: random.Random) -> Action:
    """Any move that looks the same to those who may not know it."""
    if seat == viewer:
        return action
    return dice.choice(_alike(match.game)[match.game.spec.public_text(action.id)])


@cache
def _alike(game: Game) -> dict[str, list[Action]]:
    alike: dict[str, list[Action]] = {}
    for action in game.actions:
        alike.setdefault(game.spec.public_text(action.id), []).append(action)
    return alike


def said_to(browser: Desk, match: Match, viewer: int | None) -> list[bytes]:
    """Everything that the server says of a match to the browser that plays the viewer's seat."""
    browser.room.matches.show(match)
    table, ply = f"/table/{match.id}", match.version
    seat = "" if viewer is None else str(viewer)
    asked = [table, f"{table}/replay?ply={ply}", f"{table}/replay?ply={ply // 2}", f"{table}/match.qd"]
    asked += [f"{table}/preview.png", f"{table}/review"]
    said = [browser.get(path).content for path in asked]
    legal = {one.text for one in match.position.view(viewer).legal()}
    illegal = [action for action in ACTIONS[match.game.id].split(", ") if action not in legal]
    for action in illegal[ply % 3 :: 3]:
        form = {"seat": viewer or 0, "version": ply, "action": action}
        said.append(browser.post(f"{table}/act", form, **(JSON if ply % 2 else {})).content)
    with browser.listening(match, seat, "") as socket:
        said.append(socket.receive_text().encode())
    return said


@pytest.mark.parametrize(("rules", "pirates"), SETTINGS)
def test_what_a_seat_cannot_see_changes_no_byte_it_is_sent(ann: Desk, rules: str, pirates: str) -> None:
    whole = played(10_000, f"{rules} {pirates}", rules=rules, pirates=pirates)
    dice = random.Random(whole.version)
    compare(ann, whole, sorted(dice.sample(range(1, whole.version), SAMPLES)))


@pytest.mark.parametrize("players", [2, 3])
def test_what_a_seat_cannot_see_in_cartagena_changes_no_byte_it_is_sent(ann: Desk, players: int) -> None:
    names = ["Ann", "Ben", "Cleo", "Dan"][:players]
    record = Record(Game("cartagena", players=players), seed="secret", names=names)
    whole = Match.fresh(record, kinds(1, players), ann.owner)
    dice = random.Random(players)
    while not whole.over:
        seat = whole.position.to_act[0]
        play(whole, seat, whole.version, dice.choice(whole.position.legal(seat)))
    mutiny = next(ply for ply, position in enumerate(whole.positions) if position.state.phase == Phase.DUEL)
    compare(ann, whole, [dice.randrange(1, mutiny), dice.randrange(mutiny, whole.version)])


def compare(browser: Desk, whole: Match, moments: list[int]) -> None:
    """After each of these numbers of moves: what every viewer is told of a match and of a twin of it."""
    differing = 0
    for plies in moments:
        for viewer in (*range(whole.game.players), None):
            match = at_seat(whole, viewer, browser.owner, plies)
            other = twin(match, viewer)
            differing += match.position != other.position
            assert said_to(browser, match, viewer) == said_to(browser, other, viewer)
    assert differing


def test_the_comparison_notices_what_a_seat_can_see(ann: Desk) -> None:
    whole = played(10_000)
    differing = 0
    for plies in range(5, 60, 11):
        match = at_seat(whole, 0, ann.owner, plies)
        other = twin(match, 1)
        if match.position.view(0) != other.position.view(0):
            differing += 1
            assert said_to(ann, match, 0) != said_to(ann, other, 0)
    assert differing


def test_neither_seed_nor_hands_are_on_a_page(ann: Desk) -> None:
    match = at_seat(played(30), 0, ann.owner, 30)
    ann.room.matches.show(match)
    for page in said_to(ann, match, 0):
        assert match.record.seed.encode() not in page.replace(match.record.commitment.encode(), b"")


def test_live_messages_of_the_next_move_are_the_same(ann: Desk) -> None:
    whole = played(10_000)
    for plies in range(3, 80, 13):
        for viewer in (0, 2, None):
            match = at_seat(whole, viewer, ann.owner, plies)
            messages = []
            for one in (match, twin(match, viewer)):
                ann.room.matches.show(one)
                positions, moves = one.positions, one.record.moves
                told_as(one, positions[:-1], moves[:-1])
                with ann.listening(one, "" if viewer is None else str(viewer), one.version) as socket:
                    told_as(one, positions, moves)
                    ann.on_loop(ring, ann, one.id)
                    messages.append(socket.receive_text())
            assert messages[0] == messages[1]


async def ring(browser: Desk, id_: str) -> None:
    for bell in browser.room.watchers._bells[id_]:
        bell.ring()

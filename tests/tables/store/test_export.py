"""What is published of games: those whose players have all agreed, and nothing of who they are."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.play import Game, Record
from quarterdeck.tables.entry import Entry
from quarterdeck.tables.live import again
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match import commands, voting
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE, VACANT, owner_hash
from quarterdeck.tables.store import export
from quarterdeck.tables.store.export import chunks, course, games, packed
from quarterdeck.tables.store.rows import Guest
from quarterdeck.tables.tags import tag
from tests.tables.stored import keep_guest, row, summary, write
from tests.tables.tables import finished, room_open

pytestmark = pytest.mark.anyio

ANN, BEN, CLEO = (owner_hash(name) for name in ("ann", "ben", "cleo"))
NAMES = ["Annabel", "Benedict", "Cleopatra", "Dandelion"]
KEY = "the server's key"


def agree(room: Room, *owners: str, publish: bool = True) -> None:
    for owner in owners:
        keep_guest(room.store, Guest(owner, "Annabel", "annabel@example.org", publish, [], 1, 1))


async def seated(room: Room, public: bool = True, seed: str | None = None) -> Match:
    """Ann and Ben at a table with two bots."""
    record = Record(Game("meuterer"), seed, NAMES)
    match = await room.create(Match.fresh(record, [HUMAN, VACANT, "random", "random"], ANN, public=public))
    await room.execute(match, commands.sit(BEN, 1, "Benedict"))
    return match


async def played(room: Room, public: bool = True, seed: str | None = None) -> Match:
    match = await seated(room, public, seed)
    await finished(room, match)
    return match


def exported(room: Room, key: str = KEY) -> list[dict[str, Any]]:
    text = gzip.decompress(b"".join(chunks(room.store, key))).decode()
    assert not text or text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


async def test_a_game_can_be_replayed_from_what_is_published(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        match = await played(room)
        agree(room, ANN, BEN)
        (game,) = exported(room)
        again = Record(Game(game["game"], **game["options"]), game["seed"])
        for seat, action, _by in game["moves"]:
            again.append(seat, action)
        assert again.moves == match.record.moves
        assert list(again.position.scores) == game["scores"]
        assert list(again.position.winners) == game["winners"]
        assert again.commitment == game["commitment"]
        assert game["seats"] == [HUMAN, HUMAN, "random", "random"]
        assert {by for _seat, _action, by in game["moves"]} == {"player"}


async def test_a_game_that_was_ended_by_agreement_says_so(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        match = await seated(room)
        version = await room.execute(match, voting.ask(ANN, "draw"))
        await room.execute(match, voting.agree(BEN, version))
        await played(room)
        agree(room, ANN, BEN)
        ended, whole = exported(room)
        assert (ended["ended"], ended["winners"], ended["scores"]) == ("draw", [], None)
        assert "ended" not in whole


async def test_nothing_leads_back_to_a_person_or_a_table(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        match = await seated(room)
        await room.say(match, ANN, "Hello from Plymouth", "all")
        await finished(room, match)
        await room.execute(match, commands.hand(ANN, 0, CLEO))
        other = await again.rematch(room, match, BEN)
        agree(room, ANN, BEN, CLEO)
        text = gzip.decompress(b"".join(chunks(room.store, KEY))).decode()
        assert text.count("\n") == 1
        secrets = [ANN, BEN, CLEO, *NAMES, "Plymouth", "example.org", match.id, other, KEY]
        secrets += [str(match.row.created), str(match.entries[3].at)[:10]]
        assert [secret for secret in secrets if secret.lower() in text.lower()] == []
        assert set(json.loads(text)) == {
            "format", "id", "game", "rules_version", "options", "seats", "day", "commitment", "seed", "moves",
            "winners", "scores",
        }  # fmt: skip


async def test_its_id_is_always_the_same_and_of_no_use_without_the_key(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        await played(room)
        await played(room)
        agree(room, ANN, BEN)
        first = [game["id"] for game in exported(room)]
        assert first == [game["id"] for game in exported(room)]
        assert len({*first, *(game["id"] for game in exported(room, "another key"))}) == 4


async def test_everybody_has_to_have_agreed_and_can_change_their_mind(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        await played(room)
        agree(room, ANN)
        assert exported(room) == []
        agree(room, BEN)
        assert len(exported(room)) == 1
        agree(room, ANN, publish=False)
        assert exported(room) == []


async def test_who_left_a_seat_to_a_bot_has_played_and_who_got_up_before_has_not(
    tmp_path: Path,
) -> None:
    async with room_open(tmp_path) as room:
        record = Record(Game("meuterer"), names=NAMES)
        match = await room.create(Match.fresh(record, [HUMAN, VACANT, "random", "random"], ANN, public=True))
        await room.execute(match, commands.sit(CLEO, 1, "Cleo"))
        assert course(room.store.table(match.id)).players == {ANN, CLEO}
        left = await room.create(
            Match.fresh(Record(Game("meuterer")), [HUMAN, *[VACANT] * 3], ANN, public=True)
        )
        await room.execute(left, commands.sit(CLEO, 1, "Cleo"))
        await room.execute(left, commands.leave(CLEO, 1))
        await room.execute(left, commands.fill(ANN, SUBSTITUTE))
        seen = course(room.store.table(left.id))
        assert (seen.kinds, seen.players) == ([HUMAN, *[SUBSTITUTE] * 3], frozenset({ANN}))
        await room.execute(match, commands.leave(CLEO, 1))
        await room.execute(match, commands.sit(BEN, 1, "Ben"))
        assert course(room.store.table(match.id)).players == {ANN, BEN, CLEO}
        await finished(room, match)
        agree(room, ANN, BEN)
        assert exported(room) == []
        agree(room, CLEO)
        assert [game["seats"] for game in exported(room)] == [[HUMAN, HUMAN, "random", "random"]]


async def test_a_seat_held_in_two_browsers_needs_both(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        match = await seated(room)
        await room.execute(match, commands.hand(ANN, 0, CLEO))
        await room.execute(match, commands.revoke(CLEO, 0))
        await finished(room, match)
        for agreed, count in ((ANN, 0), (CLEO, 0), (BEN, 1)):
            agree(room, agreed)
            assert len(exported(room)) == count


async def test_private_games_branches_and_chosen_seeds_stay_here(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        agree(room, ANN, BEN)
        await played(room, public=False)
        await played(room, seed="annabel's birthday")
        running = await seated(room)
        assert exported(room) == []
        await finished(room, running)
        branch = await room.create(again.branch(running, ANN, 0, 3))
        await finished(room, branch)
        assert len(exported(room)) == 1


async def test_a_move_taken_back_is_none(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        match = await seated(room)
        offers = [action for action in match.position.legal(match.to_act[0]) if "offer" in action.text]
        seat = match.to_act[0]
        await room.submit(match, seat, match.version, offers[0])
        await room.execute(match, lambda draft, at: draft.add("back", seat, at).number)
        await room.submit(match, seat, match.version, offers[-1])
        assert course(room.store.table(match.id)).moves == [(seat, offers[-1].text, "player")]


@pytest.mark.parametrize(
    "entry",
    [
        Entry(1, 1, "back", 0, {}),
        Entry(1, 1, "move", 0, {"by": "bot"}),
        Entry(1, 1, "sit", 9, {"bot": "random"}),
        Entry(1, 1, "sit", 0, {"holder": []}),
    ],
)
async def test_a_log_that_makes_no_sense_costs_its_own_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, entry: Entry
) -> None:
    async with room_open(tmp_path) as room:
        room.store.add(row("damaged", public=True, setup=None, seed="0" * 64), summary())
        room.store.append([write("damaged", entry, led_to=summary("over"))])
        await played(room)
        agree(room, ANN, BEN, "ann")
        assert len(exported(room)) == 1
        assert f"Table {tag('damaged')} is damaged" in caplog.text


async def test_the_page_has_every_key_and_its_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[3] / "docs" / "export.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.S)
    monkeypatch.chdir(tmp_path)

    async with room_open(tmp_path) as room:
        await played(room)
        agree(room, ANN, BEN)
        assert export.write(room.store, KEY, Path("games.jsonl.gz")) == 1
        heads = re.findall(r"^\| (`.*?) \| ", page, re.M)
        assert set(re.findall(r"`(\w+)`", " ".join(heads))) == set(exported(room)[0])
    exec(compile(example, "docs/export.md", "exec"), {})


async def test_an_empty_export_is_a_file_all_the_same(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        assert exported(room) == []
        assert list(games(room.store, KEY)) == [[]]


def test_pieces_make_one_file_that_is_always_the_same() -> None:
    pieces = [bytes([number % 251]) * number for number in range(600)]
    made = [b"".join(packed(iter(pieces))) for _time in range(2)]
    assert gzip.decompress(made[0]) == b"".join(pieces)
    assert made[0] == made[1]

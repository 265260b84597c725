"""What each game does in the terminal alike: whole games, tables of any width, replays, rules."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

import quarterdeck
from quarterdeck.play import find
from tests.cli.command import Command
from tests.cli.terminal import Screen
from tests.cli.test_cartagena import MUTINY, VOYAGE
from tests.cli.test_mutiny import BIDDING, TIE

# What a spectator of a replay is told, and what of a move would be a secret.
SPECTATED = {
    "cartagena": ("play ?", r"(play|sell|swap|keep) (pink|grey)|side (valverde|diaz)\b"),
    "mutiny": ("bid ?", r"^Move .*(bid \d)"),
}


def sums(game: str, played: quarterdeck.Record, out: str) -> None:
    """Check what is summed up while a game goes on: Cartagena's duels, Mutiny!'s turns."""
    body = played.position.to_json()
    if game == "mutiny":
        turns = re.findall(r"^Turn (\d+) *\n +Primary ability +Secondary ability *$", out, re.M)
        assert [int(turn) for turn in turns] == list(range(1, body["turn_no"] + 1))
        return
    assert len(body["duels"]) >= 3
    for duel in body["duels"]:
        totals = [str(duel["total"][side]) for side in ("valverde", "diaz")]
        table = re.search(rf"^Duel {duel['letter']} *\n.*?^Together +(\d+) +(\d+) *$", out, re.M | re.S)
        assert table is not None
        assert list(table.groups()) == totals


@pytest.mark.parametrize(
    ("game", "players"),
    [*(("cartagena", players) for players in (2, 3, 4)), *(("mutiny", players) for players in (2, 3, 4, 5))],
)
def test_a_whole_game_of_piped_random_choices(command: Command, game: str, players: int) -> None:
    numbers = random.Random(players)
    typed = [str(numbers.randint(1, 4)) for _ in range(3000)]
    options = ["--players", players, "--bots", "random", "--seed", 4, "--save", "mine.qd"]
    done = command("play", game, *options, typed=typed)
    assert (done.code, done.err) == (0, "")
    played = quarterdeck.Record.load("mine.qd")
    assert played.position.over
    sums(game, played, done.out)
    standings = done.out.split("Final result")[1].splitlines()[2 : players + 2]
    wins = {played.names.index(line.split()[0]) for line in standings if re.search(r"wins|shares", line)}
    assert wins == set(played.position.winners)
    assert f"hash:\n4\n{played.commitment}\n" in done.out
    assert all(cell_len(line) <= 80 for line in done.out.splitlines())
    assert "\x1b" not in done.out


@pytest.mark.parametrize("width", [40, 60, 76, 80, 112, 120])
@pytest.mark.parametrize(
    ("game", "setup"), [("cartagena", VOYAGE), ("cartagena", MUTINY), ("mutiny", BIDDING), ("mutiny", TIE)]
)
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_the_table_fits_the_width_there_is(
    game: str, setup: dict[str, Any], seat: int | None, width: int
) -> None:
    text = Screen(game).seen(setup, seat, width)
    assert all(cell_len(line) <= width for line in text.splitlines())
    assert "…" not in text


@pytest.mark.parametrize("game", SPECTATED)
def test_a_match_can_be_replayed_and_verified(command: Command, game: str) -> None:
    command("play", game, "--seed", "treasure", "--bots", "random", "--save", "mine.qd", typed=["1"] * 400)
    played = quarterdeck.Record.load("mine.qd")
    assert f"{len(played.moves)} moves, all legal" in command("verify", "mine.qd").out
    whole = command("replay", "mine.qd")
    assert whole.code == 0
    moves = re.findall(r"^Move \d+ of \d+: (.*)$", whole.out, re.M)
    assert moves == [f"{played.names[seat]}, {action}" for seat, action in played.moves]
    if game == "cartagena":
        letters = [duel["letter"] for duel in played.position.to_json()["duels"]]
        assert re.findall(r"^Duel ([A-E]) *$", whole.out, re.M) == letters
        assert whole.out.count("Sailor (CA-62)") == len(letters)
    spectator = command("replay", "mine.qd", "--spectator").out
    told, secret = SPECTATED[game]
    assert told in spectator
    assert not re.search(secret, spectator, re.M)
    assert "You " not in spectator


@pytest.mark.parametrize("game", quarterdeck.GAMES)
def test_all_rules_stand_in_their_sections(command: Command, game: str) -> None:
    out = command("rules", game).out
    for part in find(game).rulebook.sections:
        assert f"\n{part.title}\n" in "\n" + out
        for rule in part.rules:
            assert f"\n{rule.id}  {rule.title}\n" in out


@pytest.mark.parametrize(
    ("game", "title", "old", "new", "shown"),
    [
        ("cartagena", "Cartagena", "total = 30", "total = 40", "Coins 36"),
        ("mutiny", "Mutiny!", '"cutlass", 2]', '"cutlass", 3]', "Mutiny!"),
    ],
)
def test_the_table_can_be_copied_changed_and_played_with(
    command: Command, game: str, title: str, old: str, new: str, shown: str
) -> None:
    mine = Path("mine.toml")
    mine.write_text(command("table", game).out.replace(old, new))
    for words in (["check", mine], ["check", game, mine]):
        assert command("table", *words).out.startswith(f"mine.toml is a table of {title}")
    assert shown in command("play", game, "--table", mine, "--hot-seat", 4, typed=[]).out

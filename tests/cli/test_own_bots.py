"""At the terminal one plays against bots of one's own and networks, and balances games between them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import quarterdeck
from quarterdeck.play import find
from tests.cli.command import Command

ONES = ["1"] * 400
MODULE = """
class Last:
    '''Takes the last legal action, and notes each of its seats.'''
    seats = set()
    def choose(self, view):
        self.seats.add(view.seat)
        return view.legal()[-1]

class Failing:
    def choose(self, view):
        raise RuntimeError("secret")

class Unmade:
    def __init__(self, seed):
        raise RuntimeError("no")
"""


@pytest.fixture
def own(command: Command) -> Iterator[str]:
    """The name of a module with bots, in the working folder."""
    name = "bots_at_the_terminal"
    Path(f"{name}.py").write_text(MODULE)
    path = list(sys.path)
    yield name
    sys.path[:] = path
    sys.modules.pop(name, None)


def test_a_bot_of_ones_own_plays_the_seats_from_its_place_on(command: Command, own: str) -> None:
    options = ["--bots", f"random,{own}:Last", "--save", "match.qd", "--seed", 1]
    command("play", "mutiny", "--players", 4, *options, typed=ONES)
    assert sys.modules[own].Last.seats == {2, 3}
    assert quarterdeck.Record.load("match.qd").position.over


def test_a_network_plays_by_its_file(command: Command) -> None:
    network = find("cartagena").network
    done = command("play", "cartagena", "--bots", network, "--players", 2, "--save", "match.qd", typed=ONES)
    assert "Final result" in done.out
    assert f"plays {'cartagena'}, not meuterer" in command.refused("play", "meuterer", "--bots", network)


def test_one_goes_on_against_the_same_bots(command: Command, own: str) -> None:
    options = ["--bots", f"mate,{own}:Last", "--save", "match.qd"]
    done = command("play", "meuterer", *options, typed=["1"])
    assert done.out.splitlines()[-1].endswith(f" play --resume match.qd --bots mate,{own}:Last")


def test_the_rule_of_thumb_bot_moves_for_one_that_fails(command: Command, own: str) -> None:
    done = command("play", "mutiny", "--bots", f"{own}:Failing", "--players", 2, "--save", "m.qd", typed=ONES)
    assert "A bot has failed (RuntimeError, " in done.err
    assert "secret" not in done.err
    assert quarterdeck.Record.load("m.qd").position.over


def test_a_bot_of_ones_own_balances_a_game(command: Command, own: str) -> None:
    done = command("balance", "mutiny", "--players", 2, "--games", 2, "--bot", f"{own}:Last", "--jobs", 1)
    assert done.out.startswith(f"Mutiny!, 2 players: 2 games, {own}:Last in every seat")
    assert sys.modules[own].Last.seats == {0, 1}
    failed = command.refused("balance", "mutiny", "--games", 2, "--bot", f"{own}:Failing", "--jobs", 1)
    assert failed.startswith(f"“{own}:Failing” broke down in Mutiny!, 2 players, ")


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        ("{own}:Unmade", "The agent {own}:Unmade can't be made (RuntimeError: no, "),
        ("{own}:Nobody", "The module “{own}” has no “Nobody”."),
        ("{own}.py:Last", "“{own}.py:Last” names a file"),
        ("mate,mate,mate,{own}:Last", "4 bots are too many for 3 seats"),
        ("nowhere.npz", "The network file nowhere.npz can't be used: No such file or directory."),
    ],
)
def test_bots_that_can_not_play_are_refused(command: Command, own: str, bots: str, sentence: str) -> None:
    refused = command.refused("play", "meuterer", "--bots", bots.format(own=own), "--save", "match.qd")
    assert refused.startswith(sentence.format(own=own))
    assert not Path("match.qd").exists()

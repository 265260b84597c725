"""Evaluations by the protocol: what can be evaluated, who it meets, and what makes figures comparable."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import quarterdeck
from quarterdeck import Action, GameOptionError, QuarterdeckError, View
from quarterdeck.bots import Bot, bot
from quarterdeck.bots.search.weights import WeightsError, write_net
from quarterdeck.bots.uniform import Uniform
from quarterdeck.lab.arena import protocol
from quarterdeck.lab.arena.agents import agent
from quarterdeck.lab.arena.evaluation import Evaluation, EvaluationRun
from quarterdeck.lab.arena.match import BotFailure
from quarterdeck.lab.arena.references import FORMER, former_net
from tests.failing import Cheats

OWN = "no_bot_of_ours.py"
SOURCE = """
from quarterdeck.bots import bot

class Seeded:
    def __init__(self, seed):
        self.inner = bot("rule-of-thumb", seed)
    def choose(self, view):
        return self.inner.choose(view)

class Other:
    class Inner:
        def choose(self, view):
            return view.legal()[0]

ready = Other.Inner()

class Broken:
    def __init__(self, chart):
        raise FileNotFoundError("no chart")

class Idle:
    pass

class Quits:
    def __init__(self):
        raise SystemExit(2)

class Waits:
    async def choose(self, view):
        return view.legal()[0]
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder, in which one is, with a module of agents."""
    (tmp_path / OWN).write_text(SOURCE, encoding="utf-8")
    (tmp_path / "script_that_quits.py").write_text("raise SystemExit(2)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(__import__("sys").modules, OWN[:-3], raising=False)


def first_view() -> View:
    """What the seat that begins knows."""
    position = quarterdeck.game("cartagena").start(seed=1)
    return position.view(position.to_act[0])


def figures(evaluation: Evaluation) -> list[dict[str, Any]]:
    """The rows without what depends on the agent's name and the machine."""
    own = ("agent", "seconds_a_move")
    return [{name: one for name, one in row.items() if name not in own} for row in evaluation.rows()]


# A change of one of these is a new version of the protocol: figures made before can't be compared.
def test_the_fingerprints_are_those_of_this_version_of_the_protocol() -> None:
    found = {name: protocol.fingerprint(name, protocol.DEALS) for name in protocol.covered()}
    assert protocol.PROTOCOL == 1
    assert found == {
        "meuterer": "370d5751ef3e39b7",
        "cartagena": "bed006067f790a35",
        "mutiny": "872d8982f150c1c5",
    }


def test_a_fingerprint_tells_other_deals_opponents_and_rules_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = protocol.fingerprint("cartagena", 100)
    assert protocol.fingerprint("cartagena", 99) != usual
    monkeypatch.setattr(protocol, "_OPPONENT_MAKERS", {"network-2026-11": Uniform})
    assert protocol.fingerprint("cartagena", 100) != usual
    assert protocol.joint_fingerprint([usual]) == usual
    assert protocol.joint_fingerprint([usual, "0"]) != protocol.joint_fingerprint(["0", usual])


def test_an_agent_meets_each_opponent_with_every_number_of_players() -> None:
    trial = EvaluationRun(agent("mate"), [], 2)
    tables = [(one.game.id, one.line) for one in trial.rounds.tournaments]
    expected = {"meuterer": (3, 4), "cartagena": (2, 3, 4), "mutiny": (2, 3, 4, 5)}
    assert tables == [
        (name, ("agent", *[opponent] * (players - 1)))
        for name, numbers in expected.items()
        for players in numbers
        for opponent in ("random", "rule-of-thumb", "network-2026-11")
    ]
    assert trial.rounds.chunks == 2 * 3 * sum(map(sum, expected.values()))
    last = trial.rounds.play(trial.rounds.chunks - 1)
    assert (last.deal, last.seating, len(last.bots)) == (1, 4, 5)
    assert set(last.bots) == {"agent", "network-2026-11"}


def test_a_bot_wins_exactly_its_fair_share_against_itself() -> None:
    found = quarterdeck.lab.evaluate("rule-of-thumb", "cartagena", deals=1)
    (row,) = [row for row in found.rows() if (row["players"], row["opponent"]) == (4, "rule-of-thumb")]
    assert (row["games"], row["fair"], row["won"]) == (4, 0.25, 0.25)
    assert found.fingerprint == row["fingerprint"] == protocol.fingerprint("cartagena", 1)
    assert not found.standard
    assert found.clock.moves > 100


def test_a_network_is_evaluated_from_its_file_in_its_own_game() -> None:
    path = FORMER / "cartagena.npz"
    found = quarterdeck.lab.evaluate(path, deals=1)
    assert found.agent == str(path)
    assert figures(found) == figures(quarterdeck.lab.evaluate("network-2026-11", ["cartagena"], deals=1))
    with pytest.raises(GameOptionError, match=r"^This network plays cartagena alone: name no other game"):
        EvaluationRun(agent(path), ["mutiny"])


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize("name", ["Seeded", "Other.Inner", "ready"])
def test_a_class_or_an_object_of_ones_own_is_named_by_its_module(name: str) -> None:
    found = agent(f"no_bot_of_ours:{name}")
    view = first_view()
    # As another process gets it.
    made = pickle.loads(pickle.dumps(found)).make("seed")
    expected = bot("rule-of-thumb", "seed").choose(view) if name == "Seeded" else view.legal()[0]
    assert made.choose(view) == expected


class First:
    """Takes the first action, and needs no seed."""

    def choose(self, view: View) -> Action:
        return view.legal()[0]


@pytest.mark.parametrize("given", [First, First(), lambda: First(), lambda seed: First()])
def test_python_gives_a_class_an_object_or_what_makes_one(given: object) -> None:
    view = first_view()
    assert agent(given).make(7).choose(view) == view.legal()[0]


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("mat", "There is no agent “mat”: name one of rule-of-thumb, .*, network-2026-11, a network's file"),
        ("own_agent.py:X", r"“own_agent.py:X” names a file; .* without its ending: “own_agent:X”\.$"),
        (
            "no_such_module:X",
            r"The module “no_such_module” of the agent no_such_module:X can't be imported \(",
        ),
        ("no_bot_of_ours:X", r"The module “no_bot_of_ours” has no “X”\.$"),
        ("no_bot_of_ours:Broken", r"can't be made \(FileNotFoundError: no chart, no_bot_of_ours\.py:19\)"),
        ("no_bot_of_ours:Idle", r"The agent no_bot_of_ours:Idle has no method choose\(view\)"),
        ("no_bot_of_ours:Quits", r"can't be made \(SystemExit: 2, no_bot_of_ours\.py:26\)"),
        ("no_bot_of_ours:Waits", r"has a method choose that begins with “async def”: write “def”\.$"),
        ("script_that_quits:X", r"script_that_quits:X can't be imported \(SystemExit: 2\)"),
        (7, r"The agent int has no method choose\(view\), which answers with one of view\.legal\(\)\.$"),
    ],
)
def test_an_object_that_is_no_agent_is_refused_in_a_sentence(given: object, sentence: str) -> None:
    with pytest.raises(GameOptionError, match=sentence):
        agent(given)


def test_a_damaged_network_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    path.write_bytes(b"no network")
    with pytest.raises(WeightsError, match=r"mine\.npz can't be used: it is no \.npz file of arrays\.$"):
        agent(path)
    write_net(path, former_net("cartagena"), "cartagena", {"game": "chess"})
    with pytest.raises(WeightsError, match="it is for the game “chess”, not for meuterer, cartagena, mutiny"):
        agent(path)


def test_only_games_with_all_opponents_are_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GameOptionError, match="There is no game “chess”"):
        EvaluationRun(agent("random"), ["chess"])
    monkeypatch.setattr(protocol, "covered", lambda: ("mutiny",))
    with pytest.raises(GameOptionError, match="The protocol has no opponents for Meuterer: it is for mutiny"):
        EvaluationRun(agent("random"), ["meuterer"])


@pytest.mark.parametrize("games", [quarterdeck.game("mutiny", players=2), 5, None], ids=repr)
def test_games_that_are_no_list_of_ids_are_refused_in_a_sentence(games: Any) -> None:
    """The protocol plays every number of players, without house rules."""
    with pytest.raises(GameOptionError, match="games are named by their ids, as “meuterer”, not by "):
        quarterdeck.lab.evaluate("random", games, deals=1)
    with pytest.raises(GameOptionError, match="There is no game “"):
        quarterdeck.lab.evaluate("random", [games], deals=1)


@pytest.mark.parametrize("deals", [0, 1.5, "9"])
def test_a_number_of_deals_is_a_whole_one(deals: Any) -> None:
    with pytest.raises(GameOptionError, match=r"^deals is a whole number, 1 or more, not "):
        quarterdeck.lab.evaluate("random", deals=deals)


def test_an_agent_that_plays_what_is_illegal_is_told_in_a_sentence() -> None:
    with pytest.raises(BotFailure, match=r"^“agent” made an illegal move, “.*”, in Cartagena.*\(CA-\d+\)"):
        quarterdeck.lab.evaluate(Cheats, "cartagena", deals=1)


def test_an_agent_from_here_can_not_go_to_another_process() -> None:
    def make() -> Bot:
        return First()

    with pytest.raises(QuarterdeckError, match=r"can't go to another process \(.*\): play with jobs=1"):
        quarterdeck.lab.evaluate(make, "cartagena", deals=1, jobs=2)


def test_the_rules_of_each_game_are_compiled_before_processes_start(monkeypatch: pytest.MonkeyPatch) -> None:
    warmed = list[str]()
    monkeypatch.setattr(quarterdeck.Game, "warm", lambda game: warmed.append(game.id))
    trial = EvaluationRun(agent("random"), (), 1)
    trial.rounds.compile()
    assert warmed == list(trial.names)

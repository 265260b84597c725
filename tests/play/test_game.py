"""Games: options, actions, equality, and how a match begins."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

import quarterdeck
from quarterdeck import GameOptionError
from quarterdeck.games.cartagena.actions import PIRATE_NAMES
from quarterdeck.kernel.random import scale, siphash
from quarterdeck.play import commitment, find, fresh_seed, registry
from quarterdeck.play.game import deal_key

# What the seed "a seed" deals to three players with the pirates on.
DEALT: dict[str, Any] = {
    "captain": 2,
    "ring": ["Hochland", "Rotes Riff", "Affeninsel", "Karge Zunge", "Sommerland", "Piratennest"],
    "hands": [
        ["salt", "wine", "cloth", "grain", "pirates"],
        ["ruby", "salt", "salt", "conflict", "conflict"],
        ["salt", "wine", "grain", "grain", "grain"],
    ],
}


def test_options_have_defaults_and_a_fixed_order() -> None:
    game = quarterdeck.game("meuterer")
    assert game.options == {"players": 4, "rules": "english", "pirates": "off"}
    chosen = quarterdeck.game("meuterer", pirates="double", rules="manual", players=3)
    assert list(chosen.options.items()) == [("players", 3), ("rules", "manual"), ("pirates", "double")]
    assert (chosen.id, chosen.title, chosen.players) == ("meuterer", "Meuterer", 3)


def test_options_from_forms_and_files_are_text() -> None:
    assert quarterdeck.game("meuterer", players="3") == quarterdeck.game("meuterer", players=3)
    assert quarterdeck.game("meuterer", players="3").players == 3


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("mutterer", {}, "There is no game “mutterer”; there are meuterer, cartagena, mutiny."),
        ("", {}, "There is no game “”"),
        (
            "meuterer",
            {"colour": "red"},
            "Meuterer has no option “colour”; it has players, rules, pirates.",
        ),
        ("meuterer", {"rules": "dutch"}, "In Meuterer “rules” can be english, french, manual, not “dutch”."),
        ("meuterer", {"players": 5}, "In Meuterer “players” can be 3, 4, not “5”."),
        ("meuterer", {"players": True}, "In Meuterer “players” can be 3, 4, not “True”."),
        ("meuterer", {"players": None}, "In Meuterer “players” can be 3, 4, not “None”."),
        ("meuterer", {"pirates": "x" * 500}, "In Meuterer “pirates” can be double, off, on, not “xxxx"),
    ],
)
def test_what_a_game_does_not_have_is_told_in_one_sentence(name: str, options: Any, told: str) -> None:
    with pytest.raises(GameOptionError) as caught:
        quarterdeck.Game(name, **options)
    assert str(caught.value).startswith(told)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("name", [None, 7])
def test_a_game_of_another_type_is_refused(name: Any) -> None:
    with pytest.raises(GameOptionError, match="There is no game"):
        quarterdeck.game(name)


def test_without_any_game_it_is_said_how_to_install_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GROUP", "nothing.registers.here")
    monkeypatch.setattr(registry, "GAMES", registry.Games())
    with pytest.raises(GameOptionError, match="No game is installed: “pip install” Quarterdeck"):
        find("meuterer")


def test_games_compare_by_value() -> None:
    one, other = quarterdeck.game("meuterer"), quarterdeck.game("meuterer")
    assert one == other
    assert hash(one) == hash(other)
    assert one != quarterdeck.game("meuterer", rules="french")
    assert one != "meuterer"
    assert repr(one) == "quarterdeck.game('meuterer', players=4, rules='english', pirates='off')"
    assert eval(repr(one), {"quarterdeck": quarterdeck}) == one


def test_actions_are_values() -> None:
    game = quarterdeck.game("meuterer")
    wine = game.action("show wine")
    assert wine == quarterdeck.game("meuterer", players=3).action(" SHOW   wine ")
    assert (str(wine), wine.sentence(), game.actions[wine.id]) == ("show wine", "Show wine", wine)
    assert hash(wine) == hash(game.action("show wine"))
    assert wine != game.action("show salt")


def test_the_same_seed_deals_the_same_match() -> None:
    game = quarterdeck.game("meuterer", players=3)
    assert game.start(seed=7) == game.start(seed=7) == game.start(seed="7")
    assert game.start(seed=7) != game.start(seed=8)
    assert game.start() != game.start()


def test_the_deal_of_a_seed_never_changes() -> None:
    """Match files hold a seed and no cards: were this to change, old files would tell another match."""
    body = quarterdeck.game("meuterer", players=3, pirates="on").start(seed="a seed").to_json()
    assert body["captain"] == DEALT["captain"]
    assert [one["name"] for one in body["islands"]][:6] == DEALT["ring"]
    assert [one["hand"] for one in body["seats"]] == DEALT["hands"]


def test_the_deal_of_a_seed_of_cartagena_is_the_documented_one() -> None:
    """As docs/match-files.md tells how to check a deal by hand."""

    def drawn(seed: int, at: int, among: int) -> int:
        return scale(siphash(*deal_key(str(seed)), at), among)

    doors = []
    for seed in range(30):
        body = quarterdeck.game("cartagena", players=3).start(seed=seed).to_json()
        assert body["giver"] == body["first_giver"] == drawn(seed, 0, 3)
        pirates = list(PIRATE_NAMES)
        doors.append([pirates.pop(drawn(seed, 1, 13))])
        if doors[-1] == ["ghost"]:
            doors[-1].append(pirates.pop(drawn(seed, 2, 12)))
        assert [one["pirate"] for one in body["row"] if one["pirate"]] == doors[-1]
        setup = {"row": ["cambivalute"]}
        cabin = quarterdeck.game("cartagena", players=3).start(seed=seed, setup=setup)
        sailors = list(range(1, 11))
        two = [sailors.pop(drawn(seed, at, 10 - at)) for at in (0, 1)]
        looked_at = cabin.play(0, "take cambivalute").to_json()["sailors"]["pairs"][0]["values"]
        assert looked_at == sorted(two)
    assert max(len(opened) for opened in doors) == 2


def test_CA_13_a_named_oldest_player_takes_no_number_of_the_deal() -> None:
    """As docs/match-files.md tells, too."""
    for seed in range(10):
        body = quarterdeck.game("cartagena", players=3, oldest=2).start(seed=seed).to_json()
        first = scale(siphash(*deal_key(str(seed)), 0), 13)
        assert body["row"][0]["pirate"] == list(PIRATE_NAMES)[first]


def test_seeds_are_fresh_and_committed_to() -> None:
    assert fresh_seed() != fresh_seed()
    assert len(fresh_seed()) == 64
    # `printf %s abc | sha256sum`, as published with the algorithm.
    assert commitment("abc") == "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert commitment(12) == commitment("12")
    with pytest.raises(quarterdeck.GameOptionError, match="A seed is a text, or a whole number"):
        commitment(1.5)  # type: ignore[arg-type]


def test_playouts_are_reproducible_and_can_be_cut() -> None:
    game = quarterdeck.game("meuterer", players=3, rules="manual")
    scores, moves = game.playouts(30, seed="cut")
    again, moves_again = game.playouts(30, seed="cut")
    assert scores.tolist() == again.tolist()
    assert moves == moves_again
    first, few = game.playouts(11, seed="cut")
    rest, more = game.playouts(19, seed="cut", first=11)
    assert [*first.tolist(), *rest.tolist()] == scores.tolist()
    assert few + more == moves
    assert (scores.shape, str(scores.dtype)) == ((30, 3), "int16")
    assert game.playouts(0)[1] == 0


def test_rules_and_options_have_words() -> None:
    spec = find("meuterer")
    assert spec.rulebook.find("66").id == spec.rulebook.find("ME-66").id == "ME-66"
    ids = [rule.id for section in spec.rulebook.sections for rule in section.rules]
    assert len(ids) == len(set(ids)) == 41
    for option in spec.options:
        assert spec.option_words(option.name, None)
        assert all(spec.option_words(option.name, value) for value in option.choices)


def test_events_and_errors_pickle() -> None:
    error = GameOptionError("There is no game.")
    assert str(pickle.loads(pickle.dumps(error))) == "There is no game."


def test_the_table_that_comes_with_the_game_is_left_out_of_files() -> None:
    game = quarterdeck.game("meuterer")
    assert game.spec.table_json(game.table) is None
    own = game.table.to_json() | {"start": "Sandkap"}
    other = quarterdeck.game("meuterer", table=own)
    assert json.loads(json.dumps(other.spec.table_json(other.table))) == other.table.to_json()

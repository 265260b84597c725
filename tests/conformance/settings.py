"""Every game in every setting, and random play in it: what the conformance suite is run on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

import quarterdeck
from quarterdeck import Game, Position
from quarterdeck.play import GAMES
from quarterdeck.testing import Case, label


def tiny_games() -> list[Game]:
    """The tiny game of each."""
    return [quarterdeck.game(name, table="tiny") for name in GAMES]


def every_game() -> list[Game]:
    """Each game with each combination of plain options, with each house rule alone, and with all of them."""
    games = []
    for name, spec in GAMES.items():
        plain = [option for option in spec.options if not option.rule]
        for choice in product(*(option.choices for option in plain)):
            options = {option.name: value for option, value in zip(plain, choice, strict=True)}
            games.append(quarterdeck.game(name, **options))
        rules = [option for option in spec.options if option.rule]
        chosen = [{option.name: value} for option in rules for value in option.choices[1:]]
        together = {option.name: option.choices[-1] for option in rules}
        games += [quarterdeck.game(name, **one) for one in [*chosen, *([together] if len(rules) > 1 else [])]]
    return games


each_setting = pytest.mark.parametrize("game", every_game(), ids=label)
# Also where a match has but a few moves.
each_size = pytest.mark.parametrize("game", [*every_game(), *tiny_games()], ids=label)
each_game = pytest.mark.parametrize("name", list(GAMES))


def warm() -> None:
    """Compile what a match of each game uses."""
    for game in {game.id: game for game in every_game()}.values():
        game.warm()


def _meuterer(body: dict[str, Any]) -> Counter[str]:
    """Every card of a whole position of Meuterer, wherever it lies, and its ships, destinations and roles."""
    bag: Counter[str] = Counter(body["unseen"])
    bag.update(body["discards"]["known"])
    under = [one["good"] for one in body["given_back"] if one["where"] in ("draw-pile", "discards")]
    bag.update(under)
    for one in body["seats"]:
        bag.update(one["hand"])
        bag.update(one["shown"])
        bag["conflict"] += one["conflicts_played"]
        assert one["hand_size"] == len(one["hand"])
    on_table = body["draw_pile"] + body["discards"]["size"]
    assert on_table == sum(body["unseen"].values()) + sum(body["discards"]["known"].values()) + len(under)
    roles = [one["role"] for one in body["seats"] if one["role"]]
    assert len(set(roles)) == len(roles)
    assert "unknown" not in roles
    bag.update(one["name"] for one in body["islands"])
    for piece in ("ship", "pirate_ship"):
        bag[piece] += body[piece] is not None and 0 <= body[piece] < len(body["islands"])
    bag["captain"] += 0 <= body["captain"] < len(body["seats"])
    return +bag


def _cartagena(body: dict[str, Any]) -> Counter[str]:
    """Every card and coin of a whole position of Cartagena, wherever it lies, its sailors and convictions."""
    bag: Counter[str] = Counter(body["unseen"]["combat"])
    bag.update(body["out_of_game"])
    bag.update(one["card"] for one in body["under"]["combat"])
    gold: Counter[str] = Counter(body["unseen"]["gold"])
    gold.update(str(one["value"]) for one in body["under"]["gold"])
    if looking := body["looking"]:
        bag.update(looking["combat"])
        gold.update([] if looking["gold"] is None else [str(looking["gold"])])
    bag["coin"] += body["supply"]["coins"] + body["sate_coins"]
    for one in body["seats"]:
        bag.update(one["combat"])
        gold.update(map(str, one["gold"]))
        bag["coin"] += one["coins"]
        bag["conviction"] += one["side"] in (None, "valverde", "diaz")
        assert (one["combat_count"], one["gold_count"]) == (len(one["combat"]), len(one["gold"]))
        assert one["gold_worth"] == one["coins"] + sum(one["gold"])
        assert one["posted"] in (None, "mascot", *one["combat"])
    bag.update({f"gold {value}": number for value, number in gold.items()})
    for pile in ("combat", "gold"):
        assert body["supply"][pile] == sum(body["unseen"][pile].values()) + len(body["under"][pile])
    sailors = [value for pair in body["sailors"]["pairs"] for value in pair["values"] or []]
    bag.update(f"sailor {value}" for value in [*sailors, *body["sailors"]["unseen"]])
    assert body["sailors"]["on_deck"] == len(body["sailors"]["unseen"])
    bag["ship"] += 0 <= body["route"]["ship"] <= body["route"]["goal"] < len(body["route"]["spaces"])
    _count_pirates(body)
    return +bag


def _count_pirates(body: dict[str, Any]) -> None:
    """In the voyage every pirate is behind a door, in the lifeboat, or may be behind one still closed."""
    shown = [one["pirate"] for one in body["row"] if one["pirate"]]
    there = [*shown, *body["face_down"], *([body["boat"]] if body["boat"] else [])]
    assert len(set(there)) == len(there)
    if "closed" in [one["state"] for one in body["row"]]:
        assert len(there) == 13
    assert len(body["row"]) in (0, len(body["seats"]) + 3)
    used = [one["pirate"] for one in body["row"] if one["state"] == "used"]
    assert sorted(used) == sorted(one["used"] for one in body["seats"] if one["used"])


def _mutiny(body: dict[str, Any]) -> Counter[str]:
    """Every rum token of a whole position of Mutiny!, wherever it lies, and the spyglass."""
    bag: Counter[str] = Counter(rum=body["bank"]["rum"])
    for seat, one in enumerate(body["seats"]):
        bribes = [crew["bribes"][seat] for crew in body["crew"]]
        assert all(bribe["total"] == bribe["doubloons"] + bribe["rum"] for bribe in bribes)
        assert one["in_play"] == sum(bribe["doubloons"] for bribe in bribes)
        assert 0 <= one["doubloons"] + one["in_play"] <= 10
        bag["rum"] += one["rum"] + sum(bribe["rum"] for bribe in bribes)
        bag["spyglass"] += one["lookout"]
    assert body["seats"][body["lookout"]]["lookout"]
    assert len(set(body["tiles_left_may_be"])) == body["tiles_left"]
    assert body["tile"]["number"] not in body["tiles_left_may_be"]
    return bag


# What a whole position's JSON holds of every card and token: it never changes in a match.
INVENTORY: dict[str, Callable[[dict[str, Any]], Counter[str]]] = {
    "meuterer": _meuterer,
    "cartagena": _cartagena,
    "mutiny": _mutiny,
}

# The games in which several seats may have to act at once.
AT_ONCE = {"cartagena", "mutiny"}

# Actions after which there may be nothing to tell.
SILENT = {"meuterer": set[str](), "cartagena": {"done"}, "mutiny": {"done"}}

# So many moves of random matches, at least, tell each viewer nothing: there views are compared.
ALIKE = 41

# The games in which somebody wins, whatever happens.
SOMEBODY_WINS = {"meuterer", "mutiny"}


def inventory(position: Position) -> Counter[str]:
    """All components of a position, counted over all places."""
    return INVENTORY[position.game.id](position.to_json())


def case_of(game: Game) -> Case:
    """What the game promises to the checks of `quarterdeck.testing`."""
    somebody, silent = game.id in SOMEBODY_WINS, frozenset(SILENT[game.id])
    alike = ALIKE if game.spec.table_json(game.table) is None else 0  # tiny matches have few moves
    return Case(game, INVENTORY[game.id], somebody, silent, alike)

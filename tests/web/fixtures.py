"""Views of Meuterer in every phase, written by hand: what the pages are given, with no engine behind it."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.games.meuterer.game import GAME
from quarterdeck.games.meuterer.words.points import round_points
from quarterdeck.tables.match.transcript import Chapter, LogLine

ISLANDS = [
    ("Hochland", "any", [4, 3, 2], 5),
    ("Frosthöhle", "cloth", [3, 2, 1], 3),
    ("Grünland", "salt", [5, 3, 2], 4),
    ("Karge Zunge", "grain", [6, 3, 2], 4),
    ("Eisfelsen", "ruby", [6, 4, 3], 5),
    ("Affeninsel", "grain", [2, 1, 1], 2),
    ("Kalte Klippe", "cloth", [5, 2, 2], 4),
    ("Sommerland", "salt", [3, 1, 1], 2),
    ("Rotes Riff", "wine", [4, 2, 2], 3),
    ("Piratennest", "any", [4, 3, 2], 5),
    ("Fingerhut", "ruby", [2, 1, 0], 2),
    ("Sandkap", "wine", [4, 2, 1], 3),
]
NAMES = ["Bernhard", "Steffi", "Florian", "Carmen"]


@dataclass(frozen=True)
class Told:
    """An event, as the Python face tells it."""

    kind: str
    rule: str
    seat: int | None
    data: dict[str, Any] = field(default_factory=dict)


def seat(**known: Any) -> dict[str, Any]:
    return {
        "score": 0,
        "hand_size": 5,
        "hand": None,
        "known": [],
        "shown": [],
        "left": False,
        "left_order": None,
        "role": None,
        "conflicts_played": 0,
        "sale": None,
        **known,
    }


def view(phase: str, legal: list[str], seats: list[dict[str, Any]], **known: Any) -> dict[str, Any]:
    ring = known.pop("ring", 12)
    active = known.pop("active", [0])
    options = known.pop("options", {})
    return {
        "format": "quarterdeck-view 1",
        "game": "meuterer",
        "options": {"players": len(seats), "rules": "english", "pirates": "off", **options},
        "seat": 0,
        "round": 3,
        "rounds": 8 if len(seats) == 4 else 9,
        "phase": phase,
        "to_act": [0],
        "captain": 1,
        "offer": 2,
        "islands": [
            {"name": name, "buys": buys, "trade": trade, "dock": dock, "active": slot in active}
            for slot, (name, buys, trade, dock) in enumerate(ISLANDS[:ring])
        ],
        "ship": 0,
        "came_from": None,
        "pirate_ship": None,
        "destinations": {"captain": None, "mutineer": None},
        "seats": seats,
        "draw_pile": 16,
        "discards": {"size": 3, "known": {"wine": 2}},
        "given_back": [],
        "just_drawn": None,
        "roles_gone": [],
        "unseen": {},
        "winners": [],
        "legal": legal,
        **known,
    }


def context(shown: dict[str, Any], **more: Any) -> dict[str, Any]:
    count = len(shown["seats"])
    return {
        "title": "Meuterer",
        "table_id": "t4kq",
        "csrf": "token",
        "view": shown,
        "names": NAMES[:count],
        "kinds": ["human", *["bot"] * (count - 1)],
        "me": shown["seat"],
        "seated": shown["seat"] is not None,
        "version": 7,
        "why": {},
        "hints": {},
        "log": LOG,
        "rounds": ROUNDS if count == 4 else [],
        "commitment": "sha256:5a7c0e7f0a3d5b1f7c7a55b0c2f6e1f8a9b3c4d5e6f708192a3b4c5d6e7f8091",
        "replay": None,
        **more,
    }


def line(text: str, rule: str, who: int | None = None, private: bool = False) -> LogLine:
    return LogLine(text, rule, who, private)


LOG = [
    Chapter(
        1,
        "Round 1",
        lines=(
            line("Round 1 begins; Bernhard is Captain.", "ME-12", 0),
            line("Bernhard offers the First Mate 1 point.", "ME-20", 0),
            line("Bernhard shows wine.", "ME-30", 0),
            line("Steffi leaves with 4 cards in hand.", "ME-34", 1),
            line("Steffi wins the mutiny, 2 to 1.", "ME-55", 1),
            line("Steffi docks at Eisfelsen and scores 5.", "ME-61", 1),
            line("Carmen sells 2 salt at Grünland.", "ME-63", 3),
        ),
    ),
    Chapter(
        2,
        "Round 2",
        lines=(
            line("Round 2 begins; Steffi is Captain.", "ME-61", 1),
            line("Steffi offers the First Mate 2 points.", "ME-20", 1),
            line("You draw wine.", "ME-73", 0, private=True),
            line("Florian shows grain.", "ME-30", 2),
        ),
    ),
]

FACTS = [
    Told("docked", "ME-61", 1, {"island": "Eisfelsen", "points": 5}),
    Told("cabin_boy_rewarded", "ME-61", 0, {"points": 2}),
    Told("sold", "ME-63", 2, {"island": "Hochland", "good": "grain", "count": 2}),
    Told("sold", "ME-63", 3, {"island": "Hochland", "good": "salt", "count": 2}),
    Told("trade_points", "ME-66", 2, {"island": "Hochland", "points": 4, "tied": 2}),
    Told("trade_points", "ME-65", 3, {"island": "Hochland", "points": 3, "tied": 2}),
]
LOST = [
    Told("mutiny_lost", "ME-55", None, {"for": 1, "against": 2}),
    Told("docked", "ME-60", 1, {"island": "Sandkap", "points": 3}),
    Told("mate_rewarded", "ME-60", 3, {"points": 3, "offer": 2}),
    Told("offer_paid", "ME-60", 1, {"points": 2}),
    Told("sold", "ME-63", 0, {"island": "Sandkap", "good": "wine", "count": 1}),
    Told("trade_points", "ME-65", 0, {"island": "Sandkap", "points": 4, "tied": 1}),
]
ROUNDS = [
    round_points(1, [Told("mutiny_won", "ME-55", None, {"for": 2, "against": 1}), *FACTS], 4),
    round_points(2, LOST, 4),
]

MINE = ["wine", "wine", "grain", "conflict", "ruby"]
SHOWS = ["show wine", "show grain", "show conflict", "show ruby"]


def offering() -> dict[str, Any]:
    seats = [seat(hand=list(MINE)), seat(), seat(), seat()]
    offers = [f"offer {points}" for points in range(4)]
    return context(view("offer", offers, seats, captain=0, offer=None, round=1), log=[], rounds=[])


def middle(me: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        seat(score=6, **me),
        seat(score=8, hand_size=3, known=["ruby"], shown=["cloth", "cloth"]),
        seat(
            score=4,
            hand_size=2,
            shown=["grain", "grain", "conflict"],
            left=True,
            left_order=0,
            role="unknown",
        ),
        seat(score=11, hand_size=4, shown=["salt"]),
    ]


def showing() -> dict[str, Any]:
    me = {"hand": ["wine", "wine", "grain", "conflict"], "hand_size": 4, "shown": ["ruby"]}
    legal = ["show wine", "show grain", "show conflict", "leave"]
    known = {"ship": 8, "came_from": 4, "active": [4, 8]}
    return context(view("show", legal, middle(me), **known))


def choosing() -> dict[str, Any]:
    """Left, and taking one of the action cards that are still there."""
    base = showing()
    mine = {**base["view"]["seats"][0], "left": True, "left_order": 1}
    legal = ["leave mutineer", "leave cabin-boy", "leave first-mate", "leave merchant"]
    seats = [mine, *base["view"]["seats"][1:]]
    base["view"] = {**base["view"], "seats": seats, "legal": legal, "roles_gone": ["loader"]}
    return {**base, "why": {"leave loader": "The Loader has been taken (ME-34)."}}


def waiting() -> dict[str, Any]:
    base = showing()
    base["view"] = {**base["view"], "to_act": [3], "legal": []}
    return base


def captain_showing() -> dict[str, Any]:
    me = {"hand": ["wine", "wine", "grain"], "hand_size": 3, "shown": ["ruby", "salt"]}
    legal = ["show wine", "show grain", "leave"]
    return context(view("show", legal, middle(me), captain=0, ship=8, came_from=4, active=[4, 8]))


def gone() -> dict[str, Any]:
    me = {"hand": ["wine", "conflict"], "hand_size": 2, "shown": ["ruby", "grain", "wine"], "left": True}
    shown = view(
        "show", [], middle({**me, "left_order": 1, "role": "mutineer"}), to_act=[1], ship=8, active=[4, 8]
    )
    return context(shown)


def revealed(**mine: Any) -> list[dict[str, Any]]:
    return [
        seat(score=6, left=True, left_order=2, **mine),
        seat(score=8, hand_size=3, shown=["cloth", "cloth"], left=True, left_order=3, conflicts_played=1),
        seat(
            score=-1,
            hand_size=2,
            shown=["grain", "grain", "conflict"],
            left=True,
            left_order=0,
            role="loader",
        ),
        seat(
            score=11, hand_size=2, shown=["salt", "wine", "wine"], left=True, left_order=1, role="cabin-boy"
        ),
    ]


def mutiny() -> dict[str, Any]:
    me = {
        "hand": ["wine", "conflict", "conflict"],
        "hand_size": 3,
        "shown": ["ruby", "grain"],
        "role": "mutineer",
    }
    legal = ["conflict 0", "conflict 1", "conflict 2"]
    known = {"ship": 8, "came_from": 4, "active": [4, 8], "destinations": {"captain": 1, "mutineer": 11}}
    return context(view("mutiny", legal, revealed(**me), **known))


def selling() -> dict[str, Any]:
    me = {
        "hand": ["conflict", "conflict"],
        "hand_size": 2,
        "shown": ["wine", "wine", "ruby"],
        "role": "merchant",
    }
    legal = ["sell 2 wine / -", "sell 1 ruby / 2 wine", "sell - / 2 wine", "sell 1 wine / 1 wine"]
    seats = revealed(**me)
    seats[1]["sale"] = {"here": ["cloth", 2], "there": None}
    seats[2]["sale"] = {"here": ["grain", 2], "there": None}
    seats[3]["sale"] = {"here": ["salt", 1], "there": ["wine", 2]}
    known = {"ship": 9, "came_from": 8, "active": [8, 9], "destinations": {"captain": 1, "mutineer": 11}}
    return context(view("sell", legal, seats, **known))


def returning() -> dict[str, Any]:
    hand = ["ruby", "salt", "wine", "wine", "cloth", "grain", "grain", "conflict"]
    seats = [
        seat(score=6, hand=hand, hand_size=8, role="loader"),
        seat(score=8),
        seat(score=1),
        seat(score=11),
    ]
    legal = ["return wine", "return salt", "return cloth"]
    return context(view("return", legal, seats, ship=1, came_from=8, active=[1, 8]))


def finished() -> dict[str, Any]:
    seats = revealed(hand=["conflict"], hand_size=1, shown=["wine", "wine", "ruby"], role="merchant")
    for each, score in zip(seats, (31, 27, 18, 31), strict=True):
        each["score"] = score
    rounds = [{**ROUNDS[number % 2], "round": number} for number in range(1, 9)]
    over = view("over", [], seats, to_act=[], winners=[0, 3], round=8, ship=2, active=[0, 2])
    return context(over, rounds=rounds, seed="lantern-7")


def small() -> dict[str, Any]:
    """The `manual` rules: six islands, three players, pirates, long names."""
    me = {"hand": ["wine", "pirates", "grain", "conflict"], "hand_size": 4, "shown": ["ruby"]}
    seats = middle(me)[:3]
    seats[2]["conflicts_played"] = 2
    options = {"rules": "manual", "pirates": "double"}
    legal = ["show wine", "show grain", "show conflict", "show pirates", "leave"]
    shown = view("show", legal, seats, ring=6, options=options, pirate_ship=3, ship=2, active=[1, 2])
    return context(shown, names=["Maximiliane-Charlotte", "Bartholomäus III.", "Wilhelmina van Oranje"])


def watching() -> dict[str, Any]:
    base = deepcopy(mutiny())
    base["view"] = {**base["view"], "seat": None, "legal": [], "to_act": [3], "pirate_ship": 6}
    base["view"]["seats"][0]["hand"] = None
    return {**base, "me": None, "seated": False}


def replayed() -> dict[str, Any]:
    base = deepcopy(mutiny())
    base["view"] = {**base["view"], "legal": []}
    for each, hand in zip(
        base["view"]["seats"][1:], (["salt"] * 3, ["ruby", "wine"], ["grain", "cloth"]), strict=True
    ):
        each["hand"] = hand
    seats = [
        {"value": "open", "label": "Open"},
        {"value": "0", "label": "Bernhard"},
        {"value": "all", "label": "Nobody"},
    ]
    links = [
        {"mark": str(number), "title": f"Round {number}", "ply": number * 20 - 20, "here": number == 3}
        for number in range(1, 9)
    ]
    shown = {
        "ply": 47,
        "plies": 160,
        "seat": "open",
        "seats": seats,
        "parts": [{"label": "Round", "links": links}],
        "move": "Carmen: leave as Cabin Boy",
        "next": 48,
        "spoilers": True,
        "links": [{"label": "With open cards", "address": "https://example.org/table/t4kq/replay?seat=all"}],
        "players": NAMES,
    }
    return {**base, "me": None, "seated": False, "replay": shown}


TABLES = {
    "offer": offering,
    "show": showing,
    "choose": choosing,
    "waiting": waiting,
    "captain": captain_showing,
    "gone": gone,
    "mutiny": mutiny,
    "sell": selling,
    "return": returning,
    "over": finished,
    "manual": small,
    "watching": watching,
}

GAMES = [
    {
        "id": "t4kq",
        "game": "meuterer",
        "names": NAMES,
        "options": {"players": 4, "rules": "english", "pirates": "off"},
        "over": False,
        "turn": True,
        "round": 3,
        "rounds": 8,
        "winners": [],
    },
    {
        "id": "u9xa",
        "game": "meuterer",
        "names": NAMES[:3],
        "options": {"players": 3, "rules": "manual", "pirates": "double"},
        "over": True,
        "turn": False,
        "round": 9,
        "rounds": 9,
        "winners": ["Steffi"],
    },
]
RULES = GAME.rulebook.sections

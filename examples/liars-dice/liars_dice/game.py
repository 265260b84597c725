"""Liar's Dice as Quarterdeck sees it: its words, its JSON, its `GameSpec`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from liars_dice import knowledge, rules
from liars_dice.rules import CHALLENGE, DICE, FACES, HIDDEN, NONE, State
from quarterdeck.kernel.record import new
from quarterdeck.kernel.rulebook import Rule, Rulebook, Section
from quarterdeck.kernel.sentences import Reason, Telling, Tellings
from quarterdeck.kernel.spec import FactFields, GameSpec, Json, Option, Options
from quarterdeck.kernel.verbs import Verbs

SETUP = """Each player has five dice under a cup. Chance says who begins the first round. In each round everybody
rolls, and looks at their own dice only."""
BIDS = "Who begins bids how many of all dice show some face at least: “three fives”."
HIGHER = """Clockwise, each player bids higher or challenges the last bid. A higher bid has more dice of any face, or
as many of a higher face. Nobody bids on more dice than there are."""
SHOWN = """All dice are shown. If there are as many as the last bid says, or more, the challenger loses a die, else
the bidder does."""
NEXT = "Who lost a die begins; if it was their last one, the next player with dice does."
LAST = "Who has no dice is out. The last player with dice wins."
WILD = "An option: ones count as every face. In a bid on ones they are ones."
RULEBOOK = Rulebook(
    Section("The start", [Rule("LD-1", "Set-up", SETUP)]),
    Section("A round", [Rule("LD-2", "Bids", BIDS), Rule("LD-3", "Higher bids", HIGHER)]),
    Section("Its end", [Rule("LD-4", "Challenge", SHOWN), Rule("LD-5", "Next round", NEXT)]),
    Section("The end", [Rule("LD-6", "The winner", LAST), Rule("LD-7", "Wild ones", WILD)]),
)

ONE = ("one", "two", "three", "four", "five", "six")
MANY = ("ones", "twos", "threes", "fours", "fives", "sixes")


def action_text(action: int) -> str:
    """The text of an action: `bid 3 fives`, `challenge`."""
    count, face = action // FACES + 1, action % FACES
    return "challenge" if action == CHALLENGE else f"bid {count} {(ONE if count == 1 else MANY)[face]}"


# Per kind of fact: its text name, its rule, and the names of its numbers.
FACTS: dict[int, FactFields] = {
    rules.ROUND: ("round_began", "LD-5", ("round",)),
    rules.BID: ("bid", "LD-3", ("count", "face")),
    rules.CHALLENGED: ("challenged", "LD-4", ("player",)),
    rules.SHOWN: ("shown", "LD-4", ("count", "face")),
    rules.LOST: ("lost", "LD-4", ("found", "left")),
    rules.OUT: ("out", "LD-6", ()),
    rules.WON: ("won", "LD-6", ()),
}
TELLINGS = {
    "round_began": Telling("{name} begins.", "You begin."),
    "bid": Telling("{name} bids {count} × {face}.", "You bid {count} × {face}."),
    "challenged": Telling("{name} challenges {bidder}.", "You challenge {bidder}.", "{name} challenges you."),
    "shown": Telling("{name} has {count} × {face}.", "You have {count} × {face}."),
    "lost": Telling("There are {found}: {name} loses a die.", "There are {found}: you lose a die."),
    "out": Telling("{name} is out.", "You are out."),
    "won": Telling("{name} wins.", "You win."),
}


def _values(_kind: str, data: Mapping[str, Any], names: Sequence[str], _you: int | None) -> dict[str, Any]:
    return {**data, "bidder": names[data.get("player", 0)]}


def chapter(kind: str, data: Mapping[str, Any]) -> str | None:
    """The title of the part of the log that a fact opens."""
    return f"Round {data['round']}" if kind in ("", "round_began") else None


def progress(s: State) -> tuple[int, int | None]:
    """The round that goes on; how many there are is not known before."""
    return int(s.round_no), None


def template(options: Options, _table: Any) -> State:
    """A record with its options set, ready to be dealt (LD-1)."""
    s = new(State)
    s.seats = options["players"]
    s.wild = options["ones"] == "wild"
    s.left[: s.seats] = DICE
    return s


def describe(s: State, _table: Any) -> Json:
    """A record as JSON; of a blanked one it holds what the viewer knows."""
    return {
        "phase": "bid" if s.left[s.turn] < sum(s.left) else "over",
        "round": int(s.round_no),
        "last_bid": None if s.bid == NONE else action_text(int(s.bid)).removeprefix("bid "),
        "bidder": None if s.bidder == NONE else int(s.bidder),
        "dice_in_play": int(sum(s.left)),
        "seats": [{"dice_left": int(s.left[seat]), "dice": _dice(s, seat)} for seat in range(s.seats)],
    }


def _dice(s: State, seat: int) -> list[int] | None:
    faces = [face + 1 for face in range(FACES) for _ in range(s.dice[seat, face])]
    return None if s.dice[seat, 0] == HIDDEN else faces


GAME = GameSpec(
    id="liars-dice",
    title="Liar's Dice",
    about="Bid on what lies under all the cups, and catch whoever bids too much.",
    rules_version=1,
    state=State,
    verbs=Verbs.of(rules, knowledge),
    options=(Option("players", (4, 2, 3, 5, 6)), Option("ones", ("plain", "wild"))),
    actions=CHALLENGE + 1,
    max_plies=2000,
    blocks=knowledge.BLOCKS,
    rulebook=RULEBOOK,
    template=template,
    describe=describe,
    progress=progress,
    action_text=action_text,
    facts=FACTS,
    event_sentence=Tellings(TELLINGS, _values),
    chapter=chapter,
    refusals={
        "bid": Reason("LD-3", "Bid higher, on no more dice than there are, or challenge the last bid.")
    },
    heuristics="liars_dice.knowledge:judge",
)

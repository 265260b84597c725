"""Liar's Dice as Quarterdeck sees it: its words, its JSON, its `GameSpec`."""

from __future__ import annotations

from typing import Any

import quarterdeck.authoring as qd
from liars_dice import knowledge, rules
from liars_dice.rules import CHALLENGE, DICE, FACES, NONE, State

RULEBOOK = qd.Rulebook(qd.Section("Liar's Dice", [
    qd.Rule("LD-1", "Set-up", "Each player has five dice under a cup. Chance says who begins. "
            "In each round everybody rolls, and looks at their own dice only."),
    qd.Rule("LD-2", "Bids", "The first player names a face, and bids how many of all dice show it at least."),
    qd.Rule("LD-3", "Higher bids", "Clockwise, each player bids higher or challenges the last bid. "
            "A higher bid has more dice of any face, or as many of a higher face. "
            "Nobody bids on more dice than there are."),
    qd.Rule("LD-4", "Challenge", "All dice are shown. If there are as many as the last bid says, or more, "
            "the challenger loses a die, else the bidder does."),
    qd.Rule("LD-5", "Next round", "The loser of the die begins, or the next player if it was their last."),
    qd.Rule("LD-6", "End", "A player without dice is out. The last player with dice wins."),
    qd.Rule("LD-7", "Wild ones", "An option: ones count as every face. In a bid on ones they are ones."),
]))  # fmt: skip

ONE = ("one", "two", "three", "four", "five", "six")
MANY = ("ones", "twos", "threes", "fours", "fives", "sixes")


def action_text(action: int) -> str:
    """The text of an action: `bid 3 fives`, `challenge`."""
    count, face = action // FACES + 1, action % FACES
    return "challenge" if action == CHALLENGE else f"bid {count} {(ONE if count == 1 else MANY)[face]}"


# Per kind of fact: its text name, its rule, and the names of its numbers.
FACTS: dict[int, qd.FactFields] = {
    rules.ROUND: ("round_began", "LD-5", ("round",)),
    rules.ROLLED: ("rolled", "LD-1", ("count", "face")),
    rules.BID: ("bid", "LD-3", ("count", "face")),
    rules.CHALLENGED: ("challenged", "LD-4", ("player",)),
    rules.SHOWN: ("shown", "LD-4", ("count", "face")),
    rules.LOST: ("lost", "LD-4", ("found", "left")),
    rules.WON: ("won", "LD-6", ()),
}
TELLINGS = {
    "round_began": qd.Telling("{name} begins.", "You begin."),
    "rolled": qd.Telling("{name} rolls {count} × {face}.", "You roll {count} × {face}."),
    "bid": qd.Telling("{name} bids {count} × {face}.", "You bid {count} × {face}."),
    "challenged": qd.Telling("{name} challenges {player}.", "You challenge {player}."),
    "shown": qd.Telling("{name} has {count} × {face}.", "You have {count} × {face}."),
    "lost": qd.Telling("{found} in all: {name} loses a die.", "{found} in all: you lose a die."),
    "won": qd.Telling("{name} wins.", "You win."),
}


def template(options: qd.Options, _table: Any) -> State:
    """A record with its options set, ready to be dealt (LD-1)."""
    s = qd.new(State)
    s.seats = options["players"]
    s.wild = options["ones"] == "wild"
    s.left[: s.seats] = DICE
    return s


def describe(s: State, _table: Any) -> qd.Json:
    """A record as JSON; of a blanked one it holds what the viewer knows."""
    dice = [[face + 1 for face in range(FACES) for _ in range(row[face])] for row in s.dice]
    return {
        "round": int(s.round_no),
        "last_bid": None if s.bid == NONE else action_text(int(s.bid)).removeprefix("bid "),
        "bidder_seat": None if s.bidder == NONE else int(s.bidder),
        "dice_in_play": int(sum(s.left)),
        "seats": [{"dice_left": int(s.left[seat]), "dice": dice[seat] or None} for seat in range(s.seats)],
    }


GAME = qd.GameSpec(
    id="liars-dice",
    title="Liar's Dice",
    about="Bid on what lies under all the cups, and catch whoever bids too much.",
    rules_version=1,
    state=State,
    verbs=qd.Verbs.of(rules, knowledge),
    options=(qd.Option("players", (4, 2, 3, 5, 6)), qd.Option("ones", ("plain", "wild"))),
    actions=CHALLENGE + 1,
    max_plies=2000,
    blocks=knowledge.BLOCKS,
    rulebook=RULEBOOK,
    template=template,
    describe=describe,
    action_text=action_text,
    facts=FACTS,
    event_sentence=qd.Tellings(TELLINGS),
    refusals={"play": qd.Reason("LD-3", "Bid higher, but on no more dice than there are, or challenge.")},
    heuristics="liars_dice.knowledge:judge",
)

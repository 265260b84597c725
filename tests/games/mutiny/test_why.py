"""Why an action of Mutiny! is refused: the rule and a sentence, from what the seat itself can see."""

from __future__ import annotations

from typing import Any

from quarterdeck import Game, Position
from quarterdeck.play import find
from tests.games.positions import play

Setup = dict[str, Any]

TURN = "It is not your turn: another player has to act first."
# Ann and Bert are tied on the Gunner; Ann is the lookout, Cy has no rum.
TIED: Setup = {
    "resolving": "gunner",
    "bribes": {"gunner": [[1, 0], [1, 0], [0, 0]], "cook": [[0, 0], [2, 0], [1, 0]]},
    "rum": [3, 2, 0],
}
OFFERED = "1 offer 2 for 1"
# Bert has the primary ability of the Deck Hand, Ann the secondary one.
DECK: Setup = {"resolving": "deck-hand", "bribes": {"deck-hand": [[1, 0], [2, 0], [0, 0]]}}
RETRIEVING: Setup = {"retrieving": True, "bribes": {"cook": [[1, 0], [2, 0], [0, 0]]}}
# The Pilot and the Gunner are Bert's, who loses a doubloon in the north of every tile.
LOSS: Setup = {
    "resolving": "pilot",
    "bribes": {"gunner": [[0, 0], [2, 0], [0, 0]], "pilot": [[0, 0], [2, 0], [0, 0]]},
}


TILE = {"north": [["gunner", "doubloon", -1]], "south": [["cook", "rum", 1]], "source": "reconstructed"}
TABLE = {"tile": [TILE] * 6}


# Seats 0 to 2 are tied on the Gunner, Ann is the lookout; on an open table.
OPEN: Setup = {"deals": "open", "resolving": "gunner", "bribes": {"gunner": [[1, 0]] * 3}, "rum": [3, 2, 1]}
# Ann has the Gunner's primary ability and breaks the tie of the three others for the secondary one.
SECOND: Setup = {**OPEN, "bribes": {"gunner": [[2, 0], [1, 0], [1, 0], [1, 0]]}, "rum": [3, 2, 1, 1]}
RULED_OUT = "MU-23: A deal that was taken rules out seat 2: only the others who are tied can still be picked."
TWO: Setup = {**TIED, "deals": "open"}
OLD: Setup = {**TIED, "deals": None}


def position(setup: Setup, *moves: str) -> Position:
    """Three players, or as many as bribes; moves are written "SEAT ACTION".

    `deals` of the set-up is the option; None is version 1 of the rules.
    """
    laid = {key: value for key, value in setup.items() if key != "deals"}
    deals = setup.get("deals", "closed")
    players = len(setup.get("bribes", {}).get("gunner", "abc"))
    game = Game("mutiny", table=TABLE, players=players, deals="open" if deals == "open" else "closed")
    if deals is None:
        game = Game(find("mutiny").earlier[0], table=TABLE, players=players)
    return play(game.start(seed=1, setup=laid), *moves)


# For every code: the table, the moves, of which the last is refused, and the rule with the sentence.
CASES: list[tuple[str, Setup, str, str]] = [
    ("not_your_turn", TIED, f"{OFFERED}, 1 pick 0", f"MU-21: {TURN}"),
    ("not_your_turn", DECK, "0 stay", f"MU-24: {TURN}"),
    ("not_your_turn", LOSS, "0 north", f"MU-27: {TURN}"),
    ("not_your_turn", LOSS, "1 north, 0 lose unplayed", f"MU-32: {TURN}"),
    ("not_your_turn", RETRIEVING, "1 done", f"MU-40: {TURN}"),
    (
        "wrong_phase",
        {},
        "0 north",
        "MU-27: This belongs to “Pilot: setting the course”; what is asked now is “Bidding”: choose an "
        "action of that.",
    ),
    (
        "wrong_phase",
        DECK,
        "2 bid 1 0",
        "MU-10: This belongs to “Bidding”; what is asked now is “Deck Hand: moving a token”: choose an "
        "action of that.",
    ),
    (
        "already_bid",
        {},
        "0 bid 1 0, 0 bid 2 0",
        "MU-10: Your bid for this crew member is made: wait until all are shown.",
    ),
    (
        "already_bid",
        {"rum": [0, 3, 3]},
        "0 bid 1 0, 0 bid 2 0",
        "MU-10: Your bid for this crew member is made: wait until all are shown.",
    ),
    (
        "nothing_to_bid",
        {"doubloons": [0, 8, 8], "rum": [0, 3, 3]},
        "0 bid 0 0",
        "MU-10: You have nothing unplayed to bid: for this crew member your bid is nothing.",
    ),
    (
        "too_high_a_bid",
        {"called": "cook", "bribes": {"gunner": [[5, 0], [0, 0], [0, 0]]}, "rum": [1, 3, 3]},
        "0 bid 4 0",
        "MU-10: You have 3 doubloons and 1 rum unplayed: bid no more than that.",
    ),
    (
        "too_high_a_bid",
        {"doubloons": [0, 8, 8]},
        "0 bid 0 4",
        "MU-10: You have 3 rum unplayed: bid no more than that.",
    ),
    ("lookout_asked", TIED, "0 no offer", "MU-23: You are the lookout: the offers are made to you."),
    (
        "already_offered",
        {**TIED, "rum": [3, 2, 1]},
        f"{OFFERED}, 1 no offer",
        "MU-23: You have settled on your offer: it stays.",
    ),
    ("no_rum_to_offer", TIED, "2 offer 1 for 0", "MU-23: You have no unplayed rum to offer."),
    (
        "too_high_an_offer",
        TIED,
        "1 offer 3 for 1",
        "MU-23: You have 2 rum unplayed: offer no more than that.",
    ),
    (
        "not_tied",
        TIED,
        "1 offer 1 for 2",
        "MU-21: Seat 2 is not among those who are tied: only they can be picked.",
    ),
    (
        "not_tied",
        TIED,
        f"{OFFERED}, 0 pick 2",
        "MU-21: Seat 2 is not among those who are tied: only they can be picked.",
    ),
    ("no_such_seat", TIED, "1 offer 1 for 3", "MU-21: There is no seat 3 at this table: seats are 0 to 2."),
    (
        "no_such_seat",
        TIED,
        f"{OFFERED}, 0 pick 1 paid by 3",
        "MU-21: There is no seat 3 at this table: seats are 0 to 2.",
    ),
    (
        "no_such_seat",
        OPEN,
        "1 pass, 2 pass, 0 take 3",
        "MU-23: There is no seat 3 at this table: seats are 0 to 2.",
    ),
    (
        "no_such_seat",
        DECK,
        "1 move rum of 3 from deck-hand to cook",
        "MU-24: There is no seat 3 at this table: seats are 0 to 2.",
    ),
    (
        "open_deals",
        TWO,
        "1 no offer",
        "MU-23: At this table offers lie open: make one, withdraw yours, or pass (“pass”).",
    ),
    (
        "take_first",
        TIED,
        "1 offer 1 for 1, 0 pick 1 paid by 1",
        "MU-23: First take the offers that you want, “take 1”, and then pick without a payer.",
    ),
    (
        "closed_offers",
        TIED,
        "1 offer 1 for not 0",
        "MU-23: At this table offers are closed: each is made once, for the pick of one player.",
    ),
    (
        "closed_offers",
        TIED,
        f"{OFFERED}, 0 ask 1 for 0",
        "MU-23: At this table offers are closed: each is made once, for the pick of one player.",
    ),
    ("nothing_to_withdraw", OPEN, "1 withdraw", "MU-23: You have no offer on the table to withdraw."),
    (
        "same_offer",
        OPEN,
        "1 offer 2 for 1, 2 pass, 0 wait, 1 offer 2 for 1",
        "MU-23: This is your offer already: pass to leave it as it is.",
    ),
    ("not_your_turn", OPEN, "2 offer 1 for 2", f"MU-23: {TURN}"),
    (
        "too_high_an_offer",
        OPEN,
        "1 offer 3 for not 1",
        "MU-23: You have 2 rum unplayed: offer no more than that.",
    ),
    (
        "too_few_tied",
        TWO,
        "1 offer 1 for not 0",
        "MU-23: Only two can be picked: instead of “not 0” name the one who is to be picked.",
    ),
    (
        "no_second_rank",
        TWO,
        "1 offer 1 for 1 then 0",
        "MU-23: Only where three or more are tied for the highest bribe does this lookout sell both "
        "abilities.",
    ),
    (
        "no_such_seat",
        OPEN,
        "1 offer 1 for 1 then 3",
        "MU-21: There is no seat 3 at this table: seats are 0 to 2.",
    ),
    (
        "not_tied_first",
        {**OPEN, "bribes": {"gunner": [[1, 0], [1, 0], [1, 0], None]}, "rum": [3, 2, 1, 0]},
        "1 offer 1 for 1 then 3",
        "MU-23: Seat 3 can't be second: only who is tied for the highest bribe can.",
    ),
    (
        "nothing_to_take",
        OPEN,
        "1 pass, 2 offer 1 for 2, 0 wait, 1 pass, 2 withdraw, 0 take 2",
        "MU-23: No offer of seat 2 lies on the table: take one that is there, or pick.",
    ),
    (
        "nothing_to_take",
        OPEN,
        "1 pass, 2 pass, 0 take 0",
        "MU-23: No offer of seat 0 lies on the table: take one that is there, or pick.",
    ),
    (
        "nothing_to_take",
        OPEN,
        "1 offer 1 for 1, 2 pass, 0 pick 1 paid by 2",
        "MU-23: No offer of seat 2 lies on the table: take one that is there, or pick.",
    ),
    (
        "bound",
        OPEN,
        "1 offer 2 for not 2, 2 offer 1 for 2, 0 take 1, 0 take 2",
        "MU-23: The offer of seat 2 goes against a deal that you have taken.",
    ),
    ("ruled_out", OPEN, "1 offer 2 for not 2, 2 pass, 0 take 1, 0 pick 2", RULED_OUT),
    (
        "ruled_out",
        OPEN,
        "1 offer 1 for not 2, 2 pass, 0 take 1, 0 wait, 1 offer 1 for 2",
        RULED_OUT,
    ),
    ("ruled_out", SECOND, "1 offer 1 for not 2, 2 pass, 3 pass, 0 take 1, 0 pick 2", RULED_OUT),
    (
        "not_tied",
        SECOND,
        "1 offer 1 for not 2, 2 pass, 3 pass, 0 take 1, 0 pick 0",
        "MU-21: Seat 0 is not among those who are tied: only they can be picked.",
    ),
    (
        "not_tied",
        OPEN,
        "1 pass, 2 pass, 0 pick 1, 1 pass, 2 pass, 0 pick 1",
        "MU-21: Seat 1 is not among those who are tied: only they can be picked.",
    ),
    (
        "last_round",
        OPEN,
        "1 pass, 2 offer 1 for 2, 0 wait, 1 offer 1 for 1, 2 pass, 0 wait, 1 pass, 2 withdraw, 0 wait",
        "MU-23: The talks are over: take offers that are there, or pick.",
    ),
    (
        "nothing_changed",
        OPEN,
        "1 pass, 2 pass, 0 wait",
        "MU-23: In this round no offer has changed: name a price, take an offer, or pick.",
    ),
    (
        "too_high_a_price",
        OPEN,
        "1 pass, 2 pass, 0 ask 3 for 1",
        "MU-23: Nobody else has more than 2 rum unplayed: ask no more.",
    ),
    (
        "no_such_offer",
        OLD,
        f"{OFFERED}, 0 pick 0 paid by 1",
        "MU-23: Seat 1 offers nothing for seat 0: take an offer that was made, or none.",
    ),
    (
        "not_your_token",
        DECK,
        "1 stay, 0 move doubloon of 1 from deck-hand to cook",
        "MU-24: With the secondary ability of the Deck Hand you move a token of your own.",
    ),
    (
        "no_doubloon_there",
        DECK,
        "1 move doubloon of 0 from gunner to cook",
        "MU-24: No doubloon of seat 0 lies on the Gunner.",
    ),
    (
        "no_rum_there",
        DECK,
        "1 move rum of 0 from deck-hand to cook",
        "MU-24: No rum of seat 0 lies on the Deck Hand.",
    ),
    ("none_of_yours", LOSS, "1 north, 1 lose cook", "MU-32: No doubloon of yours lies on the Cook."),
    ("none_of_yours", RETRIEVING, "0 retrieve pilot", "MU-40: No doubloon of yours lies on the Pilot."),
    (
        "nothing_unplayed",
        {**LOSS, "doubloons": [8, 0, 8]},
        "1 north, 1 lose unplayed",
        "MU-32: You have no unplayed doubloon: lose one that lies on a crew member.",
    ),
]


def test_a_spectator_is_told_that_it_is_the_players_turn() -> None:
    assert position({}).view(None).why_not("bid 1 0") == ("MU-10", TURN)
    assert position(TIED).view(None).why_not("no offer") == ("MU-23", TURN)
    assert position(RETRIEVING).view(None).why_not("done") == ("MU-40", TURN)


def test_the_end_refuses_everything() -> None:
    last = position({**TIED, "cutlasses": [9, 9, 9]}, OFFERED, "0 take 1")
    assert last.over
    assert last.view(0).why_not("bid 0 0") == ("MU-50", "The game is over: nothing more is played.")

"""The layout of an observation: the numbers of each block, and the scale of each."""

from __future__ import annotations

from quarterdeck.games.cartagena.state import GOLDS, KINDS, PAIRS, PIRATES, SEATS, Phase, Reading, Side
from quarterdeck.kernel.encode import Block, length

PHASES = len(Phase)
SIDES = len(Side)
PLAYERS = 3
SUPPLIES = 3
WINS = 3
PAIR = 6
PARTS = 8
READINGS = len(Reading)
OWN_SIDE = 9
SEAT = 8 + KINDS + SIDES + 2 + 2 + 3 + PARTS
EXPECTED = 4  # the offset of the gold within a seat's slots

# The scales: which quantity a number of 1 stands for.
SPACES, STORM_SPACES, STORM_AHEAD, DOORS, ADVANCE, COINS_ON_SATE = 24, 4, 12, 7, 3, 10
COINS, COMBAT, GOLD, LOW = 30, 40, 18, 5
CARDS, GOLD_CARDS, STRENGTH, WORTH, LEAD, ROUNDS, APART = 5, 6, 20, 20, 10, 8, 9

BLOCKS = (
    Block("players", PLAYERS, "2 to 4 (one of them is 1)"),
    Block("phase", PHASES, "cabins, diaz, tembo, swap, trade, pang, rob, side, spy, sailors, inspect, "
          "handle, duel, over"),
    Block("route", 3, "spaces to the mutiny space / 24; spaces that the ship has won in this round for sure "
          "/ 3; whether it may get there in this round"),
    Block("storms", 2, "storm spaces ahead / 4; spaces to the next one / 12, 0 without any"),
    Block("doors", 5, "opened / 7; closed / 7; whether the seat to act has opened one; seats that have used "
          "a card / 4; coins on Satè / 10"),
    Block("pirates", 4 * PIRATES, "in the voyage: face down; lie open, unused; those that the seat to act "
          "may use now; in the lifeboat"),
    Block("supplies", 3 * SUPPLIES, "coins / 30, combat cards / 40, gold cards / 18; each / 5, at most 1; "
          "each, whether it has been empty"),
    Block("hand", KINDS, "the viewer's combat cards, pink 1, 2, 3, grey 1, 2, 3, / 5"),
    Block("colours", 2, "worth of the viewer's pink cards / 20, of its grey ones / 20"),
    Block("own gold", GOLDS, "the viewer's gold cards worth 1, 2, 3, / 5"),
    Block("looked at", KINDS + GOLDS, "combat cards that the viewer looks at / 2; worth of the gold card "
          "that is looked at, if the viewer knows it: 1, 2, 3"),
    Block("trades", 3, "swaps or trades made / 3; selling; buying"),
    Block("unseen", KINDS + GOLDS, "combat cards that the viewer can't place / 10; gold cards / 6"),
    Block("duel", PAIRS + 1 + 2 + 2 * WINS, "which one goes on; its round / 8, at most 1; strength of "
          "Valverde's side / 20, of Diaz's / 20, sailors and cards shown; duels won by Valverde's side, 1, "
          "2, 3, by Diaz's"),
    Block("posted", KINDS + 1, "the card that the viewer has laid face down, or the mascot"),
    Block("sailors", PAIRS * PAIR, "by pair: placed; its duel not begun; in the hands of the seat to act; "
          "its values known to the viewer; how far they are apart / 9, if known; Valverde's less Diaz's / "
          "9, if it is known who stands for whom"),
    Block("own side", OWN_SIDE, "0 without one: worth of the viewer's cards for it / 20, against it / 20; "
          "strength ahead in the present duel / 10; sailors ahead in the pairs to come, as far as known, / "
          "20; duels won / 3, lost / 3; combat cards of seats known to be on it / 20, against it / 20; "
          "gold expected ahead of the best other who may be on it / 10, −2 to 2"),
    Block("seats", SEATS * SEAT, "by seat: there; coins / 20; gold cards / 6; gold known to the viewer / "
          "20; gold expected, unseen cards at their average, / 20; that ahead of the best other still in "
          "the game / 10, −2 to 2; whether none of these has more; combat cards / 10; of those it holds or "
          "has put under the pile at least so many, by kind, when the mutiny began if it has, / 5 (of the "
          "viewer: those it holds); its side: Valverde, Diaz, placed and unknown; what the viewer saw "
          "before it was handled again: Valverde, Diaz; known to be on the viewer's side, against it; saw "
          "the viewer's side and it was not handled since, was handled; others who so know its side / 3; "
          "giver; first giver; to act; has used a card this round; can still win; fights in the present "
          "duel; has laid a card; is known to have laid the mascot"),
    Block("readings", READINGS, "coins on Satè are set aside (CA-48); the mascot may be laid in a first "
          "round (CA-66); players who are out are opponents (CA-65); nothing can be declined (version 1)"),
)  # fmt: skip
FEATURES = length(BLOCKS)

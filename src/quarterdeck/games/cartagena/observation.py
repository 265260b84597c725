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
    Block("route", 3, "spaces to the mutiny space / 24; spaces that the ship is sure to sail after this "
          "round / 3; whether it may reach the mutiny space then"),
    Block("storms", 2, "storm spaces ahead / 4; spaces to the next one / 12, 0 if there is none"),
    Block("doors", 5, "open doors / 7; closed doors / 7; whether the seat to act has opened one; seats that "
          "have used a card / 4; coins on Satè / 10"),
    Block("pirates", 4 * PIRATES, "in the voyage: which lie face down; which lie open and unused; which the "
          "seat to act may use now; which is in the lifeboat"),
    Block("supplies", 3 * SUPPLIES, "coins / 30, combat cards / 40, gold cards / 18; the same three / 5, at "
          "most 1; for each of the three, whether it has been empty"),
    Block("hand", KINDS, "the viewer's combat cards, pink 1, 2, 3, grey 1, 2, 3, / 5"),
    Block("colours", 2, "worth of the viewer's pink cards / 20, of its grey ones / 20"),
    Block("own gold", GOLDS, "the viewer's gold cards worth 1, 2, 3, / 5"),
    Block("looked at", KINDS + GOLDS, "the combat cards that the viewer looks at / 2; the worth of the gold "
          "card that is looked at, if the viewer knows it: 1, 2, 3"),
    Block("trades", 3, "swaps or trades made / 3; whether cards are being sold, whether they are being "
          "bought"),
    Block("unseen", KINDS + GOLDS, "cards whose place the viewer doesn't know: combat cards / 10, gold cards "
          "/ 6"),
    Block("duel", PAIRS + 1 + 2 + 2 * WINS, "which duel goes on; its round / 8, at most 1; strength of "
          "Valverde's side / 20, of Diaz's / 20, by the sailors and cards shown; how many duels Valverde's "
          "side has won: 1, 2, 3; the same of Diaz's"),
    Block("posted", KINDS + 1, "the card that the viewer has laid face down, or the mascot"),
    Block("sailors", PAIRS * PAIR, "by pair: it has been placed; its duel has not begun; it is in the hands "
          "of the seat to act; the viewer knows its values; how far these are apart / 9, if known; "
          "Valverde's sailor less Diaz's / 9, if the viewer knows who stands for whom"),
    Block("own side", OWN_SIDE, "all 0 while the viewer has no side: worth of the viewer's cards for its "
          "side / 20, against it / 20; strength by which the side is ahead in the present duel / 10, and in "
          "the sailors of the pairs to come, as far as known, / 20; duels that it has won / 3, has lost / 3; "
          "combat cards of the other seats known to be on it / 20, of those known to be against it / 20; the "
          "viewer's expected gold less that of the best other who may be on it / 10, −2 to 2"),
    Block("seats", SEATS * SEAT, "by seat: there is one; coins / 20; gold cards / 6; gold known to the "
          "viewer / 20; expected gold, with unseen cards at their average, / 20; this less the most of the "
          "others still in the game / 10, −2 to 2; none of these has more; combat cards / 10; by kind, how "
          "many combat cards the viewer is sure that it holds or has put under the pile (once the mutiny has "
          "begun: held or had put there at that time) / 5, of the viewer itself those that it holds; its "
          "side: Valverde, Diaz, placed but unknown; the side that the viewer saw before it was handled "
          "again: Valverde, Diaz; it is known to be on the viewer's side, against it; it saw the viewer's "
          "side, which has not been handled since, which has been handled since; how many others know its "
          "side in this way / 3; giver; first giver; to act; has used a card this round; can still win; "
          "fights in the present duel; has laid a card; is known to have laid the mascot"),
    Block("readings", READINGS, "the readings that are played: coins on Satè are set aside (CA-48); the "
          "mascot may be laid in a first round (CA-66); players who are out are opponents (CA-65); nothing "
          "can be declined (version 1)"),
)  # fmt: skip
FEATURES = length(BLOCKS)

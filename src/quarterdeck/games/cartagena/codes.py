"""Action ids: small integers in blocks, one block for each kind of decision. Their texts are in `actions`."""

from __future__ import annotations

from quarterdeck.games.cartagena.state import COLOURS, KINDS, PAIRS, PIRATES, SEATS

TAKE = 0  # + pirate; never the Ghost, who acts by himself
OPEN = TAKE + PIRATES - 1
KEEP_GOLD = OPEN + 1
KEEP_COMBAT = KEEP_GOLD + 1
KEEP = KEEP_COMBAT + 1  # + kind of combat card
SWAP = KEEP + KINDS  # + kind
SELL = SWAP + KINDS  # + kind
BUY = SELL + KINDS
DONE = BUY + 1
DRAW = DONE + 1
COIN = DRAW + 1
ROB = COIN + 1  # + seat
SIDE = ROB + SEATS  # + side
SPY = SIDE + COLOURS  # + seat
HIGHER = SPY + SEATS  # + side
INSPECT = HIGHER + COLOURS  # + pair
SWAP_SAILORS = INSPECT + PAIRS
KEEP_SAILORS = SWAP_SAILORS + 1
PLAY = KEEP_SAILORS + 1  # + kind
PLAY_MASCOT = PLAY + KINDS
ACTIONS = PLAY_MASCOT + 1

"""Actions as text: small, language-neutral and exact both ways."""

from __future__ import annotations

from quarterdeck.games.cartagena import codes
from quarterdeck.games.cartagena.state import COLOURS, KINDS, MASCOT, PAIRS, VALUES, Pirate, Side
from quarterdeck.games.cartagena.table import COLOUR_NAMES
from quarterdeck.i18n import N_
from quarterdeck.kernel.action_text import ActionIds

PIRATE_NAMES = tuple(pirate.name.lower().replace("_", "-") for pirate in Pirate)
SIDE_NAMES = tuple(side.name.lower() for side in Side)[:COLOURS]
CARD_NAMES = tuple(f"{COLOUR_NAMES[kind // VALUES]} {kind % VALUES + 1}" for kind in range(KINDS))
PAIR_NAMES = "ABCDE"[:PAIRS]
MASCOT_NAME = "mascot"

_SINGLE = {
    codes.OPEN: "open",
    codes.KEEP_GOLD: "keep gold",
    codes.KEEP_COMBAT: "keep combat",
    codes.BUY: "buy",
    codes.DONE: "done",
    codes.DRAW: "draw",
    codes.COIN: "coin",
    codes.SWAP_SAILORS: "swap",
    codes.KEEP_SAILORS: "keep",
    codes.PLAY_MASCOT: MASCOT_NAME,
}
_SEATS = tuple(str(seat) for seat in range(codes.SIDE - codes.ROB))
_BLOCKS = (
    (codes.TAKE, "take", PIRATE_NAMES[:-1]),
    (codes.KEEP, "keep", CARD_NAMES),
    (codes.SWAP, "swap", CARD_NAMES),
    (codes.SELL, "sell", CARD_NAMES),
    (codes.ROB, "rob", _SEATS),
    (codes.SIDE, "side", SIDE_NAMES),
    (codes.SPY, "spy", _SEATS),
    (codes.HIGHER, "higher", SIDE_NAMES),
    (codes.INSPECT, "inspect", PAIR_NAMES),
    (codes.PLAY, "play", CARD_NAMES),
)
# What others see of an action that is its seat's secret: all from the first id to the last.
_SECRET = (
    (codes.KEEP, codes.SWAP, "keep ?"),
    (codes.SWAP, codes.SELL, "swap ?"),
    (codes.SELL, codes.BUY, "sell ?"),
    (codes.SIDE, codes.SPY, "side ?"),
    (codes.HIGHER, codes.INSPECT, "higher ?"),
    (codes.SWAP_SAILORS, codes.PLAY, "handle ?"),
    (codes.PLAY, codes.ACTIONS, "play ?"),
)


def card_name(kind: int) -> str:
    """The text name of a combat card, or of the mascot."""
    return MASCOT_NAME if kind == MASCOT else CARD_NAMES[kind]


def text(action: int) -> str:
    """The text of an action id, `take pang` say."""
    if action in _SINGLE:
        return _SINGLE[action]
    first, verb, names = next(block for block in reversed(_BLOCKS) if block[0] <= action)
    return f"{verb} {names[action - first]}"


def public_text(action: int) -> str:
    """The text of an action for those who may not know all of it."""
    return next((words for first, end, words in _SECRET if first <= action < end), None) or text(action)


parse = ActionIds(
    text,
    codes.ACTIONS,
    N_(
        "“{text}” is no action of Cartagena; actions read like “take pang”, “open”, “keep gold”, "
        "“swap pink 1”, “sell grey 2”, “done”, “rob 1”, “side diaz”, “higher valverde”, “inspect A”, "
        "“play pink 3” or “mascot”."
    ),
)

"""The interface of a bot: it gets a view and returns an action."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.kernel.record import to_bytes
from quarterdeck.play import Action, View
from quarterdeck.play.checks import seed_text


class BotError(GameOptionError, ValueError):
    """A bot can't do what it is asked: the budget is impossible, the network is another game's, or the view's
    seat has nothing to choose.
    """


class Bot(Protocol):
    """A player. It sees only views of its own seat and keeps no state between choices.

    The same seed and view give the same action, so a match continues unchanged after a restart.
    """

    def choose(self, view: View) -> Action:
        """One of `view.legal()`. Raises BotError if the view's seat has nothing to choose, GameOptionError
        for anything but a view.
        """


def chances(seed: int | str, view: View) -> Callable[[str], float]:
    """A function from a subject to the `chance` of this seed and view. Raises GameOptionError for an invalid
    seed.
    """
    text, record = seed_text(seed), to_bytes(view.state)

    def chance(about: str) -> float:
        words = f"quarterdeck bot\n{text}\n{view.seat}\n{about}\n".encode(errors="surrogatepass")
        digest = hashlib.sha256(words + record).digest()
        return int.from_bytes(digest[:6], "little") / 2**48

    return chance


def chance(seed: int | str, view: View, about: str = "") -> float:
    """A random number in [0, 1). It depends only on the seed, on what the seat knows, and on the subject
    `about`.
    """
    return chances(seed, view)(about)


def drawn(legal: tuple[Action, ...], shares: NDArray[np.float64], point: float) -> Action:
    """Draw a legal action in proportion to its share.

    `shares` float64 [actions] need not sum to 1. `point` is a random number from 0 to their sum: the shares
    divide this line into a part for each action, and the part that contains the point decides.
    """
    return legal[min(int((shares.cumsum() <= point).sum()), len(legal) - 1)]


def choices_of(view: View) -> tuple[Action, ...]:
    """The legal actions of the view's seat. Raises BotError if there are none, GameOptionError for anything
    but a view.
    """
    view = checked_view(view)
    legal = view.legal() if view.seat in view.to_act else ()
    if not legal:
        raise BotError(_("The seat of this view has nothing to choose: {view}.").format(view=repr(view)))
    return legal


def checked_view(view: object) -> View:
    """The view that a bot is given. Raises GameOptionError for anything else, such as a whole position."""
    if not isinstance(view, View):
        sentence = _("A bot chooses from a seat's view, as position.view(seat) gives it, not from {value}.")
        raise GameOptionError(sentence.format(value=short(view)))
    return view

"""The seeds of the deals and bots of a series of games."""

from __future__ import annotations

from quarterdeck.play.checks import seed_text


def deal_seed(seed: int | str, number: int) -> str:
    """The seed of the deal of game `number`; a match file with it has the same deal. Raises GameOptionError
    for an invalid seed.
    """
    return f"{seed_text(seed)}/{number}"


def seat_seed(seed: int | str, number: int, seat: int) -> str:
    """The seed of a seat's bot in game `number`. It does not depend on the bot, so the same bots in the same
    seats play the same game. Raises GameOptionError for an invalid seed.
    """
    return f"{seed_text(seed)}/{number}/{seat}"

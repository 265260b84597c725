"""How bots come to their moves at tables, and who moves in the place of one that fails.

A bot that raises, chooses what is not legal or does not answer is replaced for that move by the rule-of-thumb
bot; should that one fail, any legal action is made (`bots.stand_in`). The table goes on, everybody there is
told, and the cause is in the server's log.

A bot that hangs costs a thread (`threads`). Each kind of bot has a number of its own, so that one kind that
hangs holds up no other; once all of them are lost, that kind is not called until one comes back. At a table
where a bot has hung twice it is not called again before the server is started anew.
"""

from __future__ import annotations

import hashlib
import logging
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from quarterdeck.bots import Bot
from quarterdeck.bots.stand_in import BY_CHANCE, BY_STAND_IN, STAND_IN, NotLegal, choice_of
from quarterdeck.bots.uniform import Uniform
from quarterdeck.play import Action, Position
from quarterdeck.tables.live.threads import Failed, NoAnswer, Threads
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.tags import tag

__all__ = ["SECONDS", "BotMaker", "BotMove", "Thinking"]

# Makes a bot from its name and a seed.
BotMaker = Callable[[str, str], Bot]

# How long a bot may take for a move: some compile what they need first.
SECONDS: Final = 20.0
# So many times a bot may hang at a table.
MOST_HUNG: Final = 2

log = logging.getLogger(__name__)


class BotMove(NamedTuple):
    """What is to be done for a seat; `instead`: who chose it in place of the seat's bot, which has failed, as
    entries of the log call them, "" if it has not.
    """

    action: Action
    instead: str = ""


class Thinking:
    """The bots of a room at work. `seconds` is how long one may take for a move."""

    def __init__(self, make_bot: BotMaker, seconds: float) -> None:
        self._make_bot = make_bot
        self._seconds = seconds
        self._threads: defaultdict[str, Threads] = defaultdict(Threads)
        self._hung: WeakKeyDictionary[Match, Counter[str]] = WeakKeyDictionary()

    async def choose(self, match: Match, position: Position, seat: int) -> BotMove:
        """A legal action for a seat that is to act, whatever its bot does."""
        own, seed = match.bot_of(seat), _bot_seed(match.record.seed, seat)
        for name in dict.fromkeys((own, STAND_IN)):
            action = await self._ask(name, seed, match, position, seat)
            if action is not None:
                return BotMove(action, "" if name == own else BY_STAND_IN)
        return BotMove(Uniform(seed).choose(position.view(seat)), BY_CHANCE)

    async def _ask(self, name: str, seed: str, match: Match, position: Position, seat: int) -> Action | None:
        """What the bot of this name would do, or None if it fails."""
        hung = self._hung.setdefault(match, Counter())
        if hung[name] >= MOST_HUNG:
            return None
        think = partial(self._think, name, seed, position, seat)
        where = f"“{name}” at seat {seat} of table {tag(match.id)}"
        try:
            return await self._threads[name].call(think, self._seconds)
        except Failed as failed:
            if isinstance(failed.__cause__, NotLegal):
                log.error("Bot %s chose what is not legal", where)
            else:
                log.error("Bot %s failed", where, exc_info=failed.__cause__)
        except NoAnswer as silent:
            if not silent.where:
                log.error("Bot %s was not called: all its threads hang", where)
                return None
            hung[name] += 1
            words = "Bot %s has not answered within %g seconds, time %d of %d at this table; it was at\n%s"
            log.error(words, where, self._seconds, hung[name], MOST_HUNG, silent.where)
        except RuntimeError:
            log.exception("Bot %s could not be called", where)
        return None

    def _think(self, name: str, seed: str, position: Position, seat: int) -> Action:
        return choice_of(self._make_bot(name, seed), position.view(seat))


def _bot_seed(seed: str, seat: int) -> str:
    """A bot's own seed: another for each seat, and one from which nothing of the deal can be worked out."""
    return hashlib.sha256(f"quarterdeck bot 1\n{seat}\n{seed}".encode()).hexdigest()

"""How bots choose their moves at tables, and the replacement for a bot that fails.

A bot that raises, chooses an illegal action or does not answer is replaced for that move by the rule-of-thumb
bot; if that fails too, any legal action is played (`bots.stand_in`). The table continues, the players are
told, and the cause is logged.

A server's bots think in worker processes (`quarterdeck.workers`), which get only their views. A bot that
hangs is ended with its process. The rule-of-thumb bot thinks in a thread of the server, at its own seats
and in the place of others: it has to be there when no worker is. A bot that has hung, or ended its workers,
twice at a table is not called there again until the match is read from the store anew.

Without workers, all bots think in threads (`threads`), and one that hangs keeps its thread. Each kind of bot
has a thread limit of its own, so a hanging kind blocks no other. Once all its threads are lost, that kind is
not called until one returns.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from quarterdeck.bots import Bot
from quarterdeck.bots.stand_in import BY_CHANCE, BY_STAND_IN, STAND_IN, NotLegal, choice_of
from quarterdeck.bots.uniform import Uniform
from quarterdeck.play import Action, Position, View
from quarterdeck.tables.live.threads import Threads
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.tags import tag
from quarterdeck.workers import Died, Failed, NoAnswer, Unavailable, Workers

__all__ = ["SECONDS", "BotMaker", "BotMove", "Thinking"]

# Makes a bot from its name and a seed.
BotMaker = Callable[[str, str], Bot]

# Time limit for a move, in seconds; some bots compile first.
SECONDS: Final = 20.0
# How often a bot may hang at a table.
MOST_HUNG: Final = 2
# How often a bot that has to decide alike at several tables waits for workers, and for how many seconds.
ASKED: Final = 12
PAUSE: Final = 5.0

log = logging.getLogger(__name__)


class BotMove(NamedTuple):
    """The action chosen for a seat. `instead`: who chose it because the seat's bot failed, as the log's
    entries call it; "" if the bot did not fail.
    """

    action: Action
    instead: str = ""


class Thinking:
    """Runs the bots of a room, in `workers` or else as `make_bot` makes them. `seconds` is the limit for a
    move.
    """

    def __init__(self, make_bot: BotMaker, seconds: float, workers: Workers | None = None) -> None:
        self._make_bot = make_bot
        self._seconds = seconds
        self._workers = workers
        self._threads: defaultdict[str, Threads] = defaultdict(Threads)
        self._hung: WeakKeyDictionary[Match, Counter[str]] = WeakKeyDictionary()

    async def choose(self, match: Match, position: Position, seat: int) -> BotMove:
        """A legal action for a seat to act, even if its bot fails."""
        own, seed = match.bot_of(seat), _bot_seed(match.record.seed, seat)
        for name in dict.fromkeys((own, STAND_IN)):
            action = await self._choice_or_none(name, seed, match, position, seat)
            if action is not None:
                return BotMove(action, "" if name == own else BY_STAND_IN)
        return BotMove(Uniform(seed).choose(position.view(seat)), BY_CHANCE)

    async def _choice_or_none(
        self, name: str, seed: str, match: Match, position: Position, seat: int
    ) -> Action | None:
        """The choice of the bot with this name, or None if it fails."""
        hung = self._hung.setdefault(match, Counter())
        if hung[name] >= MOST_HUNG:
            return None
        view = position.view(seat)
        where = f"“{name}” at seat {seat} of table {tag(match.id)}"
        try:
            return await self._call_bot(name, seed, view, patient=match.shares_deal)
        except Died:
            hung[name] += 1
            log.error("Bot %s ended its workers, time %d of %d at this table", where, hung[name], MOST_HUNG)
        except Unavailable as error:
            log.error("Bot %s was not called: %s", where, error)
        except Failed as failed:
            if isinstance(failed.__cause__, NotLegal):
                log.error("Bot %s chose what is not legal", where)
            else:
                log.error("Bot %s failed: %s", where, failed, exc_info=failed.__cause__)
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

    async def _call_bot(self, name: str, seed: str, view: View, patient: bool) -> Action:
        """The action that a bot chooses. `patient`: if there is no worker, wait for one for a while, because
        a replacement would not decide alike at all tables with this deal. Raises Failed, NoAnswer,
        Unavailable, RuntimeError.
        """
        if self._workers is None or name == STAND_IN:
            return await self._threads[name].call(
                partial(self._choose_in_thread, name, seed, view), self._seconds
            )
        for _number in range(ASKED if patient else 0):
            with suppress(Unavailable):
                return await self._workers.choose(name, seed, view, self._seconds)
            await asyncio.sleep(PAUSE)
        return await self._workers.choose(name, seed, view, self._seconds)

    def _choose_in_thread(self, name: str, seed: str, view: View) -> Action:
        return choice_of(self._make_bot(name, seed), view)


def _bot_seed(seed: str, seat: int) -> str:
    """A bot's seed: different for each seat, and useless for reconstructing the deal."""
    return hashlib.sha256(f"quarterdeck bot 1\n{seat}\n{seed}".encode()).hexdigest()

"""Who sits at a table, and who holds each seat.

An owner is the hash of a person's token. A holder is an owner who holds a seat.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Final

__all__ = ["HUMAN", "SCRIPTED", "SUBSTITUTE", "VACANT", "Seat", "owner_hash"]

HUMAN: Final = "human"
# A seat that nobody has taken yet.
VACANT: Final = "open"
# A seat of a lesson whose moves are scripted.
SCRIPTED: Final = "scripted"
# The bot that plays for people who are away or have left, and at seats for which nobody has chosen another.
SUBSTITUTE: Final = "mate"


def owner_hash(token: str) -> str:
    """The stored hash of a browser's or program's token: it identifies the token, but is useless to somebody
    who reads the database.
    """
    return hashlib.sha256(f"quarterdeck owner\n{token}".encode()).hexdigest()


@dataclass(frozen=True)
class Seat:
    """One seat: "human", "open", "scripted" or a bot's name as its kind.

    `holders` are the hashes of the tokens that may act for it and see its view. `away`: a bot plays until the
    player is back. `left`: a person sat here and left it to the bot. `plan`: the text of a move to be made as
    soon as it is legal.
    """

    name: str
    kind: str
    holders: tuple[str, ...] = ()
    away: bool = False
    left: bool = False
    plan: str = ""

    def with_same(self, was: str, now: str) -> Seat:
        """The seat with the holder `was` replaced by `now`, the same person, who is among the holders once.
        Both may be there before: in a replay the table's maker is `now` from the beginning.
        """
        renamed = (now if holder == was else holder for holder in self.holders)
        return replace(self, holders=tuple(dict.fromkeys(renamed)))

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot moves for it now."""
        return self.away or self.kind not in (HUMAN, VACANT)

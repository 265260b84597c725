"""What programs send and get about voyages of the day and regattas."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from quarterdeck.tables.seats import SUBSTITUTE
from quarterdeck.web.api.models import PersonName
from quarterdeck.web.api.sent import SeatNumber, Sent

__all__ = ["Daily", "NewRegatta", "Regatta", "RegattaMade", "Round", "Sailed", "SetSail", "Standing"]


class SetSail(Sent):
    """A voyage of the day to begin."""

    game: str = Field(max_length=40, examples=["meuterer"])
    name: PersonName | None = Field(None, description="By default “Guest”.")


class Sailed(BaseModel):
    """Somebody's finished voyage of the day, or a bot's."""

    name: str = Field(description="“a guest” for those who have not joined the ladder.", examples=["Ann"])
    bot: bool
    me: bool = Field(description="Whether it is the token's.")
    place: int = Field(description="0 if the game gave none.")
    score: int | None = Field(description="What the place was decided by, if anything was counted.")
    points: float | None = Field(
        description="How many percent of the others fared worse, ties counting half; null without others.",
        examples=[66.7],
    )
    table: str | None = Field(description="The table, once the day is over and if it may be watched.")


class Daily(BaseModel):
    """The voyage of a day: the same deal for everybody, in the same seat."""

    game: str = Field(examples=["meuterer"])
    day: str = Field(examples=["2026-11-27"])
    ends: int = Field(description="When the day ends, in milliseconds since 1970.")
    seat: SeatNumber
    players: int
    opponent: str = Field(description="The bot in all other seats.", examples=["mate"])
    commitment: str = Field(description="The hash of the seed.")
    seed: str | None = Field(description="Null until the day is over.")
    table: str | None = Field(description="The token's own voyage, if it has begun one.")
    standings: list[Sailed] = Field(
        description="The best first; empty until the token's own voyage or the day is over."
    )


class NewRegatta(Sent):
    """A regatta to set up."""

    game: str = Field(max_length=40, examples=["meuterer"])
    title: PersonName | None = Field(None, description="By default “Regatta”.")
    players: int | None = Field(None, ge=1, le=20, description="Seats at a table; by default the game's own.")
    rounds: int = Field(3, ge=1, le=12)
    deals: Literal["same", "own"] = Field(
        "same", description="Whether all tables of a round have the same deal, or each its own."
    )
    clock: str = Field("live-60", max_length=20, description="“live-30”, “live-60”, “live-120” or “slow-1”.")
    bot: str = Field(SUBSTITUTE, max_length=40, description="The bot that takes free seats.")


class Round(Sent):
    """A round to begin."""

    round: int = Field(ge=1, le=12, description="Counted from 1.")


class RegattaMade(BaseModel):
    """A regatta that was set up, entered, left or gone on with."""

    id: str = Field(examples=["8395740dfb54f546"])
    token: str | None = Field(
        description="Shown only this once. Null if the request had a token: that one takes part then."
    )


class Standing(BaseModel):
    """Somebody in a regatta."""

    name: str = Field(examples=["Ann"])
    me: bool = Field(description="Whether it is the token's.")
    points: list[float] = Field(description="Of each finished round: how many percent fared worse.")
    total: float


class Regatta(BaseModel):
    """A regatta: several rounds of one game for many people."""

    id: str
    title: str
    game: str = Field(examples=["meuterer"])
    options: dict[str, Any]
    terms: dict[str, Any]
    rounds: int
    duplicate: bool = Field(description="Whether all tables of a round have the same deal.")
    begun: int = Field(description="The number of rounds that have begun.")
    finished: int = Field(description="The number of rounds that are over.")
    standings: list[Standing] = Field(description="Everybody who takes part, the most points first.")
    table: str | None = Field(description="The token's table in the latest round.")
    tables: list[str] = Field(
        description="All tables of the latest round; empty while they share a deal and the round goes on."
    )

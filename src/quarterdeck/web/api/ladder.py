"""The JSON of the ladder."""

from __future__ import annotations

from pydantic import BaseModel, Field

__all__ = ["Ladder", "Rung"]


class Rung(BaseModel):
    """Somebody on the ladder, or a bot."""

    name: str = Field(examples=["Ann"])
    bot: bool = Field(description="Whether it is a bot, whose rating is fixed.")
    place: int | None = Field(description="The place among people whose ratings are sure; null for others.")
    points: int = Field(description="The rating; the bot that plays by rules of thumb has 1000.")
    margin: int | None = Field(description="How far the points may be off, at 95%; null for bots.")
    games: int = Field(description="The number of rated games.")


class Ladder(BaseModel):
    """The ladder of a game."""

    ladder: list[Rung] = Field(description="People whose ratings are sure, and bots, the strongest first.")
    newcomers: list[Rung] = Field(description="People whose ratings are not sure yet.")

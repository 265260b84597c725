"""The base class of request bodies."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["MOST", "SeatNumber", "Sent", "Version"]

MOST = 2**31 - 1

SeatNumber = Annotated[int, Field(ge=0, le=99, description="A seat, counted from 0.", examples=[0])]
Version = Annotated[
    int,
    Field(
        ge=0,
        le=MOST,
        description="Counts the changes at the table that everybody may know of.",
        examples=[17],
    ),
]


class Sent(BaseModel):
    """A request body. Values of a wrong type are refused, not converted, and so are unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

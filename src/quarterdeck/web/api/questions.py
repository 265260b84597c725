"""What is asked at a table, as programs send and get it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.remarks import remark
from quarterdeck.web.api.sent import SeatNumber, Sent, Version

__all__ = ["Answer", "Ask", "Question", "question_of"]

What = Annotated[
    Literal["pause", "draw", "abandon", "bot", "free", "fill"],
    Field(
        description="A pause, a draw, an end without a result, or a bot in the place of somebody. Before the "
        "match begins: to free a seat, or to give all open seats to bots."
    ),
]


class Question(BaseModel):
    """An open question to the players of a table."""

    version: Version = Field(description="Answers must name it.")
    what: What
    of: int | None = Field(description="The seat that it concerns, with “bot” and “free”.")
    seat: SeatNumber = Field(description="Who asked.")
    sentence: str = Field(examples=["Ann offers a draw."])
    agreed: list[int] = Field(description="The seats that have agreed.", examples=[[0]])
    missing: list[int] = Field(description="The seats that have not answered.", examples=[[1, 2]])


class Ask(Sent):
    """A question to ask."""

    what: What
    of: SeatNumber | None = Field(
        None,
        description="With “bot”: the seat of somebody who is absent. With “free”: the seat of somebody else.",
    )


class Answer(Sent):
    """The question that an answer belongs to."""

    version: Version = Field(description="The question's version.")


def question_of(match: Match) -> Question | None:
    """A table's open question, if there is one."""
    question = match.agreement.question
    if question is None:
        return None
    fields = {
        "version": match.version_at(question.number),
        "what": question.what,
        "of": question.of,
        "seat": question.seat,
        "sentence": remark(match.entries[question.number - 1], match.names),
        "agreed": sorted(question.agreed),
        "missing": list(question.missing),
    }
    return Question.model_validate(fields)

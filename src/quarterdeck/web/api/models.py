"""What programs send and get, as the OpenAPI page describes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from quarterdeck.bots import BOTS
from quarterdeck.tables.seats import SUBSTITUTE
from quarterdeck.tables.store.rows import Message as Row
from quarterdeck.web.api.questions import Question
from quarterdeck.web.api.sent import SeatNumber, Sent, Version
from quarterdeck.web.forms import MOST_SAID

__all__ = [
    "Chair",
    "Clocks",
    "Error",
    "Fill",
    "Game",
    "Games",
    "Made",
    "Message",
    "Messages",
    "Move",
    "Name",
    "NewTable",
    "Opened",
    "Plan",
    "Replay",
    "Saying",
    "Seat",
    "Seated",
    "Sent",
    "Table",
    "Tables",
    "Token",
    "View",
    "Why",
]


ActionText = Annotated[str, Field(max_length=200, description="An action's text.", examples=["offer 2"])]
PersonName = Annotated[
    str,
    Field(
        min_length=1, max_length=40, description="Printable, without spaces at its ends.", examples=["Ann"]
    ),
]


class Error(BaseModel):
    """Why something was not done; nothing was changed then."""

    error: str = Field(description="One sentence.", examples=["You have no wine to show (ME-30)."])
    rule: str | None = Field(None, description="The rule that forbids it, if one does.", examples=["ME-30"])


# -- games


class Value(BaseModel):
    """One of the values of an option."""

    value: int | str = Field(examples=["english"])
    label: str = Field(examples=["English"])
    reading: str | None = Field(None, description="Of a house rule: how the rule is read then.")
    changes: str | None = Field(None, description="Of a house rule: what this reading changes, if anything.")


class Option(BaseModel):
    """Something that can be chosen when a table is made."""

    name: str = Field(examples=["rules"])
    label: str = Field(examples=["Rules"])
    rule: str | None = Field(
        None,
        description="Of a house rule: the id of the contested rule that its values read in different ways.",
        examples=["MU-50"],
    )
    values: list[Value] = Field(description="The first is the default.")


class Game(BaseModel):
    """A game that can be played here."""

    id: str = Field(examples=["meuterer"])
    title: str = Field(examples=["Meuterer"])
    options: list[Option]


class Bot(BaseModel):
    """A player that the server brings along."""

    name: str = Field(examples=[SUBSTITUTE])
    about: str


class Games(BaseModel):
    """What can be played, and against whom."""

    games: list[Game]
    bots: list[Bot]


# -- tables


class Chair(Sent):
    """A seat of a new table."""

    kind: str = Field(
        description=f"“me” (the token's seat), “open” (anybody may take it), or a bot: {', '.join(BOTS)}.",
        max_length=40,
        examples=["me"],
    )
    name: PersonName | None = Field(
        None, description="By default one of the game's own names. An open seat takes none."
    )


class NewTable(Sent):
    """A new table."""

    game: str = Field(max_length=40, examples=["meuterer"])
    options: dict[str, int | str] = Field({}, max_length=20, examples=[{"rules": "english"}])
    seats: list[Chair] = Field(
        description="One entry per seat, from seat 0 on.",
        min_length=1,
        max_length=20,
        examples=[
            [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": SUBSTITUTE}, {"kind": SUBSTITUTE}]
        ],
    )
    terms: dict[str, Any] = Field(
        {},
        description="`clock` (“none”, “live” or “slow”), `per_move` and `reserve` in seconds or `days`, "
        "`timeout` (“move” or “seat”), `take_back`, `talk`, `coach` and `rated` (true or false); by default "
        "there is no clock and no coach, and the game is not rated. A rated game needs a clock, and "
        "`take_back` and `coach` false.",
        max_length=20,
        examples=[{"clock": "live", "per_move": 60, "reserve": 600, "timeout": "move"}],
    )
    public: bool = Field(False, description="Whether the public lobby lists the table.")
    components: dict[str, Any] | None = Field(
        None,
        description="A component table of your own, with the keys of the game's TOML file, which "
        "`/rules/GAME/components.toml` has beside these pages. Such a game is not rated.",
        max_length=20,
        examples=[None],
    )


class Opened(BaseModel):
    """A table that was made."""

    table: str = Field(description="The table's id. Whoever knows it can watch.", examples=["k7m2xq9b4t"])
    version: Version
    seats: list[int] = Field(description="The seats that the token holds.", examples=[[0]])
    token: str | None = Field(
        description="Shown only this once. Null if the request had a token: that one holds the seats then."
    )


class Seat(BaseModel):
    """A seat of a table."""

    seat: SeatNumber
    name: str = Field(examples=["Ann"])
    kind: str = Field(description="“human”, “open” or a bot's name.", examples=["human"])
    away: bool = Field(description="Whether a bot plays until the player is back.")


class Clocks(BaseModel):
    """What is left on a seat's clock, in milliseconds."""

    seat: SeatNumber
    left: int = Field(description="Time left for its decision, reserve included.", examples=[660000])
    reserve: int = Field(description="Reserve left.", examples=[600000])


class Listed(BaseModel):
    """A table in a list."""

    table: str = Field(examples=["k7m2xq9b4t"])
    game: str = Field(examples=["meuterer"])
    options: dict[str, Any]
    components: dict[str, Any] | None = Field(description="The component table; null for the game's own.")
    terms: dict[str, Any]
    state: Literal["waiting", "running", "over", "closed"]
    ended: Literal["draw", "abandoned"] | None = Field(
        None, description="How the players, or the server's host, ended the match, if they did."
    )
    paused: bool = Field(False, description="Whether the match is paused by agreement.")
    seats: list[Seat]


class Tables(BaseModel):
    """Public tables. Finished ones come newest first, all others by their latest activity."""

    tables: list[Listed]


class OwnTable(Listed):
    """A table where the token has seats."""

    mine: list[int] = Field(description="The token's seats.", examples=[[0]])
    turn: bool = Field(description="Whether the match waits for a move of one of them.")


class OwnTables(BaseModel):
    """A token's tables that are not over. Those that wait for its move come first, the most urgent one at the
    top; the others follow, newest first.
    """

    tables: list[OwnTable]


class Table(Listed):
    """A table's public state."""

    version: Version
    ply: int = Field(description="The number of moves made and not undone.", examples=[12])
    public: bool
    to_act: list[int] = Field(description="The seats that may act now.", examples=[[0]])
    clocks: list[Clocks] = Field(description="Empty if there is no clock.")
    commitment: str = Field(
        description="The hash of the seed: it proves in the end that the deal was fixed at the beginning.",
        examples=["sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    )
    seed: str | None = Field(description="Null until the match is over.")
    question: Question | None = Field(description="The open question, if there is one.")


# -- seats


class Name(Sent):
    """Who sits down."""

    name: PersonName


class Seated(BaseModel):
    """A seat that was taken."""

    version: Version
    seat: SeatNumber
    token: str | None = Field(description="Shown only this once. Null if the request had a token.")


class Token(BaseModel):
    """Another token of a seat."""

    version: Version
    token: str = Field(description="Shown only this once.")


class Plan(Sent):
    """A move that is to be made as soon as it can be."""

    action: ActionText = Field(description="Empty to drop the plan.")


class Fill(Sent):
    """Who takes the open seats."""

    bot: str = Field(SUBSTITUTE, max_length=40, examples=[SUBSTITUTE])


class Made(BaseModel):
    """Something was done, and is stored."""

    version: Version


# -- play


class Legal(BaseModel):
    """An action that can be taken."""

    action: ActionText
    sentence: str = Field(description="What the action does.", examples=["Offer 2"])


class View(BaseModel):
    """What a seat, or a spectator, knows of a table."""

    table: str
    version: Version
    ply: int
    seat: int | None = Field(description="Null: a spectator.")
    prompt: str = Field(description="What is to be decided, and by whom.")
    legal: list[Legal] = Field(description="The seat's legal actions.")
    plan: str = Field(description="The seat's planned move, if any.")
    view: dict[str, Any] = Field(description="The view; docs/json describes it.")


class Why(BaseModel):
    """Whether a seat may do something now, and why not."""

    action: ActionText
    legal: bool
    rule: str | None = Field(examples=["ME-30"])
    sentence: str | None = Field(examples=["You have no wine to show."])


class Considered(BaseModel):
    """An action as the coach thought about it."""

    action: ActionText
    sentence: str = Field(description="What the action does.", examples=["Offer 2"])
    share: float = Field(description="The share of simulations that tried this action.", ge=0, le=1)
    win: float | None = Field(
        description="The seat's chance to win with it; null if too few simulations tried it.", ge=0, le=1
    )


class Advice(BaseModel):
    """What a strong player would consider, from what the seat can know."""

    table: str
    version: Version
    seat: SeatNumber
    choices: list[Considered] = Field(description="The seat's legal actions, the best first.")
    wins: list[float] = Field(description="Each seat's chance to win, from what this seat knows.")
    nobody: float = Field(description="The chance that nobody wins.", ge=0, le=1)


class Move(Sent):
    """A move."""

    seat: SeatNumber
    version: Version = Field(description="The table's version when the move was chosen.")
    action: ActionText


class Fact(BaseModel):
    """Something that happened."""

    kind: str = Field(examples=["offered"])
    seat: int = Field(description="The seat that it concerns; −1 for none.", examples=[0])
    sentence: str
    rule: str | None = Field(examples=["ME-20"])
    data: dict[str, int | str] = Field(description="Its values; docs/json describes them.")


class Replay(BaseModel):
    """A match after some of its moves, as a seat, a spectator or, when it is over, everybody saw it."""

    table: str
    ply: int
    plies: int
    seat: int | Literal["all"] | None
    move: str = Field(
        description="The last move in words, as far as this seat may know it; empty before the first."
    )
    events: list[Fact]
    view: dict[str, Any]


# -- talk


class Saying(Sent):
    """Something to be said."""

    text: str = Field(min_length=1, max_length=MOST_SAID, examples=["Ahoy!"])
    audience: Literal["all", "seats"] = Field(
        "all", description="“seats” is kept from spectators until the match is over."
    )


class Message(BaseModel):
    """Something that was said at a table."""

    number: int = Field(
        description="Counts from 1 at each table, among the messages that this reader may read."
    )
    at: int = Field(description="Milliseconds since 1970-01-01 UTC.")
    seat: int
    name: str
    text: str = Field(description="Empty if it was removed, by the host or with all that its author said.")
    audience: Literal["all", "seats"]


class Messages(BaseModel):
    """What was said, in order."""

    messages: list[Message]


def message_of(row: Row) -> Message:
    """A message as it is told."""
    return Message.model_validate(row.public_fields())

"""How the page stages what happens: bribes, abilities, a tie and its deal, and the course."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quarterdeck.games.mutiny.words import names
from quarterdeck.i18n import _
from quarterdeck.web.boards.cues import (
    WINNERS,
    Cue,
    Flight,
    Heard,
    Lay,
    Scene,
    StoryGain,
    StorySummary,
    gained,
    latest,
    since,
    victory,
)

__all__ = ["cue"]

SCENE = "tie"
# What is laid on the table while a tie is broken, with its picture.
LAID = {
    "offered": "mu-rum",
    "offer_shown": "mu-rum",
    "asked": "mu-rum",
    "struck": "mu-handshake",
    "deal": "mu-handshake",
}
ICONS = {"rum": "mu-rum", "doubloon": "mu-doubloon", "cutlass": "mu-cutlass"}
RESOURCES = {icon: resource for resource, icon in ICONS.items()}


def cue(heard: Heard, at: int) -> Cue | None:
    """The cue of the fact number `at`."""
    event = heard[at]
    if event is None:
        return None
    kind, seat, data = event.kind, event.seat, event.data
    if kind in ("gained", "lost"):
        return _change_cue(heard, at)
    return (
        _tie_cue(heard, at)
        or _bribe_cue(kind, seat, data)
        or _turn_cue(kind, seat, data)
        or _ending_cue(heard, at)
    )


def _crew_place(name: object) -> str:
    return f"crew-{name}"


def _bribe_cue(kind: str, seat: int, data: Mapping[str, Any]) -> Cue | None:
    """MU-10, MU-24, MU-40: tokens fly between the seats and the crew."""
    if kind == "bid_shown":
        flights = tuple(
            Flight(
                f"{token}-{seat}", _crew_place(data["crew"]), ICONS[token], count, f"{token}-{seat}", -count
            )
            for token, count in (("doubloon", int(data["doubloons"])), ("rum", int(data["rum"])))
            if count
        )
        return Cue(flights, sound="coin" if flights else "", brief=True)
    if kind == "moved":
        flight = Flight(_crew_place(data["from"]), _crew_place(data["to"]), ICONS[str(data["token"])])
        return Cue((flight,), sound="coin")
    if kind == "retrieved":
        back = Flight(_crew_place(data["crew"]), f"doubloon-{seat}", "mu-doubloon", 1, f"doubloon-{seat}", 1)
        return Cue((back,), sound="coin", brief=True)
    return None


def _turn_cue(kind: str, seat: int, data: Mapping[str, Any]) -> Cue | None:
    """The crew called and resolved one by one, the course, and the end of a turn."""
    if kind in ("called", "resolved"):
        return Cue(lit=(_crew_place(data["crew"]),), brief=kind == "resolved", turns=True)
    if kind in ("primary", "secondary", "controls"):
        return Cue(lit=(_crew_place(data["crew"]), f"seat-{seat}"), brief=True)
    if kind == "spyglass":
        return Cue((Flight(_crew_place("first-mate"), f"seat-{seat}", "mu-spyglass"),), sound="card")
    if kind == "set_course":
        return Cue(sail=("ship", str(data["destination"])), lit=(str(data["destination"]),), sound="ship")
    return None


def _ending_cue(heard: Heard, at: int) -> Cue | None:
    """The summary of a turn that has ended, also of the last turn; then who has won."""
    event = heard[at]
    assert event is not None
    if event.kind == "turn_began" and int(event.data["turn"]) > 1:
        heading = _("Turn {turn} has brought").format(turn=int(event.data["turn"]) - 1)
        summary = _turn_summary(heard, at, heading)
        return Cue(lit=(f"seat-{event.seat}",), turns=True, ends=_("Next turn"), summary=summary)
    if event.kind == "game_over":
        summary = _turn_summary(heard, at, _("The last turn has brought"))
        return Cue(sound="mutiny", ends=_("See who has won"), summary=summary)
    return victory(heard, at) if event.kind in WINNERS else None


def _turn_summary(heard: Heard, at: int, heading: str) -> StorySummary:
    """The turn that has ended: what it has brought each seat, even if nothing, and where the ship sailed."""
    course = latest(heard, at, ("set_course",))
    sailed = course > latest(heard, at, ("turn_began",))
    gains = gained(cue, heard, at, ("turn_began",), _counted)
    bidders = {event.seat for event in since(heard, at, ("turn_began",)) if event.kind == "bid_shown"}
    without = sorted(bidders - {gain.seat for gain in gains})
    nothing = tuple(StoryGain(seat, "", None, _("Nothing this turn"), "") for seat in without)
    return StorySummary(heading, (*gains, *nothing), (course,) if sailed else ())


def _counted(icon: str, count: int) -> str:
    return names.counted(RESOURCES[icon], count)


def _change_cue(heard: Heard, at: int) -> Cue:
    """A gain flies to the player from the crew member, or from the ship's destination; a loss flies back."""
    event = heard[at]
    assert event is not None
    data, seat = event.data, event.seat
    resource, amount = str(data["resource"]), int(data["amount"])
    why = next(since(heard, at, ()), None)
    by_crew = event.kind == "gained" and int(data["why"]) and why is not None and "crew" in why.data
    origin, source = "course", _("The course")
    if by_crew and why is not None:
        origin, source = _crew_place(why.data["crew"]), names.crew_name(str(why.data["crew"]))
    figure = f"{resource}-{seat}"
    if event.kind == "lost":
        flight = Flight(figure, origin, ICONS[resource], amount, figure, -amount)
    else:
        flight = Flight(origin, figure, ICONS[resource], amount, figure, amount)
    return Cue((flight,), source=source, sound="coin")


def _tie_cue(heard: Heard, at: int) -> Cue | None:
    """MU-21, MU-23: who is tied, what is offered and asked, a deal, and whom the lookout picks."""
    event = heard[at]
    assert event is not None
    kind, seat, data = event.kind, event.seat, event.data
    if kind not in ("tied", "passed", "withdrawn", "waited", "picked", *LAID):
        return None
    scene = _tie_scene(heard, at)
    if kind == "tied":
        return Cue(scene=scene, lit=(_crew_place(data["crew"]),), sound="mutiny", turns=True)
    if kind in ("struck", "deal"):
        payer, rum = data["payer"], int(data["rum"])
        paid = Flight(f"rum-{payer}", f"rum-{seat}", "mu-rum", rum, f"rum-{seat}", rum)
        spent = Flight(f"rum-{payer}", f"rum-{seat}", "mu-rum", 0, f"rum-{payer}", -rum)
        return Cue((paid, spent), scene, source=_("A deal"), sound="coin")
    if kind == "picked":
        return Cue(scene=scene, lit=(f"seat-{data['player']}",))
    laid = kind in LAID and bool(data["rum"])
    return Cue(scene=scene, lit=(f"seat-{seat}",), sound="card" if laid else "", brief=not laid)


def _tie_scene(heard: Heard, at: int) -> Scene:
    """The tie that is being broken: who is tied, the latest word of each player, and who is picked."""
    title = ""
    tied: list[Lay] = []
    latest_words: dict[int, Lay] = {}
    for event in [*since(heard, at + 1, ("tied",))][::-1]:
        seat, data = event.seat, event.data
        if event.kind == "tied":
            title = _("Tied for {stake}").format(stake=names.stake(str(data["rank"]), str(data["crew"])))
            tied = [Lay(0, int(one), f"seat-face-{int(one) % 6}") for one in str(data["seats"]).split()]
        elif event.kind in LAID and data["rum"]:
            latest_words[seat] = Lay(0, seat, LAID[event.kind], int(data["rum"]), _laid_words(event.kind))
        elif event.kind in ("withdrawn", "offer_shown"):
            latest_words.pop(seat, None)
        elif event.kind == "picked":
            latest_words[-1] = Lay(0, int(data["player"]), "mu-spyglass", words=_("picked"))
    return Scene(SCENE, title, lays=(*tied, *latest_words.values()))


def _laid_words(kind: str) -> str:
    if kind == "asked":
        return _("asks")
    return "" if kind in ("struck", "deal") else _("offers")

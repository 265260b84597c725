"""Statistics of a game of Mutiny!: bids, abilities, ties and deals, and where cutlasses come from."""

from __future__ import annotations

from quarterdeck.games.mutiny.words.names import CREW, crew_name
from quarterdeck.i18n import N_, _
from quarterdeck.lab.statistics import Figure, Note, Statistics, Topic
from quarterdeck.play import Event

__all__ = ["STATISTICS"]


def _notes_of_fact(event: Event) -> list[Note]:
    """Counts of bids, abilities won, ties, deals and sources of cutlasses (MU-10 to MU-31)."""
    data = event.data
    match event.kind:
        case "bid_shown":
            tokens = int(data["doubloons"]) + int(data["rum"])
            return [("tokens", str(data["crew"]))] * tokens + [("bidders", str(data["crew"]))] * (tokens > 0)
        case "primary" | "secondary" as rank:
            return [("abilities", f"{data['crew']} {rank}")]
        case "tied":
            return [("ties", str(data["rank"]))]
        case "offer_shown" if data["rum"]:
            return [("ties", "offer")]
        case "offered":
            return [("ties", "offer")]
        case "deal" | "struck":
            return [("ties", "deal"), *[("ties", "rum")] * int(data["rum"])]
        case "gained" if data["resource"] == "cutlass":
            return [("cutlasses", CREW[int(data["why"])] if data["why"] else "course")] * int(data["amount"])
        case "lost" if data["resource"] == "cutlass":
            return [("cutlasses", "lost")] * int(data["amount"])
    return []


_RANKS = {"primary": N_("{crew}: primary"), "secondary": N_("{crew}: secondary")}
_ABILITIES = tuple(f"{crew} {rank}" for crew in CREW for rank in _RANKS)

_TIES = {
    "primary": N_("ties for a primary ability"),
    "secondary": N_("ties for a secondary ability"),
    "course": N_("ties for control"),
    "offer": N_("offers to the lookout"),
    "deal": N_("deals with the lookout"),
    "rum": N_("rum paid to the lookout"),
}

_CUTLASSES = {
    "gunner": N_("from the Gunner"),
    "pilot": N_("from the Pilot"),
    "course": N_("from the ship's course"),
    "lost": N_("lost"),
}


def _tie_label(item: str) -> str:
    return _(_TIES[item])


def _cutlass_label(item: str) -> str:
    return _(_CUTLASSES[item])


def _ability_label(item: str) -> str:
    crew, rank = item.split()
    return _(_RANKS[rank]).format(crew=crew_name(crew))


STATISTICS = Statistics(
    lambda s: int(s.lookout),
    _notes_of_fact,
    (
        Topic("tokens", N_("Tokens bid, a turn"), Figure.ROUND, CREW, crew_name),
        Topic("bidders", N_("Players who bid, a turn"), Figure.ROUND, CREW, crew_name),
        Topic("abilities", N_("Abilities used, a turn"), Figure.ROUND, _ABILITIES, _ability_label),
        Topic(
            "abilities",
            N_("Abilities, how often the winner had them"),
            Figure.WON,
            _ABILITIES,
            _ability_label,
        ),
        Topic("ties", N_("Ties and deals, a turn"), Figure.ROUND, tuple(_TIES), _tie_label),
        Topic("cutlasses", N_("Cutlasses, a turn"), Figure.ROUND, tuple(_CUTLASSES), _cutlass_label),
    ),
    N_("turns"),
)

"""What an action of Mutiny! would bring now, told from a view alone."""

from __future__ import annotations

from typing import Any

import pytest

from quarterdeck.games.mutiny.words.hints import hint

NAMES = ("Ann", "Bert", "Cy", "Di")
CREW = ("deck-hand", "gunner", "cook", "pilot", "first-mate")
Json = dict[str, Any]


def bribes(words: str) -> list[Json]:
    """The bribes of Ann, Bert, Cy and Di, all of them doubloons."""
    return [{"total": int(total), "doubloons": int(total), "rum": 0} for total in words.split()]


def effect(words: str) -> Json:
    crew, resource, amount = words.split()
    return {"crew": crew, "resource": resource, "amount": int(amount)}


def seat(**changes: int) -> Json:
    return {"doubloons": 5, "rum": 3, "cutlasses": 2, "in_play": 2, **changes}


def view(
    on: dict[str, str] | None = None, seats: dict[int, dict[str, int]] | None = None, **changes: Any
) -> Json:
    """What Bert sees, Ann being the lookout: four players, of whom 8 cutlasses win."""
    laid = on or {}
    return {
        "phase": "bid",
        "seat": 1,
        "lookout": 0,
        "needed": 8,
        "bank": {"rum": 18},
        "called": "gunner",
        "rank": None,
        "tied": [],
        "tied_first": changes.get("tied", []),
        "negotiation": None,
        "legal": [],
        "tied_for": None,
        "tile": {},
        "effects": [],
        "offers": [],
        "crew": [{"name": name, "bribes": bribes(laid.get(name, "0 0 0 0"))} for name in CREW],
        "seats": [seat(**(seats or {}).get(at, {})) for at in range(4)],
        **changes,
    }


@pytest.mark.parametrize(
    ("action", "before", "said"),
    [
        ("bid 2 1", 0, "2 doubloons and 1 rum on the Gunner: a bribe of 3. You keep 3 doubloons and 2 rum."),
        (
            "bid 2 1",
            1,
            "2 doubloons and 1 rum on the Gunner: a bribe of 3, or 4 with the 1 left there from before. You "
            "keep 3 doubloons and 2 rum.",
        ),
        ("bid 5 3", 0, "5 doubloons and 3 rum on the Gunner: a bribe of 8. You keep nothing."),
        ("bid 0 0", 0, "Nothing on the Gunner: no bribe."),
        ("bid 0 0", 2, "Nothing more on the Gunner: a bribe of 2, left there from before."),
    ],
)
def test_a_bid_makes_a_bribe_with_what_lies_there(action: str, before: int, said: str) -> None:
    assert hint(view({"gunner": f"7 {before} 7 7"}), action) == said


TIE: Json = {"phase": "offer", "rank": "primary", "tied": [0, 1, 2], "tied_for": "gunner"}


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (
            "offer 2 for 1",
            "If Ann takes it, you get the primary ability of the Gunner for 2 rum, and keep 1 rum.",
        ),
        (
            "offer 1 for 2",
            "If Ann takes it, Cy gets the primary ability of the Gunner, and you pay 1 rum and keep 2 rum.",
        ),
        (
            "offer 3 for 0",
            "If Ann takes it, Ann gets the primary ability of the Gunner and 3 rum from you; you keep no "
            "rum.",
        ),
        ("no offer", "You keep your 3 rum, whoever is picked."),
    ],
)
def test_an_offer_says_who_pays_whom_for_what(action: str, said: str) -> None:
    assert hint(view(**TIE), action, NAMES) == said


def test_without_names_players_go_by_their_seats() -> None:
    assert hint(view(**TIE), "offer 1 for 2").startswith("If seat 0 takes it, seat 2 gets the primary ")


def pick(crew: str, rank: str, tied: list[int], **changes: Any) -> Json:
    """Bert is the lookout and breaks a tie; Cy offers 2 rum for himself."""
    offers = [{"seat": 0, "rum": 0, "for": None}, {"seat": 2, "rum": 2, "for": 2}]
    more = {"phase": "pick", "lookout": 1, "rank": rank, "tied": tied, "tied_for": crew, "offers": offers}
    return view(**{**more, **changes})


PICKS: list[tuple[str, str, list[int], str, str]] = [
    (
        "gunner",
        "primary",
        [1, 2],
        "pick 2 paid by 2",
        "Cy pays you 2 rum, which makes 5. Cy gets the primary ability of the Gunner: 2 cutlasses. You get "
        "the secondary one: 1 cutlass.",
    ),
    (
        "cook",
        "primary",
        [1, 3],
        "pick 1",
        "You get the primary ability of the Cook: 2 rum. Di gets the secondary one: 1 rum.",
    ),
    (
        "deck-hand",
        "primary",
        [0, 1, 2],
        "pick 0",
        "Ann gets the primary ability of the Deck Hand: any one token to move. The secondary ability goes to "
        "one of the others who are tied.",
    ),
    (
        "deck-hand",
        "secondary",
        [0, 2],
        "pick 2",
        "Cy gets the secondary ability of the Deck Hand: one of their own tokens to move.",
    ),
    (
        "deck-hand",
        "primary",
        [1, 2],
        "pick 2",
        "Cy gets the primary ability of the Deck Hand: any one token to move. You get the secondary one: "
        "one of your own tokens to move.",
    ),
    (
        "pilot",
        "primary",
        [0, 2],
        "pick 0",
        "Ann gets the primary ability of the Pilot: the choice of north or south. Cy gets the secondary one: "
        "1 cutlass.",
    ),
    (
        "first-mate",
        "primary",
        [0, 2],
        "pick 0",
        "Ann gets the primary ability of the First Mate: the spyglass. Cy gets the secondary one: 1 rum.",
    ),
]


@pytest.mark.parametrize(("crew", "rank", "tied", "action", "said"), PICKS)
def test_a_pick_says_who_gets_which_ability(
    crew: str, rank: str, tied: list[int], action: str, said: str
) -> None:
    assert hint(pick(crew, rank, tied), action, NAMES) == said


def test_a_pick_says_if_it_ends_the_game() -> None:
    ahead = pick("gunner", "primary", [0, 2], seats={0: {"cutlasses": 6}, 2: {"cutlasses": 7}})
    assert hint(ahead, "pick 0", NAMES) == (
        "Ann gets the primary ability of the Gunner: 2 cutlasses. Ann has 8 cutlasses then, and the game is "
        "over."
    )
    both = pick("gunner", "primary", [1, 2], seats={1: {"cutlasses": 7}})
    assert hint(both, "pick 2", NAMES) == (
        "Cy gets the primary ability of the Gunner: 2 cutlasses. You get the secondary one: 1 cutlass. You "
        "have 8 cutlasses then, and the game is over."
    )


def test_a_pick_says_what_the_bank_can_pay() -> None:
    poor = pick("cook", "primary", [0, 2], bank={"rum": 2})
    assert hint(poor, "pick 0", NAMES) == (
        "Ann gets the primary ability of the Cook: 2 rum. Cy gets the secondary one: 0 rum."
    )


def test_a_pick_for_control_says_what_the_destination_does() -> None:
    ahead = {"settled": False, "seat": None}
    effects = [effect("gunner cutlass 1"), effect("cook rum 2") | ahead, effect("gunner rum -2")]
    control = pick("gunner", "course", [1, 2], effects=effects, seats={1: {"rum": 1}})
    assert hint(control, "pick 2 paid by 2", NAMES) == (
        "Cy pays you 2 rum, which makes 3. Gunner: +1 cutlass for Cy. Gunner: −2 rum for Cy, but 1 rum is "
        "all there is."
    )
    assert hint(control, "pick 1", NAMES) == (
        "Gunner: +1 cutlass for you. Gunner: −2 rum for you, but 1 rum is all there is."
    )


def test_a_pick_for_control_reckons_with_the_effect_before_it() -> None:
    before = effect("cook cutlass 2") | {"settled": True, "seat": 2}
    control = pick("gunner", "course", [1, 2], effects=[before, effect("gunner cutlass -1")])
    control["seats"][2]["cutlasses"] = 0
    assert hint(control, "pick 2", NAMES) == "Gunner: −1 cutlass for Cy."
    before["seat"] = None
    assert hint(control, "pick 2", NAMES) == "Gunner: −1 cutlass for Cy, but there is none to lose."


def test_a_move_shows_both_crew_members_as_they_would_stand() -> None:
    laid = view({"gunner": "3 2 1 0", "cook": "0 4 4 0"}, phase="move", rank="primary")
    assert hint(laid, "move doubloon of 0 from gunner to cook", NAMES) == (
        "On the Gunner then: Ann 2, you 2, Cy 1. On the Cook: you 4, Cy 4, Ann 1."
    )
    assert hint(laid, "move rum of 2 from gunner to pilot", NAMES) == (
        "On the Gunner then: Ann 3, you 2. On the Pilot: Cy 1."
    )
    alone = view({"gunner": "0 1 0 0"}, phase="move", rank="secondary")
    assert hint(alone, "move doubloon of 1 from gunner to cook", NAMES) == (
        "On the Gunner then: no bribe. On the Cook: you 1."
    )
    assert hint(alone, "stay", NAMES) == "All tokens stay where they lie."


COURSES: list[tuple[list[str], Json, str]] = [
    (["gunner cutlass 1"], {}, "Gunner: +1 cutlass for Ann."),
    (
        ["gunner cutlass -1", "cook rum 2"],
        {},
        "Gunner: −1 cutlass for Ann. Cook: +2 rum for you, Cy or Di, as the lookout decides.",
    ),
    (["cook rum 2"], {"lookout": 1}, "Cook: +2 rum for you, Cy or Di, as you decide."),
    (["pilot doubloon 1"], {}, "Pilot: +1 doubloon for nobody."),
    (
        ["first-mate rum -2"],
        {"seats": {1: {"rum": 1}}},
        "First Mate: −2 rum for you, but 1 rum is all there is.",
    ),
    (
        ["first-mate cutlass -1"],
        {"seats": {1: {"cutlasses": 0}}},
        "First Mate: −1 cutlass for you, but there is none to lose.",
    ),
    (
        ["first-mate doubloon 2"],
        {"seats": {1: {"doubloons": 4, "in_play": 5}}},
        "First Mate: +2 doubloons for you, but 1 doubloon is all there is.",
    ),
    (
        ["first-mate doubloon 1"],
        {"seats": {1: {"doubloons": 4, "in_play": 6}}},
        "First Mate: +1 doubloon for you, but there is none left to gain.",
    ),
    (
        ["first-mate doubloon -2"],
        {"seats": {1: {"doubloons": 0, "in_play": 2}}},
        "First Mate: −2 doubloons for you.",
    ),
    (
        ["gunner rum -2", "first-mate rum 4"],
        {"bank": {"rum": 1}, "seats": {0: {"rum": 2}}},
        "Gunner: −2 rum for Ann. First Mate: +4 rum for you, but 3 rum is all there is.",
    ),
    (
        ["gunner cutlass 1", "first-mate cutlass 2"],
        {"seats": {0: {"cutlasses": 7}, 1: {"cutlasses": 6}}},
        "Gunner: +1 cutlass for Ann. First Mate: +2 cutlasses for you. Ann has 8 cutlasses then, and the "
        "game is over. You have 8 cutlasses then, and the game is over.",
    ),
]


@pytest.mark.parametrize(("effects", "changes", "said"), COURSES)
def test_a_course_says_who_gains_and_who_loses(effects: list[str], changes: Json, said: str) -> None:
    laid = {"gunner": "3 2 0 0", "cook": "0 2 2 2", "first-mate": "0 1 0 0"}
    tile = {"north": [effect(words) for words in effects], "south": [effect("cook rum 1")]}
    assert hint(view(laid, phase="course", tile=tile, **changes), "north", NAMES) == said
    south = "Cook: +1 rum for you, Cy or Di, as "
    assert hint(view(laid, phase="course", tile=tile, **changes), "south", NAMES).startswith(south)


@pytest.mark.parametrize(
    ("action", "changes", "said"),
    [
        ("lose unplayed", {}, "You have 4 unplayed doubloons left."),
        ("lose unplayed", {"doubloons": 2}, "You have 1 unplayed doubloon left."),
        ("lose unplayed", {"doubloons": 1}, "It is your last unplayed doubloon."),
        ("lose gunner", {}, "Your bribe on the Gunner falls from 3 to 2."),
        ("retrieve gunner", {}, "2 of yours stay there, and you have 6 doubloons to bid."),
        ("retrieve cook", {"doubloons": 0}, "1 of yours stays there, and you have 1 doubloon to bid."),
        ("retrieve pilot", {}, "None of yours stays there, and you have 6 doubloons to bid."),
        ("done", {}, "2 of your doubloons stay on the crew members and count in the next turn."),
        (
            "done",
            {"in_play": 1},
            "1 of your doubloons stays on the crew members and counts in the next turn.",
        ),
    ],
)
def test_a_doubloon_lost_or_taken_back_leaves_so_many(
    action: str, changes: dict[str, int], said: str
) -> None:
    laid = {"gunner": "0 3 0 0", "cook": "0 2 0 0", "pilot": "0 1 0 0"}
    assert hint(view(laid, {1: changes}), action, NAMES) == said


def test_a_text_that_is_no_action_has_no_hint() -> None:
    with pytest.raises((KeyError, ValueError)):
        hint(view(), "dance")

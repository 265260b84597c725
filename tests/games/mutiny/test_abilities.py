"""MU-24 to MU-28: what the crew members do."""

from __future__ import annotations

from quarterdeck.games.mutiny.state import Phase
from tests.games.mutiny.table import CREW, resolve


def test_MU_24_the_primary_ability_moves_any_token_of_anyone() -> None:
    on = {"cook": ["", "2r", ""], "pilot": ["1d", "", "1d"]}
    match = resolve("deck-hand", "", "3d", "1d", on=on)
    assert (match.phase, match.to_act) == (Phase.MOVE, (1,))
    ways = {
        "doubloon of 0": ["pilot"],
        "doubloon of 1": ["deck-hand"],
        "doubloon of 2": ["deck-hand", "pilot"],
        "rum of 1": ["cook"],
    }
    assert match.legal() == [
        "stay",
        *(
            f"move {token} from {start} to {end}"
            for token, starts in ways.items()
            for start in starts
            for end in CREW
            if end != start
        ),
    ]


def test_MU_24_the_secondary_ability_moves_an_own_one() -> None:
    on = {"cook": ["", "2r", ""], "pilot": ["1d", "", "1d"]}
    match = resolve("deck-hand", "", "3d", "1d", on=on).play("1 stay")
    assert (match.phase, match.to_act) == (Phase.MOVE, (2,))
    assert match.legal() == [
        "stay",
        *(f"move doubloon of 2 from deck-hand to {end}" for end in CREW if end != "deck-hand"),
        *(f"move doubloon of 2 from pilot to {end}" for end in CREW if end != "pilot"),
    ]


def test_MU_24_a_moved_token_stays_its_owners() -> None:
    on = {"cook": ["", "2r", ""], "pilot": ["1d", "", "1d"]}
    match = resolve("deck-hand", "", "3d", "1d", on=on).play("1 move doubloon of 2 from pilot to gunner")
    assert match.on("gunner") == ["", "", "1d"]
    assert match.on("pilot") == ["1d", "", ""]
    match = resolve("deck-hand", "", "3d", "1d", on=on).play("1 move rum of 1 from cook to first-mate")
    assert match.on("cook") == ["", "1r", ""]
    assert match.on("first-mate") == ["", "1r", ""]
    assert match.told("moved") == [(1, 1, "rum", "cook to first-mate")]


def test_MU_24_moving_is_voluntary() -> None:
    match = resolve("deck-hand", "", "3d", "1d").play("1 stay", "2 stay")
    assert match.told("stayed") == [(1,), (2,)]
    assert match.told("moved") == []
    assert match.on("deck-hand") == ["", "3d", "1d"]


def test_MU_24_unplayed_tokens_do_not_move() -> None:
    match = resolve("deck-hand", "1d", "")
    assert match.legal() == ["stay", *(f"move doubloon of 0 from deck-hand to {end}" for end in CREW[1:])]


def test_MU_24_a_move_counts_for_the_crew_members_that_come_after() -> None:
    match = resolve("deck-hand", "2d", "", on={"gunner": ["", "1d"], "cook": ["", "1d"]})
    match.play("0 move doubloon of 1 from gunner to cook")
    assert match.cutlasses == [0, 0]
    assert match.rum == [3, 5]


def test_MU_25_the_gunner_gives_two_cutlasses_and_one() -> None:
    match = resolve("gunner", "1d", "2d", "")
    assert match.told("gained") == [(1, "cutlass", 2, 1), (0, "cutlass", 1, 1)]
    assert match.rules_told("gained") == {"MU-25"}
    assert match.cutlasses == [1, 2, 0]


def test_MU_26_the_cook_gives_two_rum_and_one() -> None:
    match = resolve("cook", "1d", "2d", "")
    assert match.told("gained") == [(1, "rum", 2, 2), (0, "rum", 1, 2)]
    assert match.rules_told("gained") == {"MU-26"}
    assert match.rum == [4, 5, 3]
    assert match.s.bank == 30 - 12


def test_MU_28_the_first_mate_gives_the_spyglass_at_once_and_a_rum() -> None:
    match = resolve("first-mate", "1d", "", "2d")
    assert match.told("spyglass", "secondary") == [(2,), (0, "first-mate")]
    assert match.s.lookout == 2
    assert match.told("gained") == [(0, "rum", 1, 4)]
    assert match.rules_told("gained") == {"MU-28"}
    assert match.rum == [4, 3, 3]
    # The new lookout begins the retrieval.
    assert (match.phase, match.to_act) == (Phase.RETRIEVE, (2,))


def test_MU_28_the_lookout_keeps_the_spyglass() -> None:
    match = resolve("first-mate", "2d", "1d")
    assert match.told("primary") == [(0, "first-mate")]
    assert match.told("spyglass") == []
    assert match.s.lookout == 0


def test_MU_28_with_no_bribe_the_spyglass_stays() -> None:
    assert resolve("first-mate", "", "", lookout=1).s.lookout == 1

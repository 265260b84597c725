"""Where a source leaves room, the page of rules says so: both readings, and what each changes."""

from __future__ import annotations

import pytest

from quarterdeck.kernel.contested import Contested
from quarterdeck.play import GAMES, find
from tests.web.desk import Desk, words

# By game and rule, what its entry says: what is allowed and may be declined, and what is a decision.
SAID = {
    "cartagena": {
        "CA-13": "Decision: Chance says who counts as the oldest, for the whole match.",
        "CA-29": "Coins that lie on Satè are still in the supply ( CA-48 ).",
        "CA-41": "If one of the two piles is empty, you get the card of the other without being asked.",
        "CA-43": "If only one is left, you get it without being asked.",
        "CA-45": "Each trade is carried out before you think about the next",
        "CA-46": "Decision: One of the two you take. If there is only one of them, you get it without being",
        "CA-47": "You may steal a coin, no gold card, from another player of your choice who has one. If you "
        "steal none, all see that.",
        "CA-48": "Coins on the card are offered and not yet paid: they still belong to the supply ( CA-29 ).",
        "CA-49": "you may exchange it, only seem to, or leave it untouched. All see whether you have",
        "CA-50": "you may look at the conviction card that another player has placed. All see",
        "CA-51": "If you look at none, all see that, and what they know of the pairs stays true. Decision: "
        "Nobody else sees whether you have swapped the two.",
        "CA-60": "Decision: What players who are out have is out of everyone's reach",
        "CA-61": "A pirate in the lifeboat is put aside.",
        "CA-65": "Decision: An opponent is a player who is still in the game.",
        "CA-66": "Decision: Who holds a combat card can't lay the mascot in a first round.",
        "CA-67": "Decision: Players who are out give nothing.",
        "CA-68": "The sailor who has won goes to the upper deck of that side, the other to the lifeboat.",
    },
    "mutiny": {
        "MU-2": "There are 30 rum tokens in all. This figure is reconstructed; a table of your own can have "
        "another one, up to 99.",
        "MU-4": "A table of your own can have up to four, 240 on all its tiles together, and amounts from −9",
        "MU-5": "A table of your own can replace them by 2 to 60 tiles.",
        "MU-21": "the First Mate's new lookout already decides who is second there.",
        "MU-23": "The lookout takes any number of the offers that agree.",
        "MU-32": "Decision: Who has no doubloon at all is spared",
        "MU-50": "While nobody bids, a game can go on for ever; players can agree on a draw.",
    },
    "meuterer": {
        "ME-2": "Whoever is Captain has a post already and never takes one.",
        "ME-33": "Decision: The French source says “sur la dernière escale” for an empty hand.",
        "ME-34": "Decision: The source of “manual” says that one role stays unused each round.",
        "ME-54": "Decision: The source of “manual” never says that shown cards count.",
        "ME-60": "Decision: Only the English source says what happens without a First Mate.",
        "ME-67": "Decision: Those tied with the Merchant score just what they would without one.",
        "ME-73": "Decision: They are shuffled only when a card is needed",
        "ME-74": "In “french” the card given back first is also drawn first, so their order decides",
        "ME-81": "Decision: Only the English source says what happens to ships at one island.",
    },
}
# The contested points, by game: each rule with the option that chooses, if there is one.
POINTS = {
    "cartagena": {
        "CA-13": "oldest",
        "CA-45": "",
        "CA-46": "",
        "CA-48": "sate",
        "CA-65": "duel_opponents",
        "CA-66": "mascot_in_first_round",
    },
    "mutiny": {"MU-21": "first_mate_tie", "MU-50": "victory"},
    "meuterer": {"ME-2": "", "ME-67": ""},
}
each_game = pytest.mark.parametrize("game", SAID)


def entry(page: str, rule: str) -> str:
    """The words of a rule's entry."""
    return words(page.partition(f'<div id="{rule}"')[2].partition("</dd>")[0]).replace("&#39;", "'")


def readings(point: Contested) -> list[str]:
    """What the page says of each reading."""
    notes = ["played unless a table chooses otherwise", ""]
    if not point.option:
        notes = ["played here", "not played here"]
    said = []
    for at, one in enumerate(point.readings):
        note = notes[min(at, 1)]
        label = f"{one.label} {note} :" if note else f"{one.label} :"
        said.append(f"{label} {one.text}")
    return said


@each_game
def test_each_rule_says_what_its_source_allows_and_what_is_decided(ann: Desk, game: str) -> None:
    page = ann.get(f"/rules/{game}").text
    for rule, said in SAID[game].items():
        assert said in entry(page, rule), rule


@each_game
def test_each_contested_point_is_shown_with_its_readings_and_what_they_change(ann: Desk, game: str) -> None:
    page = ann.get(f"/rules/{game}").text
    assert {point.rule: point.option for point in find(game).contested} == POINTS[game]
    assert page.count('class="contested"') == len(POINTS[game])
    for point in find(game).contested:
        told = entry(page, point.rule).replace("( ", "(").replace(" )", ")").replace(" ,", ",")
        assert f"Contested: {point.title}" in told
        for one, said in zip(point.readings, readings(point), strict=True):
            assert said in told
            assert one.changes in told
        assert any(one.changes for one in point.readings)
        assert (f"A house rule: the option {point.option}" in told) == bool(point.option)


def test_no_game_has_points_that_are_not_here() -> None:
    assert {name for name, spec in GAMES.items() if spec.contested} == POINTS.keys()

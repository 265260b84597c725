"""The list of choices at the prompt: how many become few lines."""

from __future__ import annotations

import pytest
from rich.console import Console

from quarterdeck.cli.choices import MOST, choices, folded, unfolded

BIDS = [f"bid {doubloons} {rum}" for doubloons in range(9) for rum in range(4)]
OFFERS = ["no offer", *(f"offer {rum} for {seat}" for seat in (0, 2) for rum in range(1, 12))]


def drawn(legal: list[str], width: int = 80) -> list[str]:
    """The lines of the list."""
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(choices(legal, lambda text: f"What {text} does."))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_few_choices_have_a_line_and_an_effect_each() -> None:
    lines = drawn(["buy", "sell pink 1", "done"])
    assert lines == [
        "1  buy          What buy does.",
        "2  sell pink 1  What sell pink 1 does.",
        "3  done         What done does.",
    ]
    assert len(drawn(BIDS[:MOST])) == MOST
    assert len(drawn(BIDS[: MOST + 1])) < MOST


def test_many_choices_are_folded_and_keep_their_numbers() -> None:
    lines = drawn(BIDS)
    assert lines[:3] == ["  1–4  bid 0 0…3", "  5–8  bid 1 0…3", " 9–12  bid 2 0…3"]
    assert lines[8] == "33–36  bid 8 0…3"
    assert " ".join(lines[9:]).startswith("Type a number or the words, “bid 8 3” say;")
    assert drawn(OFFERS)[:3] == ["    1  no offer", " 2–12  offer 1…11 for 0", "13–23  offer 1…11 for 2"]


@pytest.mark.parametrize("legal", [BIDS, OFFERS, ["stay"], [], ["a b c", "a c b", "a b", "x b"]])
def test_every_choice_stands_in_one_line_under_its_number(legal: list[str]) -> None:
    lines = list(folded(legal))
    assert [text for _, texts in lines for text in texts] == legal
    for first, texts in lines:
        assert legal[first - 1 : first - 1 + len(texts)] == texts


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["lose pilot"], "lose pilot"),
        (["lose cook", "lose pilot"], "lose cook|pilot"),
        (["bid 0 0", "bid 0 1"], "bid 0 0|1"),
        (["pick 1", "pick 2", "pick 4"], "pick 1|2|4"),
        (["offer 1 for 2", "offer 2 for 2", "offer 3 for 2"], "offer 1…3 for 2"),
    ],
)
def test_texts_that_differ_in_one_word_become_one(texts: list[str], told: str) -> None:
    assert unfolded(texts) == told


def test_only_texts_that_differ_in_the_same_word_are_folded() -> None:
    found = [texts for _, texts in folded(["a 1 x", "a 2 x", "a 2 y", "a 3 y", "b", "c"])]
    assert found == [["a 1 x", "a 2 x"], ["a 2 y", "a 3 y"], ["b", "c"]]

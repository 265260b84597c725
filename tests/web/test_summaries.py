"""What a part of a match has brought: summaries, the end, and the cards of plain boards."""

from __future__ import annotations

from collections import Counter

import pytest

from quarterdeck.play import Event, Game
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import Sight, look
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.cues import Cue, staged
from quarterdeck.web.boards.plain import PlainBoard
from tests.web.test_cues import figures, played

GAMES = ("meuterer", "cartagena", "mutiny")


def cues(sight: Sight, game: str) -> list[tuple[int, Event, Cue]]:
    """The facts that a viewer has heard, by number, with their cues."""
    cue = BOARDS[game].cue
    found = ((at, event, cue(sight.heard, at)) for at, event in enumerate(sight.heard) if event is not None)
    return [(at, event, told) for at, event, told in found if told is not None]


def brought(match: Match, first: int, last: int) -> Counter[str]:
    """By how much the figures of a spectator's page have changed between two plies."""
    before, after = figures(match, None, first), figures(match, None, last)
    return Counter({name: after[name] - before[name] for name in after if after[name] != before.get(name)})


def test_a_round_of_cartagena_is_summed_up_with_pirates_coins_and_cards() -> None:
    match = played("cartagena")
    sight = look(match, None)
    ended = [
        (event, cue)
        for _at, event, cue in cues(sight, "cartagena")
        if event.kind == "round_began" and cue.ends
    ]
    starts = [chapter.ply for chapter in sight.chapters]
    assert len(ended) > 2
    for number, (event, cue) in enumerate(ended, 1):
        assert cue.summary is not None
        assert cue.summary.heading == f"Round {int(event.data['round']) - 1} has brought"
        visits = [gain for gain in cue.summary.gains if not gain.change]
        assert sorted(gain.seat for gain in visits) == [0, 1, 2]
        counted: Counter[str] = Counter()
        for gain in cue.summary.gains:
            name = {"coins": "coins", "combat-back": "combat", "gold-back": "gold"}.get(gain.icon)
            if name is not None:
                counted[f"{name}-{gain.seat}"] += gain.change or 0
        # The ply of the round's last move also begins the next one.
        assert {name: value for name, value in counted.items() if value} == brought(
            match, starts[number - 1], starts[number]
        )
        said = [sight.said[at] for at in cue.summary.facts]
        assert any("ship" in sentence for sentence in said)


def test_a_turn_of_mutiny_is_summed_up_for_everybody_even_if_it_brought_nothing() -> None:
    sums = [cue.summary for _at, _event, cue in cues(look(played("mutiny"), None), "mutiny") if cue.summary]
    assert len(sums) > 2
    assert all({gain.seat for gain in one.gains} == {0, 1, 2} for one in sums)
    nothing = [gain for one in sums for gain in one.gains if gain.source == "Nothing this turn"]
    assert nothing
    assert not any(gain.change or gain.icon or gain.rule for gain in nothing)


def test_each_gain_names_its_pirate_and_rule() -> None:
    sight = look(played("cartagena"), None)
    gains = [
        gain for _at, _event, cue in cues(sight, "cartagena") if cue.summary for gain in cue.summary.gains
    ]
    rules = sight.heard[0].spec.rulebook.rules if sight.heard[0] else {}
    assert all(gain.source == rules[gain.rule].title or gain.rule == "CA-52" for gain in gains)
    assert {gain.rule for gain in gains if gain.change} & {"CA-42", "CA-46", "CA-48"}


def test_a_duel_is_summed_up_with_the_duels_won_so_far() -> None:
    sight = look(played("cartagena"), None)
    ended = [(event, cue) for _at, event, cue in cues(sight, "cartagena") if event.kind == "duel_won"]
    won: Counter[object] = Counter()
    for at, (event, cue) in enumerate(ended):
        won[event.data["side"]] += 1
        assert cue.summary is not None
        assert cue.summary.heading == (
            f"Duels won: {won['valverde']} for Captain Valverde, {won['diaz']} for Ramon Diaz"
        )
        assert cue.ends == ("Go on" if at == len(ended) - 1 else "Next duel")
    assert len(ended) > 2


@pytest.mark.parametrize("game", GAMES)
def test_the_ship_comes_in_under_the_flags_of_all_winners(game: str) -> None:
    match = played(game, seed="flags")
    shown = [cue for _at, _event, cue in cues(look(match, None), game) if cue.flags]
    assert [cue.ends for cue in shown] == [""] * (len(shown) - 1) + ["To the result"]
    assert sorted(shown[-1].flags) == sorted(match.position.winners)


@pytest.mark.parametrize("game", GAMES)
def test_a_summary_repeats_sentences_as_its_viewer_heard_them(game: str) -> None:
    match = played(game)
    for viewer in (0, None):
        sight = look(match, viewer)
        told = staged(BOARDS[game].cue, sight.heard, sight.said, 0)
        summaries = [cue["summary"] for cue in told if cue and "summary" in cue]
        repeated = [fact["text"] for summary in summaries for fact in summary["facts"]]
        assert summaries
        assert repeated or game == "meuterer"
        assert set(repeated) <= set(sight.said)


def test_a_plain_board_shows_a_card_for_each_fact_and_turns_the_page_with_the_last() -> None:
    sight = look(played("mutiny", most=120), None)
    board = PlainBoard(Game("mutiny", players=3).spec)
    found = [board.cue(sight.heard, at) for at in range(len(sight.heard))]
    cards = [cue for cue in found if cue is not None and cue.scene]
    assert len(cards) > 20
    assert all(cue.scene and cue.scene.title for cue in cards)
    assert [cue.turns for cue in found if cue is not None][-1]
    assert not any(cue.turns for cue in found[:-1] if cue is not None)
    # A new turn ends the one before, with its last facts.
    ends = [cue for cue in found if cue is not None and cue.ends]
    assert ends
    assert all(cue.summary and cue.summary.facts for cue in ends)


def test_a_plain_board_repeats_nothing_that_one_seat_knows() -> None:
    match = played("meuterer", most=200)
    board = PlainBoard(Game("meuterer", players=3).spec)
    for viewer in (0, 1):
        heard = look(match, viewer).heard
        shown = [board.cue(heard, at) for at in range(len(heard)) if heard[at]]
        repeated = [heard[fact] for cue in shown if cue and cue.summary for fact in cue.summary.facts]
        assert repeated
        assert any(event.audience is not None for event in heard if event)
        assert all(event and event.audience is None for event in repeated)

"""Actions of each game in words: what each does, what is asked of whom, and texts that are none."""

from __future__ import annotations

import importlib
import random
import re
from typing import Any

import pytest

import quarterdeck
from quarterdeck.errors import ActionTextError
from quarterdeck.play import GAMES
from tests.games.cartagena import test_words_actions as cartagena
from tests.games.meuterer import test_words as meuterer
from tests.games.mutiny import test_words_actions as mutiny

SENTENCES = {
    "meuterer": meuterer.SENTENCES,
    "cartagena": cartagena.SENTENCES,
    "mutiny": mutiny.SENTENCES,
}
REFUSED = {"meuterer": meuterer.REFUSED, "cartagena": cartagena.REFUSED, "mutiny": mutiny.REFUSED}
# How the error says that actions are written.
LIKE = {"meuterer": "“show wine”", "cartagena": "“take pang”", "mutiny": "“bid 2 1” or “pick 3”"}
PROMPTS: dict[str, Any] = {"cartagena": cartagena, "mutiny": mutiny}
PLAYERS = ["Ann", "Bert", "Cy", "Di", "Eve"]
each_game = pytest.mark.parametrize("game", SENTENCES)
each_prompt = pytest.mark.parametrize("game", PROMPTS)


def words(game: str, module: str) -> Any:
    """A module of the game's words."""
    return importlib.import_module(f"quarterdeck.games.{game}.words.{module}")


@pytest.mark.parametrize(
    ("game", "text", "sentence"), [(game, *one) for game, all_ in SENTENCES.items() for one in all_]
)
def test_an_action_reads_as_an_imperative(game: str, text: str, sentence: str) -> None:
    assert GAMES[game].action_sentence(text, ()) == sentence
    if game != "meuterer":  # whose buttons have shorter labels
        assert words(game, "hints").label(text) == sentence


@each_game
def test_every_action_has_its_own_sentence(game: str) -> None:
    spec = GAMES[game]
    sentences = [spec.action_sentence(spec.action_text(action), ()) for action in range(spec.actions)]
    assert len(set(sentences)) == spec.actions
    assert not [sentence for sentence in sentences if "{" in sentence]


@pytest.mark.parametrize(("game", "text"), [(game, text) for game, all_ in REFUSED.items() for text in all_])
def test_a_text_that_is_no_action_is_refused_in_one_sentence(game: str, text: str) -> None:
    title = GAMES[game].title.partition(":")[0]
    with pytest.raises(ActionTextError, match=f"is no action of {title}: write it like {LIKE[game]}"):
        GAMES[game].action_sentence(text, ())
    # Where only the amount of rum is wrong, the rule about it is cited instead.
    with pytest.raises(
        ActionTextError, match=rf"“{re.escape(text)}” is no action of {title}|rum .* \(MU-\d+\)\.$"
    ):
        GAMES[game].action_id(text)


@each_game
def test_a_refused_text_is_quoted_short_and_printable(game: str) -> None:
    with pytest.raises(ActionTextError) as refused:
        GAMES[game].action_sentence("\x1b[31m" + "x" * 10_000, ())
    assert len(str(refused.value)) < 150
    assert str(refused.value).isprintable()
    with pytest.raises(ActionTextError, match=f"“{'x' * 40}…”"):
        GAMES[game].action_id("x" * 99)


@pytest.mark.parametrize(
    ("game", "phase", "changes", "mine", "theirs"),
    [(game, *one) for game, its in PROMPTS.items() for one in its.ASKED],
)
def test_every_phase_asks_its_question(
    game: str, phase: str, changes: dict[str, Any], mine: str, theirs: str
) -> None:
    view, prompt = PROMPTS[game].view, GAMES[game].prompt
    assert prompt(view(phase, **changes), PLAYERS) == mine
    assert prompt(view(phase, **changes, seat=0), PLAYERS) == theirs
    assert prompt(view(phase, **changes, seat=None), PLAYERS) == theirs


@each_prompt
def test_every_phase_is_asked_about(game: str) -> None:
    assert {phase for phase, *_rest in PROMPTS[game].ASKED} | {"over"} == set(words(game, "names").PHASES)
    over = PROMPTS[game].view("over", to_act=[])
    assert GAMES[game].prompt(over, PLAYERS) == "The game is over."


@each_prompt
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_a_whole_match_is_told_asked_and_hinted_at_in_words(game: str, players: int, seed: int) -> None:
    label, hint = words(game, "hints").label, words(game, "hints").hint
    at = quarterdeck.game(game, players=players).start(seed=seed)
    names = PLAYERS[:players]
    chooser = random.Random(seed)
    told: list[str] = []
    for _ply in range(1000):
        for event in at.events:
            told += [event.sentence(names, viewer) for viewer in (None, *range(players))]
        if at.over:
            break
        seat = at.to_act[0]
        view = at.view(seat)
        body = view.to_json()
        told += [view.prompt(names), at.view(None).prompt(names)]
        legal = list(map(str, view.legal()))
        for action in legal[:: 1 + len(legal) // 20]:
            told += [label(action, names), hint(body, action, names)]
        # Small bids leave something for all crew members of Mutiny!.
        small = [text for text in legal if text in ("bid 0 0", "bid 1 0", "bid 0 1")] or legal
        at = at.play(seat, chooser.choice(small))
    assert at.over
    wrong = re.compile(r"[{}]|None(?! of yours)|\bunknown\b|-1\b")
    assert not [sentence for sentence in told if not sentence or wrong.search(sentence)]

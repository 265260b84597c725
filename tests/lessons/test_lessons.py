"""The scripts of the lessons: legal to the end, true to what is on the table, and complete."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter

import pytest

from quarterdeck.games.meuterer import example
from quarterdeck.i18n import use
from quarterdeck.lessons import COURSES, Lesson, lesson, next_of
from quarterdeck.lessons.lesson import Item
from quarterdeck.play import Record, find

LESSONS = [one for course in COURSES.values() for one in course]
LANGUAGES = ("en", "de", "fr")
# By game, the first words of its actions. In the rulebook's example nobody is the Loader, who returns cards.
KINDS = {
    "meuterer": "offer show leave conflict sell",
    "cartagena": "take open keep swap sell done draw coin rob side spy higher inspect play mascot",
    "mutiny": "bid offer no pick move stay south lose retrieve",
}
# Those which the others show; all else the pupil does.
SHOWN = {"meuterer": "", "cartagena": "inspect", "mutiny": "no stay"}


def id_of(one: Lesson) -> str:
    return one.id


def stops(one: Lesson) -> Iterator[tuple[int, Item, Record]]:
    """Each item of a lesson's script, with the match as it stands before it."""
    record = one.record()
    for at, item in enumerate(one.items):
        yield at, item, record
        if item.actions:
            record.append(item.seat, item.actions[0])


@pytest.mark.parametrize("one", LESSONS, ids=id_of)
def test_every_script_is_legal_and_only_the_pupil_has_a_choice(one: Lesson) -> None:
    for _at, item, record in stops(one):
        legal = {action.text for action in record.position.legal(item.seat)}
        assert set(item.actions) <= legal
        assert item.seat == one.seat or len(item.actions) == 1
        # Nobody's screen would show it to be their turn.
        assert not item.actions or item.seat in record.position.to_act
    assert not one.steps[-1].do
    assert 5 <= len(one.steps) <= 20


@pytest.mark.parametrize("one", LESSONS, ids=id_of)
def test_after_every_accepted_action_the_rest_of_the_script_is_legal(one: Lesson) -> None:
    """Each of them takes the place of the scripted action once."""
    for at, item, record in stops(one):
        for other in item.actions[1:]:
            position = record.position.play(item.seat, other)
            for later in one.items[at + 1 :]:
                if later.actions:
                    position = position.play(later.seat, later.actions[0])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("one", LESSONS, ids=id_of)
def test_the_boatswain_has_words_for_each_moment_and_each_other_move(one: Lesson, language: str) -> None:
    with use(language):
        for at, item, record in stops(one):
            view = record.position.view(one.seat)
            guide = one.guide(at, view, record.names)
            assert guide.words
            assert not {"{", "}", "?}"} & set(guide.words)
            assert "None" not in guide.words
            assert bool(guide.label) == bool(guide.do) == bool(one.stop(at) and item.actions)
            for action in record.position.legal(one.seat):
                refusal = one.refusal(at, action.text, view, record.names)
                taken = one.stop(at) and action.text in item.actions
                assert bool(refusal) != taken
                assert "{" not in refusal
        assert one.guide(len(one.items), view, record.names).done


@pytest.mark.parametrize("one", LESSONS, ids=id_of)
def test_what_is_unknown_is_in_no_sentence(one: Lesson) -> None:
    """A question mark stands for what the pupil does not know: no sentence may ask for that."""
    for at, _item, record in stops(one):
        step = one.steps[one.items[at].step]
        facts = one.facts(record.position.view(one.seat).to_json())
        words = step.say if one.stop(at) else step.after
        asked = {name for _text, name, _spec, _how in Formatter().parse(words) if name}
        assert "?" not in {facts.get(name) for name in asked}


@pytest.mark.parametrize("one", LESSONS, ids=id_of)
def test_what_is_said_depends_on_nothing_that_the_pupil_does_not_see(one: Lesson) -> None:
    for at, _item, record in stops(one):
        view = record.position.view(one.seat)
        dealt_anew = view.sample(at).view(one.seat)
        assert one.guide(at, dealt_anew, record.names) == one.guide(at, view, record.names)


@pytest.mark.parametrize("one", LESSONS, ids=id_of)
def test_every_step_cites_rules_that_there_are(one: Lesson) -> None:
    known = {rule.id for section in find(one.game).rulebook.sections for rule in section.rules}
    for step in one.steps:
        assert step.rules
        assert set(step.rules) <= known


@pytest.mark.parametrize("game", COURSES)
def test_every_kind_of_decision_occurs_in_the_course(game: str) -> None:
    items = [(one, item) for one in COURSES[game] for item in one.items if item.actions]
    done = {action.split()[0] for one, item in items if item.seat == one.seat for action in item.actions}
    seen = {item.actions[0].split()[0] for _one, item in items}
    kinds = set(KINDS[game].split())
    assert kinds - set(SHOWN[game].split()) <= done
    assert kinds <= seen | done


def test_meuterer_is_the_example_round_from_each_of_its_seats() -> None:
    for seat, one in enumerate(COURSES["meuterer"]):
        assert one.seat == seat
        moves = tuple((item.seat, item.actions[0]) for item in one.items if item.actions)
        assert moves == example.MOVES
        assert one.setup == example.SETUP
        record = [record for _at, _item, record in stops(one)][-1]
        assert record.position.scores == (2, 5, 4, 4)


def test_the_mutiny_of_cartagena_ends_in_the_pupil_s_victory() -> None:
    *_others, (_at, _item, record) = stops(COURSES["cartagena"][-1])
    assert record.position.winners == (0,)


def test_lessons_are_found_by_their_ids_and_follow_one_another() -> None:
    assert lesson("meuterer-captain") is COURSES["meuterer"][0]
    assert lesson("nothing") is lesson(None) is None
    assert next_of("meuterer-captain") is COURSES["meuterer"][1]
    assert next_of("meuterer-cabin-boy") is None
    assert len({one.id for one in LESSONS}) == len(LESSONS)


def test_the_way_back_leads_from_one_of_the_pupil_s_items_to_the_one_before() -> None:
    one = COURSES["meuterer"][0]
    own = [at for at in range(len(one.items)) if one.stop(at)]
    assert one.before(0) is None
    assert [one.before(at) for at in own[1:]] == own[:-1]
    assert one.turned(own[1]) == 1
    assert one.turned(len(one.items)) == sum(not step.do for step in one.steps)

"""What a seat knows: everything it needs, nothing else, and worlds that agree with it."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from quarterdeck.errors import error_words
from quarterdeck.play import Position, View
from quarterdeck.testing.matches import (
    MASK,
    Case,
    at,
    play_out,
    random_match,
    random_positions,
    require,
    same_record,
    viewers,
    who,
)

__all__ = ["CHECKS"]

KEYS = {"format", "game", "options", "seat", "to_act", "legal"}

# A viewer's matches are compared with twins until more than ALIKE moves were compared, in at most TWINS
# matches.
ALIKE, TWINS = 40, 6
WORLDS = 20
# The fields of every record that hold the secret of the deal.
SECRETS = ("key", "counter")
# `determinize` has to fill in what is hidden in the positions of DEALS random matches. At most MOST_BLANKED
# of them are blanked, and WORLDS_EACH worlds dealt of each. What is hidden in less than LEAST_HIDDEN of them
# may by chance be dealt as it is blanked.
DEALS, MOST_BLANKED, WORLDS_EACH, LEAST_HIDDEN = 6, 40, 3, 4


def looks(view: View) -> tuple[bytes, str, str, str]:
    """Everything that is shown of a view: JSON, text, drawing and `repr`."""
    given = view.to_json()
    try:
        body = json.dumps(given)
    except (TypeError, ValueError) as error:
        sentence = f"`describe` gives what JSON can't hold ({error}): write int(…) around a record's numbers"
        raise AssertionError(sentence) from None
    return body.encode(), str(view), view._repr_svg_(), repr(view)


def a_seat_knows_its_own_legal_actions(case: Case) -> None:
    """`legal` says the same of a whole record and of the seat's blanked one."""
    for position, _, _ in random_match(case.game, seed=1):
        for seat in range(case.game.players):
            known, legal = position.view(seat).legal(), position.legal(seat)
            if known != legal:
                difference = next(iter(set(known) ^ set(legal)))
                where = "whole record" if difference in legal else "blanked record"
                raise AssertionError(f"`legal` lists “{difference}” for seat {seat} on the {where} alone")
            acting = seat in position.to_act
            require(bool(legal) == acting, f"`to_act` and `legal` disagree on whether seat {seat} may act")
        require(position.view(None).legal() == (), "`legal` lists actions for a spectator")


def what_is_legal_is_possible_to_every_viewer(case: Case) -> None:
    """On a blanked record `legal` lists all that may be legal, ascending."""
    for position in random_positions(case.game, seed=2, every=3):
        for viewer in viewers(case.game):
            view = position.view(viewer)
            for seat in range(case.game.players):
                possible = view.possible(seat)
                for action in position.legal(seat):
                    sentence = (
                        f"“{action}” is legal for seat {seat}, and not possible as {who(viewer)} sees it: "
                        "on a blanked record `legal` lists all that may be legal"
                    )
                    require(action in possible, sentence)
                ids = [action.id for action in possible]
                for id_, next_id in pairwise(ids):
                    sentence = f"`legal` lists {id_} before {next_id} for seat {seat}: ids are to ascend"
                    require(id_ < next_id, sentence)


def a_dealt_world_looks_just_like_its_view(case: Case) -> None:
    """`blank(determinize(view))` is the view."""
    for ply, position in enumerate(random_positions(case.game, seed=3, every=2)):
        for viewer in viewers(case.game):
            view = position.view(viewer)
            world = view.sample(seed=ply)
            world_view, whose = world.view(viewer), f"{who(viewer)}'s view"
            same_record(
                world_view,
                view,
                f"`determinize` and `blank` do not agree: of a world dealt from {whose}, {whose} differs in "
                "{fields}",
            )
            require(
                world.to_act == position.to_act,
                f"`to_act` says {world.to_act} in a world dealt from {whose}, not {position.to_act}",
            )
            require(world_view.scores == view.scores, f"`scores` differ in a world dealt from {whose}")
            if ply % 12 == 0:
                require(
                    looks(world_view) == looks(view), f"`describe`, `text` or `draw` change {whose} by chance"
                )


def a_dealt_world_can_be_played_to_the_end(case: Case) -> None:
    """Worlds hold all components, and lead to an end."""
    chooser = random.Random(4)
    for position in random_positions(case.game, seed=4, every=16):
        viewer = chooser.choice(viewers(case.game))
        world = position.view(viewer).sample(seed=chooser.getrandbits(32))
        try:
            end = play_out(world)
        except Exception as error:
            sentence = (
                f"a world that `determinize` deals from {who(viewer)}'s view can't be played to its end"
            )
            raise AssertionError(f"{sentence}: {error_words(error)}") from error
        if case.conserved is not None:
            expected = case.conserved(position.to_json())
            for dealt_position in (world, end):
                counted = case.conserved(dealt_position.to_json())
                dealt = f"a world dealt from {who(viewer)}'s view"
                require(counted == expected, f"{dealt} holds {counted}, not {expected}")
        sentence = (
            f"a match has ended, and `winners` names nobody: {MASK}? If nobody may win, check with "
            "somebody_wins=False"
        )
        require(bool(end.winners) or not case.somebody_wins, sentence)


def a_dealt_world_hides_nothing(case: Case) -> None:
    """`determinize` fills in what `blank` has taken out."""
    positions = [one for seed in range(70, 70 + DEALS) for one, _, _ in random_match(case.game, seed)]
    dealt = np.array([_numbers(one) for one in positions])
    for viewer in [*range(case.game.players), None]:
        hidden, filled = np.zeros(dealt.shape[1], np.int64), np.zeros(dealt.shape[1], np.bool_)
        blanks = np.zeros(dealt.shape[1], np.int64)
        step = 1 + len(positions) // MOST_BLANKED
        for position, numbers in zip(positions[::step], dealt[::step], strict=True):
            view = position.view(viewer)
            known = _numbers(view)
            is_hidden = known != numbers
            # Where a blank differs from one before it tells something, and is no mark of what is hidden.
            filled |= is_hidden & (hidden > 0) & (known != blanks)
            blanks = np.where(is_hidden, known, blanks)
            for seed in range(WORLDS_EACH):
                filled |= is_hidden & (_numbers(view.sample(seed=seed)) != known)
            hidden += is_hidden
        left = (hidden >= LEAST_HIDDEN) & ~filled & (dealt != blanks).all(0)
        if left.any():
            place = _places(case)[int(left.argmax())]
            sentence = f"`determinize` leaves `{place}` hidden in a world dealt from {who(viewer)}'s view"
            raise AssertionError(sentence)


def _numbers(of: Position | View) -> NDArray[np.int64]:
    """All numbers of a record but those of `SECRETS`, which `determinize` draws or leaves."""
    state = of.state
    fields = [np.ravel(state[name]) for name in state.dtype.names if name not in SECRETS]
    return np.concatenate([field.astype(np.int64) for field in fields])


def _places(case: Case) -> list[str]:
    """What each of `_numbers` is called: `turn`, `card[0]`, `hand[1, 2]`."""
    state = case.game.start(seed=0).state
    return [
        f"{name}[{', '.join(map(str, index))}]" if index else name
        for name in state.dtype.names
        if name not in SECRETS
        for index in np.ndindex(np.shape(state[name]))
    ]


def a_deal_is_reproducible_and_deals_differ(case: Case) -> None:
    """`determinize` depends on its dice, and on nothing else."""
    view = case.game.start(seed=5).view(0)
    sentence = "`determinize` deals two worlds from one view with the same dice"
    require(view.sample(seed=1) == view.sample(seed=1), sentence)
    worlds = {view.sample(seed=seed) for seed in range(WORLDS)}
    sentence = "`determinize` deals the same world again: it draws `key` and the unknown from its dice"
    require(len(worlds) == WORLDS, sentence)


def a_view_says_nothing_of_the_key(case: Case) -> None:
    """`blank` takes out the secret of the deal."""
    for position in random_positions(case.game, seed=6, every=20):
        for viewer in viewers(case.game):
            state = position.view(viewer).state
            for field in SECRETS:
                sentence = f"`blank` leaves `{field}` in the view of {who(viewer)}: chance could be foretold"
                require(not state[field].any(), sentence)


def a_view_is_plain_stable_json(case: Case) -> None:
    """`describe` gives plain data with all keys."""
    game = case.game
    for position in random_positions(game, seed=7, every=15):
        for viewer in viewers(game):
            view = position.view(viewer)
            body = view.to_json()
            require(json.loads(looks(view)[0]) == body, "`describe` gives data that JSON changes")
            require(view.to_json() == body, "`describe` gives other data when it is asked again")
            require(set(body) >= KEYS, f"`describe` hides {', '.join(sorted(KEYS - set(body)))}")
            head = (body["game"], body["options"], body["seat"])
            require(head == (game.id, game.options, viewer), "`describe` overwrites game, options or seat")
            require(
                body["to_act"] == list(position.to_act), "`describe` gives another `to_act` than the verb"
            )
            legal = [str(action) for action in view.legal()]
            require(body["legal"] == legal, "`describe` gives other legal actions than the verb")
            require(isinstance(body["seats"], list), "`describe` gives `seats` that are no list")
            require(
                len(body["seats"]) == game.players, "`describe` gives `seats` another length than players"
            )
        whole = position.to_json()
        require(json.loads(json.dumps(whole)) == whole, "`describe` gives data that JSON changes")
        require(whole["format"] == "quarterdeck-position 1", "`describe` overwrites `format`")


def a_picture_is_well_formed_svg(case: Case) -> None:
    """`draw` gives SVG, whoever looks, and at the end, too."""
    positions = [*random_positions(case.game, seed=10, every=15), play_out(case.game.start(seed=10))]
    for position in positions:
        for viewer in viewers(case.game):
            drawing = position.view(viewer)._repr_svg_()
            try:
                tag = ElementTree.fromstring(drawing).tag
            except ElementTree.ParseError as error:
                raise AssertionError(f"`draw` gives {who(viewer)} no well-formed SVG: {error}") from None
            require(tag == "{http://www.w3.org/2000/svg}svg", f"`draw` gives {who(viewer)} a <{tag}>, no SVG")


def the_prompt_is_one_line_and_the_same_for_all_worlds(case: Case) -> None:
    """`prompt` is made of the view."""
    for position in random_positions(case.game, seed=8, every=12):
        for viewer in viewers(case.game):
            view = position.view(viewer)
            prompt = view.prompt(case.names)
            require(bool(prompt) and "\n" not in prompt, f"`prompt` gives {prompt!r}, which is not one line")
            world_prompt = view.sample(seed=1).view(viewer).prompt(case.names)
            require(world_prompt == prompt, "`prompt` depends on more than the view")


def twins_look_alike_while_only_unseen_things_differ(case: Case) -> None:
    """Two matches that a viewer can't tell apart, played on with moves that look alike, stay alike.

    They may part only where the viewer is told something, or looks at something by a move of its own, or at
    the end, when cards may be laid open.
    """
    game, chooser = case.game, random.Random(9)
    public = game.spec.public_text
    alike = dict.fromkeys(viewers(game), 0)
    for viewer in viewers(game):
        twin: Position | None = None
        matches = (random_match(game, seed) for seed in range(9, 9 + TWINS) if alike[viewer] <= ALIKE)
        for ply, (position, seat, action) in enumerate(chain.from_iterable(matches)):
            if twin is None or twin.view(viewer) != position.view(viewer):
                twin = position.view(viewer).sample(seed=ply)
            if seat == viewer:
                moves = [action]
            else:
                moves = [
                    candidate for candidate in twin.legal(seat) if public(candidate.id) == public(action.id)
                ]
            if not moves:
                twin = None
                continue
            after, twin = position.play(seat, action), twin.play(seat, chooser.choice(moves))
            view, twin_view = after.view(viewer), twin.view(viewer)
            if seat != viewer and not after.over and view.events == twin_view.events:
                same_record(
                    view,
                    twin_view,
                    f"`blank` leaks: {{fields}} of {who(viewer)}'s view {at(seat, action)} depends on "
                    "what it can't see and was not told",
                )
                alike[viewer] += 1
                if ply % 25 == 0:
                    require(
                        looks(view) == looks(twin_view), f"what is shown to {who(viewer)} depends on more"
                    )
        sentence = f"only {alike[viewer]} moves could be compared as {who(viewer)} sees them"
        require(alike[viewer] >= case.alike, sentence)


CHECKS: tuple[Callable[[Case], None], ...] = (
    a_seat_knows_its_own_legal_actions,
    what_is_legal_is_possible_to_every_viewer,
    # Now, since what is left of the key would look like a fault of `determinize`.
    a_view_says_nothing_of_the_key,
    a_dealt_world_looks_just_like_its_view,
    a_dealt_world_can_be_played_to_the_end,
    a_dealt_world_hides_nothing,
    a_deal_is_reproducible_and_deals_differ,
    a_view_is_plain_stable_json,
    a_picture_is_well_formed_svg,
    the_prompt_is_one_line_and_the_same_for_all_worlds,
    twins_look_alike_while_only_unseen_things_differ,
)

"""The page of Mutiny!'s rules, from `quarterdeck.games.mutiny.words` and ``mutiny.toml``."""

import tomllib
from collections.abc import Sequence

from quarterdeck.games.mutiny.game import GAME
from quarterdeck.games.mutiny.words import actions, names, overview
from quarterdeck.i18n import _
from scripts.rules_page import GAMES, at_a_glance, chapters, code_list, linked, steps, table, wrapped

INTRODUCTION = """\
# Mutiny! — the rules

<!-- Written by `python -m scripts.write_rules` from `quarterdeck.games.mutiny.words`: change it there. -->

*Mutiny!* is a game by Kevin Wilson for 2 to 5 players. {about}

Every rule has a number, which the log, the refusal of an illegal move and `quarterdeck rules mutiny MU-27`
cite. **Decision** marks what the rulebook leaves open and how it is settled here.

## The aim

{aim}

## What lies on the table

{things}

## How a turn goes

{turn}

## What the crew members do

{crew}

## The chart tiles

Whoever controls a crew member gains or loses what stands beside it, if the ship sails there (MU-4, MU-27):

{tiles}

Those marked as **reconstructed** are ours (MU-5). Who owns the game can play with the printed ones: all of
them are in `src/quarterdeck/games/mutiny/mutiny.toml`, and a file of your own can take its place.
"""

ACTIONS = """\
## The actions and their text

Match files, the terminal and the Python face write an action as a short text that is the same in every
language. CREW is one of {crew}; SEAT is a player's number, from 0.

{forms}

Bids are known to their player alone until all have bid, and closed offers until all who are asked have
answered. Everything else is open to all. So a choice with one possibility is made by the game: a bid
without tokens, an offer without rum, a doubloon to lose where there is only one place to lose it from,
nothing to take back.
"""

SOURCES = {"print": "rulebook", "review": "published review", "reconstructed": "**reconstructed**"}


def mutiny() -> str:
    """The page of Mutiny!'s rules, as Markdown."""
    components = tomllib.loads((GAMES / "mutiny" / "mutiny.toml").read_text(encoding="utf-8"))
    introduction = INTRODUCTION.format(
        about=_(overview.ABOUT),
        **at_a_glance(GAME),
        turn=steps((_(title), _(text)) for title, text in overview.TURN),
        crew=table(
            ["crew member", "primary ability", "secondary ability", "rule"],
            [
                [names.crew_name(crew), *names.crew_ability(crew), f"MU-{24 + number}"]
                for number, crew in enumerate(names.CREW)
            ],
        ),
        tiles=table(
            ["north", "south", "known from"],
            [
                [_effect_words(tile["north"]), _effect_words(tile["south"]), SOURCES[tile["source"]]]
                for tile in components["tile"]
            ],
        ),
    )
    closing = ACTIONS.format(
        crew=", ".join(f"`{crew}`" for crew in names.CREW),
        forms=table(["text", "what it is"], [[code_list(form), _(text)] for form, text in actions.FORMS]),
    )
    told = chapters(GAME, lambda _rule: None)
    return wrapped("\n".join([linked(introduction), *told, linked(closing)]))


def _effect_words(effects: Sequence[tuple[str, str, int]]) -> str:
    return "; ".join(names.effect_words(crew, resource, amount) for crew, resource, amount in effects)

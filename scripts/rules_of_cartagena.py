"""The page of Cartagena's rules, from `quarterdeck.games.cartagena.words` and ``cartagena.toml``."""

import tomllib
from typing import Any

from quarterdeck.games.cartagena.game import GAME
from quarterdeck.games.cartagena.words import actions, names, overview
from quarterdeck.i18n import _
from scripts.rules_page import GAMES, at_a_glance, chapters, code_list, linked, steps, table, wrapped

INTRODUCTION = """\
# Cartagena: Die Meuterei — the rules

<!-- Written by `python -m scripts.write_rules` from `quarterdeck.games.cartagena.words`: change it there. -->

*Cartagena: Die Meuterei* is a game by Michael Rieneck for 2 to 4 players. {about}

Every rule has a number, which the log, the refusal of an illegal move and `quarterdeck rules cartagena CA-48`
cite. **Decision** marks what the rulebook leaves open and how it is settled here.

## The aim

{aim}

## What lies on the table

{things}

## How the voyage goes

{voyage}

## How the mutiny goes

{mutiny}

## The pirates

{pirates}

## The components

Combat cards and gold cards of each value (CA-1, CA-2):

{cards}

There are {coins} coins and ten sailors, worth 1 to 10.

The sea route has {spaces} spaces (CA-12); moves are counted to the mutiny space:

{route}

The numbers of cards of each value and the spaces of the route are **reconstructed** (CA-4). Who owns the game
can play with the printed ones: all of this is in `src/quarterdeck/games/cartagena/cartagena.toml`, and a file
of your own can take its place.
"""

ACTIONS = """\
## The actions and their text

Match files, the terminal and the Python face write an action as a short text that is the same in every
language. CARD is one of {pirates}; COMBAT is a combat card, {combat}; SIDE is {sides}; PAIR is a letter from
A to E; SEAT is a player's number, from 0.

{forms}

Known to their player alone are the card that is kept at Tembo's, cards that are swapped or sold, the side
chosen, how sailors are placed or put back, and, until they are shown, the cards laid in a duel.

A choice with one possibility is made by the game where everybody can see that there is only one: one player
for a mascot to rob, one door to open. A single possibility that depends on a hand is still asked for, because
to skip it would tell; so is one that can be declined. Where nothing is possible at all, such as nobody to rob
or an empty pile, the action is skipped.
"""


def cartagena() -> str:
    """The page of Cartagena's rules, as Markdown."""
    components = tomllib.loads((GAMES / "cartagena" / "cartagena.toml").read_text(encoding="utf-8"))
    introduction = INTRODUCTION.format(
        about=_(overview.ABOUT),
        **at_a_glance(GAME),
        voyage=steps((_(title), _(text)) for title, text in overview.VOYAGE),
        mutiny=steps((_(title), _(text)) for title, text in overview.MUTINY),
        pirates=table(
            ["pirate", "what a visit brings", "rule"],
            [
                [names.pirate_name(pirate), names.pirate_action(pirate), f"CA-{40 + number}"]
                for number, pirate in enumerate(names.PIRATES)
            ],
        ),
        cards=table(
            ["worth", "pink", "grey", "gold"],
            [[str(value), *_card_counts(components, value)] for value in (1, 2, 3)],
        ),
        coins=components["coins"]["total"],
        spaces=len(components["route"]["spaces"]),
        route=table(["space", "moves left"], _route_rows(components["route"]["spaces"])),
    )
    closing = ACTIONS.format(
        pirates=", ".join(f"`{pirate}`" for pirate in names.PIRATES[:-1]),
        combat=f"`{names.COMBAT[0]}` to `{names.COMBAT[2]}` or `{names.COMBAT[3]}` to `{names.COMBAT[5]}`",
        sides=" or ".join(f"`{side}` ({names.side_name(side)})" for side in names.SIDES),
        forms=table(["text", "what it is"], [[code_list(form), _(text)] for form, text in actions.FORMS]),
    )
    told = chapters(GAME, lambda _rule: None)
    return wrapped("\n".join([linked(introduction), *told, linked(closing)]))


def _card_counts(components: dict[str, Any], value: int) -> list[str]:
    """The numbers of pink, grey and gold cards with this value."""
    combat = components["combat"]
    return [
        str(counts[value - 1]) for counts in (combat["pink"], combat["grey"], components["gold"]["cards"])
    ]


def _route_rows(spaces: list[str]) -> list[list[str]]:
    last = len(spaces) - 1
    return [[names.space_name(name), str(last - at)] for at, name in enumerate(spaces) if name != "sea"]

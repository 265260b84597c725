"""The page of Meuterer's rules, from `quarterdeck.games.meuterer.words` and ``meuterer.toml``."""

import tomllib
from typing import Any

from quarterdeck.games.meuterer.game import GAME
from quarterdeck.games.meuterer.words import actions, names, overview
from quarterdeck.i18n import _
from quarterdeck.kernel.rulebook import Rule
from scripts.rules_page import GAMES, at_a_glance, bullets, chapters, linked, steps, table, wrapped

INTRODUCTION = """\
# Meuterer: the rules

<!-- Written by `python -m scripts.write_rules` from `quarterdeck.games.meuterer.words`: change it there. -->

*Meuterer* is a card game by Marcel-André Casasola Merkle for 3 or 4 players. {about}

Every rule has a number, which the log, the refusal of an illegal move and `quarterdeck rules meuterer ME-66`
cite. **Decision** marks what the rulebooks leave open and how it is settled here. A rule without a note is in
force in every rule set.

## The aim

{aim}

## What lies on the table

{things}

## How a round goes

A game with four players has 8 rounds, one with three has 9 (ME-70).

{round}

## The rule sets

Three texts tell the rules of Meuterer, and they differ. Each is a rule set of its own, the option `rules`:

{rule_sets}

{compared}

The option `pirates` goes with each of them:

{pirates}

## The roles

{roles}

## The components

The deck of goods cards (ME-1):

{cards}

The islands (ME-4); every game shuffles them (ME-10). *Trade* is what selling the most pays: alone, tied by
two, tied by three. *Dock* is what bringing the ship there pays.

{islands}

The islands' figures are **reconstructed**: they come from a published implementation of the game. The
rulebooks confirm what they print of them, which is little: Hochland's trade figures alone and tied by
three, the dock of Eisfelsen, and that Affeninsel buys grain. Who owns the game can play with the printed
figures: all of this is in `src/quarterdeck/games/meuterer/meuterer.toml`, and a file of your own can take
its place.
"""

ACTIONS = """\
## The actions and their text

Match files, the terminal and the Python face write an action as a short text that is the same in every
language. GOOD is one of {goods}; ROLE is one of {roles}.

{forms}

`return GOOD`, and the role in `leave ROLE` until the actions turn up (ME-40), are known to their player
alone.
"""


def meuterer() -> str:
    """The page of Meuterer's rules, as Markdown."""
    components = tomllib.loads((GAMES / "meuterer" / "meuterer.toml").read_text(encoding="utf-8"))
    introduction = INTRODUCTION.format(
        about=_(overview.ABOUT),
        **at_a_glance(GAME),
        round=steps((_(title), _(text)) for title, text in overview.ROUND),
        rule_sets=bullets(
            f"`{name}` ({names.rule_set_name(name)}). {names.rule_set_summary(name)}"
            for name in names.RULE_SETS
        ),
        compared=table(
            ["", *(f"`{name}`" for name in names.RULE_SETS), "rule"],
            [[_(what), *(_(way) for way in ways), id] for what, id, ways in overview.COMPARED],
        ),
        pirates=bullets(f"`{name}`. {names.option_words('pirates', name)}." for name in names.PIRATES),
        roles=table(
            ["role", "what it does"],
            [[names.role_name(role), names.role_power(role)] for role in names.ROLES],
        ),
        cards=table(
            ["goods", "cards"],
            [
                [names.good_name(good), f"{components['cards'][good]}{_pirates_note(good)}"]
                for good in names.GOODS
            ],
        ),
        islands=table(
            ["island", "buys", "trade", "dock"], [_island_row(row) for row in components["island"]]
        ),
    )
    closing = ACTIONS.format(
        goods=", ".join(f"`{good}`" for good in names.GOODS),
        roles=", ".join(f"`{role}`" for role in names.ROLES),
        forms=table(["text", "what it is"], [[f"`{form}`", _(text)] for form, text in actions.FORMS]),
    )
    told = chapters(GAME, _rule_sets_note)
    return wrapped("\n".join([linked(introduction), *told, linked(closing)]))


def _rule_sets_note(rule: Rule) -> str | None:
    if not rule.rule_sets:
        return None
    return f"*Only in {' and '.join(f'`{one.name}`' for one in rule.rule_sets)}.*"


def _island_row(row: dict[str, Any]) -> list[str]:
    buys = names.buys_name(row["buys"])
    return [row["name"], buys, " / ".join(str(figure) for figure in row["trade"]), str(row["dock"])]


def _pirates_note(good: str) -> str:
    return " (only with pirates)" if good == "pirates" else ""

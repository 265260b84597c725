"""Write the pages of rules from the rules as data: ``python -m scripts.write_rules``.

``docs/rules/meuterer.md`` comes from `quarterdeck.games.meuterer.words` and ``meuterer.toml``. Change those,
then run this; a test fails as long as the page is out of step.
"""

import re
import textwrap
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from quarterdeck.games.meuterer.words import actions, names, overview, rules
from quarterdeck.games.meuterer.words.numbered import Rule
from quarterdeck.words import _

ROOT = Path(__file__).parent.parent
COMPONENTS = ROOT / "src" / "quarterdeck" / "games" / "meuterer" / "meuterer.toml"
PAGES = {"meuterer": ROOT / "docs" / "rules" / "meuterer.md"}

WIDTH = 110

INTRODUCTION = """\
# Meuterer: the rules

<!-- Written by `python -m scripts.write_rules` from `quarterdeck.games.meuterer.words`: change it there. -->

*Meuterer* is a card game by Marcel-André Casasola Merkle for 3 or 4 players. {about}

Every rule has a number, which the log, the refusal of an illegal move and `quarterdeck rules meuterer ME-66`
cite. **Decision** marks what the rulebooks leave open and how it is settled here. A rule without a note is in
force in every rule set.

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


def main() -> None:
    """Write every page."""
    PAGES["meuterer"].parent.mkdir(parents=True, exist_ok=True)
    PAGES["meuterer"].write_text(meuterer(), encoding="utf-8")


def meuterer() -> str:
    """The page of Meuterer's rules, as Markdown."""
    components = tomllib.loads(COMPONENTS.read_text(encoding="utf-8"))
    introduction = INTRODUCTION.format(
        about=_(overview.ABOUT),
        round="\n".join(
            f"{number}. **{_(title)}.** {_(text)}"
            for number, (title, text) in enumerate(overview.ROUND, start=1)
        ),
        rule_sets=_list(
            f"`{name}` ({names.rule_set_name(name)}). {names.rule_set_summary(name)}"
            for name in names.RULE_SETS
        ),
        compared=_table(
            ["", *(f"`{name}`" for name in names.RULE_SETS), "rule"],
            [[_(what), *(_(way) for way in ways), id] for what, id, ways in overview.COMPARED],
        ),
        pirates=_list(f"`{name}`. {names.choice_name('pirates', name)}." for name in names.PIRATES),
        roles=_table(
            ["role", "what it does"],
            [[names.role_name(role), names.role_power(role)] for role in names.ROLES],
        ),
        cards=_table(
            ["goods", "cards"],
            [[names.good_name(good), f"{components['cards'][good]}{_note(good)}"] for good in names.GOODS],
        ),
        islands=_table(["island", "buys", "trade", "dock"], [_island(row) for row in components["island"]]),
    )
    closing = ACTIONS.format(
        goods=", ".join(f"`{good}`" for good in names.GOODS),
        roles=", ".join(f"`{role}`" for role in names.ROLES),
        forms=_table(["text", "what it is"], [[f"`{form}`", _(text)] for form, text in actions.FORMS]),
    )
    chapters = [
        _chapter(section.title, [rules.RULES[id] for id in section.ids]) for section in rules.SECTIONS
    ]
    return _wrapped("\n".join([_linked(introduction), *chapters, _linked(closing)]))


def _chapter(title: str, numbered: Iterable[Rule]) -> str:
    return f"## {title}\n\n" + "\n".join(_rule(rule) for rule in numbered)


def _rule(rule: Rule) -> str:
    paragraphs = [f"### {rule.id}", f"**{rule.title}.** {_linked(rule.text)}"]
    if rule.decision:
        paragraphs.append(f"> **Decision.** {_linked(rule.decision)}")
    if len(rule.rule_sets) < len(names.RULE_SETS):
        paragraphs.append(f"*Only in {' and '.join(f'`{name}`' for name in rule.rule_sets)}.*")
    return "\n\n".join(paragraphs) + "\n"


def _linked(text: str) -> str:
    """The text with the rules it mentions linked to their headings; what stands in backticks stays."""
    return re.sub(r"`[^`]*`|ME-\d+", lambda found: _link(found[0]), text)


def _link(found: str) -> str:
    return found if found.startswith("`") else f"[{found}](#{found.lower()})"


def _wrapped(page: str) -> str:
    """The page with lines of a readable length, for reading it as plain text; tables stay as they are."""
    return "\n\n".join(_wrapped_block(block) for block in page.rstrip().split("\n\n")) + "\n"


def _wrapped_block(block: str) -> str:
    if block.startswith(("|", "#", "<!--")):
        return block
    items = re.split(r"\n(?=- |\d\. )", block)
    return "\n".join(_wrapped_item(" ".join(item.split())) for item in items)


def _wrapped_item(text: str) -> str:
    opening = re.match(r"- |\d\. |> ", text)
    mark = opening[0] if opening else ""
    indent = mark if mark == "> " else " " * len(mark)
    return textwrap.fill(
        text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _island(row: dict[str, Any]) -> list[str]:
    buys = names.buys_name(row["buys"])
    return [row["name"], buys, " / ".join(str(figure) for figure in row["trade"]), str(row["dock"])]


def _note(good: str) -> str:
    return " (only with pirates)" if good == "pirates" else ""


def _list(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


if __name__ == "__main__":
    main()

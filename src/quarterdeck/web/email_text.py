"""What notices say: only what everybody knows who knows the table, in plain text."""

from __future__ import annotations

from typing import NamedTuple
from unicodedata import category

from quarterdeck.i18n import _
from quarterdeck.tables.live.notifier import Notification
from quarterdeck.text_safety import isolated

__all__ = ["Letter", "confirmation", "notice", "plain"]


class Letter(NamedTuple):
    """A few words with a title, and the path of the page they lead to."""

    title: str
    text: str
    path: str


def notice(telling: Notification) -> Letter:
    """A notice in words."""
    game, name = telling.title, plain(telling.name)
    if telling.kind == "turn":
        title = _("Your turn at {game}").format(game=game)
        text = _("{name}, it is your turn.").format(name=name)
    elif telling.kind == "begun":
        title = _("{game} has begun").format(game=game)
        text = _("{name}, everybody is there, and your table has begun.").format(name=name)
    elif telling.kind == "asked":
        title = _("A question at {game}").format(game=game)
        text = _("{name}, the others at your table wait for your answer.").format(name=name)
    elif telling.kind == "given":
        title = _("A bot plays for you at {game}").format(game=game)
        text = _("{name}, you were absent: a bot has your seat until you are back.").format(name=name)
    else:
        title = _("A bot plays for you at {game}").format(game=game)
        text = _("{name}, your time ran out: a bot has your seat until you are back.").format(name=name)
    if telling.others:
        others = ", ".join(plain(other) for other in telling.others)
        company = _("At the table with you: {others}.").format(others=others)
        text = f"{text} {company}"
    return Letter(title, text, f"/table/{telling.table}")


def confirmation(path: str) -> Letter:
    """What is asked of the owner of an e-mail address, before anything else is sent there."""
    text = _(
        "Somebody, probably you, wants to be told at this address when it is their turn at a table. Follow "
        "this link if it was you. If not, do nothing: this address gets nothing else from us."
    )
    return Letter(_("Shall we write to you when it is your turn?"), text, path)


def plain(name: str) -> str:
    """A name as letters have it: other people chose it, and no program that shows a letter shall take it for
    an address or for anything else than a name.
    """
    kept = "".join(
        sign if sign.isalnum() or sign in "-'’" or category(sign).startswith("M") else " " for sign in name
    )
    return isolated(" ".join(kept.split())[:40] or "?")

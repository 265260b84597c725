"""The text of notices: only what everybody at the table knows, in plain text."""

from __future__ import annotations

from typing import NamedTuple
from unicodedata import category

from quarterdeck.i18n import _
from quarterdeck.tables.live.notifier import Notification
from quarterdeck.text_safety import isolated

__all__ = ["EmailText", "confirmation", "notice", "plain"]


class EmailText(NamedTuple):
    """A short text with a title, and the path of the page it links to."""

    title: str
    text: str
    path: str


def notice(notification: Notification) -> EmailText:
    """A notice in words."""
    game, name = notification.title, plain(notification.name)
    if notification.kind == "turn":
        title = _("Your turn at {game}").format(game=game)
        text = _("{name}, it is your turn.").format(name=name)
    elif notification.kind == "late":
        title = _("Your time at {game} runs out").format(game=game)
        text = _("{name}, it is still your turn. When your time is over, a bot moves in your place.")
        text = text.format(name=name)
    elif notification.kind == "begun":
        title = _("{game} has begun").format(game=game)
        text = _("{name}, everybody is there, and your table has begun.").format(name=name)
    elif notification.kind == "asked":
        title = _("A question at {game}").format(game=game)
        text = _("{name}, the others at your table wait for your answer.").format(name=name)
    elif notification.kind == "invited":
        title = _("{name} asks you to {game}").format(name=name, game=game)
        text = _("{name}, with whom you have played, asks you to a table that waits for players.")
        text = text.format(name=name)
    elif notification.kind == "given":
        title = _("A bot plays for you at {game}").format(game=game)
        text = _("{name}, you were absent: a bot has your seat until you are back.").format(name=name)
    else:
        title = _("A bot plays for you at {game}").format(game=game)
        text = _("{name}, your time ran out: a bot has your seat until you are back.").format(name=name)
    if notification.others:
        others = ", ".join(plain(other) for other in notification.others)
        company = _("At the table with you: {others}.").format(others=others)
        text = f"{text} {company}"
    return EmailText(title, text, f"/table/{notification.table}")


def confirmation(path: str) -> EmailText:
    """The confirmation request, sent to a new e-mail address before anything else."""
    text = _(
        "Somebody, probably you, wants to be told at this address when it is their turn at a table. Follow "
        "this link if it was you. If not, do nothing: this address gets nothing else from us."
    )
    return EmailText(_("Shall we write to you when it is your turn?"), text, path)


def plain(name: str) -> str:
    """A name made safe for e-mails: other people chose it, so mail programs must not take it for a link or an
    address.
    """
    safe = "".join(
        sign if sign.isalnum() or sign in "-'’" or category(sign).startswith("M") else " " for sign in name
    )
    return isolated(" ".join(safe.split())[:40] or "?")

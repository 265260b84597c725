"""Notices in a chat: posted as JSON to the webhook that a guest has made in Discord, Slack, Mattermost or
another chat.

Discord reads the text as `content`, the others as `text`. In Discord our messages can mention people, but not
everybody in the channel.
"""

from __future__ import annotations

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from quarterdeck.i18n import _
from quarterdeck.settings import Settings
from quarterdeck.tables.live.notifier import Notification
from quarterdeck.tables.store.rows import Guest
from quarterdeck.web.errors import Refused
from quarterdeck.web.notices import wording
from quarterdeck.web.notices.outbound import GONE, is_https, post

__all__ = ["WebhookCarrier", "channel_of", "read_mention", "read_webhook"]

DISCORD: Final = ("discord.com", "discordapp.com")
LONGEST_MENTION: Final = 40
# Chats answer so for a webhook that was deleted or revoked.
DELETED: Final = (401, 403, *GONE)
# Seconds for a first message, for which somebody waits.
PATIENCE: Final = 8.0
HEADERS: Final = {"Content-Type": "application/json", "User-Agent": "Quarterdeck"}


class WebhookCarrier:
    """Carries notices to webhooks. Needs settings with the server's public address."""

    name = "webhook"

    def __init__(self, settings: Settings) -> None:
        assert settings.public is not None
        self._public = settings.public
        self._senders = ThreadPoolExecutor(4, "quarterdeck-webhooks")
        # First messages to slow chats do not hold up notices.
        self._greeters = ThreadPoolExecutor(4, "quarterdeck-greeters")

    def addresses(self, guest: Guest) -> list[str]:
        """The guest's webhook, and whom messages there mention."""
        return [_address(guest)] if guest.webhook else []

    def without(self, guest: Guest, address: str) -> Guest:
        """The guest without this webhook: an empty one remains, so that their page tells them."""
        return replace(guest, webhook="") if self.addresses(guest) == [address] else guest

    async def carry(self, notification: Notification, address: str) -> None:
        """Post a notice. Raises Undelivered."""
        title, text, path = wording.notice(notification)
        webhook, mention = json.loads(address)
        body = _message(webhook, mention, f"{title}\n{text}\n{self._public}{path}")
        await asyncio.get_running_loop().run_in_executor(
            self._senders, partial(post, webhook, HEADERS, body, gone=DELETED)
        )

    async def greet(self, webhook: str, mention: str) -> None:
        """Post a first message, by which its guest sees that the webhook works. Raises NotPublic,
        Undelivered.
        """
        text = _("From now on Quarterdeck writes here when it is your turn at a table.")
        body = _message(webhook, mention, f"{text}\n{self._public}/me")
        await asyncio.get_running_loop().run_in_executor(
            self._greeters, partial(post, webhook, HEADERS, body, PATIENCE)
        )

    def close(self) -> None:
        """Stop sending."""
        self._senders.shutdown(wait=False, cancel_futures=True)
        self._greeters.shutdown(wait=False, cancel_futures=True)


def read_webhook(text: str) -> str:
    """Parse the address of a webhook. Raises Refused if it is invalid."""
    webhook = text.strip().partition("#")[0]
    if not is_https(webhook):
        sentence = _(
            "That is no webhook: copy its address from your chat. It begins with {https}, and names neither "
            "a user nor a port."
        )
        raise Refused(sentence.format(https="https://"), 400)
    return webhook


def channel_of(webhook: str) -> str:
    """What a webhook posts to, for rate limits: addresses that differ only in spelling or in their query
    count as one.
    """
    parts = urlsplit(webhook)
    return f"{(parts.hostname or '').rstrip('.')}{unquote(parts.path)}"


def read_mention(text: str) -> str:
    """Parse whom messages mention, such as `@ann`; a bare user number of Discord becomes `<@…>`. Raises
    Refused if it is invalid.
    """
    mention = text.strip()
    if re.fullmatch(r"\d{15,20}", mention, re.ASCII):
        return f"<@{mention}>"
    if len(mention) > LONGEST_MENTION or not (mention.isprintable() and " " not in mention):
        sentence = _("A mention is one word of at most {most} characters, such as {example}.")
        raise Refused(sentence.format(most=LONGEST_MENTION, example="@ann"), 400)
    return mention


def _address(guest: Guest) -> str:
    return json.dumps([guest.webhook, guest.mention])


def _message(webhook: str, mention: str, text: str) -> bytes:
    """The body that the webhook's chat expects."""
    host, words = urlsplit(webhook).hostname or "", f"{mention} {text}".strip()
    message: dict[str, Any] = {"text": words}
    if host in DISCORD or host.endswith(tuple(f".{name}" for name in DISCORD)):
        message = {"content": words, "allowed_mentions": {"parse": ["users"]}}
    return json.dumps(message).encode()

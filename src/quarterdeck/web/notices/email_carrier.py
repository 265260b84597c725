"""Notices by e-mail: composes e-mails and passes them to the host's mail server."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final
from urllib.parse import urlsplit

from quarterdeck.i18n import _
from quarterdeck.settings import Settings
from quarterdeck.tables.live.notifier import Notification, Undelivered
from quarterdeck.tables.store.rows import Guest
from quarterdeck.web.errors import Refused
from quarterdeck.web.notices import wording
from quarterdeck.web.notices.tickets import Tickets
from quarterdeck.web.notices.wording import EmailText

__all__ = ["EmailCarrier", "email_address", "mailbox"]

# Timeout for each answer of the mail server, in seconds.
PATIENCE: Final = 20.0
LONGEST: Final = 254
EMAIL: Final = re.compile(
    r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]+",
    re.ASCII | re.IGNORECASE,
)


def email_address(text: str) -> str:
    """Parse an e-mail address. Raises Refused if it is invalid."""
    address = text.strip()
    if len(address) > LONGEST or not EMAIL.fullmatch(address):
        raise Refused(_("That is no e-mail address: write it like ann@example.org."), 400)
    return address


def mailbox(address: str) -> str:
    """The mailbox behind an address, for rate limits: in lower case, without a tag after “+”. Mailboxes that
    differ only in these count as one.
    """
    local, _at, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0] or local}@{domain}"


class EmailCarrier:
    """Carries notices by e-mail. Needs settings with a `mail_host`, which implies a sender and a public
    address.
    """

    name = "e-mail"

    def __init__(self, settings: Settings, tickets: Tickets) -> None:
        assert settings.mail_host is not None
        assert settings.mail_sender is not None
        assert settings.public is not None
        self._host, self._port, self._tls = settings.mail_host, settings.mail_port, settings.mail_tls
        self._user, self._password = settings.mail_user, settings.mail_password
        self._sender = settings.mail_sender
        self._public = settings.public
        self._tickets = tickets
        # A separate executor, so that a mail server that hangs blocks nothing else.
        self._senders = ThreadPoolExecutor(4, "quarterdeck-email")

    def addresses(self, guest: Guest) -> list[str]:
        """The guest's confirmed address."""
        return [guest.email] if guest.email and guest.code else []

    def without(self, guest: Guest, address: str) -> Guest:
        """The guest without this address."""
        return replace(guest, email=None) if guest.email == address else guest

    async def carry(self, notification: Notification, address: str) -> None:
        """Send a notice. Raises Undelivered."""
        assert notification.code is not None
        stop = f"{self._public}/me/stop?ticket={self._tickets.stop(notification.code)}"
        end = _("You get this because you wanted it at {address}. No more e-mails, with one click:")
        message = self._compose(wording.notice(notification), address)
        message.set_content(f"{message.get_content()}\n-- \n{end.format(address=self._public)}\n{stop}\n")
        message["List-Unsubscribe"] = f"<{stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        await self._send(message)

    async def ask(self, code: str, email: str) -> None:
        """Send a confirmation request to an e-mail address. Raises Undelivered."""
        ticket = self._tickets.confirm(code, email)
        await self._send(self._compose(wording.confirmation(f"/me/confirm?ticket={ticket}"), email))

    def _compose(self, text: EmailText, to: str) -> EmailMessage:
        host = urlsplit(self._public).hostname or "localhost"
        message = EmailMessage()
        message["From"] = Address("Quarterdeck", addr_spec=self._sender)
        message["To"] = Address(addr_spec=to)
        message["Subject"] = text.title
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=host)
        # Suppresses automatic replies.
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(f"{text.text}\n\n{self._public}{text.path}\n")
        return message

    async def _send(self, message: EmailMessage) -> None:
        await asyncio.get_running_loop().run_in_executor(self._senders, self._hand_over, message)

    def _hand_over(self, message: EmailMessage) -> None:
        """Pass an e-mail to the mail server. Raises Undelivered, with only the number of the server's reply:
        its text may contain the address.
        """
        try:
            with self._connect() as server:
                server.send_message(message)
        except smtplib.SMTPRecipientsRefused as refused:
            number = next(iter(refused.recipients.values()))[0]
            raise Undelivered(f"the mail server refused the address ({number})", number >= 500) from None
        except smtplib.SMTPResponseException as refused:
            raise Undelivered(f"the mail server refused it ({refused.smtp_code})") from None
        except (smtplib.SMTPException, OSError) as failed:
            raise Undelivered(f"the mail server can't be reached ({type(failed).__name__})") from None

    def _connect(self) -> smtplib.SMTP:
        own_name = urlsplit(self._public).hostname or "localhost"
        if self._tls == "tls":
            context = ssl.create_default_context()
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                self._host, self._port, own_name, timeout=PATIENCE, context=context
            )
        else:
            server = smtplib.SMTP(self._host, self._port, own_name, timeout=PATIENCE)
        try:
            if self._tls == "starttls":
                server.starttls(context=ssl.create_default_context())
            if self._user and self._password:
                server.login(self._user, self._password.get_secret_value())
        except BaseException:
            server.close()
            raise
        return server

    def close(self) -> None:
        """Stop sending."""
        self._senders.shutdown(wait=False, cancel_futures=True)

"""The options of a server, with their allowed values and effects; docs/hosting.md is generated from them."""

from __future__ import annotations

from typing import Any, Final, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import N_, _
from quarterdeck.settings import values
from quarterdeck.tables.match.absence import DAYS

__all__ = ["PORT", "PREFIX", "Settings", "SettingsError", "documentation_of"]

PREFIX: Final = "QUARTERDECK_"
PORT: Final = 8754

SWITCH: Final = N_("on or off")
PUSH: Final = ("push_public_key", "push_private_key", "push_contact")
WEB_ADDRESS: Final = N_("an http:// or https:// address, such as https://example.org/about")
RATE: Final = N_("a number per second, minute, hour or day, such as 20/hour, or off")


class SettingsError(QuarterdeckError):
    """An invalid option, or an unreadable options file."""


def _option(default: object, right: str, does: str, secret: bool = False, **bounds: Any) -> Any:
    """An option: its default, its allowed values (marked for translation) and its effect."""
    documentation: dict[str, Any] = {"right": right, "secret": secret}
    return Field(default, description=does, json_schema_extra=documentation, **bounds)


class Settings(BaseSettings):
    """The options of a server. Without arguments they come from the environment and the defaults. `read` also
    reads the file, and explains errors in one sentence.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, extra="forbid", frozen=True, validate_default=True
    )

    host: str = _option(
        "127.0.0.1",
        N_("an address or a name of this computer"),
        "the address to listen at: by default only this computer can reach it, with `0.0.0.0` everybody",
        min_length=1,
    )
    port: values.Whole = _option(
        PORT,
        N_("a whole number from 0 to 65535"),
        "the port to listen at; 0 takes any free one",
        ge=0,
        le=65535,
    )
    processes: values.Whole = _option(
        1,
        N_("a whole number from 1 to 64"),
        "server processes on this machine, which share its cores; not on Windows",
        ge=1,
        le=64,
    )
    data: values.Folder | None = _option(
        None,
        N_("the path of a folder"),
        "the folder that keeps the matches and the signing key, by default the user's data folder",
    )
    database: values.Database | None = _option(
        None,
        N_(
            "a URL such as postgresql://name:password@host/database, with %40 for @ in the password, or "
            "sqlite:////path/file"
        ),
        "the database; by default SQLite, in the file `quarterdeck.sqlite3` of the data folder",
        secret=True,
    )
    key: values.SigningKey | None = _option(
        None,
        N_("at least 32 letters and digits without a space"),
        "signs cookies and links; the same for all servers of one database. By default the file `key` of the "
        "data folder, made at the first start",
        secret=True,
    )
    daily_key: values.SigningKey | None = _option(
        None,
        N_("at least 32 letters and digits without a space"),
        "decides the deals of the voyages of the day: servers with the same one have the same deals. By "
        "default `key`",
        secret=True,
    )
    address: values.PublicAddress | None = _option(
        None,
        N_("http:// or https:// and a host, perhaps a path, such as https://table.example.org"),
        "the public URL, for links and e-mails; its path, as in `https://club.example.org/quarterdeck`, is "
        "the `root_path`",
    )
    root_path: values.RootPath | None = _option(
        None,
        N_("a path such as /quarterdeck"),
        "the path of the pages on a shared host, whether the proxy strips it or not; by default the path of "
        "`address`",
        max_length=200,
    )
    hosts: values.Names = _option(
        (),
        N_("names of hosts with commas between, such as table.example.org, or *"),
        "the names in `Host` that are answered, beside that of `address`; `*` is any. By default this "
        "computer's own while `host` is a loopback address, else any",
    )
    proxies: values.Networks = _option(
        "127.0.0.1, ::1",
        N_("IP addresses or networks with commas between, such as 127.0.0.1, 10.0.0.0/8"),
        "the proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted",
    )
    hsts: bool = _option(
        True,
        SWITCH,
        "whether browsers that use https are told to use it only, for a year",
    )

    log_format: Literal["text", "json"] = _option(
        "text", N_("text or json"), "the format of the log on the standard error stream"
    )
    log_level: Literal["debug", "info", "warning", "error"] = _option(
        "warning",
        N_("debug, info, warning or error"),
        "the lowest level logged: `info` has requests, `debug` also those for style sheets and checks",
    )
    metrics: bool = _option(False, SWITCH, "whether `/metrics` serves metrics for Prometheus")
    metrics_token: values.Token | None = _option(
        None,
        N_("at least 16 letters and digits without a space"),
        "the bearer token for `/metrics`; without it, only this computer is answered there",
        secret=True,
    )

    host_token: values.Token | None = _option(
        None,
        N_("at least 16 letters and digits without a space"),
        "the password of `/host`, where you end matches, delete messages and forget people; without it, only "
        "this computer's own browsers get there",
        secret=True,
    )
    mail_host: str | None = _option(
        None,
        N_("the name of a host"),
        "the SMTP server for e-mails; without it, none are sent",
        min_length=1,
    )
    mail_port: values.Whole = _option(
        587, N_("a whole number from 1 to 65535"), "the port of that server", ge=1, le=65535
    )
    mail_tls: Literal["starttls", "tls", "none"] = _option(
        "starttls",
        N_("starttls, tls or none"),
        "the encryption of the connection: STARTTLS, TLS from the beginning (port 465), or none",
    )
    mail_user: str | None = _option(None, N_("a name"), "the user name there", min_length=1)
    mail_password: SecretStr | None = _option(None, N_("a text"), "the password of that user", secret=True)
    mail_sender: values.MailAddress | None = _option(
        None, N_("an e-mail address such as table@example.org"), "the sender of the e-mails"
    )
    push_public_key: values.PushKey | None = _option(
        None, N_("a VAPID public key in base64url, 87 letters"), "the public key for web push"
    )
    push_private_key: values.SecretPushKey | None = _option(
        None, N_("a VAPID private key in base64url, 43 letters"), "the private key for web push", secret=True
    )
    push_contact: values.Contact | None = _option(
        None,
        N_("mailto: and an e-mail address, or an https:// address"),
        "how the operators of push services reach you",
    )
    webhooks: bool = _option(
        False,
        SWITCH,
        "whether guests can have their turns posted to a chat, such as Discord or Slack",
    )

    imprint: values.WebAddress | None = _option(
        None, WEB_ADDRESS, "your page that says who runs this server; every page links to it"
    )
    privacy: values.WebAddress | None = _option(
        None,
        WEB_ADDRESS,
        "your page that says what this server keeps of its visitors; every page links to it",
    )

    limit_tables: values.Limit = _option("30/hour", RATE, "tables that a guest may create")
    limit_seats: values.Limit = _option("60/hour", RATE, "seats that a guest may take, name changes included")
    limit_talk: values.Limit = _option("20/minute", RATE, "messages that a guest may write at tables")
    limit_links: values.Limit = _option(
        "10/hour",
        RATE,
        "private links to a seat that a guest may make, or invalid ones that an address may try",
    )
    limit_moves: values.Limit = _option("3000/minute", RATE, "moves that a guest may make, plan or take back")
    limit_coach: values.Limit = _option(
        "100/hour", RATE, "questions that a guest may ask the coach, about a move or a replay"
    )
    limit_requests: values.Limit = _option(
        "1200/minute", RATE, "requests from one address, without those for style sheets and scripts"
    )
    limit_connections: values.Whole = _option(
        200,
        N_("a whole number from 1 to 1000000"),
        "simultaneous connections from one address; behind one of the `proxies`, simultaneous requests and "
        "sockets of the address that it names",
        ge=1,
        le=1_000_000,
    )
    open_tables: values.Whole = _option(
        50,
        N_("a whole number from 1 to 10000"),
        "unfinished tables that a guest may have created",
        ge=1,
        le=10000,
    )
    waiting_days: values.Whole = _option(
        14,
        N_("a whole number from 1 to 3650"),
        "days that a public table stays in the lobby after the last activity while it waits for players",
        ge=1,
        le=3650,
    )
    running_days: values.Whole = _option(
        35,
        N_("a whole number from 1 to 3650"),
        "the same for a public match that is being played; the slowest clock gives 30 days for a move",
        ge=1,
        le=3650,
    )
    absent_days: values.Whole = _option(
        DAYS,
        N_("a whole number from 1 to 365"),
        "days without a sign after which a player for whom a match waits is absent, so that a bot can get "
        "their seat",
        ge=1,
        le=365,
    )
    export: bool = _option(
        True, SWITCH, "whether everybody can fetch finished public games whose players have agreed"
    )
    pause: values.Number = _option(
        0.7, N_("a number of seconds from 0 to 60"), "seconds that bots wait before they act", ge=0, le=60
    )
    bot_seconds: values.Number = _option(
        20.0,
        N_("a number of seconds from 1 to 3600"),
        "seconds that a bot may take for a move, once its worker has loaded the rules; then the "
        "rule-of-thumb bot moves in its place",
        ge=1,
        le=3600,
    )

    compiled: bool = _option(
        True,
        SWITCH,
        "whether the rules are compiled for the workers, for bots at full strength and the coach; takes the "
        "first time on a computer some minutes and 700 MB, on larger ones up to 2 GB",
    )
    compiled_server: bool = _option(
        False,
        SWITCH,
        "whether the server plays by compiled rules, too: it makes a third to a half more moves a second, "
        "and takes 200 MiB more memory",
    )
    workers: values.Whole | None = _option(
        None,
        N_("a whole number from 1 to 256"),
        "processes that think for bots and the coach: they start when somebody asks, and end when idle. By "
        "default one for each core but one",
        ge=1,
        le=256,
    )
    worker_memory: values.Whole = _option(
        1024,
        N_("a whole number from 256 to 65536"),
        "the most MiB of memory that a worker may take: on Linux one that takes more is ended",
        ge=256,
        le=65536,
    )
    worker_idle: values.Number = _option(
        300.0,
        N_("a number of seconds from 1 to 86400"),
        "seconds without work after which a worker ends",
        ge=1,
        le=86400,
    )

    worker_hosts: values.Endpoints = _option(
        (),
        N_("hosts and ports with commas between, such as thinker.example.org:8755"),
        "other machines on which `quarterdeck worker` runs: they think for this server, too",
    )
    worker_key: values.SigningKey | None = _option(
        None,
        N_("at least 32 letters and digits without a space"),
        "the secret by which this server and `quarterdeck worker` on other machines recognize each other",
        secret=True,
    )

    @model_validator(mode="after")
    def _check_together(self) -> Self:
        """Check options that must be set together. Raises SettingsError."""
        self._require("mail_host", "mail_sender", "address")
        self._require("mail_user", "mail_password", "mail_host")
        self._require("mail_password", "mail_user")
        if self.webhooks:
            self._require("webhooks", "address")
        if self.worker_hosts:
            self._require("worker_hosts", "worker_key")
        for name in PUSH:
            self._require(name, *PUSH)
        own = urlsplit(self.address or "").path
        if self.root_path is not None and self.address is not None and own not in ("", self.root_path):
            sentence = _("root_path is “{path}”, but the path of address is “{other}”: set one of them only.")
            raise SettingsError(sentence.format(path=self.root_path or "/", other=own))
        return self

    @property
    def root(self) -> str:
        """The path prefix of all pages, without a trailing slash; empty at the root of the host."""
        return urlsplit(self.address or "").path if self.root_path is None else self.root_path

    @property
    def public(self) -> str | None:
        """The public address of the first page, without a trailing slash; None if unknown."""
        if self.address is None:
            return None
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}{self.root}"

    def _require(self, name: str, *others: str) -> None:
        """Check that these other options are set if this one is. Raises SettingsError."""
        missing = [other for other in others if getattr(self, other) is None]
        if missing and getattr(self, name) is not None:
            sentence = _("{name} is of no use without {other}: set both, or neither.")
            raise SettingsError(sentence.format(name=name, other=missing[0]))

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Precedence: arguments, then the environment, then the file."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def documentation_of(name: str) -> dict[str, Any]:
    """An option's documentation: `right`, its allowed values, in English; `secret`, whether it is secret."""
    extra = Settings.model_fields[name].json_schema_extra
    assert isinstance(extra, dict)
    return extra

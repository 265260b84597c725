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

__all__ = ["PORT", "PREFIX", "Settings", "SettingsError", "told_of"]

PREFIX: Final = "QUARTERDECK_"
PORT: Final = 8754

SWITCH: Final = N_("on or off")
PUSH: Final = ("push_public_key", "push_private_key", "push_contact")
RATE: Final = N_("a number per second, minute, hour or day, such as 20/hour, or off")


class SettingsError(QuarterdeckError):
    """An invalid option, or an unreadable options file."""


def _option(default: object, right: str, does: str, secret: bool = False, **bounds: Any) -> Any:
    """An option: its default, its allowed values (marked for translation) and its effect."""
    told: dict[str, Any] = {"right": right, "secret": secret}
    return Field(default, description=does, json_schema_extra=told, **bounds)


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
        "the address to listen at; the default is reached from this computer only, `0.0.0.0` from everywhere",
        min_length=1,
    )
    port: values.Whole = _option(
        PORT,
        N_("a whole number from 0 to 65535"),
        "the port to listen at; 0 takes any free one",
        ge=0,
        le=65535,
    )
    data: values.Folder | None = _option(
        None,
        N_("the path of a folder"),
        "the folder that keeps the matches and the signing key, by default the user's data folder",
    )
    database: values.Database | None = _option(
        None,
        N_("a URL such as postgresql://name:password@host/database or sqlite:////path/file"),
        "the database; by default SQLite, in the file `quarterdeck.sqlite3` of the data folder",
        secret=True,
    )
    key: values.SigningKey | None = _option(
        None,
        N_("at least 32 letters and digits without a space"),
        "what cookies and links are signed with, the same for all servers of one database; by default the "
        "file `key` of the data folder, made at the first start",
        secret=True,
    )
    address: values.PublicAddress | None = _option(
        None,
        N_("http:// or https:// and a host, perhaps a path, such as https://table.example.org"),
        "where others reach the server: for links and e-mails; with a path, such as "
        "`https://club.example.org/quarterdeck`, that is the `root_path`, too",
    )
    root_path: values.RootPath | None = _option(
        None,
        N_("a path such as /quarterdeck"),
        "the path under which the pages are where the server shares its host with others, whether the proxy "
        "in front takes it away from addresses or not; by default that of `address`, else none",
        max_length=200,
    )
    hosts: values.Names = _option(
        (),
        N_("names of hosts with commas between, such as table.example.org, or *"),
        "the names under which requests are answered, beside that in `address`; `*` is any. By default, "
        "those of this computer where it listens to itself only, any where it does not",
    )
    proxies: values.Networks = _option(
        "127.0.0.1, ::1",
        N_("IP addresses or networks with commas between, such as 127.0.0.1, 10.0.0.0/8"),
        "the proxies that are believed who asks, and whether by https (`X-Forwarded-For`, "
        "`X-Forwarded-Proto`)",
    )
    hsts: bool = _option(
        True,
        SWITCH,
        "whether browsers that come by https are told to come to this host by https only, for a year",
    )

    log_format: Literal["text", "json"] = _option(
        "text", N_("text or json"), "how lines of the log are written, to the standard error stream"
    )
    log_level: Literal["debug", "info", "warning", "error"] = _option(
        "warning",
        N_("debug, info, warning or error"),
        "what is logged: with `info` a line for each request, with `debug` for style sheets and checks, too",
    )
    metrics: bool = _option(False, SWITCH, "figures for Prometheus at `/metrics`")
    metrics_token: values.Token | None = _option(
        None,
        N_("at least 16 letters and digits without a space"),
        "what whoever asks for `/metrics` has to show as its bearer token; without one, only this computer "
        "itself is answered there",
        secret=True,
    )

    mail_host: str | None = _option(
        None,
        N_("the name of a host"),
        "the SMTP server that sends e-mails; without one, none are sent",
        min_length=1,
    )
    mail_port: values.Whole = _option(587, N_("a whole number from 1 to 65535"), "its port", ge=1, le=65535)
    mail_tls: Literal["starttls", "tls", "none"] = _option(
        "starttls",
        N_("starttls, tls or none"),
        "how the way there is encrypted: after a word in the clear, from the beginning (port 465), or "
        "not at all",
    )
    mail_user: str | None = _option(None, N_("a name"), "the name to sign in with", min_length=1)
    mail_password: SecretStr | None = _option(None, N_("a text"), "the password to that name", secret=True)
    mail_sender: values.MailAddress | None = _option(
        None, N_("an e-mail address such as table@example.org"), "whom e-mails are from"
    )
    push_public_key: values.PushKey | None = _option(
        None, N_("a VAPID public key in base64url, 87 letters"), "the public key for notices by web push"
    )
    push_private_key: values.SecretPushKey | None = _option(
        None, N_("a VAPID private key in base64url, 43 letters"), "the private key to that one", secret=True
    )
    push_contact: values.Contact | None = _option(
        None,
        N_("mailto: and an e-mail address, or an https:// address"),
        "where those who carry the notices reach you",
    )

    limit_tables: values.Limit = _option("30/hour", RATE, "the most tables that one guest begins")
    limit_seats: values.Limit = _option(
        "60/hour", RATE, "the most seats that one guest takes, and names that they change there"
    )
    limit_talk: values.Limit = _option("20/minute", RATE, "the most that one guest writes at tables")
    limit_links: values.Limit = _option(
        "10/hour", RATE, "the most private links to a seat that one guest makes, or an address tries in vain"
    )
    limit_moves: values.Limit = _option(
        "3000/minute", RATE, "the most moves that one guest makes, plans or takes back"
    )
    limit_coach: values.Limit = _option(
        "100/hour", RATE, "the most that one guest asks the coach, for a move or about a replay"
    )
    limit_requests: values.Limit = _option(
        "1200/minute", RATE, "the most requests from one address, those for style sheets and scripts aside"
    )
    limit_connections: values.Whole = _option(
        200,
        N_("a whole number from 1 to 1000000"),
        "the most connections from one address at a time; behind one of the `proxies`, the most requests "
        "under way and sockets of the address that it names",
        ge=1,
        le=1_000_000,
    )
    open_tables: values.Whole = _option(
        50,
        N_("a whole number from 1 to 10000"),
        "the most unfinished tables that one guest has begun",
        ge=1,
        le=10000,
    )
    waiting_days: values.Whole = _option(
        14,
        N_("a whole number from 1 to 3650"),
        "how many days a public table that waits for players stays in the lobby after somebody last did "
        "something at it",
        ge=1,
        le=3650,
    )
    running_days: values.Whole = _option(
        35,
        N_("a whole number from 1 to 3650"),
        "the same for a public match that is played; the slowest clock gives 30 days for a move",
        ge=1,
        le=3650,
    )
    absent_days: values.Whole = _option(
        DAYS,
        N_("a whole number from 1 to 365"),
        "after how many days without a sign somebody for whom a match waits is absent, so that their seat "
        "can be given to a bot",
        ge=1,
        le=365,
    )
    export: bool = _option(
        True, SWITCH, "whether finished public games whose players have agreed can be fetched by everybody"
    )
    pause: values.Number = _option(
        0.7, N_("a number of seconds from 0 to 60"), "how long bots wait before they act", ge=0, le=60
    )
    bot_seconds: values.Number = _option(
        20.0,
        N_("a number of seconds from 1 to 3600"),
        "how long a bot may take for a move, what it compiles first included; then the rule-of-thumb bot "
        "moves in its place",
        ge=1,
        le=3600,
    )

    compiled: bool = _option(
        True,
        SWITCH,
        "whether the rules are compiled beside the first matches, for quick moves, bots at full strength and "
        "the coach; it takes some 150 MB of memory, and the first time on a computer some minutes of one "
        "core and 650 MB",
    )

    @model_validator(mode="after")
    def _agree(self) -> Self:
        """Check options that must be set together. SettingsError."""
        self._need("mail_host", "mail_sender", "address")
        self._need("mail_user", "mail_password", "mail_host")
        self._need("mail_password", "mail_user")
        for name in PUSH:
            self._need(name, *PUSH)
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

    def _need(self, name: str, *others: str) -> None:
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


def told_of(name: str) -> dict[str, Any]:
    """An option's documentation: `right`, its allowed values, in English; `secret`, whether it is secret."""
    extra = Settings.model_fields[name].json_schema_extra
    assert isinstance(extra, dict)
    return extra

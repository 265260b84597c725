"""The types of option values besides numbers and words. Invalid values raise ValueError."""

from __future__ import annotations

import ipaddress
import os
import re
from pathlib import Path
from typing import Annotated, Final, NamedTuple
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, PlainValidator, SecretStr
from pydantic_settings import NoDecode

__all__ = [
    "Contact",
    "Database",
    "Endpoint",
    "Endpoints",
    "Folder",
    "Limit",
    "MailAddress",
    "Names",
    "Networks",
    "Number",
    "PublicAddress",
    "PushKey",
    "Rate",
    "RootPath",
    "SecretPushKey",
    "SigningKey",
    "Token",
    "WebAddress",
    "Whole",
    "endpoint",
]

PERIODS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
MAIL: Final = r"[^@\s<>,\"]+@[^@\s<>,\"]+"


class Rate(NamedTuple):
    """At most this many `times` in `seconds` seconds."""

    times: int
    seconds: int


def _parse_rate(value: object) -> Rate | None:
    """Parse "20/hour"; "off" and TOML's false mean None, no limit."""
    if isinstance(value, Rate):
        return value
    if value is None or value is False or value == "off":
        return None
    found = re.fullmatch(r"([1-9]\d{0,5}) ?/ ?(\w+)", str(value), re.ASCII)
    if not found or found[2] not in PERIODS:
        raise ValueError
    return Rate(int(found[1]), PERIODS[found[2]])


def _refuse_boolean(value: object) -> object:
    """Refuse booleans where a number is wanted: Python would take true for 1."""
    if isinstance(value, bool):
        raise ValueError
    return value


def _split_items(value: object) -> object:
    return [item.strip() for item in value.split(",") if item.strip()] if isinstance(value, str) else value


def _parse_host_name(name: str) -> str:
    """Check the name or IP address of a host, or "*", and write it in small letters."""
    name = name.lower()
    if name != "*" and not re.fullmatch(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?", name):
        ipaddress.ip_address(name)
    return name


class Endpoint(NamedTuple):
    """A host and a port."""

    host: str
    port: int


def endpoint(text: str) -> Endpoint:
    """Parse a host and a port with a colon between; an IPv6 address is in brackets. Raises ValueError."""
    found = re.fullmatch(r"(?:\[([0-9a-fA-F:.]+)\]|([^:\[\]*]+)):([0-9]{1,5})", text)
    if found is None or int(found[3]) > 65535:
        raise ValueError
    return Endpoint(_parse_host_name(found[1] or found[2]), int(found[3]))


def _parse_endpoint(value: object) -> Endpoint:
    """Parse an endpoint from a source that may hold anything, such as a number."""
    if not isinstance(value, str):
        raise ValueError
    return endpoint(value)


def _parse_network(text: str) -> str:
    return str(ipaddress.ip_network(text))


def _parse_public_address(text: str) -> str:
    parts = urlsplit(text.strip().removesuffix("/"))
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
        raise ValueError
    if _parse_host_name(parts.hostname) == "*":
        raise ValueError
    if parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError
    return f"{parts.scheme}://{parts.netloc.lower()}{_parse_root_path(parts.path)}"


def _parse_root_path(text: str) -> str:
    """Parse a path such as /quarterdeck, without a trailing slash; empty for the root of the host."""
    path = text.removesuffix("/")
    if not re.fullmatch(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*", path):
        raise ValueError
    return path


def _complete_database_url(url: SecretStr) -> SecretStr:
    """Check a database URL and add the driver that we install. A second @ is part of a password that is not
    encoded, and would end up in the name of the host, which messages quote.
    """
    scheme, _colon, rest = url.get_secret_value().partition("://")
    drivers = {"sqlite": "sqlite", "postgresql+psycopg": "postgresql+psycopg"}
    drivers |= dict.fromkeys(("postgresql", "postgres"), "postgresql+psycopg")
    if scheme not in drivers or not rest.strip("/") or "\0" in rest:
        raise ValueError
    if scheme != "sqlite" and rest.count("@") > 1:
        raise ValueError
    return SecretStr(f"{drivers[scheme]}://{rest}")


def _matching(pattern: str) -> AfterValidator:
    """A validator that matches a whole text, secret or not."""

    def check(value: str | SecretStr) -> str | SecretStr:
        text = value if isinstance(value, str) else value.get_secret_value()
        if not re.fullmatch(pattern, text, re.ASCII):
            raise ValueError
        return value

    return AfterValidator(check)


def _expand_folder(value: object) -> object:
    if isinstance(value, str) and "\0" in value:
        raise ValueError
    return os.path.expanduser(value) if isinstance(value, str) and value.strip() else value


Whole = Annotated[int, BeforeValidator(_refuse_boolean)]
Number = Annotated[float, BeforeValidator(_refuse_boolean)]
Folder = Annotated[Path, BeforeValidator(_expand_folder)]
Limit = Annotated[Rate | None, NoDecode, PlainValidator(_parse_rate)]
Names = Annotated[
    tuple[Annotated[str, AfterValidator(_parse_host_name)], ...], NoDecode, BeforeValidator(_split_items)
]
Endpoints = Annotated[
    tuple[Annotated[Endpoint, PlainValidator(_parse_endpoint)], ...], NoDecode, BeforeValidator(_split_items)
]
Networks = Annotated[
    tuple[Annotated[str, AfterValidator(_parse_network)], ...], NoDecode, BeforeValidator(_split_items)
]
RootPath = Annotated[str, AfterValidator(_parse_root_path)]
PublicAddress = Annotated[str, AfterValidator(_parse_public_address)]
Database = Annotated[SecretStr, AfterValidator(_complete_database_url)]
MailAddress = Annotated[str, _matching(MAIL)]
WebAddress = Annotated[str, _matching(r"https?://[^\s<>\"]+")]
Contact = Annotated[str, _matching(rf"mailto:{MAIL}|https://\S+")]
# A signing key is at least 32 random bytes in hexadecimal or base64; a token has characters allowed in a
# header.
SigningKey = Annotated[SecretStr, _matching(r"\S{32,1000}")]
Token = Annotated[SecretStr, _matching(r"[!-~]{16,1000}")]
# A point and a scalar of the curve P-256 in base64url, as browsers and web push tools give them.
PushKey = Annotated[str, _matching(r"B[\w-]{86}")]
SecretPushKey = Annotated[SecretStr, _matching(r"[\w-]{43}")]

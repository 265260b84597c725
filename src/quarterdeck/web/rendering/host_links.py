"""The host's own pages, to which all pages link: who runs the server, and what it does with people's data."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from quarterdeck.settings import Settings

__all__ = ["HostLinks", "host_links", "links_of", "use_links"]


class HostLinks(NamedTuple):
    """The addresses of the imprint and of the privacy policy, if the host has any."""

    imprint: str | None = None
    privacy: str | None = None


_links: ContextVar[HostLinks] = ContextVar("host_links")
_NONE = HostLinks()


def links_of(settings: Settings) -> HostLinks:
    """The links that a server's options set."""
    return HostLinks(settings.imprint, settings.privacy)


def host_links() -> HostLinks:
    """The links of the server whose page is rendered."""
    return _links.get(_NONE)


@contextmanager
def use_links(links: HostLinks) -> Iterator[None]:
    """Set what `host_links()` returns within the block."""
    token = _links.set(links)
    try:
        yield
    finally:
        _links.reset(token)

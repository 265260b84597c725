"""The web app manifest: what browsers need to install the pages as an app."""

from __future__ import annotations

from typing import Any, Final

from quarterdeck.i18n import _, current
from quarterdeck.lessons import COURSES
from quarterdeck.play import find
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import icons
from quarterdeck.web.rendering.assets import address

__all__ = ["COLOURS", "FIELD", "FILES", "SHARED", "manifest"]

# The colour of the chart's paper by day and by night (`--paper` in tokens.css).
COLOURS: Final = {"light": "#e9d9b5", "dark": "#0d1620"}
# Where systems send a match file that is shared with the app, and the field that has it.
SHARED: Final = "/open/shared"
FIELD: Final = "match"
# What a match file can be taken for: the ending, and the types that systems give to it.
FILES: Final = (".qd", "text/plain", "application/octet-stream")


def manifest() -> dict[str, Any]:
    """The manifest's JSON, in the current language."""
    return {
        # The same in all languages and under all addresses of the first page, so that it stays one app.
        "id": url("/"),
        "name": "Quarterdeck",
        "short_name": "Quarterdeck",
        "description": _("Board games about mutiny, against bots or with friends."),
        "lang": current(),
        "dir": "ltr",
        "start_url": url("/"),
        "scope": url("/"),
        "display": "standalone",
        "theme_color": COLOURS["light"],
        "background_color": COLOURS["light"],
        "categories": ["games"],
        "icons": [
            *(_icon_entry(one) for one in icons.ICONS if one.name != "app-touch"),
            {"src": address("icons/app.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        ],
        "shortcuts": [_shortcut_entry(name, path) for name, path in _shortcuts()],
        "share_target": {
            "action": url(SHARED),
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {"files": [{"name": FIELD, "accept": list(FILES)}]},
        },
    }


def _icon_entry(icon: icons.Icon) -> dict[str, str]:
    purpose = "maskable" if icon.full else "any"
    return {
        "src": address(icon.path),
        "sizes": f"{icon.size}x{icon.size}",
        "type": "image/png",
        "purpose": purpose,
    }


def _shortcuts() -> list[tuple[str, str]]:
    """Names and paths, the most useful first: systems show only a few."""
    lessons = [(_("Learn {game}").format(game=find(game).title), f"/learn/{game}") for game in COURSES]
    return [(_("Your games"), "/games"), (_("Lobby"), "/lobby"), *lessons]


def _shortcut_entry(name: str, path: str) -> dict[str, Any]:
    return {"name": name, "url": url(path), "icons": [_icon_entry(icons.ICONS[0])]}

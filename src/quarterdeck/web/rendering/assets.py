"""Style sheets, scripts, fonts and icons: read or made when first asked for, served from memory, addressed by
their hash.

A page's scripts and the updates that it gets have to be of one build: `build` is a hash of both.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from quarterdeck.play import GAMES
from quarterdeck.web.boards import folder_of
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import icons
from quarterdeck.web.rendering.fonts import FACES, face_css, woff2

__all__ = ["address", "body_of", "build", "serve_asset"]

FOLDER = Path(__file__).parents[1] / "static"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}

BUILD_TYPES = (".css", ".js", ".html", ".svg")


@dataclass(frozen=True)
class _Asset:
    body: bytes
    type: str
    hash: str


@cache
def _sources() -> dict[str, Callable[[], bytes]]:
    """The function that makes or reads the content of each asset, by its path: every static file, every file
    of a game's board as GAME/PATH, the fonts and the icons.
    """
    folders = {"": FOLDER, **{f"{game}/": folder_of(game) / "static" for game in GAMES}}
    files = {
        prefix + path.relative_to(folder).as_posix(): path.read_bytes
        for prefix, folder in folders.items()
        for path in folder.rglob("*")
        if path.suffix in TYPES
    }
    fonts = {face.path: partial(woff2, face) for face in FACES}
    drawn = {icon.path: partial(icons.png, icon) for icon in icons.ICONS}
    return {**files, **fonts, **drawn, "icons/app.svg": icons.svg, "faces.css": _faces_css}


def _faces_css() -> bytes:
    # Addresses relative to the style sheet's own.
    return face_css({face.path: f"{face.path}?v={_asset(face.path).hash}" for face in FACES}).encode()


@cache
def _asset(path: str) -> _Asset:
    """The asset at this path. Raises KeyError if there is none."""
    body = _sources()[path]()
    return _Asset(body, TYPES[Path(path).suffix], hashlib.sha256(body).hexdigest()[:16])


def address(path: str) -> str:
    """The URL of a static file. It changes with the content, so browsers may cache it for ever."""
    return url(f"/static/{path}?v={_asset(path).hash}")


def body_of(path: str) -> bytes:
    """The content of a static file."""
    return _asset(path).body


@cache
def build() -> str:
    """A hash of all scripts, style sheets and templates, those of the games' boards included."""
    hash_ = hashlib.sha256()
    for folder in (FOLDER.parent, *(folder_of(game) for game in GAMES)):
        for path in sorted(path for kind in ("static", "templates") for path in folder.glob(f"{kind}/**/*")):
            if path.suffix in BUILD_TYPES:
                hash_.update(path.read_bytes())
    return hash_.hexdigest()[:16]


async def serve_asset(request: Request) -> Response:
    """Serve the static file at this URL. Without its current hash, browsers must revalidate it."""
    path = request.path_params["path"]
    if path not in _sources():
        raise HTTPException(404)
    asset = _asset(path)
    current = request.query_params.get("v") == asset.hash
    headers = {
        "cache-control": "public, max-age=31536000, immutable" if current else "no-cache",
        "etag": f'"{asset.hash}"',
    }
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(asset.body, headers={**headers, "content-type": asset.type})

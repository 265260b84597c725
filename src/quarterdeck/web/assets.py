"""Style sheets, scripts and icons: read once, served from memory, addressed by their hash."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from quarterdeck.play import GAMES
from quarterdeck.web import icons
from quarterdeck.web.boards import folder_of
from quarterdeck.web.lettering import FACES, face_css, woff2
from quarterdeck.web.paths import url

__all__ = ["address", "body_of", "serve_asset"]

FOLDER = Path(__file__).parent / "static"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class _Asset:
    body: bytes
    type: str
    hash: str


@cache
def _assets() -> dict[str, _Asset]:
    """Every static file by its path, every file of a game's board as GAME/PATH, the fonts and the icons."""
    folders = {"": FOLDER, **{f"{game}/": folder_of(game) / "static" for game in GAMES}}
    assets = {}
    for prefix, folder in folders.items():
        for path in sorted(folder.rglob("*")):
            if path.suffix in TYPES:
                assets[prefix + path.relative_to(folder).as_posix()] = _asset(path.read_bytes(), path.suffix)
    fonts = {face.path: _asset(woff2(face), ".woff2") for face in FACES}
    # Addresses relative to the style sheet's own.
    css = face_css({path: f"{path}?v={font.hash}" for path, font in fonts.items()})
    drawn = {icon.path: _asset(icons.png(icon), ".png") for icon in icons.ICONS}
    drawn["icons/app.svg"] = _asset(icons.svg(), ".svg")
    return {**assets, **fonts, **drawn, "faces.css": _asset(css.encode(), ".css")}


def _asset(body: bytes, suffix: str) -> _Asset:
    return _Asset(body, TYPES[suffix], hashlib.sha256(body).hexdigest()[:16])


def address(path: str) -> str:
    """The URL of a static file. It changes with the content, so browsers may cache it for ever."""
    return url(f"/static/{path}?v={_assets()[path].hash}")


def body_of(path: str) -> bytes:
    """The content of a static file."""
    return _assets()[path].body


async def serve_asset(request: Request) -> Response:
    """Serve the static file at this URL. Without its current hash, browsers must revalidate it."""
    asset = _assets().get(request.path_params["path"])
    if asset is None:
        raise HTTPException(404)
    fixed = request.query_params.get("v") == asset.hash
    headers = {
        "cache-control": "public, max-age=31536000, immutable" if fixed else "no-cache",
        "etag": f'"{asset.hash}"',
    }
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(asset.body, headers={**headers, "content-type": asset.type})

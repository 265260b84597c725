"""Style sheets, script and icon: read once, served from memory, checked by their hash."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

__all__ = ["Assets"]

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


class Assets:
    """Every file of the folder by its path within it."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._assets = {
            path.relative_to(folder).as_posix(): _Asset(
                body := path.read_bytes(), TYPES[path.suffix], hashlib.sha256(body).hexdigest()[:16]
            )
            for path in sorted(folder.rglob("*"))
            if path.suffix in TYPES
        }

    async def serve(self, request: Request) -> Response:
        """A file. Asked for by its hash (`?v=`) it may be kept for good; otherwise it is asked about each
        time.
        """
        asset = self._assets.get(request.path_params["path"])
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

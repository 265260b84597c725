"""The pages as an app: the manifest and its icons, the service worker and its page for no connection."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from quarterdeck.i18n import languages
from quarterdeck.web.rendering import icons
from quarterdeck.web.rendering.manifest import COLOURS
from tests.tables.tables import ann_first, finished, kinds, record
from tests.web.desk import Desk, another, words
from tests.web.outline import STATIC, Outline
from tests.web.test_paths import PATH, guest


def manifest(browser: Desk, query: str = "", root: str = "") -> dict[str, Any]:
    answer = browser.get(f"{root}/manifest.webmanifest{query}")
    assert answer.headers["content-type"] == "application/manifest+json"
    found: dict[str, Any] = json.loads(answer.content)
    return found


def linked(page: str) -> dict[str, str]:
    """The addresses of a page's <link>s by their kind."""
    found = [found for tag, found in Outline(page).elements if tag == "link"]
    return {str(one["rel"]): str(one["href"]) for one in found}


@pytest.mark.parametrize("path", ["/", "/lobby", "/games", "/me", "/open", "/rules/mutiny", "/nowhere"])
def test_every_page_leads_to_the_manifest_the_icon_and_the_script(ann: Desk, path: str) -> None:
    page = ann.get(path).text
    links = linked(page)
    assert links["manifest"] == "/manifest.webmanifest?lang=en"
    assert ann.get(links["apple-touch-icon"]).headers["content-type"] == "image/png"
    assert any(one.startswith("/static/app.js") for one in Outline(page).values("src"))


def test_the_manifest_is_asked_for_with_the_password_of_a_proxy(ann: Desk) -> None:
    (found,) = [
        found for _tag, found in Outline(ann.get("/").text).elements if found.get("rel") == "manifest"
    ]
    assert found["crossorigin"] == "use-credentials"


def test_a_table_leads_to_the_manifest_too(ann: Desk) -> None:
    assert "manifest" in linked(ann.get(f"/table/{ann.table().id}").text)


def test_the_colours_are_those_of_the_chart_by_day_and_by_night(ann: Desk) -> None:
    metas = [found for tag, found in Outline(ann.get("/").text).elements if tag == "meta"]
    shown = {str(one["media"]): one["content"] for one in metas if one.get("name") == "theme-color"}
    assert shown == {f"(prefers-color-scheme: {scheme})": colour for scheme, colour in COLOURS.items()}
    paper = re.findall(r"--paper: (#\w+);", (STATIC / "tokens.css").read_text("utf-8"))
    assert list(COLOURS.values()) == paper
    assert manifest(ann)["theme_color"] == manifest(ann)["background_color"] == COLOURS["light"]


def test_every_icon_has_the_size_and_the_kind_that_the_manifest_states(ann: Desk) -> None:
    found = manifest(ann)
    for icon in found["icons"] + [one for cut in found["shortcuts"] for one in cut["icons"]]:
        answer = ann.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            image = Image.open(io.BytesIO(answer.content))
            assert "{}x{}".format(*image.size) == icon["sizes"]
    purposes = {(one["sizes"], one["purpose"]) for one in found["icons"]}
    assert purposes == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"), ("any", "any")}


@pytest.mark.parametrize("icon", icons.ICONS, ids=[one.name for one in icons.ICONS])
def test_an_icon_that_systems_cut_is_opaque_and_its_star_is_within_the_safe_part(icon: icons.Icon) -> None:
    pixels = np.asarray(Image.open(io.BytesIO(icons.png(icon))).convert("RGBA")).astype(int)
    assert pixels[0, 0, 3] == (255 if icon.full else 0)
    if icon.full:
        # The star is light, the sea is not.
        rows, columns = np.nonzero((pixels[..., 0] > 180) & (pixels[..., 1] > 120))
        middle = (icon.size - 1) / 2
        reach = np.hypot(rows - middle, columns - middle).max()
        assert 0.3 * icon.size < reach < 0.4 * icon.size


def test_the_drawn_icon_is_as_svg_what_it_is_as_png() -> None:
    drawing = icons.svg().decode()
    assert drawing.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">')
    assert set(re.findall(r'fill="(#\w+)"', drawing)) == {
        icons.SEA,
        icons.CHART,
        icons.SAND,
        icons.GOLD,
        icons.RED,
    }


@pytest.mark.parametrize("language", languages())
def test_the_manifest_speaks_the_language_of_the_page(ann: Desk, language: str) -> None:
    page = ann.get("/", **{"accept-language": language}).text
    answer = ann.get(linked(page)["manifest"])
    found = json.loads(answer.content)
    names = {"en": "Your games", "de": "Deine Partien", "fr": "Vos parties"}
    assert (found["lang"], found["shortcuts"][0]["name"]) == (language, names[language])
    # It stays one app, whichever language it was installed in.
    assert found["id"] == "/"


def test_a_language_that_is_not_there_is_refused_in_a_sentence(ann: Desk) -> None:
    for path in ("/manifest.webmanifest", "/offline", "/sw.js"):
        answer = ann.get(f"{path}?lang=xx")
        assert answer.status_code == 400
        assert "has to be one of" in words(answer.text)


def test_the_shortcuts_lead_to_pages(ann: Desk) -> None:
    shortcuts = [one["url"] for one in manifest(ann)["shortcuts"]]
    assert shortcuts[:2] == ["/games", "/lobby"]
    assert "/learn/meuterer" in shortcuts
    assert {ann.get(path).status_code for path in shortcuts} == {200}


def test_under_a_path_the_app_is_that_path(tmp_path: Path) -> None:
    with guest(tmp_path, strips=True) as browser:
        found = manifest(browser, root=PATH)
        addresses = [found[name] for name in ("id", "start_url", "scope")]
        assert addresses == [f"{PATH}/"] * 3
        others = [found["share_target"]["action"], *(one["url"] for one in found["shortcuts"])]
        others += [one["src"] for one in found["icons"]]
        assert all(address.startswith(f"{PATH}/") for address in others)
        assert browser.client.get(f"{PATH}/sw.js").status_code == 200
        assert f'href="{PATH}/manifest.webmanifest?lang=en"' in browser.client.get(f"{PATH}/").text


def test_the_policy_allows_the_manifest_and_the_worker_and_nothing_from_elsewhere(ann: Desk) -> None:
    policy = dict(
        part.strip().split(" ", 1)
        for part in ann.get("/offline").headers["content-security-policy"].split(";")
    )
    assert policy["manifest-src"] == policy["script-src"] == "'self'"
    assert "worker-src" not in policy  # then script-src counts
    assert policy["default-src"] == "'none'"


# -- the worker


def kept(browser: Desk, language: str = "en") -> list[str]:
    """What the worker keeps beside its page: the static files that the page names, found as it does."""
    page = browser.get(f"/offline?lang={language}").text
    return re.findall(r'(?:href|src)="([^"]*/static/[^"]*)"', page)


def test_the_page_for_no_connection_speaks_its_language_whatever_the_browser_prefers(ann: Desk) -> None:
    titles = {"en": "Becalmed", "de": "Flaute", "fr": "Calme plat"}
    for language, title in titles.items():
        page = ann.get(f"/offline?lang={language}", **{"accept-language": "de"})
        assert (page.status_code, f"<h1>{title}</h1>" in page.text) == (200, True)
        assert f'<html lang="{language}"' in page.text


def test_the_page_for_no_connection_has_nothing_of_anybody(ann: Desk) -> None:
    assert ann.post("/me/name", {"name": "Anneliese"}).status_code == 303
    ann.table()
    mine, other = ann.get("/offline"), another(ann).get("/offline")
    assert mine.text == other.text
    assert "csrf" not in mine.text


def test_the_worker_keeps_that_page_and_static_files_only(ann: Desk) -> None:
    source = ann.get("/sw.js").text
    # All that is put into a cache, and the one place where a page is.
    assert re.findall(r"\S+\.(?:put|add|addAll)\(.*", source) == [
        "cache.addAll(wanted);",
        "cache.put(OFFLINE, page);",
    ]
    assert "/table" not in source
    assert "address.startsWith(STATIC)" in source
    files = kept(ann)
    assert {ann.get(path).status_code for path in files} == {200}
    names = {path.partition("?")[0].removeprefix("/static/") for path in files}
    assert {"page.css", "tokens.css", "faces.css", "favicon.svg", "offline.js"} <= names
    assert not {one for one in names if one.startswith("table")}


def test_the_worker_changes_with_its_page_and_is_asked_about_each_time(ann: Desk) -> None:
    english, german = ann.get("/sw.js?lang=en"), ann.get("/sw.js?lang=de")
    assert english.headers["content-type"].startswith("text/javascript")
    assert english.headers["cache-control"] == "no-cache"
    assert english.text != german.text
    again = ann.get("/sw.js?lang=en", **{"if-none-match": english.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


# -- the badge


def test_the_badge_counts_the_tables_where_it_is_ones_turn(ann: Desk, ben: Desk) -> None:
    assert ann.get("/me/turns").json() == {"turns": 0}
    ann.table()
    match = ann.enter(record(ann_first()), kinds(1))
    assert ann.get("/me/turns").json() == {"turns": 2}
    assert ben.get("/me/turns").json() == {"turns": 0}
    ann.on_loop(finished, ann.room, match)
    assert ann.get("/me/turns").json() == {"turns": 1}

"""Whether the server is well, its figures, and who may read them."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.testclient import TestClient

from quarterdeck.errors import QuarterdeckError
from quarterdeck.settings import Settings
from quarterdeck.tables.live.metrics import Metrics
from quarterdeck.web.answers import on_refusal
from quarterdeck.web.health import PrometheusMetrics, health_routes

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
TOKEN = "tide-and-time-wait-for-no-sailor"
MEASURED = Settings(metrics=True)


def well() -> None:
    """A store that answers."""


def client(
    settings: Settings = MEASURED,
    ping: object = well,
    figures: PrometheusMetrics | None = None,
    address: str = "127.0.0.1",
    patience: float = 5,
) -> TestClient:
    assert callable(ping)
    routes = health_routes(ping, figures or PrometheusMetrics(), settings, patience)
    app = Starlette(routes=routes, exception_handlers={QuarterdeckError: on_refusal})
    return TestClient(app, client=(address, 50_000), headers={"accept": "application/json"})


def read(page: str) -> dict[str, float]:
    """The figures of a page, by name and label."""
    return {
        "".join([sample.name, *(f"[{value}]" for value in sample.labels.values())]): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }


def test_a_server_whose_store_answers_is_well() -> None:
    asked = client().get("/healthz")
    assert (asked.status_code, asked.json()) == (200, {"ok": True})


def test_a_store_that_fails_is_told_without_its_words() -> None:
    def fail() -> None:
        raise OSError("postgresql://ann:swordfish@db")

    asked = client(ping=fail).get("/healthz")
    assert asked.status_code == 503
    sentence = "The database does not answer, so no move can be made."
    assert asked.json() == {"ok": False, "error": sentence}


def test_a_store_that_hangs_is_neither_waited_for_nor_asked_again_meanwhile() -> None:
    hangs, calls = threading.Event(), list[float]()

    def hang() -> None:
        calls.append(time.monotonic())
        hangs.wait(20)

    began = time.monotonic()
    with client(ping=hang, patience=0.3) as asking:
        assert [asking.get("/healthz").status_code for _ in range(3)] == [503] * 3
        assert time.monotonic() - began < 10
        assert len(calls) == 1
        hangs.set()
        # The thread that hung takes a moment to end.
        while asking.get("/healthz").status_code != 200:
            assert time.monotonic() - began < 60
        assert asking.get("/healthz").status_code == 200
        assert len(calls) >= 2


def test_what_a_room_tells_is_counted() -> None:
    figures = PrometheusMetrics()
    figures.stored(3, 0.004)
    figures.stored(1, 0.2)
    figures.watched(7)
    figures.watched(5)
    figures.at_hand(2)
    figures.refused("StaleMove")
    figures.refused("StaleMove")
    figures.refused("IllegalAction")
    figures.thought(0.5)
    figures.timed_out()
    told = read(client(figures=figures).get("/metrics").text)
    expected = {
        "quarterdeck_moves_stored_total": 4,
        "quarterdeck_commit_seconds_count": 2,
        "quarterdeck_commit_seconds_bucket[0.005]": 1,
        "quarterdeck_commit_moves_sum": 4,
        "quarterdeck_commit_moves_bucket[1.0]": 1,
        "quarterdeck_viewers": 5,
        "quarterdeck_tables_at_hand": 2,
        "quarterdeck_refusals_total[StaleMove]": 2,
        "quarterdeck_refusals_total[IllegalAction]": 1,
        "quarterdeck_bot_seconds_sum": 0.5,
        "quarterdeck_timeouts_total": 1,
    }
    assert {name: told[name] for name in expected} == expected
    assert told["quarterdeck_commit_seconds_sum"] == pytest.approx(0.204)


def test_every_figure_has_its_row_on_the_page_about_hosting() -> None:
    figures = PrometheusMetrics()
    figures.refused("StaleMove")
    families = text_string_to_metric_families(figures.page().decode())
    told = {
        family.name + ("_total" if family.type == "counter" else "")
        for family in families
        if family.name.startswith("quarterdeck_") and not family.name.endswith("_created")
    }
    assert told == set(re.findall(r"^\| `(quarterdeck_\w+)", HOSTING.read_text(), re.MULTILINE))


def test_figures_define_every_method_of_metrics() -> None:
    heard = [name for name in vars(Metrics) if not name.startswith("_")]
    assert all(name in vars(PrometheusMetrics) for name in heard)
    Metrics().stored(1, 0.1)


def test_figures_are_told_only_if_the_host_wants_it() -> None:
    assert client(Settings()).get("/metrics").status_code == 404


@pytest.mark.parametrize("address", ["203.0.113.7", "2001:db8::7", "testclient"])
def test_without_a_token_others_are_told_no_figures(address: str) -> None:
    asked = client(address=address).get("/metrics")
    assert (asked.status_code, "quarterdeck_moves" in asked.text) == (403, False)
    assert asked.json()["error"].endswith("unless metrics_token is set.")


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
def test_without_a_token_a_proxy_on_this_computer_is_told_none_either(header: str) -> None:
    assert client(address="::1").get("/metrics").status_code == 200
    assert client(address="::1").get("/metrics", headers={header: "203.0.113.7"}).status_code == 403


@pytest.mark.parametrize("address", ["127.0.0.1", "203.0.113.7"])
def test_with_a_token_whoever_shows_it_is_told_and_nobody_else(address: str) -> None:
    asking = client(Settings(metrics=True, metrics_token=SecretStr(TOKEN)), address=address)
    assert asking.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200
    for wrong in (b"", TOKEN.encode(), f"Bearer {TOKEN}x".encode(), b"Bearer \xfc"):
        asked = asking.get("/metrics", headers={b"authorization": wrong})
        assert (asked.status_code, "quarterdeck_moves" in asked.text) == (401, False)
        assert TOKEN not in asked.text

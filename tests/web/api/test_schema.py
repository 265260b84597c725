"""The OpenAPI page: it describes what there is, the guide names it all, and no request makes a defect."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings, strategies
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.web.api import BASE
from quarterdeck.web.api.page import type_of
from tests.tables.tables import played, record
from tests.web.api.program import Program, program

ROOT = Path(__file__).parents[3]
CHECKS = [not_a_server_error, response_schema_conformance, status_code_conformance]
CASES = 20
BOUNDED = settings(
    max_examples=CASES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with program(tmp_path_factory.mktemp("api")) as one:
        one.enter(record(), [HUMAN, VACANT, "random", "random"])
        yield one


@pytest.fixture(scope="module")
def schema(ann: Program) -> dict[str, Any]:
    found: dict[str, Any] = ann.get("/openapi.json").json()
    return found


def operations(schema: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in schema["paths"].items():
        for method in methods:
            yield method, path, methods[method]


def test_every_operation_tells_what_it_does_and_how_it_is_refused(schema: dict[str, Any]) -> None:
    told = [*operations(schema)]
    assert len(told) == 45
    for method, path, operation in told:
        assert operation["description"].endswith(".") or operation["description"].endswith(")."), path
        assert {"422", "429", "503"} <= set(operation["responses"]), (method, path)
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                shape = answer["content"]["application/json"]["schema"]
                assert type_of(shape) == "Error"


def test_every_shape_that_is_named_is_there(schema: dict[str, Any]) -> None:
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(schema)))
    assert named == schema["components"]["schemas"].keys()


def test_the_guide_names_every_address_and_no_other(schema: dict[str, Any]) -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `([A-Z]+) (/[^`?]*)", text, re.MULTILINE))
    there = {(method.upper(), path) for method, path, _operation in operations(schema)}
    assert named == there | {("WS", "/tables/{id}/socket")}


def test_the_page_for_people_has_everything_and_nothing_from_elsewhere(
    ann: Program, schema: dict[str, Any]
) -> None:
    page = ann.get("/docs").text
    for _method, path, operation in operations(schema):
        assert path in page
        assert f'id="{operation["operationId"]}"' in page
    for name in schema["components"]["schemas"]:
        assert f'id="shape-{name}"' in page
    # The scripts of every page, and none within it.
    scripts = re.findall(r"<script src=\"/static/(\w+)\.js\?", page)
    assert scripts == ["app", "held", "menu"]
    assert page.count("<script") == len(scripts)
    assert "style=" not in page
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)


def test_the_examples_of_the_page_work(ann: Program) -> None:
    page = ann.get("/docs").text
    found = re.search(r'id="create".*?<code>(\{.*?)</code></pre>', page, re.DOTALL)
    assert found is not None
    body = found[1].replace("&#34;", '"')
    answer = ann.client.post(BASE + "/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 201, answer.text


# It has no end; the streams have tests of their own.
ENDLESS = "/tables/{id}/events"


def test_no_request_makes_a_defect(ann: Program, schema: dict[str, Any]) -> None:
    """Whatever the schema allows, and what it does not, at tables that there are and that there are not."""
    ann.on_loop(ann.room.matches.show, played(10_000))
    tables = [match.id for match in ann.room.matches.at_hand()]
    loaded = schemathesis.openapi.from_dict({**schema, "servers": [{"url": f"http://localhost{BASE}"}]})
    answered: set[tuple[str, int]] = set()
    for found in loaded.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if operation.path == ENDLESS:
            continue
        # Where nothing but an id is sent, nothing can be wrong with it.
        told = operation.definition.raw
        takes = "requestBody" in told or any(one["name"] != "id" for one in told.get("parameters", ()))
        for mode in GenerationMode if takes else [GenerationMode.POSITIVE]:

            @BOUNDED
            @given(
                case=operation.as_strategy(generation_mode=mode),
                table=strategies.sampled_from([None, *tables]),
                token=strategies.booleans(),
            )
            def ask(case: Case[Any], table: str | None, token: bool) -> None:
                if table is not None and "id" in case.path_parameters:
                    case.path_parameters["id"] = table
                answer = send(ann, case, token)
                answered.add((case.path, answer.status_code))
                case.validate_response(answer, checks=CHECKS)

            ask()
    assert {path for path, status in answered if status < 300} >= {"/games", "/tables", "/tables/{id}"}
    assert {status for _path, status in answered} >= {200, 201, 401, 403, 404, 422}


def send(ann: Program, case: Case[Any], token: bool) -> httpx2.Response:
    sent = case.as_transport_kwargs(base_url=f"http://localhost{BASE}")
    headers = {name: value.encode("utf-8", "replace") for name, value in dict(sent.pop("headers")).items()}
    headers = {name: value for name, value in headers.items() if name.lower() != "authorization"}
    if token:
        headers["authorization"] = ann.headers["authorization"].encode()
    known = {name: sent[name] for name in ("params", "json", "data", "content", "cookies") if sent.get(name)}
    if isinstance(known.get("data"), bytes | str):
        known["content"] = known.pop("data")
    return ann.client.request(sent["method"], sent["url"], headers=list(headers.items()), **known)

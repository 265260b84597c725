"""The OpenAPI schema as an HTML page: operations by topic, then the schemas of bodies."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["page_of"]

Schema = Mapping[str, Any]

TITLES = {
    "tables": "Games and tables",
    "seats": "Seats",
    "agreements": "Agreements",
    "play": "Views and moves",
    "streams": "Streams",
    "talk": "Talk",
    "logbook": "Logbook",
    "friends": "Friends",
    "puzzles": "Puzzles",
}


def page_of(schema: Schema) -> dict[str, Any]:
    """The template's context: `title`, `version`, `about`, `base`, `sections` of operations, `shapes`."""
    operations = [*_operations(schema)]
    return {
        "title": schema["info"]["title"],
        "version": schema["info"]["version"],
        "about": schema["info"]["description"],
        "base": schema["servers"][0]["url"],
        "sections": [
            {"tag": tag, "title": title, "operations": [one for one in operations if one["tag"] == tag]}
            for tag, title in TITLES.items()
        ],
        "shapes": [_shape(name, shape) for name, shape in schema["components"]["schemas"].items()],
    }


def _operations(schema: Schema) -> Iterator[dict[str, Any]]:
    for path, methods in schema["paths"].items():
        for method, told in methods.items():
            body = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            yield {
                "tag": told["tags"][0],
                "id": told["operationId"],
                "method": method.upper(),
                "path": path,
                "about": " ".join(told["description"].split()),
                "secured": bool(told.get("security")),
                "parameters": [_parameter(one) for one in told.get("parameters", [])],
                "body": body and type_of(body),
                "example": body and json.dumps(example_of(schema, body), indent=2, ensure_ascii=False),
                "answers": [_answer(status, one) for status, one in sorted(told["responses"].items())],
            }


def _parameter(told: Schema) -> dict[str, Any]:
    return {
        "name": told["name"],
        "where": told["in"],
        "required": told.get("required", False),
        "type": type_of(told["schema"]),
        "about": told.get("description", ""),
    }


def _answer(status: str, told: Schema) -> dict[str, Any]:
    content: Schema = next(iter(told.get("content", {}).values()), {})
    shape = content.get("schema", {})
    # FastAPI's default descriptions of success say nothing.
    about = told["description"].removeprefix("Successful Response")
    return {"status": status, "about": about, "type": type_of(shape) if shape else ""}


def _shape(name: str, shape: Schema) -> dict[str, Any]:
    required = shape.get("required", [])
    fields = [
        {
            "name": field,
            "type": type_of(told),
            "required": field in required,
            "about": told.get("description", ""),
        }
        for field, told in shape.get("properties", {}).items()
    ]
    return {"name": name, "about": " ".join(shape.get("description", "").split()), "fields": fields}


def type_of(shape: Schema) -> str:
    """A type in a few words: "list of Seat", "integer or null"."""
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    if "anyOf" in shape:
        return " or ".join(type_of(one) for one in shape["anyOf"])
    if "enum" in shape:
        return " or ".join(json.dumps(one, ensure_ascii=False) for one in shape["enum"])
    if "const" in shape:
        return json.dumps(shape["const"], ensure_ascii=False)
    if shape.get("type") == "array":
        return f"list of {type_of(shape.get('items', {}))}"
    return str(shape.get("type", "anything"))


def example_of(schema: Schema, shape: Schema) -> Any:
    """An example value of this schema, from its fields' examples."""
    if "$ref" in shape:
        return example_of(schema, schema["components"]["schemas"][type_of(shape)])
    if "examples" in shape:
        return shape["examples"][0]
    if "default" in shape:
        return shape["default"]
    if "anyOf" in shape:
        return example_of(schema, shape["anyOf"][0])
    if "enum" in shape:
        return shape["enum"][0]
    if shape.get("type") == "object":
        return {name: example_of(schema, told) for name, told in shape.get("properties", {}).items()}
    return {"array": [], "boolean": False, "integer": 0}.get(shape.get("type", ""), "")

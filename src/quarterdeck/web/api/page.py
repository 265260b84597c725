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
    operations = [*_list_operations(schema)]
    return {
        "title": schema["info"]["title"],
        "version": schema["info"]["version"],
        "about": schema["info"]["description"],
        "base": schema["servers"][0]["url"],
        "sections": [
            {"tag": tag, "title": title, "operations": [one for one in operations if one["tag"] == tag]}
            for tag, title in TITLES.items()
        ],
        "shapes": [_shape_section(name, shape) for name, shape in schema["components"]["schemas"].items()],
    }


def _list_operations(schema: Schema) -> Iterator[dict[str, Any]]:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {})
            body = content.get("application/json", {}).get("schema")
            yield {
                "tag": operation["tags"][0],
                "id": operation["operationId"],
                "method": method.upper(),
                "path": path,
                "about": " ".join(operation["description"].split()),
                "secured": bool(operation.get("security")),
                "parameters": [_parameter_row(item) for item in operation.get("parameters", [])],
                "body": body and type_of(body),
                "example": body and json.dumps(example_of(schema, body), indent=2, ensure_ascii=False),
                "answers": [
                    _answer_row(status, item) for status, item in sorted(operation["responses"].items())
                ],
            }


def _parameter_row(parameter: Schema) -> dict[str, Any]:
    return {
        "name": parameter["name"],
        "where": parameter["in"],
        "required": parameter.get("required", False),
        "type": type_of(parameter["schema"]),
        "about": parameter.get("description", ""),
    }


def _answer_row(status: str, answer: Schema) -> dict[str, Any]:
    content: Schema = next(iter(answer.get("content", {}).values()), {})
    shape = content.get("schema", {})
    # FastAPI's default descriptions of success say nothing.
    about = answer["description"].removeprefix("Successful Response")
    return {"status": status, "about": about, "type": type_of(shape) if shape else ""}


def _shape_section(name: str, shape: Schema) -> dict[str, Any]:
    required = shape.get("required", [])
    fields = [
        {
            "name": field,
            "type": type_of(field_schema),
            "required": field in required,
            "about": field_schema.get("description", ""),
        }
        for field, field_schema in shape.get("properties", {}).items()
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
        return {
            name: example_of(schema, field_schema)
            for name, field_schema in shape.get("properties", {}).items()
        }
    return {"array": [], "boolean": False, "integer": 0}.get(shape.get("type", ""), "")

"""Make the JSON Schema of snapshots, of the words and classes of the code; and what all schemas are made with."""

import inspect
import re
from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from uidiff.model import codec
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import COORDINATE_RANGE
from uidiff.model.limits import LARGEST_EXACT
from uidiff.model.roles import PLATFORMS
from uidiff.model.states import BOOLEAN_STATES, FIELDS, NUMBER_STATES, STATE_NAME, THREE_VALUED_STATES

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def whole(name: str, version: str, title: str, description: str, **more: object) -> Schema:
    """A schema with its name and version."""
    return {
        "$schema": DRAFT,
        "$id": f"urn:uidiff:{name}:{version}",
        "title": f"{title}, version {version}",
        "description": description,
        **more,
    }


# ------------------------------------------------------------------------- types


def text(description: str, **more: object) -> Schema:
    return {"description": description, "type": "string", **more}


def text_or_null(description: str, **more: object) -> Schema:
    return {"description": description, "type": ["string", "null"], **more}


def index(description: str) -> Schema:
    return {"description": description, "type": "integer", "minimum": 0}


def list_of(items: Schema, description: str, **more: object) -> Schema:
    return {"description": description, "type": "array", "items": items, **more}


def tuple_of(*items: Schema) -> Schema:
    return {"type": "array", "prefixItems": list(items), "items": False, "minItems": len(items)}


def object_of(properties: Mapping[str, Schema], required: Iterable[str] = (), **more: object) -> Schema:
    needed = sorted(required)
    return {"type": "object", "properties": dict(properties), **({"required": needed} if needed else {}), **more}


def ref(name: str, **more: object) -> Schema:
    return {"$ref": f"#/$defs/{name}", **more}


def version_of(version: str) -> Schema:
    major = version.partition(".")[0]
    return text(
        "Major and minor version; a higher minor one has more keys, for readers to pass by.",
        pattern=rf"^{major}\.[0-9]+$",
    )


def of_attributes(kind: type) -> dict[str, str]:
    """What the docstring of a class says of each attribute."""
    body = re.split(r"\n(?:Attributes|Raises):\n", inspect.getdoc(kind) or "")[1]
    found = re.findall(r"^    (\w[\w, ]*): ((?:.*)(?:\n        .*)*)", body, re.MULTILINE)
    return {name: plain(said) for names, said in found for name in names.split(", ")}


def plain(said: str) -> str:
    """A docstring as one line of JSON's words, without marks and without the places of our own pages."""
    said = re.sub(r":class:`(\w+)`", r"\1", re.sub(r"\s*\(spec/[^)]*\)", "", said)).replace("``", "")
    said = re.sub(r"\bNone\b", "absent", said)
    one_line = " ".join(said.split())
    return one_line[:1].upper() + one_line[1:]


# ---------------------------------------------------------------------- elements

URL_DIGEST = "^[0-9a-f]{16}$"
DIGEST = text("32 hex digits (blake2b, 128 bits) of all that is saved of a snapshot.", pattern="^[0-9a-f]{32}$")

A_DIGEST_IS_OF_A_URL: Schema = {
    "if": {"required": ["url_digest"], "properties": {"url_digest": {"type": "string"}}},
    "then": {"required": ["url"], "properties": {"url": {"type": "string"}}},
}


def state(name: str) -> Schema:
    if name in BOOLEAN_STATES:
        return {"description": "True; absent means false.", "type": "boolean"}
    if name in NUMBER_STATES:
        said = "A number of at most 2^53 either way."
        return {"description": said, "type": ["number", "null"], "minimum": -LARGEST_EXACT, "maximum": LARGEST_EXACT}
    words = sorted(THREE_VALUED_STATES[name])
    said = "True or false; absent is a third value."
    if name == "invalid":
        token = {"type": "string", "pattern": f"^{STATE_NAME.pattern}$", "not": {"enum": ["true", "false"]}}
        return {"description": f"{said} Or what is wrong, such as {words}.", "anyOf": [{"type": "boolean"}, token]}
    return {"description": said, "enum": [True, False, *words]}


def states() -> Schema:
    known = sorted({*BOOLEAN_STATES, *NUMBER_STATES, *THREE_VALUED_STATES})
    return {
        "description": "States by their names, which are those of WAI-ARIA without aria-; others are texts.",
        "type": ["object", "null"],
        "propertyNames": {"pattern": f"^{STATE_NAME.pattern}$", "not": {"enum": list(FIELDS)}},
        "properties": {name: state(name) for name in known},
        "additionalProperties": {"type": ["string", "null"]},
    }


def cells() -> dict[str, Schema]:
    """The cells of an element by the names of their columns."""
    pixel = {"type": "integer", "minimum": COORDINATE_RANGE.start, "maximum": COORDINATE_RANGE.stop - 1}
    box = "[x, y, width, height] in whole logical pixels from the window's top left; the web: of the top viewport."
    flag = {"type": ["boolean", "null"]}
    made = {
        "role": text("The ARIA role; or the platform's own role, which is looked up unless native_role is given."),
        "name": text_or_null("The accessible name."),
        "value": text_or_null("The value, as the program says it."),
        "description": text_or_null("The accessible description."),
        "bounds": {"description": box, "type": ["array", "null"], "items": pixel, "minItems": 4, "maxItems": 4},
        "states": ref("states"),
        "id": text_or_null("The platform's own id of the element in this read."),
        "id_stable": {"description": "Whether the id lives as long as the element. Absent: false.", **flag},
        "automation_id": text_or_null("The author's id: html id, AutomationId, resource id."),
        "url": text_or_null("Where it leads to: what is safe to show of it."),
        "native_role": text_or_null("The platform's own role, where it says more than the role."),
        "actions": {"description": "What it takes.", "type": ["array", "null"], "items": {"type": "string"}},
        "secret": {"description": "Whether its text is hidden. Absent: false.", **flag},
        "unread": {"description": "Whether what is below it was not read. Absent: false.", **flag},
        "url_digest": text_or_null("16 hex digits of the whole URL, by which each change of it is seen."),
    }
    made["url_digest"]["pattern"] = URL_DIGEST
    return made


def element() -> Schema:
    parent = "The parent's place in the list, counted from 0; absent or null for a root. In pre-order."
    children = "The elements right below it, where the tree is nested; uidiff writes a flat list with parents."
    properties = {
        "parent": {"description": parent, "type": ["integer", "null"], "minimum": 0},
        **cells(),
        "children": {"description": children, "type": ["array", "null"], "items": ref("element")},
    }
    said = "An element. Keys that are not listed are kept as they are. Null stands for what is absent."
    return {"description": said, **object_of(properties, ["role"]), **A_DIGEST_IS_OF_A_URL}


def circumstances() -> Schema:
    said = of_attributes(Circumstances)
    number = {"type": ["number", "null"]}
    process = {"type": ["integer", "null"], "minimum": 0, "maximum": 2**32 - 1}
    own: dict[str, Schema] = {
        "pid": {"description": said["pid"], **process},
        "url_digest": text_or_null(said["url_digest"], pattern=URL_DIGEST),
        "taken_at": {"description": said["taken_at"], **number},
        "platform": {"description": said["platform"], "enum": list(PLATFORMS), "default": "aria"},
        "concealed": list_of({"type": "string"}, said["concealed"]),
    }
    names = [field.name for field in attrs.fields(Circumstances) if field.name != "extra"]
    properties = {name: own.get(name) or text_or_null(said[name]) for name in names}
    told = "Where and when a snapshot was taken. Keys that are not listed are kept as they are."
    return {"description": told, **object_of(properties), **A_DIGEST_IS_OF_A_URL}


OF_TREES = {"circumstances": circumstances(), "element": element(), "states": states()}


def snapshot() -> Schema:
    nodes = list_of(ref("element"), "The elements in pre-order.")
    properties = {"format": {"const": codec.FORMAT}, "version": version_of(codec.VERSION), "nodes": nodes}
    return whole(
        "snapshot",
        codec.VERSION,
        "A snapshot of uidiff",
        "A UI tree and its circumstances. Keys that are not listed are kept, in an element and beside the elements.",
        **ref("circumstances"),
        **object_of(properties, properties),
        **{"$defs": OF_TREES},
    )

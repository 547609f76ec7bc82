"""Make the JSON Schemas of the formats in files, of the vocabularies, classes and columns of the code."""

import inspect
import re
from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from uidiff.diffing import delta_codec
from uidiff.diffing.delta import Counts
from uidiff.diffing.delta_codec import StoredDelta
from uidiff.diffing.events import EVENTS, Event, Toggled
from uidiff.diffing.ignoring import PATH, Ignore
from uidiff.diffing.rules import EventRules
from uidiff.diffing.summary import LIMIT
from uidiff.model import codec
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import COORDINATE_RANGE, Columns
from uidiff.model.limits import LARGEST_EXACT
from uidiff.model.roles import PLATFORMS
from uidiff.model.states import BOOLEAN_STATES, FIELDS, NUMBER_STATES, STATE_NAME, THREE_VALUED_STATES
from uidiff.recordings import lines

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


# ------------------------------------------------------------------------ deltas


def patch() -> Schema:
    mark: dict[str, Schema] = {"elements": index("The number of elements."), "digest": DIGEST}
    after = {**mark, "circumstances": ref("circumstances")}
    pieces = "[i, j, n, shift]: the before-elements i to i+n-1 are the after-elements j to j+n-1, shift levels deeper."
    inserted = "[j, depth, element]: the after-element j, new, without its parent; depth counts from 0."
    piece = tuple_of(*[index(name) for name in "ijn"], {"description": "shift", "type": "integer"})
    columns: dict[str, Schema] = {**cells(), "extra": {"description": "Other keys.", "type": ["object", "null"]}}
    for name in ("id_stable", "secret", "unread"):
        columns[name] = {"type": "boolean"}
    changed = {
        name: list_of(tuple_of(index("The after-index."), columns[name]), f"Cells of {name}: [j, what it is after].")
        for name in Columns._fields[1:]
    }
    linked = {"role": ["native_role"], "native_role": ["role"], "url": ["url_digest"], "url_digest": ["url"]}
    changes = {
        "description": "By field the cells that differ, in the order of the after-indices.",
        **object_of(changed, additionalProperties=False, dependentRequired=linked),
    }
    properties = {
        "before": {"description": "The snapshot that it applies to.", **object_of(mark, mark)},
        "after": {"description": "The snapshot that it makes.", **object_of(after, after)},
        "pieces": list_of(piece, pieces),
        "inserted": list_of(tuple_of(index("j"), index("depth"), ref("element")), inserted),
        "changes": changes,
    }
    return {"description": "What makes one snapshot of another, exactly.", **object_of(properties, properties)}


def ignored() -> Schema:
    own = {"path": {"pattern": f"^{PATH}$"}, "field": {"pattern": f"^{STATE_NAME.pattern}$"}}
    rule = {name: text(said, **own.get(name, {})) for name, said in of_attributes(Ignore).items()}
    name = text("A field, state or circumstance.", pattern=f"^{STATE_NAME.pattern}$")
    return {"anyOf": [name, object_of(rule, additionalProperties=False, minProperties=1)]}


_COUNT = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
_TYPES: dict[str, Schema] = {
    "bool": {"type": "boolean"},
    "float": {"type": "number", "minimum": 1},
    "int": _COUNT,
    "str": {"type": "string"},
    "tuple[str, ...]": {"type": "array", "items": {"type": "string"}},
}


def rules() -> Schema:
    said = of_attributes(EventRules)
    fields = attrs.fields(EventRules)
    types = {**_TYPES, "int": {**_COUNT, "minimum": 1}}
    made = {each.name: {"description": said[each.name], **types[str(each.type)]} for each in fields}
    told = "The rules by which the events were found; what is absent is at its default."
    return {"description": told, **object_of(made, additionalProperties=False)}


_OF_EVENTS = {
    "label": "What the element is called; empty where there is none.",
    "role": "Its ARIA role, or that of the items; empty where there is none.",
    "modal": "Whether the dialog is modal.",
    "from_label": "What had the focus.",
    "before_url": "The URL before, as it may be shown.",
    "after_url": "The URL after, as it may be shown.",
    "soft": "Whether the document stayed.",
    "before": "The value before.",
    "after": "The value after.",
    "before_count": "Elements before.",
    "after_count": "Elements after.",
    "gone": "Whether the texts went.",
    "selected": "Whether they are selected now.",
    "count": "How many elements.",
    "state": "Which state.",
    "enabled": "Whether it takes input now.",
    "within": "What the items are in.",
}


def event(kind: type[Event]) -> Schema:
    names = {field.name: field for field in attrs.fields(kind) if field.name != "records"}
    made = {name: {"description": _OF_EVENTS[name], **_TYPES[str(field.type)]} for name, field in names.items()}
    if "role" in made:
        made["role"]["pattern"] = f"^{delta_codec._ROLE.pattern}$"
    extra: Schema = {}
    if kind is Toggled:
        words = sorted(delta_codec._TOGGLES["checked"])
        made |= {"state": {**made["state"], "enum": sorted(delta_codec._TOGGLES)}}
        made |= {name: {**made[name], "enum": words} for name in ("before", "after")}
        flag = {"enum": sorted(delta_codec._TOGGLES["expanded"])}
        expanded = {"required": ["state"], "properties": {"state": {"const": "expanded"}}}
        extra = {"if": expanded, "then": {"properties": {"before": flag, "after": flag}}}
    doc = plain((inspect.getdoc(kind) or "").partition("\n\n")[0])
    properties = {"event": {"const": kind.__name__}, **made}
    return {"description": doc, **object_of(properties, ["event", "label"], additionalProperties=False), **extra}


def events() -> Schema:
    cases = [
        {"if": {"properties": {"event": {"const": kind.__name__}}}, "then": ref(kind.__name__)}  # of other kinds any
        for kind in EVENTS
    ]
    item = {**object_of({"event": text("The kind.")}, ["event"]), "allOf": cases}
    return list_of(item, "What the changes mean, the most important first. Readers leave out kinds not listed here.")


def delta() -> Schema:
    counts = {name: {"description": f"How many: {name}.", **_COUNT} for name in attrs.fields_dict(Counts)}
    counted = "How many records there are of each kind, circumstances that differ, and elements unchanged."
    said = of_attributes(StoredDelta)
    number = index("The after-index.")
    properties: dict[str, Schema] = {
        "format": {"const": delta_codec.FORMAT},
        "version": version_of(delta_codec.VERSION),
        "summary": text(said["summary"], maxLength=LIMIT),
        "counts": {"description": counted, **object_of(counts, additionalProperties=False)},
        "events": events(),
        "ignore": list_of(ignored(), said["ignore"]),
        "rules": rules(),
        "hidden": list_of(number, said["hidden"]),
        "reported": list_of(tuple_of(number, list_of({"type": "string"}, "Names.")), said["reported"]),
        "patch": ref("patch"),
    }
    return whole(
        "delta",
        delta_codec.VERSION,
        "A delta of uidiff",
        "What changed from one snapshot to another. Keys that are not listed are not looked at, and not kept.",
        **object_of(properties, properties.keys() - {"reported"}),
        **{"$defs": {**OF_TREES, "patch": patch(), **{kind.__name__: event(kind) for kind in EVENTS}}},
    )


# -------------------------------------------------------------------- recordings


def recording() -> Schema:
    seq = {**index("The number of the step; it counts up."), "maximum": LARGEST_EXACT - 1}
    header: dict[str, Any] = {
        "format": {"const": lines.FORMAT},
        "version": version_of(lines.VERSION),
        "session": text("The run of the recorder."),
        "kind": False,
    }
    tree: dict[str, Schema] = {
        "kind": {"const": "snapshot"},
        "seq": seq,
        "digest": DIGEST,
        "nodes": list_of(ref("element"), "The elements in pre-order."),
    }
    seconds = {"description": "Unix seconds, UTC.", "type": ["number", "null"]}
    failed: dict[str, Schema] = {
        "kind": {"const": "error"},
        "seq": seq,
        "error": text("What failed."),
        "taken_at": seconds,
    }
    kinds = {
        "header": {"description": "The first line.", **object_of(header, ["format", "version", "session"])},
        "snapshot": {
            "description": "A whole snapshot: its circumstances beside its elements.",
            **ref("circumstances"),
            **object_of(tree, ["kind", "seq", "nodes"]),
        },
        "delta": {
            "description": "A patch of the snapshot before it in the file.",
            **ref("patch"),
            **object_of({"kind": {"const": "delta"}, "seq": seq}, ["kind", "seq"]),
        },
        "error": {"description": "A read that failed.", **object_of(failed, ["kind", "seq", "error"])},
    }
    return whole(
        "recording",
        lines.VERSION,
        "A line of a recording of uidiff",
        "The first line is a header, each other one a snapshot, a delta or an error. In a snapshot, keys that are not "
        "listed are kept; elsewhere they are not looked at.",
        oneOf=[ref(name) for name in kinds],
        **{"$defs": {**kinds, "patch": patch(), **OF_TREES}},
    )

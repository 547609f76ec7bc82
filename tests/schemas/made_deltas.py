"""Make the JSON Schemas of deltas and of the lines of recordings."""

import inspect
from typing import Any

import attrs

from tests.schemas.made import (
    DIGEST,
    OF_TREES,
    Schema,
    cells,
    index,
    list_of,
    object_of,
    of_attributes,
    plain,
    ref,
    text,
    tuple_of,
    version_of,
    whole,
)
from uidiff.diffing import delta_codec
from uidiff.diffing.delta import Counts
from uidiff.diffing.delta_codec import StoredDelta
from uidiff.diffing.events import EVENTS, Event, Toggled
from uidiff.diffing.ignoring import PATH, Ignore
from uidiff.diffing.rules import EventRules
from uidiff.diffing.summary import LIMIT
from uidiff.model.columns import Columns
from uidiff.model.limits import LARGEST_EXACT
from uidiff.model.states import STATE_NAME
from uidiff.recordings import lines

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


def _type_name(field: "attrs.Attribute[object]") -> str:
    """The type as it is written: cattrs puts the class itself in its place once it has read such an object."""
    given: object = field.type
    return given.__name__ if isinstance(given, type) else str(given)


def rules() -> Schema:
    said = of_attributes(EventRules)
    fields = attrs.fields(EventRules)
    types = {**_TYPES, "int": {**_COUNT, "minimum": 1}}
    made = {each.name: {"description": said[each.name], **types[_type_name(each)]} for each in fields}
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
    made = {name: {"description": _OF_EVENTS[name], **_TYPES[_type_name(field)]} for name, field in names.items()}
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

"""Steps of BrowserGym as JSON: observations, alone or in what its experiments save of a step (``StepInfo``).

Experiments save a step as a pickle (``step_0.pkl.gz``): reading one runs any code that it names, so none is read here.
In an environment of one's own two lines write it as JSON::

    step = pickle.load(gzip.open("step_0.pkl.gz"))
    json.dump(step, file, cls=browsergym.experiments.loop.DataclassJSONEncoder)

As of browsergym-experiments 0.14 (its ``loop.py``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

import attrs

from uidiff.errors import InvalidSnapshot
from uidiff.importers.source import text_of, whole
from uidiff.model import jsontext
from uidiff.model.circumstances import Circumstances
from uidiff.model.files import Line
from uidiff.model.limits import Limits, exact_number
from uidiff.text import clip, replace_surrogates

__all__ = ["OBSERVED", "Read", "is_pickle", "read_values", "step_circumstances", "step_observation"]

_PICKLE = 0x80
_PROTOCOLS = range(2, 6)
_UNPICKLED = (
    "write it as JSON in an environment of your own that trusts it: "
    "json.dump(step, file, cls=browsergym.experiments.loop.DataclassJSONEncoder)"
)
_JSON = re.compile(r"\s*(?:\{|\[\s*(?:[{\]]|$))")
_OBS = "obs"
_LONGEST_ERROR = 500
_CURE = "give steps as DataclassJSONEncoder writes them, or their observations"

OBSERVED = frozenset({_OBS, "axtree_object", "axtree_txt", "extra_element_properties", "last_action"})
"""Keys of a step or an observation; nodes of a tree have none of them."""


class Read(NamedTuple):
    """A value and where it stands: ``$``, ``$[3]`` or ``line 3``; or, in its place, why it could not be read."""

    place: str
    value: Any


def is_pickle(data: bytes) -> bool:
    """Return whether a file with that beginning is a pickle, by its first opcode and the number of its protocol."""
    return len(data) > 1 and data[0] == _PICKLE and data[1] in _PROTOCOLS


def read_values(lines: Iterator[Line], limits: Limits) -> Iterator[Read | str]:
    """Yield the JSON values of steps, one a line or in a list, or the one value; of another file the text.

    The value of a line that cannot be read is an InvalidSnapshot.

    Raises:
        InvalidSnapshot: a pickle; a file that is no text, or no JSON where it is one value.
    """
    begun = [*_until_filled(lines)]
    first = begun[-1] if begun else None
    if first is not None and is_pickle(begun[0].data):
        raise InvalidSnapshot("a pickle, which can run any code when it is read", "$", _UNPICKLED)
    second = [*_until_filled(lines)]
    every = chain(begun, second, lines)
    if first is not None and second and _is_line_of_many(first, second[-1]):
        yield from (_value_of(line, limits) for line in every if line.data.strip())
        return
    text = text_of(whole(every, limits))
    if not _JSON.match(text):
        yield text
        return
    value = jsontext.parse(text, max_nesting=limits.max_nesting)
    if isinstance(value, list) and any(isinstance(each, dict) and each.keys() & OBSERVED for each in value):
        yield from (Read(f"$[{number}]", each) for number, each in enumerate(value))
    else:
        yield Read("$", value)


def _until_filled(lines: Iterator[Line]) -> Iterator[Line]:
    for line in lines:
        yield line
        if line.data.strip():
            return


def _is_line_of_many(first: Line, second: Line) -> bool:
    return first.data.lstrip().startswith(b"{") and first.data.rstrip().endswith(b"}") and second.data[:1] == b"{"


def _value_of(line: Line, limits: Limits) -> Read:
    place = f"line {line.number}"
    try:
        return Read(place, jsontext.parse(jsontext.decode(line.data), max_nesting=limits.max_nesting))
    except InvalidSnapshot as error:
        return Read(place, error.inside(place))


def step_observation(value: object) -> tuple[object, str]:
    """Return the observation of a step, and its path in it; of any other value the value itself.

    Raises:
        InvalidSnapshot: a step without an observation.
    """
    if not isinstance(value, dict) or _OBS not in value:
        return value, "$"
    if not isinstance(value[_OBS], dict):
        raise InvalidSnapshot(f"a step without an observation, got {type(value[_OBS]).__name__}", f"$.{_OBS}", _CURE)
    return value[_OBS], f"$.{_OBS}"


def step_circumstances(value: object, page: Circumstances) -> Circumstances:
    """Return what a step or an observation says of itself, on top of what its tree says of the page.

    Values of other types than BrowserGym's are left out: they are no part of the tree.
    """
    obs, _ = step_observation(value)
    if not isinstance(obs, dict):
        return page
    error = _text(obs.get("last_action_error"))
    said = {"errors": [{"kind": "action", "text": clip(replace_surrogates(error)[0], _LONGEST_ERROR)}]} if error else {}
    return attrs.evolve(
        page,
        action=_text(obs.get("last_action")) or page.action,
        url=_text(obs.get("url")) or page.url,
        title=_title(obs) or page.title,
        taken_at=_seconds(value),
        extra=json.dumps(said, ensure_ascii=False) if said else page.extra,
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _title(obs: Mapping[str, Any]) -> str | None:
    """Return the title of the page that is in front."""
    titles, index = obs.get("open_pages_titles"), obs.get("active_page_index")
    if isinstance(index, list) and len(index) == 1:  # an array of one number
        index = index[0]
    if type(index) is not int or not isinstance(titles, list) or not 0 <= index < len(titles):
        return None
    return _text(titles[index])


def _seconds(value: object) -> float | None:
    """Return when the step was observed: Unix seconds, UTC, of its ``profiling``."""
    profiling = value.get("profiling") if isinstance(value, dict) else None
    stopped = exact_number(profiling.get("env_stop")) if isinstance(profiling, dict) else None
    return float(stopped) if stopped else None

"""Pages that a real Chromium shows, recorded by the real rrweb and read by the web backend at the same moments.

Elements are aligned by the DOM node: rrweb's mirror gives the node of a number, the browser's protocol its backend id,
which is in the ids of the web backend. Nothing that is compared has a part in it.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs

from benchmarks.rrweb.pages import recorder
from benchmarks.speed.pages import read
from uidiff import Snapshot
from uidiff.backends.web import WebBackend
from uidiff.importers.rrweb import rrweb_steps
from uidiff.model.element import Element

__all__ = ["Agreement", "Moment", "compare", "recorded"]

_ACTS = 5
_REST = 400
"""Milliseconds after an act, in which pages come to rest."""

_START = """() => {
  window.recordedEvents = [];
  window.stopRecording = rrweb.record({ emit: (event) => window.recordedEvents.push(event) });
}"""

_CANDIDATES = """() => {
  const found = [...document.querySelectorAll(
    'button, summary, select, textarea, input, [role=tab], [role=button], a[href^="#"], label')];
  const fits = found.filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width > 4 && box.height > 4 && each.checkVisibility({ checkVisibilityCSS: true })
      && !each.disabled && !['submit', 'file', 'image', 'reset', 'hidden'].includes(each.type);
  });
  window.candidates = fits;
  return fits.map((each) => each.localName + ':' + (each.type || ''));
}"""

_NODES = """(known) => {
  const { mirror } = rrweb.record;
  window.newNodes = mirror.getIds().filter((id) => !known.includes(id) && mirror.getNode(id));
  return window.newNodes;
}"""

_STYLES = """() => {
  const { mirror } = rrweb.record;
  const hidden = [];
  const styled = new Set();
  const generates = (style) => !['none', 'normal', '""', ''].includes(style.content);
  for (const id of mirror.getIds()) {
    const node = mirror.getNode(id);
    const element = node && (node.nodeType === 1 ? node : node.parentElement);
    if (!element) continue;
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
      || element.getClientRects().length === 0) hidden.push(String(id));
    if (getComputedStyle(element).textTransform !== 'none' || generates(getComputedStyle(element, '::before'))
      || generates(getComputedStyle(element, '::after'))) {
      styled.add(String(id));
      for (let above = element; above; above = above.parentElement) styled.add(String(mirror.getId(above)));
    }
  }
  return [hidden, [...styled]];
}"""


@attrs.frozen
class Moment:
    """A page at a moment, by both.

    Attributes:
        live: as the web backend read it.
        recorded: as the recording says.
        nodes: the browser's numbers of nodes by rrweb's.
        unshown: rrweb's numbers of those that the browser does not draw.
        styled: of those in whose text a style sheet has a part: it sets the case of letters, or generates characters.
    """

    live: Snapshot
    recorded: Snapshot
    nodes: dict[str, str]
    unshown: frozenset[str]
    styled: frozenset[str]


@attrs.frozen
class Agreement:
    """How many elements both have, of all moments, and the pairs that differ.

    Attributes:
        counts: ``both``: elements that both have; ``role``, ``name``, ``all``: those of them with the same role, the
            same name, and both; ``plain``, ``plain name``: those in whose text no style sheet has a part, and of them
            those with the same name; ``hidden``: those that only the recording has, as a style sheet hides them;
            ``recorded``: others that only the recording has; ``generated``: those that only the browser has, and that
            are no node, such as what style sheets generate; ``live``: others that only the browser has.
        moved: nodes that had two numbers, or shared one.
        differences: both elements, where they are not the same; None where one is missing.
    """

    counts: Counter[str]
    moved: int
    differences: list[tuple[Element | None, Element | None]]


def recorded(page: Any, address: str) -> tuple[list[Moment], list[dict[str, Any]]]:  # noqa: ANN401  # a Page
    """Show a page, do a few things in it, and return its moments and the events of its recording."""
    page.goto(address, wait_until="load")
    page.wait_for_timeout(2 * _REST)
    page.evaluate(recorder())
    page.evaluate(_START)
    backend = WebBackend(reuse=False)
    nodes: dict[str, str] = {}
    moments = [_moment(page, backend, nodes)]
    for number in range(_ACTS):
        _act(page, number)
        page.wait_for_timeout(_REST)
        moments.append(_moment(page, backend, nodes))
    events = page.evaluate("window.recordedEvents")
    backend.close()
    return moments, events


def _act(page: Any, number: int) -> None:  # noqa: ANN401  # a Page
    """Use an element of the page: they are taken from all over it, the next one each time."""
    kinds = page.evaluate(_CANDIDATES)
    if not kinds:
        page.keyboard.press("Tab")
        return
    place = (len(kinds) * number // _ACTS + number) % len(kinds)
    element = page.evaluate_handle(f"window.candidates[{place}]").as_element()
    tag, _, kind = kinds[place].partition(":")
    try:
        if tag == "textarea" or (tag == "input" and kind in {"text", "email", "search", "tel", "url", "password"}):
            element.fill(f"words {number}", timeout=1_000)
        elif tag == "select":
            element.select_option(index=number % 2, timeout=1_000)
        else:
            element.click(timeout=1_000)
    except Exception:  # noqa: BLE001  # covered, or moving: a moment without an act is one, too
        page.keyboard.press("Tab")


def _moment(page: Any, backend: WebBackend, nodes: dict[str, str]) -> Moment:  # noqa: ANN401  # a Page
    """Read the page by both, at once as far as it rests."""
    live = read(backend, page)
    events = page.evaluate("window.recordedEvents")
    unshown, styled = page.evaluate(_STYLES)
    cdp = page.context.new_cdp_session(page)
    nodes.update(_numbers(page, cdp, [int(id_) for id_ in nodes]))
    cdp.detach()
    return Moment(live, _last(events), dict(nodes), frozenset(unshown), frozenset(styled))


def _last(events: Sequence[dict[str, Any]]) -> Snapshot:
    """Return the page at the end of a recording."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "events.json")
        file.write_text(json.dumps(events), encoding="utf-8")
        results = [step.result for step in rrweb_steps(file)]
    wrong = [each for each in results if not isinstance(each, Snapshot)]
    assert not wrong, wrong
    return results[-1]  # type: ignore[return-value]  # asserted


def _numbers(page: Any, cdp: Any, known: list[int]) -> Iterator[tuple[str, str]]:  # noqa: ANN401  # Playwright's
    """Yield the numbers of rrweb with those of the browser, for the nodes that are not known."""
    found = page.evaluate(_NODES, known)
    script = "window.newNodes.map((id) => rrweb.record.mirror.getNode(id))"
    listed = cdp.send("Runtime.evaluate", {"expression": script})["result"]["objectId"]
    parts = cdp.send("Runtime.getProperties", {"objectId": listed, "ownProperties": True})["result"]
    objects = {part["name"]: part["value"].get("objectId") for part in parts if part["name"].isdecimal()}
    for place, id_ in enumerate(found):
        node = cdp.send("DOM.describeNode", {"objectId": objects[str(place)]})["node"]
        yield str(id_), str(node["backendNodeId"])


def compare(moments: Sequence[Moment]) -> Agreement:
    """Compare the elements of all moments."""
    counts: Counter[str] = Counter()
    differences: list[tuple[Element | None, Element | None]] = []
    numbers: dict[str, set[str]] = {}
    for moment in moments:
        ours = {id_: element for element in moment.recorded if (id_ := moment.nodes.get(element.id or ""))}
        tab = (moment.live[0].id or "").rpartition("-")[
            0
        ]  # frames of other sites have processes and numbers of their own
        live = {id_[len(tab) + 1 :]: element for element in moment.live if (id_ := element.id or "").startswith(tab)}
        for id_, element in ours.items():
            numbers.setdefault(id_, set()).add(element.id or "")
            _count(counts, differences, element, live.get(id_), moment)
        dom = frozenset(moment.nodes.values())
        for id_, element in live.items():
            if id_ not in ours:
                counts["live" if id_ in dom else "generated"] += 1
                differences += [(None, element)] if id_ in dom else []
    owners = Counter(id_ for ids in numbers.values() for id_ in ids)
    moved = sum(len(ids) > 1 for ids in numbers.values()) + sum(count > 1 for count in owners.values())
    return Agreement(counts, moved, differences)


def _count(
    counts: Counter[str],
    differences: list[tuple[Element | None, Element | None]],
    ours: Element,
    live: Element | None,
    moment: Moment,
) -> None:
    hidden = ours.id in moment.unshown
    if live is None:
        counts["hidden" if hidden else "recorded"] += 1
        differences += [] if hidden else [(ours, None)]
        return
    role, name = ours.role == live.role, ours.name == live.name
    counts.update(both=1, role=role, name=name, all=role and name)
    if ours.id not in moment.styled:
        counts.update({"plain": 1, "plain name": name})
    if not (role and name):
        differences.append((ours, live))

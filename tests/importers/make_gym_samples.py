"""Makes the samples of what agents observe in BrowserGym, and of the forests of AndroidWorld.

    python -m venv gym
    gym/bin/pip install browsergym-core
    gym/bin/python -m tests.importers.make_gym_samples browsergym
    android/bin/pip install android-env  # in another environment, with a checkout of android_world on PYTHONPATH
    android/bin/python -m tests.importers.make_gym_samples androidworld

Each tool wants packages of its own, and is run by itself, by hand; it needs Chromium. Places and names are as
``make_samples`` says, and nothing in a sample is edited.

There was no emulator to record a forest from: the messages and their JSON are those of android-env, and the elements
those of android_world, but what they hold is from page sources in ``fixtures``, put in as AndroidEnv's accessibility
forwarder does it (its AccessibilityTreeCreator: layer by layer, ids from 0 in each window).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from dataclasses import asdict
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from tests.importers.make_samples import CHROMIUM, HERE, PAGES, PORT, SAMPLES, SITE, served, write


def browsergym() -> None:
    """Samples of the observations of ``browsergym/openended``, and of the texts that agents get of them."""
    from browsergym.utils.obs import flatten_axtree_to_str

    tool = f"browsergym-core-{version('browsergym-core')}"
    texts: dict[str, dict[str, bool]] = {
        "shop": {"with_clickable": True, "with_visible": True},
        "frames": {"with_bounding_box_coords": True, "with_center_coords": True, "with_som": True},
    }
    with tempfile.TemporaryDirectory() as folder, served(PAGES, PORT):
        _offer_chromium(Path(folder))
        for page, options in texts.items():
            seen = _observation(f"{SITE}/{page}.html")
            tree, properties = seen["axtree_object"], seen["extra_element_properties"]
            text = flatten_axtree_to_str(tree, properties, **options)
            write(SAMPLES / "browsergym", f"{tool}_{page}.txt", text)
            kept = {"axtree_object": tree, "extra_element_properties": properties} if page == "frames" else tree
            write(SAMPLES / "browsergym", f"{tool}_{page}.json", json.dumps(kept, ensure_ascii=False))


def _offer_chromium(folder: Path) -> None:
    """Put the system's Chromium where Playwright looks for its own: the window of the chat takes no other."""
    from browsergym.core import _get_global_playwright

    os.environ["PLAYWRIGHT_BROWSERS_PATH"] = str(folder)
    wanted = Path(_get_global_playwright().chromium.executable_path)
    found = shutil.which(CHROMIUM)
    if found is None or folder not in wanted.parents:
        raise SystemExit(f"no program {CHROMIUM} on the path, or no place for it in {folder}")
    wanted.parent.mkdir(parents=True)
    wanted.symlink_to(found)


def _observation(url: str) -> dict[str, Any]:
    import browsergym.core  # noqa: F401  # it registers the environment
    import gymnasium

    environment = gymnasium.make(
        "browsergym/openended", task_kwargs={"start_url": url}, headless=True, wait_for_user_message=False
    )
    try:
        seen: dict[str, Any] = environment.reset()[0]
        return seen
    finally:
        environment.close()


ANDROID_WORLD = "0.1.0"
"""The version in android_world's pyproject.toml; it is in no registry."""

_BOUNDS = re.compile(r"-?[0-9]+")
_TEXTS = {
    "class": "class_name",
    "content-desc": "content_description",
    "hint": "hint_text",
    "package": "package_name",
    "resource-id": "view_id_resource_name",
    "text": "text",
}
_FLAGS = ("checkable", "checked", "clickable", "enabled", "focusable", "focused", "password", "scrollable", "selected")


def androidworld() -> None:
    """Samples of a forest in the three forms of its JSON, and of the elements that AndroidWorld makes of it."""
    representation_utils = import_module("android_world.env.representation_utils")
    json_format = import_module("google.protobuf.json_format")
    forest = _forest()
    tool, folder = f"android-env-{version('android-env')}", SAMPLES / "androidworld"
    forms: dict[str, dict[str, Any]] = {
        "forest": {},
        "snake": {"preserving_proto_field_name": True, "indent": None},
        "defaults": {"always_print_fields_with_no_presence": True},
    }
    for what, options in forms.items():
        write(folder, f"{tool}_{what}.json", json_format.MessageToJson(forest, ensure_ascii=False, **options))
    elements = representation_utils.forest_to_ui_elements(forest, exclude_invisible_elements=True)
    text = json.dumps([asdict(element) for element in elements], ensure_ascii=False, indent=1)
    write(folder, f"android-world-{ANDROID_WORLD}_elements.json", text)


def _forest() -> Any:  # noqa: ANN401  # a message
    """Return a message with a bar of the system, an application in front of it, and a keyboard that was not read."""
    messages = "android_env.proto.a11y.android_accessibility"
    window = import_module(f"{messages}_window_info_pb2").AndroidAccessibilityWindowInfo
    forest = import_module(f"{messages}_forest_pb2").AndroidAccessibilityForest()
    bar = forest.windows.add(id=3, layer=0, window_type=window.TYPE_SYSTEM)
    _fill(bar, ET.parse(HERE / "fixtures" / "android_appium.xml").getroot()[1])  # noqa: S314  # our own
    shop = forest.windows.add(id=41, layer=1, window_type=window.TYPE_APPLICATION, is_active=True, is_focused=True)
    _fill(shop, ET.parse(HERE / "fixtures" / "android_dump.xml").getroot()[0])  # noqa: S314  # our own
    keys = forest.windows.add(id=52, layer=2, window_type=window.TYPE_INPUT_METHOD)
    keys.tree.SetInParent()
    return forest


def _fill(window: Any, root: ET.Element) -> None:  # noqa: ANN401  # a message
    """Put an element and all below it into a window, layer by layer."""
    layer, depth, ids = [root], 0, {root: 0}
    while layer:
        for element in layer:
            node = window.tree.nodes.add(unique_id=ids[element], depth=depth, window_id=window.id)
            for child in element:
                ids[child] = len(ids)
                node.child_ids.append(ids[child])
            _copy(element, node)
        layer, depth = [child for element in layer for child in element], depth + 1
    window.bounds_in_screen.CopyFrom(window.tree.nodes[0].bounds_in_screen)


def _copy(element: ET.Element, node: Any) -> None:  # noqa: ANN401  # a message
    for theirs, name in _TEXTS.items():
        setattr(node, name, element.get(theirs, ""))
    for flag in _FLAGS:
        setattr(node, f"is_{flag}", element.get(flag) == "true")
    node.is_long_clickable = element.get("long-clickable") == "true"
    node.is_editable = element.get("class") == "android.widget.EditText"
    node.is_visible_to_user = element.get("displayed") != "false"
    node.text_selection_start = node.text_selection_end = -1
    node.drawing_order = int(element.get("index", "0"))
    for action in (1, 4, 8, 64):  # focus, select, clear selection, accessibility focus: any view has some of them
        node.actions.add(id=action)
    sides = [int(side) for side in _BOUNDS.findall(element.get("bounds", ""))]
    node.bounds_in_screen.SetInParent()
    for name, side in zip(("left", "top", "right", "bottom"), sides, strict=False):
        setattr(node.bounds_in_screen, name, side)


TOOLS = {"androidworld": androidworld, "browsergym": browsergym}

if __name__ == "__main__":
    TOOLS[sys.argv[1]]()

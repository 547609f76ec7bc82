"""Makes the samples of what agents observe in BrowserGym, and of the forests of AndroidWorld.

    python -m venv gym
    gym/bin/pip install browsergym-core
    gym/bin/python -m tests.importers.make_gym_samples browsergym

Each tool wants packages of its own, and is run by itself, by hand; it needs Chromium. Places and names are as
``make_samples`` says, and nothing in a sample is edited.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tests.importers.make_samples import CHROMIUM, PAGES, PORT, SAMPLES, SITE, served, write


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


TOOLS = {"browsergym": browsergym}

if __name__ == "__main__":
    TOOLS[sys.argv[1]]()

"""Makes the samples of steps of BrowserGym, as its experiments write them to JSON.

    python -m venv gym
    gym/bin/pip install browsergym-experiments tqdm
    gym/bin/python -m tests.importers.make_gym_step_samples

It is run by hand, and needs Chromium. A step is a ``StepInfo``, encoded as ``save_step_info(save_json=True)`` does it,
and stands in a line. ``steps.jsonl`` has observations with their trees, without screenshots (which BrowserGym saves
beside) and without the DOM; ``texts.jsonl`` has what its ``default_obs_preprocessor`` leaves of one.
"""

from __future__ import annotations

import json
import re
import tempfile
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tests.importers.make_gym_samples import _offer_chromium
from tests.importers.make_samples import HERE, PAGES, PORT, SITE, served, write

LARGE = ("screenshot", "dom_object", "extra_element_properties")


def _without_large(obs: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in obs.items() if key not in LARGE}


def _bid(obs: dict[str, Any], role: str, name: str) -> str:
    found = re.search(rf"\[(\w+)\] {role} '{name}'", obs["axtree_txt"])
    assert found, (role, name)
    return found[1]


def _steps() -> list[tuple[Any, Any]]:
    """Return the steps of a walk over ``trace.html``, each with trees and with texts."""
    import browsergym.core  # noqa: F401  # it registers the environment
    import gymnasium
    from browsergym.experiments.agent import default_obs_preprocessor
    from browsergym.experiments.loop import StepInfo

    environment = gymnasium.make(
        "browsergym/openended",
        task_kwargs={"start_url": f"{SITE}/trace.html"},
        headless=True,
        wait_for_user_message=False,
    )
    steps: list[tuple[Any, Any]] = []
    try:
        step = StepInfo(step=0)
        step.from_reset(environment, seed=0, obs_preprocessor=None)
        wanted = [("fill", "textbox", "Email"), ("click", "button", "Save"), ("click", "nothing", ""), None]
        for number, action in enumerate(wanted, start=1):
            text = default_obs_preprocessor(step.obs)
            if action is not None:
                what, role, name = action
                bid = "999" if role == "nothing" else _bid(text, role, name)
                step.action = f"fill('{bid}', 'ada@example.org')" if what == "fill" else f"click('{bid}')"
            steps.append((_with_obs(step, _without_large(step.obs)), _with_obs(step, _without_large(text))))
            if action is not None:
                following = StepInfo(step=number)
                following.from_step(environment, step.action, obs_preprocessor=None)
                step = following
    finally:
        environment.close()
    return steps


def _with_obs(step: Any, obs: dict[str, Any]) -> Any:  # noqa: ANN401  # a StepInfo
    return replace(step, obs=obs)


def main() -> None:
    """Make both samples anew."""
    from browsergym.experiments.loop import DataclassJSONEncoder

    tool = f"browsergym-experiments-{version('browsergym-experiments')}"
    with tempfile.TemporaryDirectory() as folder, served(PAGES, PORT):
        _offer_chromium(Path(folder))
        steps = _steps()
    for which, what in enumerate(("steps", "texts")):
        lines = [json.dumps(step[which], cls=DataclassJSONEncoder, ensure_ascii=False) for step in steps]
        write(HERE / "fixtures" / "gym_steps", f"{tool}_{what}.jsonl", "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

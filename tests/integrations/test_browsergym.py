"""Observations of BrowserGym: its own samples in an environment of gymnasium, and AgentLab's way of using it."""

# ruff: noqa: ANN401  # objects of other packages

import copy
import json
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from browsergym.utils.obs import flatten_axtree_to_str
from gymnasium.wrappers import TransformObservation

from uidiff.errors import InvalidSnapshot
from uidiff.integrations.browsergym import WatchedObservation

SAMPLES = Path(__file__).parents[1] / "importers" / "fixtures" / "samples" / "browsergym"


def tree() -> dict[str, Any]:
    (path,) = SAMPLES.glob("*_shop.json")
    given = json.loads(path.read_text(encoding="utf-8"))
    found: dict[str, Any] = given.get("axtree_object", given)
    return found


def clicked(before: dict[str, Any]) -> dict[str, Any]:
    """The tree with the first button pressed away."""
    after = copy.deepcopy(before)
    button = next(node for node in after["nodes"] if node["role"]["value"] == "button" and node["name"]["value"])
    button["name"]["value"] = "Paid"
    return after


class Pages(gymnasium.Env):  # type: ignore[misc]  # its types are not installed here
    """Gives the observations of BrowserGym, without a browser."""

    observation_space = gymnasium.spaces.Dict()
    action_space = gymnasium.spaces.Text(100)

    def __init__(self) -> None:
        self.tree = tree()

    def _obs(self, action: str) -> dict[str, Any]:
        return {
            "axtree_object": self.tree,
            "extra_element_properties": {},
            "dom_object": {"documents": [], "strings": []},
            "last_action": action,
            "screenshot": np.zeros((1, 1, 3)),
        }

    def reset(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        self.tree = tree()
        return self._obs(""), {}

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        self.tree = clicked(self.tree)
        return self._obs(action), 0.0, False, False, {}


def test_an_environment_gives_the_tree_once_and_then_what_changed() -> None:
    env = TransformObservation(Pages(), WatchedObservation(), None)
    obs, _ = env.reset()
    assert obs["axtree_txt"].startswith("# full: ")
    obs, *_ = env.step("click('a1')")
    assert obs["axtree_txt"].startswith("# diff: ")
    assert '-> "Paid"' in obs["axtree_txt"]
    assert obs["axtree_object"]["nodes"]  # what the environment gave stays
    obs, _ = env.reset()
    assert obs["axtree_txt"].startswith("# full: ")  # another episode


def with_text(obs: dict[str, Any]) -> dict[str, Any]:
    """The observation as preprocessors of agents make it."""
    return {**obs, "axtree_txt": flatten_axtree_to_str(obs["axtree_object"])}


def test_an_agent_has_it_for_its_preprocessor_beside_the_whole_tree() -> None:
    env, watched = Pages(), WatchedObservation(preprocess=with_text, key="changes_txt")
    watched(env.reset()[0])
    obs = watched(env.step("click('a1')")[0])
    assert "RootWebArea" in obs["axtree_txt"]
    assert obs["changes_txt"].startswith("# diff: ")
    assert watched.watcher.saved.answers == 2


def test_an_element_without_a_role_that_takes_clicks_has_its_bid() -> None:
    (path,) = SAMPLES.glob("*_frames.json")
    observed = json.loads(path.read_text(encoding="utf-8"))
    assert 'generic 9 > "Card that takes clicks"' in WatchedObservation()(observed)["axtree_txt"]


def test_an_observation_without_a_tree_says_what_to_give() -> None:
    with pytest.raises(InvalidSnapshot, match="axtree_object"):
        WatchedObservation()({"dom_object": {}})

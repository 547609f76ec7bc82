"""Observations of BrowserGym with the changes in place of the whole tree; two recorded trees stand for a browser."""

from typing import Any

import gymnasium
from gymnasium.wrappers import TransformObservation

from uidiff.integrations.browsergym import WatchedObservation


def tree(status: str) -> dict[str, Any]:
    """A merged accessibility tree, as ``obs["axtree_object"]`` has it."""
    named = [
        ("RootWebArea", "Shop", None),
        ("heading", "Lamps", "8"),
        ("button", "Buy", "12"),
        ("status", status, "13"),
    ]
    names = [*named, *(("link", f"Lamp {n}", str(20 + n)) for n in range(6))]
    nodes = [
        {
            "nodeId": str(n),
            "ignored": False,
            "role": {"value": role},
            "name": {"value": name},
            "properties": [],
            "childIds": [str(child) for child in range(1, len(names))] if n == 0 else [],
            **({"browsergym_id": bid} if bid else {}),
            **({"parentId": "0"} if n else {}),
        }
        for n, (role, name, bid) in enumerate(names)
    ]
    return {"nodes": nodes}


class Recorded(gymnasium.Env):  # type: ignore[misc]
    """In place of ``gymnasium.make("browsergym/openended", …)``."""

    observation_space, action_space = gymnasium.spaces.Dict(), gymnasium.spaces.Text(100)

    def reset(self, **_: object) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode."""
        return {"axtree_object": tree("Nothing bought"), "last_action": ""}, {}

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Answer as the page does after an action."""
        return {"axtree_object": tree("1 lamp bought"), "last_action": action}, 0.0, False, False, {}


env = TransformObservation(Recorded(), WatchedObservation(), None)  # the only line that uidiff adds
obs, _ = env.reset()
print(obs["axtree_txt"])
obs, *_ = env.step("click('12')")
print(obs["axtree_txt"])

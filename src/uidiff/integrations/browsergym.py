"""BrowserGym and AgentLab: the accessibility tree of an observation, as text that tells what changed.

    env = TransformObservation(gymnasium.make("browsergym/openended", ...), WatchedObservation(), None)
    obs, info = env.reset()
    print(obs["axtree_txt"])

``TransformObservation`` is gymnasium's. An agent may have it in its ``obs_preprocessor`` instead:

    class MyAgent(Agent):
        def __init__(self):
            self.obs_preprocessor = WatchedObservation(preprocess=default_obs_preprocessor)

The bids stay what they are. An agent that forgets earlier observations needs the whole tree each time: for such a one
put the changes beside it, ``WatchedObservation(preprocess=default_obs_preprocessor, key="changes_txt")``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from uidiff.live.watcher import Watcher

__all__ = ["WatchedObservation"]

_READ = ("axtree_object", "extra_element_properties")
"""What of an observation is read; the properties tell which elements without a role take clicks."""


class WatchedObservation:
    """Called with an observation, returns a copy with the text of the tree: whole at first, then what changed.

    Args:
        watcher: with options of your own; for the episodes of one agent, one after another.
        preprocess: makes the observation that gets the text, such as ``browsergym.experiments.agent``'s
            ``default_obs_preprocessor``; by default a copy of it as it is.
        key: where in the observation the text is put; by default where those preprocessors put the whole tree.

    Attributes:
        watcher: ``watcher.saved`` says what was saved, ``watcher.last`` is the last report.
    """

    def __init__(
        self,
        watcher: Watcher | None = None,
        *,
        preprocess: Callable[[dict[str, Any]], Mapping[str, Any]] = dict,
        key: str = "axtree_txt",
    ) -> None:
        self.watcher = watcher or Watcher()
        self._preprocess = preprocess
        self._key = key

    def __deepcopy__(self, _: object) -> WatchedObservation:
        """Return the same: gymnasium copies what its wrappers are made of, and it watches on in the copy."""
        return self

    def __call__(self, obs: dict[str, Any]) -> dict[str, Any]:
        """Return the observation with the text; the first one of an episode has the whole tree.

        Raises:
            InvalidSnapshot: the tree cannot be read.
        """
        tree, action = {key: obs.get(key) for key in _READ}, obs.get("last_action")
        text = self.watcher.watch(tree, importer="browsergym", action=action or None, full=not action)
        return {**self._preprocess(obs), self._key: text}

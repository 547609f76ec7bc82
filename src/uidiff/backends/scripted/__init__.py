"""Scripted UIs and their backends, for tests, docs and examples. They need no package, and fail on request.

ui = ScriptedUI([{"role": "window", "children": [{"role": "button", "name": "Save"}]}], app="Mail")
backend = ScriptedBackend(ui)
with uidiff.Session(backend, ui) as session: ...
"""

from uidiff.backends.scripted.backend import AsyncScriptedBackend, ScriptedBackend, ScriptedTarget
from uidiff.backends.scripted.nodes import Node
from uidiff.backends.scripted.ui import ScriptedUI

__all__ = ["AsyncScriptedBackend", "Node", "ScriptedBackend", "ScriptedTarget", "ScriptedUI"]

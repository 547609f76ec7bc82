"""uidiff: what changed in a user interface.

    before = uidiff.Snapshot.from_dicts(nodes)
    delta = uidiff.diff(before, after)

The public names are those of ``__init__.pyi``, each loaded when it is first used: ``import uidiff`` itself imports only
this file and lazy_loader. Kinds of events, records, stream records, matchers and errors are in modules of their own:
``uidiff.events.DialogAppeared``. ``uidiff.arrow`` and ``uidiff.spark`` need extras: import them by name.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

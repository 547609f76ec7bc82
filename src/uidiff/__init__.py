"""uidiff: what changed in a user interface.

    before = uidiff.Snapshot.from_dicts(nodes)
    delta = uidiff.diff(before, after)

The public names are those of ``__init__.pyi``, each loaded when it is first used: ``import uidiff`` itself imports only
this file and lazy_loader. Kinds of events, records, stream records, matchers and errors are in modules of their own:
``uidiff.events.DialogAppeared``. ``uidiff.arrow`` and ``uidiff.spark`` need extras: import them by name.
"""

import lazy_loader

try:
    __getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
except ValueError:  # the package is in a zip, as Spark sends it to its workers: the stub is no file there
    from importlib.resources import as_file, files

    with as_file(files(__name__).joinpath("__init__.pyi")) as stub:
        __getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, str(stub))
    del as_file, files, stub

"""Plug-ins: real entry points of small distributions on disk, loaded by name; broken ones harm no other."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from uidiff.errors import MissingExtra, PluginError, UnknownName
from uidiff.importers.registry import IMPORTERS, import_recording
from uidiff.matching.ids import IdMatcher
from uidiff.matching.strategies import MATCHERS, match
from uidiff.model.snapshot import Snapshot
from uidiff.plugins import API_VERSION, Registry

GROUP = "uidiff.tests"
PARTS = Registry("part", GROUP, {"plain": "uidiff.matching.ids:IdMatcher"})

MATCHER = """
from uidiff.matching.matching import Matching

class Backwards:
    __api__ = 1

    def match(self, before, after, *, given):
        count = len(before)
        return Matching.from_pairs(((i, count - 1 - i) for i in range(count)), before=before, after=after)
"""

GOOD = "class Part:\n    __api__ = 1\n"

Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts a distribution on the path: entry points of a group, and modules by name."""
    loaded = set(sys.modules)

    def put(
        distribution: str, points: dict[str, str], modules: dict[str, str] | None = None, group: str = GROUP
    ) -> Path:
        folder = tmp_path / distribution
        info = folder / f"{distribution.replace('-', '_')}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
        lines = "".join(f"{name} = {value}\n" for name, value in points.items())
        (info / "entry_points.txt").write_text(f"[{group}]\n{lines}", encoding="utf-8")
        for name, text in (modules or {}).items():
            (folder / f"{name}.py").write_text(text)
        monkeypatch.syspath_prepend(folder)
        return folder

    yield put
    for name in set(sys.modules) - loaded:
        if name.startswith("fake_"):
            del sys.modules[name]


# built-in parts


def test_a_built_in_part_wins_over_a_plug_in_of_its_name(install: Install) -> None:
    install("fake-thief", {"plain": "fake_thief:Part"}, {"fake_thief": "raise RuntimeError('imported')"})
    assert PARTS.load("plain") is IdMatcher
    assert "fake_thief" not in sys.modules


@pytest.mark.parametrize("registry", [MATCHERS, IMPORTERS], ids=lambda registry: registry.kind)
def test_every_built_in_part_can_be_loaded(registry: Registry) -> None:
    assert all(callable(registry.load(name)) for name in registry.builtins)


# names


def test_names_are_those_of_built_ins_and_plug_ins_sorted_and_nothing_is_imported_for_them(install: Install) -> None:
    install("fake-one", {"zeta": "fake_one:Part", "plain": "fake_one:Part"}, {"fake_one": GOOD})
    install("fake-two", {"mid": "fake_two:Part"})
    install("fake-other", {"other": "fake_other:Part"}, {"fake_other": "class Part: pass"}, group="uidiff.others")
    assert PARTS.names() == ("mid", "plain", "zeta")
    assert "fake_one" not in sys.modules


def test_an_unknown_name_is_told_with_what_is_known(install: Install) -> None:
    install("fake-close", {"plainer": "fake_close:Part"})
    with pytest.raises(UnknownName) as caught:
        PARTS.load("plaine")
    assert (caught.value.kind, caught.value.name, caught.value.known) == ("part", "plaine", ("plain", "plainer"))


@pytest.mark.parametrize("name", ["PLAIN", "", "plain ", "uidiff.matching.ids:IdMatcher"])
def test_a_name_counts_only_as_it_is_written(name: str) -> None:
    with pytest.raises(UnknownName):
        PARTS.load(name)


# plug-ins that work


def test_a_plug_in_is_loaded_by_its_name(install: Install) -> None:
    install("fake-good", {"good": "fake_good:Part"}, {"fake_good": GOOD})
    part = PARTS.load("good")
    assert (part.__module__, getattr(part, "__name__", "")) == ("fake_good", "Part")


def test_a_plug_in_may_say_its_protocol_in_its_module(install: Install) -> None:
    install("fake-module", {"good": "fake_module:make"}, {"fake_module": "__api__ = 1\ndef make(): return 5\n"})
    part = PARTS.load("good")
    assert callable(part)
    assert part() == 5


def test_a_distribution_that_is_found_twice_is_registered_once(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = install("fake-twice", {"good": "fake_twice:Part"}, {"fake_twice": GOOD})
    monkeypatch.syspath_prepend(folder)
    assert getattr(PARTS.load("good"), "__name__", "") == "Part"


def test_a_plug_in_matches_through_the_public_face(install: Install) -> None:
    install("fake-matcher", {"backwards": "fake_matcher:Backwards"}, {"fake_matcher": MATCHER}, "uidiff.matchers")
    snapshot = Snapshot.from_dicts([{"role": "row"}] * 3)
    assert match(snapshot, snapshot, matcher="backwards").pairs == ((0, 2), (1, 1), (2, 0))


# plug-ins that do not


@pytest.mark.parametrize(
    ("text", "value", "cause"),
    [
        ("raise RuntimeError('hunter2')", "fake_broken:Part", "RuntimeError"),
        ("import fake_that_is_not_there", "fake_broken:Part", "ModuleNotFoundError"),
        ("def", "fake_broken:Part", "SyntaxError"),
        ("class Other: pass", "fake_broken:Part", "AttributeError"),
        ("", "fake_that_is_not_there:Part", "ModuleNotFoundError"),
        ("import sys\nsys.exit('needs another Python')", "fake_broken:Part", "SystemExit"),
    ],
)
def test_a_plug_in_that_cannot_be_loaded_is_named_with_the_cause(
    install: Install, text: str, value: str, cause: str
) -> None:
    install("fake-broken", {"broken": value}, {"fake_broken": text})
    with pytest.raises(PluginError) as caught:
        PARTS.load("broken")
    assert str(caught.value) == (
        f"the plug-in '{value}' for the part 'broken' cannot be loaded ({cause}): repair or uninstall it"
    )
    assert type(caught.value.__cause__).__name__ == cause


@pytest.mark.parametrize("value", ["fake broken", "", "fake_broken:Part:Part", ":Part"])
def test_an_entry_point_that_is_none_is_named(install: Install, value: str) -> None:
    install("fake-value", {"broken": value})
    with pytest.raises(PluginError, match="for the part 'broken'"):
        PARTS.load("broken")


def test_a_broken_plug_in_harms_no_other(install: Install) -> None:
    install("fake-broken", {"broken": "fake_broken:Part"}, {"fake_broken": "raise RuntimeError"})
    install("fake-good", {"good": "fake_good:Part"}, {"fake_good": GOOD})
    assert PARTS.names() == ("broken", "good", "plain")
    assert PARTS.load("plain") is IdMatcher
    assert getattr(PARTS.load("good"), "__name__", "") == "Part"


def test_a_broken_importer_does_not_keep_others_from_reading_a_file(install: Install, tmp_path: Path) -> None:
    install("fake-broken", {"broken": "fake_broken:Part"}, {"fake_broken": "raise RuntimeError"}, "uidiff.importers")
    install("fake-sure", {"sure": "fake_sure:Sure"}, {"fake_sure": IMPORTER}, "uidiff.importers")
    file = tmp_path / "recording.sure"
    file.write_text("sure\n")
    assert [len(snapshot) for snapshot in import_recording(file)] == [0]


IMPORTER = """
from uidiff.model.snapshot import Snapshot

class Sure:
    __api__ = 1

    def sniff(self, head):
        return float(head.startswith(b"sure"))

    def snapshots(self, lines, *, limits, redact):
        yield Snapshot.from_dicts([])
"""


def test_a_name_that_is_registered_twice_is_refused_with_both_places(install: Install) -> None:
    install("fake-one", {"twin": "fake_one:Part"}, {"fake_one": GOOD})
    install("fake-two", {"twin": "fake_two:Part"}, {"fake_two": GOOD})
    with pytest.raises(PluginError) as caught:
        PARTS.load("twin")
    assert str(caught.value) == (
        "part 'twin' is registered twice, by 'fake_one:Part' and 'fake_two:Part': uninstall one of the two"
    )
    assert "twin" in PARTS.names()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("class Part: pass", "None"),
        ("class Part: __api__ = 2", "2"),
        ("class Part: __api__ = 0", "0"),
        ("class Part: __api__ = '1'", "'1'"),
        ("class Part: __api__ = None", "None"),
        ("__api__ = 1\nclass Part: __api__ = 2", "2"),  # its own word counts more than that of its module
    ],
)
def test_a_plug_in_of_another_protocol_is_refused(install: Install, text: str, said: str) -> None:
    install("fake-api", {"api": "fake_api:Part"}, {"fake_api": text})
    with pytest.raises(PluginError) as caught:
        PARTS.load("api")
    assert str(caught.value) == (
        f"the plug-in 'fake_api:Part' for the part 'api' says __api__ = {said}: it must say __api__ = {API_VERSION}"
    )


# what a part makes


def test_a_part_is_made_without_arguments_and_has_the_method_asked_for() -> None:
    assert isinstance(PARTS.make("plain", "match"), IdMatcher)


def test_a_part_that_lacks_a_package_says_what_to_install(install: Install) -> None:
    text = "import uidiff\n__api__ = 1\ndef Part(): raise uidiff.errors.MissingExtra('web', 'playwright')\n"
    install("fake-maker", {"maker": "fake_maker:Part"}, {"fake_maker": text})
    with pytest.raises(MissingExtra, match=r"pip install 'uidiff\[web\]'"):
        PARTS.make("maker", "match")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Part = 5", "makes no part: it must be a class with a method match"),
        ("class Part: pass", "makes no part: it must be a class with a method match"),
        ("class Part:\n    match = 5", "makes no part: it must be a class with a method match"),
        ("def Part(): return None", "makes no part: it must be a class with a method match"),
        ("def Part(needed): pass", "cannot be made (TypeError): it must be a class that needs no arguments"),
        (
            "def Part(): raise OSError('hunter2')",
            "cannot be made (OSError): it must be a class that needs no arguments",
        ),
    ],
)
def test_a_plug_in_that_makes_something_else_is_named(install: Install, text: str, problem: str) -> None:
    install("fake-maker", {"maker": "fake_maker:Part"}, {"fake_maker": f"{text}\n__api__ = 1\n"})
    with pytest.raises(PluginError) as caught:
        PARTS.make("maker", "match")
    assert str(caught.value) == f"the part 'maker' {problem}"

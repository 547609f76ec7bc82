"""Strategies by name, by object, and from plug-ins that are really installed: a dist-info folder on sys.path."""

import textwrap
from pathlib import Path

import attrs
import pytest

from tests.outline import outline, said
from uidiff import Matching, Snapshot, diff, match
from uidiff.errors import PluginError, UnknownName
from uidiff.matchers import ContentHashMatcher, IdMatcher, Matcher, NameRoleParentMatcher, StructuralMatcher
from uidiff.matching.strategies import MATCHERS, resolve_matcher

BEFORE = outline('button "A"\nbutton "B"')
AFTER = outline('button "B"\nbutton "A"\nbutton "C"')


@attrs.frozen
class BackToFront:
    """A user's own matcher."""

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:  # noqa: ARG002
        count = min(len(before), len(after))
        pairs = [(i, len(after) - 1 - i) for i in range(count)]
        return Matching.from_pairs(pairs, before=before, after=after)


@attrs.frozen
class Unwanted:
    """A matcher that must not be asked."""

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        raise AssertionError((before, after, given))


# names


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("auto", StructuralMatcher()),
        ("content-hash", ContentHashMatcher()),
        ("id", IdMatcher()),
        ("name-role-parent", NameRoleParentMatcher()),
        ("structural", StructuralMatcher()),
    ],
)
def test_a_name_gives_its_matcher(name: str, made: Matcher) -> None:
    assert resolve_matcher(name) == made
    assert name in MATCHERS.names()


def test_the_default_is_auto() -> None:
    before = outline('button "Follow" id_stable {"id": "1"}\nbutton "Mute" id_stable {"id": "2"}')
    after = outline('button "Muted" id_stable {"id": "2"}\nbutton "Following" id_stable {"id": "1"}')
    assert match(before, after).pairs == match(before, after, matcher="auto").pairs == ((0, 1), (1, 0))


@pytest.mark.parametrize(
    ("typo", "meant"),
    [
        ("content_hash", "content-hash"),
        ("name-parent-role", "name-role-parent"),
        ("Auto", "auto"),
        ("ids", "id"),
    ],
)
def test_bad_input_66_a_typo_is_answered_with_the_name_that_was_meant(typo: str, meant: str) -> None:
    with pytest.raises(UnknownName, match=f"unknown matcher '{typo}'; did you mean '{meant}'") as caught:
        match(BEFORE, AFTER, matcher=typo)
    assert set(MATCHERS.builtins) <= set(caught.value.known)


def test_a_name_like_none_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownName) as caught:
        match(BEFORE, AFTER, matcher="xyzzy")
    assert "did you mean" not in str(caught.value)
    assert "auto, content-hash, id, name-role-parent, structural" in str(caught.value)


def test_a_name_is_looked_up_even_where_the_trees_are_equal() -> None:
    with pytest.raises(UnknownName):
        diff(BEFORE, BEFORE, matcher="xyzzy")


# objects


def test_a_matcher_of_the_users_own_is_asked() -> None:
    assert match(BEFORE, AFTER, matcher=BackToFront()).pairs == ((0, 2), (1, 1))


def test_diff_takes_a_matcher_of_the_users_own() -> None:
    before, after = outline('button "A"'), outline('button "A"\nlink "B"')
    assert said(diff(before, after, matcher=BackToFront())) == [
        '+ 0 button "A"',
        '~ 0:1 link "B": role "button" -> "link", name "A" -> "B"',
    ]


def test_between_equal_trees_no_matcher_is_asked() -> None:
    same = outline('button "A"\nbutton "B"', title="another title", taken_at=5.0)
    assert diff(BEFORE, same, matcher=Unwanted()).matching == Matching.identity(2)


@pytest.mark.parametrize("given", [IdMatcher, None, 7, b"id", ("id",), object()])
def test_what_is_no_matcher_is_refused(given: object) -> None:
    with pytest.raises(TypeError, match=f"a name or an object with a method match, got {type(given).__name__}"):
        match(BEFORE, AFTER, matcher=given)  # type: ignore[arg-type]  # the bad input


# plug-ins


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Installer":
    monkeypatch.syspath_prepend(tmp_path)
    return Installer(tmp_path)


@attrs.frozen
class Installer:
    """Puts a distribution of one module and one entry point where importlib finds it."""

    site: Path

    def __call__(self, name: str, source: str, part: str = "Plugin") -> None:
        module = f"{self.site.name}_{len(list(self.site.iterdir()))}"  # one that was never imported
        self.site.joinpath(f"{module}.py").write_text(textwrap.dedent(source), encoding="utf-8")
        info = self.site / f"{module}-1.0.dist-info"
        info.mkdir()
        info.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", encoding="utf-8")
        entry = f"[uidiff.matchers]\n{name} = {module}:{part}\n"
        info.joinpath("entry_points.txt").write_text(entry, encoding="utf-8")


WORKING = """
    from uidiff import Matching

    class Plugin:
        __api__ = 1

        def match(self, before, after, *, given):
            return Matching.from_pairs([(0, len(after) - 1)], before=before, after=after)
"""


def test_an_installed_plug_in_is_found_by_its_name(install: Installer) -> None:
    install("far-apart", WORKING)
    assert match(BEFORE, AFTER, matcher="far-apart").pairs == ((0, 2),)
    assert "far-apart" in MATCHERS.names()


def test_a_plug_in_may_be_a_function_that_makes_a_matcher(install: Installer) -> None:
    source = WORKING + "\n    __api__ = 1\n\n    def make():\n        return Plugin()\n"
    install("made", source, part="make")
    assert match(BEFORE, AFTER, matcher="made").pairs == ((0, 2),)


def test_the_names_of_plug_ins_are_suggested_too(install: Installer) -> None:
    install("far-apart", WORKING)
    with pytest.raises(UnknownName, match="did you mean 'far-apart'"):
        match(BEFORE, AFTER, matcher="far-apert")


def test_a_built_in_wins_over_a_plug_in_of_its_name(install: Installer) -> None:
    install("id", WORKING)
    assert resolve_matcher("id") == IdMatcher()


def test_bad_input_67_a_plug_in_that_raises_on_import_is_named(install: Installer) -> None:
    install("broken", "raise OSError")
    with pytest.raises(PluginError, match=r"'\w+:Plugin' for the matcher 'broken' cannot be loaded \(OSError\)"):
        match(BEFORE, AFTER, matcher="broken")


def test_bad_input_67_a_broken_plug_in_harms_no_other(install: Installer) -> None:
    install("broken", "raise OSError")
    install("working", WORKING)
    assert match(BEFORE, AFTER, matcher="working").pairs == ((0, 2),)
    assert match(BEFORE, AFTER, matcher="auto").pairs == ((0, 1), (1, 0))


def test_a_plug_in_without_the_named_part_is_named(install: Installer) -> None:
    install("missing", "__api__ = 1")
    with pytest.raises(PluginError, match=r"the matcher 'missing' cannot be loaded \(AttributeError\)"):
        match(BEFORE, AFTER, matcher="missing")


@pytest.mark.parametrize(("version", "shown"), [("__api__ = 2", "2"), ("__api__ = '1'", "'1'"), ("", "None")])
def test_a_plug_in_for_another_protocol_is_refused(install: Installer, version: str, shown: str) -> None:
    install("other", WORKING.replace("__api__ = 1", version or "pass"))
    with pytest.raises(PluginError, match=rf"says __api__ = {shown}: it must say __api__ = 1"):
        match(BEFORE, AFTER, matcher="other")


def test_a_plug_in_registered_twice_is_refused(install: Installer) -> None:
    install("twice", WORKING)
    install("twice", WORKING)
    with pytest.raises(PluginError, match=r"'twice' is registered twice, by '\w+:Plugin' and '\w+:Plugin'"):
        match(BEFORE, AFTER, matcher="twice")


@pytest.mark.parametrize("part", ["text", "nothing", "Empty"])
def test_a_plug_in_that_makes_no_matcher_is_refused(install: Installer, part: str) -> None:
    source = """
        __api__ = 1
        text = "a text"

        class Empty:
            pass

        def nothing():
            return None
    """
    install("no-matcher", source, part=part)
    with pytest.raises(PluginError, match="the matcher 'no-matcher' makes no matcher"):
        match(BEFORE, AFTER, matcher="no-matcher")


def test_a_plug_in_whose_matcher_cannot_be_made_is_named(install: Installer) -> None:
    source = """
        class Plugin:
            __api__ = 1

            def __init__(self, model):
                self.model = model
    """
    install("demanding", source)
    with pytest.raises(PluginError, match="the matcher 'demanding'"):
        match(BEFORE, AFTER, matcher="demanding")


def test_what_a_plug_in_answers_is_checked(install: Installer) -> None:
    source = """
        class Plugin:
            __api__ = 1

            def match(self, before, after, *, given):
                return [(0, 0)]
    """
    install("careless", source)
    with pytest.raises(PluginError, match=r"Plugin\.match returned list"):
        match(BEFORE, AFTER, matcher="careless")

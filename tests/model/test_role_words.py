"""The documents' short words for roles (spec/definitions#5-roles)."""

import csv
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uidiff.formats.elements import short_path
from uidiff.model.roles import ROLE_WORDS, Spelling, role_word, vocabulary

TOKENS = st.one_of(
    st.sampled_from(sorted({*vocabulary(), *ROLE_WORDS["short"].values(), "btn", "edit", "role"})),
    st.from_regex(r"[a-z0-9-]{1,40}", fullmatch=True),
)


@pytest.mark.parametrize(("role", "word"), ROLE_WORDS["short"].items())
def test_every_short_word_is_the_documents(role: str, word: str) -> None:
    table = (resources.files("uidiff.model") / "data" / "roles.csv").read_text(encoding="utf-8").splitlines()
    assert word in {row["desktop_cli_short"] for row in csv.DictReader(table) if row["aria_role"] == role}


@pytest.mark.parametrize("spelling", ["short", "capital"])
def test_no_short_word_is_a_role_of_its_own(spelling: Spelling) -> None:
    assert not vocabulary() & {word.lower() for word in ROLE_WORDS[spelling].values()}


@given(roles=st.lists(TOKENS, unique=True))
def test_different_roles_have_different_words(roles: list[str]) -> None:
    assert len({role_word(role, "short") for role in roles}) == len(roles)
    assert len({role_word(role, "capital") for role in roles}) == len(roles)


def test_a_path_is_said_in_short_words() -> None:
    assert short_path("window > document > form") == "window > web > form"
    assert short_path("… > document > button") == "… > web > btn"
    assert short_path("") == ""

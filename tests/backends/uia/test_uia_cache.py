"""What becomes of properties that cannot be had from what was read."""

import pytest

from tests.backends.uia.fake_com import Element
from tests.backends.uia.fake_machine import E_FAIL, COMError
from tests.backends.uia.fake_numbers import PROPERTIES
from tests.backends.uia.programs import read, reading
from uidiff.errors import BackendError


@pytest.mark.parametrize("error", [NotImplementedError("typecode 10"), KeyError(10)])
def test_a_property_of_a_type_that_comtypes_does_not_know_is_none(error: Exception) -> None:
    with reading() as (_, backend), pytest.MonkeyPatch.context() as patched:
        known = Element.GetCachedPropertyValueEx

        def get(element: Element, number: int, ignore: int) -> object:
            if number == PROPERTIES["Name"]:
                raise error
            return known(element, number, ignore)

        patched.setattr(Element, "GetCachedPropertyValueEx", get)
        snapshot = read(backend)
        assert {*snapshot.columns.name} == {None}
        assert len(snapshot) == len(read(backend)) > 5


@pytest.mark.parametrize("what", ["GetCachedPropertyValueEx", "GetCachedChildren"])
def test_what_windows_does_not_give_out_of_its_cache_is_an_error_of_ours(what: str) -> None:
    with reading() as (_, backend), pytest.MonkeyPatch.context() as patched:

        def fail(*_: object) -> None:
            raise COMError(E_FAIL)

        patched.setattr(Element, what, fail)
        with pytest.raises(BackendError, match="80004005"):
            read(backend)

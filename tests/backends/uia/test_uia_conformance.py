"""The backend keeps the rules for backends, over the real package on a machine without Windows."""

from contextlib import AbstractContextManager

from tests.backends.uia.programs import mail_subject
from uidiff.testing import BackendConformance, Subject


class TestUia(BackendConformance, lacks=("changes",)):
    def subject(self) -> AbstractContextManager[Subject]:
        return mail_subject()

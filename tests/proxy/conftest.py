"""Tests that await: each runs in an event loop of its own."""

from tests.mcp.conftest import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]

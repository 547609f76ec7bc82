"""Validators of the schemas in the package, made once."""

from functools import cache

from jsonschema import Draft202012Validator

import uidiff


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(uidiff.json_schema(name))


def problems(name: str, value: object) -> list[str]:
    """What is wrong with a value by the schema of that name."""
    return [f"{error.json_path}: {error.message[:200]}" for error in validator(name).iter_errors(value)]

"""JSON Schemas (draft 2020-12) of what uidiff writes: the files beside this one, and the function that gives them.

They are made of the code and the pages of docs by ``tests/schemas``, which compares them at each run.
"""

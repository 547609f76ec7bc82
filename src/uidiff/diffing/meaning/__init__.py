"""Meaning: the rules that find events in a tree diff, one family of events a file, and what they look at.

A rule walks from the records outwards; what it asks of an element's ancestors is looked up once for each element. So
the work is in proportion to the change, and at worst to the trees, however deep or wide these are.
"""

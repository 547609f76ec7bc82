"""The rules that find the events of a delta, one family of events in a file, and the views that they read.

A rule starts from the records, and looks up each element's ancestors once. So the work is in proportion to the change,
and at worst to the size of the trees, however deep or wide they are.
"""

"""Tables that answer questions about recorded sessions (spec/definitions#32-tables).

Each is an engine: a value that is called with batches of SNAPSHOTS, sorted by session, window and seq, and yields
batches of its own table. It holds a batch and a few snapshots of one window, whatever the length of a session.
"""

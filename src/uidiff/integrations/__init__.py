"""Adapters: a :class:`uidiff.Watcher` where the agents of other packages take the results of their tools.

Each module is for the package of its name and says how; none is imported before it is asked for, and none installs the
package that it is for.

    from uidiff.integrations.anthropic import WatchedMessages

    watched = WatchedMessages()
    client.messages.create(messages=watched(messages), ...)
"""

"""What a UI tree is: snapshots, their elements, roles, states, limits, redaction and the files they are kept in."""

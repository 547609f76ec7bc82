"""Over time: sessions, refs, stores and streams."""

"""Which element is which: matchers, and the matchings they make."""

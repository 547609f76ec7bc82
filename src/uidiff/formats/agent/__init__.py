"""The ``agent`` format: what an LLM agent reads."""

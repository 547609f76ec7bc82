"""Where trees come from: live programs, by one small protocol for all platforms; and two backends that need none."""

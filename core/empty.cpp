// A library needs at least one source, even if its room has none yet.

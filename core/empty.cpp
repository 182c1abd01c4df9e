// A room without sources yet still is a library.

// SPDX-License-Identifier: GPL-3.0-or-later

// A library needs at least one source, even if there is no other source in its room yet.

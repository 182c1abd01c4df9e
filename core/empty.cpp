// SPDX-License-Identifier: GPL-3.0-or-later

// A library needs at least one source, even if its room has no other source yet.

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/operation.hpp"

#include <QString>
#include <QStringList>

#include <vector>

namespace burin::ui {

/// Whether a description is that of a pattern: a group of the design or of the library.
[[nodiscard]] inline bool isPattern(const KindDescription& description) {
    return description.name == "group";
}

/// The kinds that match `words`, best first: by title or name, then by synonyms, then by words of the
/// description. Of equally good matches, patterns come last. Every word must match. No words match all kinds,
/// in their order. Pure.
[[nodiscard]] std::vector<const KindDescription*> searchKinds(
    const std::vector<const KindDescription*>& kinds, const QString& words);

/// The message if `words` match none of the offered kinds: a kind that matches but does not fit there, or a
/// similar word. \param all  every kind
[[nodiscard]] QString nothingFound(const std::vector<const KindDescription*>& all, const QString& words);

/// Title, name and synonyms of a kind, for a substring search.
[[nodiscard]] QString searchText(const KindDescription& kind);

}  // namespace burin::ui

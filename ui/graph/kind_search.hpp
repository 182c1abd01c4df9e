// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/operation.hpp"

#include <QString>
#include <QStringList>

#include <vector>

namespace burin::ui {

/// The kinds that `words` look for, best first: by title or name, by what people call the kind, then by words
/// of the description. Each word must be found. No words find all, in their order. Pure.
[[nodiscard]] std::vector<const KindDescription*> searchKinds(
    const std::vector<const KindDescription*>& kinds, const QString& words);

/// What to say where `words` find nothing that is offered: which kind is meant but does not fit there, or
/// which word is near. \param all  every kind there is
[[nodiscard]] QString nothingFound(const std::vector<const KindDescription*>& all, const QString& words);

/// Title, name and words of a kind, for a search that looks for parts of a text.
[[nodiscard]] QString searchText(const KindDescription& kind);

}  // namespace burin::ui

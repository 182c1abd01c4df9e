// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/diagnostic.hpp"

#include <QString>

namespace burin::ui {

/// A problem as sentences for people: what is wrong, and what would be right.
[[nodiscard]] QString problemText(const Diagnostic& problem);

/// A text as a sentence: the first letter large, a stop at the end.
[[nodiscard]] QString sentence(const QString& text);

/// What an error says, without the options of the command line that would remedy it.
[[nodiscard]] QString withoutOptions(const std::string& message);

}  // namespace burin::ui

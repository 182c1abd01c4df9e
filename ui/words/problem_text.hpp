// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/design/diagnostic.hpp"

#include <QString>

#include <exception>

namespace burin::ui {

/// A diagnostic as sentences: what is wrong, and what would be right. Names the group and its node if the
/// problem is in a group.
[[nodiscard]] QString problemText(const Diagnostic& problem);

/// A text as a sentence: capitalised unless it starts with a name, with a full stop.
[[nodiscard]] QString sentence(const QString& text);

/// A problem's reason with its values, as a clause without remedies.
[[nodiscard]] QString problemText(const Problem& problem);

/// The reason of a problem as a sentence. The subject is a name, so its letters do not change.
[[nodiscard]] QString reasonSentence(const Problem& problem);

/// A problem's advice, as a sentence. Empty if it has none.
[[nodiscard]] QString adviceText(const Problem& problem);

/// A problem's remedies, one sentence each. Empty if the studio has a control for none of them.
[[nodiscard]] QString remediesText(const Problem& problem);

/// A problem's reason, its advice and its remedies, as sentences.
[[nodiscard]] QString problemSentences(const Problem& problem);
[[nodiscard]] QString errorSentences(const std::exception& error);

/// An error's message, as a clause without remedies.
[[nodiscard]] QString errorText(const std::exception& error);

}  // namespace burin::ui

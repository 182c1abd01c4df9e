// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/parser.hpp"

#include <QString>
#include <QTextOption>

#include <optional>

class QMimeData;
class QWidget;

namespace burin::ui {

/// The most characters that a field of several lines takes: as many as an expression may have. Qt would lay
/// out much longer lines for seconds.
inline constexpr qsizetype longestTyped = longestExpression;

/// The text of a paste into a field.
///
/// \param kept  how many characters of the field stay
/// \return nothing if the field would hold more than longestTyped; a note at the field then says so
[[nodiscard]] std::optional<QString> pastedText(const QMimeData& source, qsizetype kept, QWidget* field);

/// Where lines of a text of this length are broken. From each line on Qt looks for the end of a word, so a
/// long text without blanks would take seconds. To be set before the text.
[[nodiscard]] QTextOption::WrapMode wrapModeFor(qsizetype characters);

}  // namespace burin::ui

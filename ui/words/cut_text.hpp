// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetricsF>
#include <QString>
#include <QStringList>

namespace burin::ui {

/// `text` if it is at most `width` wide, otherwise its beginning and an ellipsis. A number and its unit stay
/// whole or are left out: "4.096 mm × 4.096 mm" never becomes "4.096 mm × 4.096 m…".
[[nodiscard]] QString cutText(const QString& text, const QFontMetricsF& metrics, qreal width);
/// Like cutText(), with a line end in place of a blank if the text then needs less cutting.
[[nodiscard]] QString inTwoLines(const QString& text, const QFontMetricsF& metrics, qreal width);

/// Breaks a text between words, into at most `most` lines of at most `width`. A text that is too long ends
/// with an ellipsis.
[[nodiscard]] QStringList cutLines(const QString& text, const QFontMetricsF& metrics, qreal width,
                                   qsizetype most);

/// Like cutText(), for a formula or another text of a field: "=size*1.1" never becomes "=size*1…", which
/// reads as another number.
[[nodiscard]] QString cutFormula(const QString& text, const QFontMetricsF& metrics, qreal width);

/// The path if it is at most `width` wide, otherwise without folders in its middle: "/home/…/plates.csv". No
/// folder is cut. If even the name of the file is too wide, the name is cut in its middle.
/// \param path  with the separators of the system
[[nodiscard]] QString cutPath(const QString& path, const QFontMetricsF& metrics, qreal width);

/// A text that a message repeats: if it is long, its beginning and an ellipsis.
[[nodiscard]] QString beginningOf(const QString& text);

}  // namespace burin::ui

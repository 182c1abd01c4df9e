// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetricsF>
#include <QStringList>

namespace burin::ui {

/// Breaks a fact of a node between words, into at most `most` lines of at most `width`. A text that is too
/// long ends with an ellipsis.
[[nodiscard]] QStringList factLines(const QString& fact, const QFontMetricsF& metrics, qreal width,
                                    qsizetype most);

}  // namespace burin::ui

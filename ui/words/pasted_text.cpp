// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/pasted_text.hpp"

#include <QCoreApplication>
#include <QLocale>
#include <QMimeData>
#include <QToolTip>
#include <QWidget>

namespace burin::ui {

std::optional<QString> pastedText(const QMimeData& source, qsizetype kept, QWidget* field) {
    QString text = source.text();
    if (kept + text.size() <= longestTyped) return text;
    const QLocale locale;
    QToolTip::showText(field->mapToGlobal(QPoint(0, field->height())),
                       QCoreApplication::translate(
                           "burin::ui::Fields", "Not pasted: the text has %1 characters, the field takes %2.")
                           .arg(locale.toString(text.size()), locale.toString(longestTyped - kept)),
                       field);
    return {};
}

QTextOption::WrapMode wrapModeFor(qsizetype characters) {
    constexpr qsizetype mostInWords = 4096;
    return characters > mostInWords ? QTextOption::WrapAnywhere : QTextOption::WrapAtWordBoundaryOrAnywhere;
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QKeySequence>
#include <QLabel>
#include <QMap>
#include <QStringList>

namespace burin::ui {

/// The texts of a window that have the letter of another one, which then only moves the focus between them.
/// Parts that are hidden at the moment count too.
inline QStringList sharedLetters(const QWidget& window) {
    QMap<QString, QString> letters;
    QStringList shared;
    for (const QWidget* part : window.findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(part);
        const bool named = label != nullptr ? label->buddy() != nullptr
                                            : qobject_cast<const QAbstractButton*>(part) != nullptr;
        const QString text = part->property("text").toString();
        const QString letter = QKeySequence::mnemonic(text).toString();
        if (!named || letter.isEmpty() || part->window() != &window) continue;
        if (letters.contains(letter)) shared << letters[letter] + " and " + text;
        letters[letter] = text;
    }
    return shared;
}

}  // namespace burin::ui

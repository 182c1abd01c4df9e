// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/menu_letters.hpp"

#include <QAction>
#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <functional>

namespace burin::ui {

namespace {

/// The property of an entry that stores its text with the letter that the menu gave it.
constexpr const char* givenText = "textWithGivenLetter";

/// A text without its letter. Two `&` are one character of it.
QString withoutLetter(QString text) {
    static const QRegularExpression mark("(&&)|&");
    return text.replace(mark, "\\1");
}

/// The letter of a text; null if it has none.
QChar letterOf(QString text) {
    text.remove("&&");
    const qsizetype mark = text.indexOf('&');
    return mark < 0 || mark + 1 == text.size() ? QChar() : text[mark + 1].toLower();
}

/// The letters that a text can have, those that begin a word first.
QString lettersOf(const QString& text) {
    QString beginnings;
    QString others;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (!text[i].isLetterOrNumber()) continue;
        const bool begins = i == 0 || !text[i - 1].isLetterOrNumber();
        (begins ? beginnings : others) += text[i].toLower();
    }
    return beginnings + others;
}

void giveLetter(QAction& entry, QChar letter) {
    QString text = entry.text();
    // If a word begins with the letter, that place is preferred.
    qsizetype at =
        text.indexOf(QRegularExpression("\\b" + QString(letter), QRegularExpression::CaseInsensitiveOption));
    if (at < 0) at = text.indexOf(letter, 0, Qt::CaseInsensitive);
    entry.setText(text.insert(at, '&'));
    entry.setProperty(givenText, entry.text());
}

/// An entry that finds all of its letters taken makes another one use a letter that is free.
/// See H. W. Kuhn, The Hungarian Method for the assignment problem, 1955.
void giveLetters(const QMenu& menu) {
    QList<QAction*> entries;
    QSet<QChar> written;  // letters that were written by hand: no other entry may have them
    for (QAction* entry : menu.actions()) {
        if (entry->text() == entry->property(givenText).toString())
            entry->setText(withoutLetter(entry->text()));
        const QChar letter = letterOf(entry->text());
        if (letter.isNull())
            entries << entry;
        else
            written << letter;
    }
    QHash<QChar, qsizetype> owners;
    const std::function<bool(qsizetype, QSet<QChar>&)> give = [&](qsizetype entry, QSet<QChar>& tried) {
        for (const bool owned : {false, true}) {
            for (const QChar letter : lettersOf(entries[entry]->text())) {
                if (tried.contains(letter) || owners.contains(letter) != owned) continue;
                tried << letter;
                if (owned && !give(owners[letter], tried)) continue;
                owners[letter] = entry;
                return true;
            }
        }
        return false;
    };
    for (qsizetype entry = 0; entry < entries.size(); ++entry) {
        QSet<QChar> tried = written;
        give(entry, tried);
    }
    for (auto owner = owners.cbegin(); owner != owners.cend(); ++owner)
        giveLetter(*entries[owner.value()], owner.key());
}

}  // namespace

void keepLetters(QMenu& menu) {
    QObject::connect(&menu, &QMenu::aboutToShow, &menu, [&menu] { giveLetters(menu); });
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/parser.hpp"

#include <QObject>
#include <QString>
#include <QTextOption>

#include <optional>

class QLineEdit;
class QMimeData;
class QWidget;

namespace burin::ui {

/// The most characters that a field takes: the longest expression. Qt would need seconds to lay out much
/// longer lines.
inline constexpr qsizetype longestTyped = longestExpression;

/// The text of a paste into a field.
///
/// \param kept  how many characters of the field stay
/// \return nothing if the field would hold more than longestTyped; a note at the field then says so
[[nodiscard]] std::optional<QString> pastedText(const QMimeData& source, qsizetype kept, QWidget* field);

/// Says at a field that the last entry was refused, because the field takes `most` characters.
void sayTooLong(QWidget* field, qsizetype most = longestTyped);

/// Lets a field of one line take any text of up to `most` characters, and refuse longer ones with a note.
/// Without this, Qt silently cuts texts after 32,767 characters.
void takeWholeTexts(QLineEdit& field, qsizetype most = longestTyped);

/// Shows a text in such a field. If the text is too long, it is shown cut, and the field becomes read-only,
/// so that an edit cannot lose the rest. \return whether all of it is shown
bool showText(QLineEdit& field, const QString& text);

/// Calls takeWholeTexts() for each one-line field of the program that appears without a validator, for as
/// long as this object lives.
class WholeTexts : public QObject {
    Q_OBJECT

  public:
    explicit WholeTexts(QObject* parent = nullptr);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// How to break the lines of a text of this length. Qt searches for the end of a word from each line on, so a
/// long text without blanks would take seconds. Set it before the text.
[[nodiscard]] QTextOption::WrapMode wrapModeFor(qsizetype characters);

}  // namespace burin::ui

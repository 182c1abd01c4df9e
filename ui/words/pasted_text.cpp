// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/pasted_text.hpp"

#include <QApplication>
#include <QEvent>
#include <QLineEdit>
#include <QLocale>
#include <QMimeData>
#include <QToolTip>
#include <QValidator>
#include <QWidget>

#include <limits>

namespace burin::ui {

namespace {

/// Qt takes back the whole of an entry that is invalid.
class LengthValidator : public QValidator {
  public:
    LengthValidator(qsizetype most, QObject* parent) : QValidator(parent), most_(most) {}
    State validate(QString& text, int&) const override { return text.size() <= most_ ? Acceptable : Invalid; }

  private:
    qsizetype most_;
};

}  // namespace

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

void sayTooLong(QWidget* field, qsizetype most) {
    QToolTip::showText(
        field->mapToGlobal(QPoint(0, field->height())),
        QCoreApplication::translate("burin::ui::Fields", "Not entered: the field takes %1 characters.")
            .arg(QLocale().toString(most)),
        field);
}

void takeWholeTexts(QLineEdit& field, qsizetype most) {
    // A new maximum length clears the selection and puts the cursor after the text.
    const int cursor = field.cursorPosition();
    const int from = field.selectionStart();
    const int selected = field.selectionLength();
    field.setMaxLength(std::numeric_limits<int>::max());
    if (from < 0)
        field.setCursorPosition(cursor);
    else
        field.setSelection(from, selected);
    field.setValidator(new LengthValidator(most, &field));
    QObject::connect(&field, &QLineEdit::inputRejected, &field, [&field, most] { sayTooLong(&field, most); });
}

bool showText(QLineEdit& field, const QString& text) {
    const bool fits = text.size() <= longestTyped;
    field.setText(text.left(longestTyped));
    field.setReadOnly(!fits);
    return fits;
}

WholeTexts::WholeTexts(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
}

bool WholeTexts::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Polish) return false;
    auto* const field = qobject_cast<QLineEdit*>(watched);
    if (field != nullptr && field->validator() == nullptr) takeWholeTexts(*field);
    return false;
}

QTextOption::WrapMode wrapModeFor(qsizetype characters) {
    constexpr qsizetype mostInWords = 4096;
    return characters > mostInWords ? QTextOption::WrapAnywhere : QTextOption::WrapAtWordBoundaryOrAnywhere;
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/goto_field.hpp"

#include "core/geometry/length.hpp"
#include "ui/theme/style_property.hpp"
#include "ui/words/pasted_text.hpp"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QRegularExpression>
#include <QStyle>

#include <cmath>

namespace burin::ui {

namespace {

/// The characters of a position: parsePosition() takes time that grows faster than the text.
constexpr qsizetype longestPosition = 100;

/// Numbers that the studio shows and texts of other programs have special spaces, which group digits, and
/// other forms of the mu and the minus.
QString usualCharacters(const QString& text) {
    constexpr QChar micro(0xB5);
    const auto isDigit = [&text](qsizetype i) { return i >= 0 && i < text.size() && text[i].isDigit(); };
    QString usual;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const bool space = c.category() == QChar::Separator_Space;
        if (space && c != ' ' && isDigit(i - 1) && isDigit(i + 1)) continue;
        usual += space ? QChar(' ') : c == QChar(0x3BC) ? micro : c == QChar(0x2212) ? QChar('-') : c;
    }
    return usual;
}

}  // namespace

std::optional<QPointF> parsePosition(const QString& text, double pixelUm) {
    // A comma separates the numbers, unless blanks or a semicolon do: then it is a decimal comma.
    static const QRegularExpression written(QStringLiteral(
        "^\\s*(-?[0-9.,]*[0-9])\\s*([a-zµ]*)\\s*(?:[,;]\\s+|;|,(?=-?[0-9.]+\\s*[a-zµ]*\\s*$)|\\s+)"
        "(-?[0-9.,]*[0-9])\\s*([a-zµ]*)\\s*$"));
    const QRegularExpressionMatch match = written.match(usualCharacters(text));
    if (!match.hasMatch()) return {};
    double pixels[2] = {};
    for (int k = 0; k < 2; ++k) {
        const QString number = match.captured(2 * k + 1).replace(',', '.');
        const auto length = parseLength((number + match.captured(2 * k + 2)).toStdString());
        if (!length) return {};
        pixels[k] = length->pixels(pixelUm);
        if (!std::isfinite(pixels[k])) return {};
    }
    return QPointF(pixels[0], pixels[1]);
}

GotoField::GotoField(QWidget* parent) : QLineEdit(parent) {
    setObjectName("viewport.goto-field");
    setPlaceholderText(tr("x, y: 100.8 mm, 200.2 mm"));
    setFixedWidth(260);
    takeWholeTexts(*this, longestPosition);
    hide();
}

void GotoField::ask(QPointF at, double pixelUm) {
    pixelUm_ = pixelUm;
    setText(QStringLiteral("%1 mm, %2 mm")
                .arg(at.x() * pixelUm / 1000, 0, 'f', 3)
                .arg(at.y() * pixelUm / 1000, 0, 'f', 3));
    setStyleProperty(this, "error", false);
    style()->polish(this);
    selectAll();
    move((parentWidget()->width() - width()) / 2, 48);
    show();
    raise();
    setFocus();
}

void GotoField::accept() {
    if (const auto place = parsePosition(text(), pixelUm_)) {
        parentWidget()->setFocus();
        hide();
        emit chosen(*place);
        return;
    }
    setStyleProperty(this, "error", true);
    setToolTip(tr("Two positions are expected, such as 100.8 mm, 200.2 mm"));
}

void GotoField::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        accept();
    } else if (event->key() == Qt::Key_Escape) {
        parentWidget()->setFocus();
        hide();
    } else {
        QLineEdit::keyPressEvent(event);
    }
}

void GotoField::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::ActiveWindowFocusReason) hide();
}

}  // namespace burin::ui

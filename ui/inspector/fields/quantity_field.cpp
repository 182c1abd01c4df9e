// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/quantity_field.hpp"

#include "ui/inspector/fields/formula_dress.hpp"
#include "ui/inspector/fields/formula_rules.hpp"
#include "ui/words/cut_text.hpp"

#include <QKeyEvent>
#include <QWheelEvent>

#include <utility>

namespace burin::ui {

namespace {

constexpr int mostDigits = 6;
constexpr int fewestDigits = 4;

}  // namespace

QuantityField::QuantityField(QWidget* parent) : TypedField(parent) {
    setContextMenuPolicy(Qt::NoContextMenu);  // the menu is that of the value
    connect(this, &QLineEdit::textEdited, this, [this] {
        typed_ = true;
        check();
    });
}

void QuantityField::setRule(const QuantityRule& rule) {
    rule_ = rule;
    if (!typed_) showValue();
}

void QuantityField::setFormulas(const FormulaRules& formulas) {
    formulas_ = &formulas;
    new FormulaDress(formulas, this);
}

bool QuantityField::typesFormula() const {
    return formulas_ != nullptr && formulas_->open() && meansFormula(text());
}

QString QuantityField::shownOdd() const {
    return formulas_ != nullptr && meansFormula(odd_) ? shownFormula(odd_) : odd_;
}

QString QuantityField::written() const {
    return value_ ? fileText(*value_, rule_) : odd_;
}

LengthUnit QuantityField::unit() const {
    const std::optional<LengthUnit> typed = typed_ ? unitIn(text(), rule_) : std::nullopt;
    return typed.value_or(value_ ? value_->unit : LengthUnit::pixel);
}

void QuantityField::setQuantity(const std::optional<Length>& value) {
    const bool same = value == value_ && odd_.isEmpty();
    value_ = value;
    odd_.clear();
    if (same && typed_) return;
    showValue();
}

void QuantityField::setOdd(const QString& text) {
    if (typed_ && text == odd_) return;
    value_.reset();
    odd_ = text;
    showValue();
}

void QuantityField::showValue() {
    typed_ = false;
    setModified(false);
    setProblem({}, tip_);
    emit resultChanged({});
    emit valueRead(value_);
    const QString shown = !odd_.isEmpty() ? fittingOdd() : value_ ? fittingText() : QString();
    const QString whole = value_ ? shownText(*value_, rule_, true) : shownOdd();
    setToolTip(shown == whole && fontMetrics().horizontalAdvance(whole) <= room() ? tip_ : whole);
    if (shown == text()) return;
    const int caret = cursorPosition();
    setText(shown);
    setCursorPosition(hasFocus() ? caret : 0);
}

void QuantityField::setTyped(const QString& text) {
    setText(text);
    typed_ = true;
    check();
}

QString QuantityField::fittingOdd() const {
    return hasFocus() ? shownOdd() : cutFormula(shownOdd(), fontMetrics(), room());
}

int QuantityField::neededWidth() const {
    const QString whole = value_ ? shortText(*value_, rule_, mostDigits) : shownOdd();
    return fontMetrics().horizontalAdvance(whole) + width() - room();
}

QString QuantityField::fittingText() const {
    if (hasFocus()) return shownText(*value_, rule_);
    QString text;
    for (int digits = mostDigits; digits >= fewestDigits; --digits) {
        text = shortText(*value_, rule_, digits);
        if (fontMetrics().horizontalAdvance(text) <= room()) break;
    }
    return text;
}

void QuantityField::resizeEvent(QResizeEvent* event) {
    QLineEdit::resizeEvent(event);
    if (!typed_) showValue();
}

void QuantityField::check() {
    if (text().trimmed().isEmpty() && clearable_) {
        setProblem({}, tip_);
        emit resultChanged({});
        emit valueRead({});
        return;
    }
    if (typesFormula()) {
        setProblem(formulas_->problem(text()), tip_);
        emit resultChanged({});
        emit valueRead({});
        return;
    }
    const TypedQuantity read = readQuantity(text(), value_, rule_);
    setProblem(read.problem, tip_);
    emit valueRead(read.value);
    emit resultChanged(read.sum || (read.value && rule_.length) ? read.value : std::nullopt);
}

void QuantityField::apply() {
    if (!typed_) return;
    if (text().trimmed().isEmpty() && clearable_) {
        typed_ = false;
        value_.reset();
        emit cleared();
        return;
    }
    if (typesFormula()) return applyFormula();
    const TypedQuantity read = readQuantity(text(), value_, rule_);
    setProblem(read.problem, tip_);
    if (!read.value) return;
    typed_ = false;
    odd_.clear();
    const bool same = value_ == read.value;
    value_ = read.value;
    showValue();
    if (!same) emit entered(*value_, false);
}

void QuantityField::applyFormula() {
    setProblem(formulas_->problem(text()), tip_);
    if (!problem().isEmpty()) return;
    const QString formula = shownFormula(text());
    const bool same = meansFormula(odd_) && shownFormula(odd_) == formula;
    typed_ = false;
    value_.reset();
    odd_ = formula;
    showValue();
    if (!same) emit formulaEntered(formula);
}

void QuantityField::forgetTyped() {
    typed_ = false;
    showValue();
}

void QuantityField::restore() {
    forgetTyped();
    selectAll();
}

void QuantityField::step(int steps) {
    apply();
    if (!value_ || typed_) return;
    // Step from the full number of digits, without group separators.
    const auto stepped = stepDigit({shownText(*value_, rule_), cursorPosition()}, steps);
    if (!stepped) return;
    const TypedQuantity read = readQuantity(stepped->text, value_, rule_);
    const auto bounded = read.value && bound_ ? bound_(*read.value, *value_) : read.value;
    if (!bounded || bounded == value_) return;
    value_ = bounded;
    const bool exact = bounded == read.value;
    setText(exact ? stepped->text : shownText(*value_, rule_));
    setCursorPosition(stepped->caret);
    emit entered(*value_, true);
}

/// If a field gets the focus while its window is not active, for example after a file dialog, this event
/// comes only when the window becomes active.
void QuantityField::focusInEvent(QFocusEvent* event) {
    QLineEdit::focusInEvent(event);
    if (!typed_) showValue();
    clicked_ = event->reason() == Qt::MouseFocusReason;
    const bool returning = std::exchange(left_, false);
    const bool activated = event->reason() == Qt::ActiveWindowFocusReason && !returning;
    const bool tab = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (tab || activated) selectAll();
    emit focusChanged(true);
}

void QuantityField::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    left_ = event->reason() == Qt::ActiveWindowFocusReason;
    if (event->reason() != Qt::PopupFocusReason) apply();
    if (!typed_) showValue();
    emit focusChanged(false);
}

void QuantityField::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down: {
            const int steps = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
            return step(event->key() == Qt::Key_Up ? steps : -steps);
        }
        case Qt::Key_Return:
        case Qt::Key_Enter:
            apply();
            if (!typed_) selectAll();
            return;
        case Qt::Key_Escape:
            if (typed_) return restore();
            break;
        default:
            break;
    }
    QLineEdit::keyPressEvent(event);
}

/// A drag selects what it covers, even if its press brought the focus.
void QuantityField::mouseReleaseEvent(QMouseEvent* event) {
    QLineEdit::mouseReleaseEvent(event);
    if (std::exchange(clicked_, false) && !hasSelectedText()) selectAll();
}

/// A value can consist of several words (12.5 mm), so a double click selects all of them. QLineEdit must also
/// receive the double click, because otherwise a third click would only place the caret.
void QuantityField::mouseDoubleClickEvent(QMouseEvent* event) {
    QLineEdit::mouseDoubleClickEvent(event);
    selectAll();
}

void QuantityField::wheelEvent(QWheelEvent* event) {
    if (!hasFocus()) return event->ignore();
    if (event->angleDelta().y() != 0) step(event->angleDelta().y() > 0 ? 1 : -1);
    event->accept();
}

bool QuantityField::event(QEvent* event) {
    // Undo acts on the design's history unless a text is being typed that it can take back.
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        if ((key->matches(QKeySequence::Undo) && !(typed_ && isUndoAvailable())) ||
            (key->matches(QKeySequence::Redo) && !(typed_ && isRedoAvailable())))
            return false;
    }
    return QLineEdit::event(event);
}

}  // namespace burin::ui

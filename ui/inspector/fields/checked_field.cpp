// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/checked_field.hpp"

#include <QKeyEvent>

#include <utility>

namespace burin::ui {

CheckedField::CheckedField(const QString& value, std::function<QString(const QString&)> check,
                           QWidget* parent)
    : TypedField(value, parent), value_(value), check_(std::move(check)) {
    connect(this, &QLineEdit::textEdited, this, [this] {
        typed_ = true;
        this->check();
    });
    connect(this, &QLineEdit::editingFinished, this, &CheckedField::apply);
}

void CheckedField::setTyped(const QString& text) {
    setText(text);
    typed_ = true;
    check();
}

void CheckedField::forgetTyped() {
    typed_ = false;
    setText(value_);
    setProblem({}, {});
}

void CheckedField::check() {
    const QString now = text().trimmed();
    setProblem(now == value_ ? QString() : check_(now), {});
}

void CheckedField::apply() {
    if (!typed_) return;
    check();  // the design may have changed since then
    if (!problem().isEmpty()) return;
    typed_ = false;
    const QString now = text().trimmed();
    if (now != value_) emit entered(now);
}

void CheckedField::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape || !typed_) return TypedField::keyPressEvent(event);
    forgetTyped();
    selectAll();
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/fields/typed_field.hpp"

#include <QPointer>

#include <functional>

namespace burin::ui {

/// A line of text, such as a name, that is accepted only if a check finds nothing wrong with it.
class CheckedField : public TypedField {
    Q_OBJECT

  public:
    /// \param check  why a text, without blanks around it, is not valid; empty if it is
    CheckedField(const QString& value, std::function<QString(const QString&)> check,
                 QWidget* parent = nullptr);

    void setTyped(const QString& text) override;
    void forgetTyped() override;

  signals:
    /// Another text was typed, and it is valid.
    void entered(const QString& text);

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void check();
    void apply();

    const QString value_;
    const std::function<QString(const QString&)> check_;
    bool typed_ = false;
};

/// A check by an owner that the field may outlive: while the owner is destroyed, the field loses the focus
/// and checks its text once more.
template <class Owner>
std::function<QString(const QString&)> checkOf(const Owner* owner,
                                               QString (Owner::*check)(const QString&) const) {
    return [owner = QPointer<const Owner>(owner), check](const QString& text) {
        return owner.isNull() ? QString() : (owner->*check)(text);
    };
}

}  // namespace burin::ui

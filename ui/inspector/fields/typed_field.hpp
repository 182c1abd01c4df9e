// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace burin::ui {

/// A field that keeps an invalid text until it is corrected or discarded. The field is red meanwhile, and its
/// tooltip says what is wrong.
class TypedField : public QLineEdit {
    Q_OBJECT

  public:
    explicit TypedField(QWidget* parent = nullptr);
    explicit TypedField(const QString& text, QWidget* parent = nullptr);

    /// The error in the current text; empty if the text is valid.
    [[nodiscard]] const QString& problem() const { return problem_; }
    /// Shows a text as if the user were typing it.
    virtual void setTyped(const QString& text) = 0;
    /// Discards the typed text and shows the value again.
    virtual void forgetTyped() = 0;

  signals:
    /// The error in the current text; empty if the text is valid.
    void problemChanged(const QString& problem);

  protected:
    /// \param tip  the tooltip of a valid text
    void setProblem(const QString& problem, const QString& tip);

    /// The width that the text has, without the margins.
    [[nodiscard]] int room() const;

  private:
    QString problem_;
};

}  // namespace burin::ui

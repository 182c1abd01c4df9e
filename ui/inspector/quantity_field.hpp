// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/quantity.hpp"

#include <QLineEdit>

#include <functional>
#include <optional>

namespace burin::ui {

/// A field for a number or a length: takes units and sums, steps the digit under the caret.
///
/// All digits of the value are shown while it has the keyboard; else as many as there is room for, from six
/// significant ones down to four, and all of them in the tooltip.
class QuantityField : public QLineEdit {
    Q_OBJECT

  public:
    explicit QuantityField(QWidget* parent = nullptr);

    void setRule(const QuantityRule& rule);
    [[nodiscard]] const QuantityRule& rule() const { return rule_; }
    /// What a step may reach: moves `next` back inside the limits, or gives nothing where that cannot be.
    void setBound(std::function<std::optional<Length>(Length next, Length before)> bound) {
        bound_ = std::move(bound);
    }
    /// Whether an empty field means something: cleared() instead of a problem.
    void setClearable(bool clearable) { clearable_ = clearable; }

    /// The tooltip while the whole value is seen.
    void setTip(const QString& tip) {
        tip_ = tip;
        showValue();
    }

    /// Shows a value, unless it is the one that is shown: what is being typed stays. Nothing: empty.
    void setQuantity(const std::optional<Length>& value);
    /// Shows a text that is no quantity, as the file says it.
    void setOdd(const QString& text);
    [[nodiscard]] const std::optional<Length>& quantity() const { return value_; }
    /// What is wrong with the text as it stands; empty: nothing.
    [[nodiscard]] const QString& problem() const { return problem_; }
    /// Shows a text as if it were being typed.
    void setTyped(const QString& text);
    /// Steps as Up and Down do.
    void step(int steps);

  signals:
    /// A value was entered. \param stepping  a step, which belongs to those before it
    void entered(const burin::Length& value, bool stepping);
    void cleared();
    /// What is wrong with the text as it stands, empty: nothing.
    void problemChanged(const QString& problem);
    /// What a sum comes to, while it is typed; nothing where the text is plain or wrong.
    void resultChanged(const std::optional<burin::Length>& result);
    /// What the text stands for as it is typed, and what is shown else.
    void valueRead(const std::optional<burin::Length>& value);
    void focusChanged(bool focused);

  protected:
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

  private:
    void apply();
    void restore();
    void check();
    void showValue();
    [[nodiscard]] QString fittingText() const;
    [[nodiscard]] int room() const;
    void setProblem(const QString& problem);

    QuantityRule rule_;
    std::function<std::optional<Length>(Length, Length)> bound_;
    std::optional<Length> value_;
    QString tip_;
    QString odd_;  ///< shown instead of a value
    bool clearable_ = false;
    bool typed_ = false;  ///< the text is not what was shown
    QString problem_;
};

}  // namespace burin::ui

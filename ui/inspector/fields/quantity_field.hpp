// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/fields/quantity.hpp"
#include "ui/inspector/fields/typed_field.hpp"

#include <functional>
#include <optional>

namespace burin::ui {

class FormulaRules;

/// A field for a number or a length. It accepts units and sums, and steps the digit at the caret.
///
/// A click or Tab that brings the focus selects the whole text; the next click places the caret. With the
/// focus the field shows all digits. Without it, the field shows as many as fit, from six significant digits
/// down to four, and the tooltip shows all of them; a formula that does not fit ends with an ellipsis. In a
/// group the field also takes formulas, which begin with `=`.
class QuantityField : public TypedField {
    Q_OBJECT

  public:
    explicit QuantityField(QWidget* parent = nullptr);

    void setRule(const QuantityRule& rule);
    [[nodiscard]] const QuantityRule& rule() const { return rule_; }
    /// Sets a function that moves a step's result `next` inside the limits, or returns nothing if it cannot.
    void setBound(std::function<std::optional<Length>(Length next, Length before)> bound) {
        bound_ = std::move(bound);
    }
    /// If set, an empty field emits cleared() instead of being a problem.
    void setClearable(bool clearable) { clearable_ = clearable; }

    /// Accepts formulas while a group is open. \param formulas  must outlive the field
    void setFormulas(const FormulaRules& formulas);

    /// The tooltip if the whole value is visible.
    void setTip(const QString& tip) {
        tip_ = tip;
        showValue();
    }

    /// Shows a value; nothing: an empty field. If the value is already shown, typed text stays.
    void setQuantity(const std::optional<Length>& value);
    /// Shows a text from the file that is not a quantity, such as a formula.
    void setOdd(const QString& text);
    /// The shown value as the file has it; empty if there is none.
    [[nodiscard]] QString written() const;
    [[nodiscard]] const std::optional<Length>& quantity() const { return value_; }
    /// The unit of the text, also while the text cannot be read. A text without a unit has that of the value.
    [[nodiscard]] LengthUnit unit() const;
    /// The width that shows a whole formula, or all digits of a usual value.
    [[nodiscard]] int neededWidth() const;
    void setTyped(const QString& text) override;
    void forgetTyped() override;
    /// Steps like the Up and Down keys.
    void step(int steps);

  signals:
    /// A value was entered. \param stepping  by a step, which joins the steps before it
    void entered(const burin::Length& value, bool stepping);
    void cleared();
    /// A formula was entered, as the file has it.
    void formulaEntered(const QString& text);
    /// The result of a sum while it is typed; nothing if the text is plain or wrong.
    void resultChanged(const std::optional<burin::Length>& result);
    /// The value of the typed text, or else the value that is shown.
    void valueRead(const std::optional<burin::Length>& value);
    void focusChanged(bool focused);

  protected:
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

  private:
    void apply();
    void applyFormula();
    void restore();
    void check();
    void showValue();
    [[nodiscard]] QString fittingText() const;
    [[nodiscard]] QString shownOdd() const;
    [[nodiscard]] QString fittingOdd() const;
    [[nodiscard]] bool typesFormula() const;

    QuantityRule rule_;
    std::function<std::optional<Length>(Length, Length)> bound_;
    std::optional<Length> value_;
    QString tip_;
    QString odd_;  ///< shown instead of a value
    const FormulaRules* formulas_ = nullptr;
    bool clearable_ = false;
    bool typed_ = false;    ///< the user has changed the text
    bool clicked_ = false;  ///< a click that is not over yet has brought the focus
    bool left_ = false;     ///< another window took the focus from this field
};

}  // namespace burin::ui

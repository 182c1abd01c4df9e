// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/number_editor.hpp"

#include "core/base/text.hpp"
#include "core/design/design_edit.hpp"
#include "ui/inspector/editors/formula_space.hpp"
#include "ui/inspector/editors/result_label.hpp"
#include "ui/inspector/fields/notes_foot.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/style_property.hpp"
#include "ui/theme/theme.hpp"
#include "ui/theme/value_slider.hpp"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <cmath>

namespace burin::ui {

namespace {

constexpr int fieldWidth = 112;

double limitValue(const ParameterDescription& wanted, const Length& value, double pitchUm) {
    const Measure measure = infoOf(wanted.type).measure;
    if (measure == Measure::plain) return value.value;
    return measure == Measure::micrometres ? value.micrometres(pitchUm) : value.pixels(pitchUm);
}

/// A limit in a unit with six significant digits, rounded towards the allowed side.
QString rangeEnd(const ParameterDescription& wanted, double limit, LengthUnit unit, double pitchUm,
                 bool low) {
    const QuantityRule rule = quantityRule(wanted, pitchUm);
    const double value = rule.length ? limit / limitValue(wanted, {1, unit}, pitchUm) : limit;
    if (value == std::floor(value)) return shownText({value, unit}, rule, true);
    return shownText({roundedLimit(value, low), unit}, rule, true);
}

}  // namespace

QString rangeText(const ParameterDescription& wanted, LengthUnit unit, double pitchUm) {
    const bool low = std::isfinite(wanted.minimum);
    const bool high = std::isfinite(wanted.maximum);
    const auto end = [&](double limit, bool lower) { return rangeEnd(wanted, limit, unit, pitchUm, lower); };
    const QString above = QStringLiteral("> ");
    if (low && high && !wanted.strictlyPositive)
        return end(wanted.minimum, true) + QStringLiteral(" \u2026 ") + end(wanted.maximum, false);
    if (high)
        return (wanted.strictlyPositive ? above + "0 \u2026 " : QStringLiteral("\u2264 ")) +
               end(wanted.maximum, false);
    if (wanted.strictlyPositive) return above + "0";
    return low ? QStringLiteral("\u2265 ") + end(wanted.minimum, true) : QString();
}

bool insideLimits(const ParameterDescription& wanted, const Length& value, double pitchUm) {
    const double checked = wanted.type == ParameterType::pixels ? value.wholePixels(pitchUm)
                                                                : limitValue(wanted, value, pitchUm);
    if (wanted.strictlyPositive && checked <= std::max(0.0, wanted.minimum)) return false;
    return checked >= wanted.minimum && checked <= wanted.maximum;
}

QString resultText(const ParameterDescription& wanted, const std::optional<Length>& result,
                   const QuantityRule& rule) {
    if (!result) return {};
    QString text = "= " + shownText(*result, rule, true);
    if (rule.length && result->unit != LengthUnit::pixel) {
        const double px = result->pixels(rule.pitchUm);
        const double shown = wanted.type == ParameterType::pixels ? std::floor(px + 0.5) : px;
        text += " = " + shownText({QString::number(shown, 'g', 6).toDouble(), LengthUnit::pixel}, rule, true);
    }
    return text;
}

QuantityRule quantityRule(const ParameterDescription& wanted, double pitchUm) {
    const bool length = infoOf(wanted.type).measure != Measure::plain;
    return {length, length ? QString() : kindText(wanted.unit), pitchUm};
}

std::optional<Length> quantityOf(const YamlValue* value, const QuantityRule& rule) {
    if (value == nullptr || value->type != YamlValue::Type::scalar) return {};
    std::optional<Length> read;
    if (rule.length) {
        read = parseLength(value->scalar);
    } else if (const auto number = parseNumber(value->scalar)) {
        read = Length{*number, LengthUnit::pixel};
    }
    return read && std::isfinite(read->value) ? read : std::nullopt;
}

void showQuantity(QuantityField& field, const YamlValue* value) {
    const auto quantity = quantityOf(value, field.rule());
    if (quantity || value == nullptr) return field.setQuantity(quantity);
    field.setOdd(scalarText(value));
}

std::function<std::optional<Length>(Length, Length)> boundOf(const ParameterDescription& wanted,
                                                             const EditorPlace& place) {
    return [&wanted, place](Length next, Length before) -> std::optional<Length> {
        const double pitch = place.pitchUm();
        if (wanted.oddOnly && std::fmod(next.value, 2) == 0) next.value += next.value > before.value ? 1 : -1;
        const double value = limitValue(wanted, next, pitch);
        if (wanted.strictlyPositive && value <= std::max(0.0, wanted.minimum)) return {};
        const double inside = std::clamp(value, wanted.minimum, wanted.maximum);
        if (inside == value) return next;
        const double one = limitValue(wanted, {1, next.unit}, pitch);
        return Length{inside / one, next.unit};
    };
}

NumberEditor::NumberEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : ValueEditor(std::move(place), parent),
      wanted_(wanted),
      slider_(new ValueSlider(this)),
      field_(new QuantityField(this)),
      hint_(new QWidget(this)),
      range_(new QLabel(hint_)),
      result_(new QLabel(hint_)),
      formulaResult_(new ResultLabel(theme(), this)) {
    const QString name = kindText(wanted.key);
    slider_->setObjectName("slider." + name);
    field_->setObjectName("field." + name);
    field_->setFixedWidth(fieldWidth);
    field_->setFont(theme().numbers());
    field_->setRule(quantityRule(wanted, this->place().pitchUm()));
    field_->setBound(boundOf(wanted, this->place()));
    field_->setClearable(!wanted.required);
    field_->setPlaceholderText(tr("none"));
    if (this->place().formulas != nullptr) field_->setFormulas(*this->place().formulas);
    formulaResult_->setObjectName("result." + name);
    range_->setFont(theme().font(11));
    range_->setObjectName("range." + name);
    range_->setProperty("quiet", true);
    result_->setFont(theme().numbers(11));
    result_->setProperty("good", true);

    line_ = new QHBoxLayout;
    line_->setSpacing(8);
    line_->addWidget(slider_, 1);
    line_->addWidget(field_);
    auto* below = new QHBoxLayout(hint_);
    below->setContentsMargins(0, 2, 0, 0);
    below->addWidget(range_);
    below->addStretch(1);
    below->addWidget(result_);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(line_);
    all->addWidget(formulaResult_);
    all->addWidget(hint_);
    hint_->hide();
    setFirst(field_);
    slides_ = !this->place().compact;

    connect(slider_, &ValueSlider::grabbed, this, [this] { gesture_ = document().newGesture(); });
    connect(slider_, &ValueSlider::slid, this, &NumberEditor::slide);
    connect(slider_, &ValueSlider::nudged, this, &NumberEditor::nudge);
    connect(field_, &QuantityField::entered, this,
            [this](const Length& value, bool stepping) { enter(value, stepping ? gesture_ : 0); });
    connect(field_, &QuantityField::cleared, this, [this] { emit edited({}, 0); });
    connect(field_, &QuantityField::formulaEntered, this,
            [this](const QString& text) { emit edited(yamlScalar(text.toStdString()), 0); });
    connect(field_, &QuantityField::problemChanged, this, &ValueEditor::problemChanged);
    connect(field_, &QuantityField::focusChanged, this, [this](bool focused) {
        if (focused) gesture_ = document().newGesture();
        showHint();
    });
    connect(field_, &QuantityField::valueRead, this, &NumberEditor::showRange);
    connect(field_, &QuantityField::resultChanged, this, [this](const std::optional<Length>& value) {
        result_->setText(resultText(wanted_, value, field_->rule()));
        showHint();
    });
}

/// A hint below the field needs room. It only appears once something is typed, so that nothing moves while
/// the user walks through the fields.
void NumberEditor::showHint() {
    const bool says = !range_->text().isEmpty() || !result_->text().isEmpty();
    NotesFoot* const foot = place().notes;
    if (foot == nullptr) {
        hint_->setVisible(field_->hasFocus() && field_->isModified() && says);
    } else if (field_->hasFocus() && says) {
        foot->setHint(field_, {range_->text(), range_->property("error").toBool(), result_->text()});
    } else {
        foot->removeHint(field_);
    }
}

/// Shows the range in the unit of the value, so that they can be compared.
void NumberEditor::showRange(const std::optional<Length>& value) {
    const double pitch = place().pitchUm();
    range_->setText(rangeText(wanted_, value ? value->unit : field_->unit(), pitch));
    const bool outside = value && !insideLimits(wanted_, *value, pitch);
    setStyleProperty(range_, "error", outside);
    setStyleProperty(result_, "good", !outside);
    setStyleProperty(result_, "error", outside);
    showHint();
}

double NumberEditor::inLimits(const Length& value) const {
    return limitValue(wanted_, value, place().pitchUm());
}

Length NumberEditor::fromLimits(double value) const {
    const LengthUnit unit = field_->quantity() ? field_->quantity()->unit : LengthUnit::pixel;
    const double one = inLimits({1, unit});
    return {QString::number(value / one, 'g', 12).toDouble(), unit};
}

void NumberEditor::setValue(const YamlValue* value) {
    field_->setRule(quantityRule(wanted_, place().pitchUm()));
    const auto fallback = fallbackOf(wanted_);
    showQuantity(*field_, value == nullptr && fallback ? &*fallback : value);
    placeSlider();
    showFormula();
}

/// A formula gets the width of the slider, which cannot change it.
void NumberEditor::showFormula() {
    const QString text = field_->written();
    const bool formula = place().formulas != nullptr && meansFormula(text);
    slider_->setVisible(slides_ && !formula);
    const bool wide = formula || !slides_;
    field_->setMinimumWidth(wide ? 0 : fieldWidth);
    field_->setMaximumWidth(wide ? QWIDGETSIZE_MAX : fieldWidth);
    formulaResult_->showResultOf(text, wanted_, place().compact ? nullptr : place().formulas);
}

void NumberEditor::replaceSlider(QWidget* widget) {
    slides_ = false;
    line_->addWidget(widget);
    showFormula();
}

void NumberEditor::placeSlider() {
    std::optional<double> value;
    if (field_->quantity()) value = inLimits(*field_->quantity());
    // The scale must not change while the slider is held, and its handle must not move when it is released.
    // At the end of the scale there may be more room.
    const bool left = slid_ && field_->quantity() == slid_ && scale_.fraction(*value) < 1;
    if (!slider_->isSliderDown() && !left) {
        scale_ = sliderScale(wanted_, value);
        slid_.reset();
    }
    slider_->setFraction(scale_.fraction(value.value_or(scale_.low)));
}

void NumberEditor::enter(const Length& value, int gesture) {
    emit edited(yamlScalar(fileText(value, field_->rule()).toStdString()), gesture);
}

void NumberEditor::slide(double fraction) {
    double value = scale_.value(fraction);
    // An excluded limit is replaced by the smallest step above it.
    if (wanted_.strictlyPositive && value <= std::max(0.0, wanted_.minimum)) value = scale_.value(1e-3);
    slid_ = fromLimits(value);
    enter(*slid_, gesture_);
}

void NumberEditor::nudge(int steps) {
    const double now = field_->quantity() ? inLimits(*field_->quantity()) : scale_.low;
    const double next = scale_.value(scale_.fraction(now) + steps * 0.01);
    const bool stuck = scale_.whole && std::abs(next - now) < std::abs(steps);
    const double least = now + steps * (scale_.odd ? 2 : 1);
    slid_ = fromLimits(stuck ? std::clamp(least, scale_.low, scale_.high) : next);
    enter(*slid_, gesture_);
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/simple_editors.hpp"

#include "core/design/design_edit.hpp"
#include "ui/graph/fitting.hpp"
#include "ui/inspector/choose_file.hpp"
#include "ui/inspector/number_editor.hpp"
#include "ui/inspector/quantity_field.hpp"
#include "ui/inspector/segmented_switch.hpp"
#include "ui/inspector/side_lock.hpp"
#include "ui/inspector/value_words.hpp"
#include "ui/model/document.hpp"
#include "ui/theme/theme.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

/// What a switch may take of the row.
constexpr int mostSwitchWidth = 208;
/// A help of more characters does not fit beside a check box.
constexpr int longestAside = 28;
constexpr int buttonSide = 24;

QHBoxLayout* lineOf(QWidget* widget) {
    auto* line = new QHBoxLayout(widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    return line;
}

}  // namespace

BooleanEditor::BooleanEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : ValueEditor(std::move(place), parent), wanted_(wanted), box_(new QCheckBox(this)) {
    QString aside = kindText(wanted.help);
    if (aside.endsWith('.')) aside.chop(1);
    if (aside.size() <= longestAside) box_->setText(aside);
    box_->setObjectName("field." + kindText(wanted.key));
    box_->setFont(theme().font(12));
    lineOf(this)->addWidget(box_);
    setFirst(box_);
    connect(box_, &QCheckBox::clicked, this,
            [this](bool checked) { emit edited(yamlScalar(checked ? "true" : "false"), 0); });
}

void BooleanEditor::setValue(const YamlValue* value) {
    const auto fallback = fallbackOf(wanted_);
    const QString text = scalarText(value == nullptr && fallback ? &*fallback : value);
    box_->setChecked(text == "true");
}

ChoiceEditor::ChoiceEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : ValueEditor(std::move(place), parent), wanted_(wanted) {
    QStringList words;
    for (const std::string_view choice : wanted.choices)
        words << choiceText(choice);
    const QString name = "field." + kindText(wanted.key);
    auto* line = lineOf(this);
    switch_ = new SegmentedSwitch(theme(), words, this);
    if (switch_->sizeHint().width() <= mostSwitchWidth) {
        switch_->setObjectName(name);
        line->addWidget(switch_);
        line->addStretch(1);
        setFirst(switch_);
        connect(switch_, &SegmentedSwitch::picked, this, &ChoiceEditor::pick);
        return;
    }
    delete std::exchange(switch_, nullptr);
    list_ = new QComboBox(this);
    list_->setObjectName(name);
    list_->addItems(words);
    list_->setPlaceholderText(tr("Choose"));
    line->addWidget(list_, 1);
    setFirst(list_);
    connect(list_, &QComboBox::activated, this, &ChoiceEditor::pick);
}

void ChoiceEditor::pick(int index) {
    if (index < 0) return;
    emit edited(yamlScalar(wanted_.choices[static_cast<std::size_t>(index)]), 0);
}

void ChoiceEditor::setValue(const YamlValue* value) {
    const auto fallback = fallbackOf(wanted_);
    const QString text = scalarText(value == nullptr && fallback ? &*fallback : value);
    int index = -1;
    for (std::size_t i = 0; i < wanted_.choices.size(); ++i) {
        if (text.toStdString() == wanted_.choices[i]) index = static_cast<int>(i);
    }
    if (switch_ != nullptr) switch_->setChosen(index);
    if (list_ != nullptr) list_->setCurrentIndex(index);
}

TextEditor::TextEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : ValueEditor(std::move(place), parent), wanted_(wanted), field_(new QLineEdit(this)) {
    const QString name = kindText(wanted.key);
    field_->setObjectName("field." + name);
    auto* line = lineOf(this);
    line->addWidget(field_, 1);
    setFirst(field_);
    field_->installEventFilter(this);
    connect(field_, &QLineEdit::editingFinished, this, &TextEditor::apply);
    if (wanted.type != ParameterType::file) return;
    field_->setFont(theme().numbers());
    field_->setPlaceholderText(tr("Choose a file"));
    line->setSpacing(4);
    auto* button = new QToolButton(this);
    button->setObjectName("choose." + name);
    button->setToolTip(tr("Choose the file"));
    button->setIconSize({16, 16});
    button->setIcon(theme().icon("folder", Role::secondary));
    button->setFixedSize(buttonSide, buttonSide);
    line->addWidget(button);
    connect(button, &QToolButton::clicked, this, &TextEditor::choose);
}

void TextEditor::setValue(const YamlValue* value) {
    const QString text = scalarText(value);
    if (field_->isModified() && text == shown_) return;
    shown_ = text;
    field_->setText(text);
    field_->setToolTip(text);
}

void TextEditor::apply() {
    if (!field_->isModified() || field_->text() == shown_) return;
    shown_ = field_->text();
    field_->setModified(false);
    if (shown_.isEmpty() && !wanted_.required) return emit edited({}, 0);
    emit edited(yamlScalar(shown_.toStdString(), shown_.isEmpty()), 0);
}

bool TextEditor::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
        field_->isModified()) {
        field_->setText(shown_);
        return true;
    }
    return ValueEditor::eventFilter(watched, event);
}

void TextEditor::choose() {
    chooseFile(this, place().folder(), shown_,
               [this](const QString& file) { emit edited(yamlScalar(file.toStdString()), 0); });
}

PairEditor::PairEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : ValueEditor(std::move(place), parent),
      wanted_(wanted),
      x_(new QuantityField(this)),
      y_(new QuantityField(this)) {
    auto* line = lineOf(this);
    const QString name = kindText(wanted.key);
    x_->setObjectName("field." + name + ".x");
    y_->setObjectName("field." + name + ".y");
    for (QuantityField* field : {x_, y_}) {
        field->setFont(theme().numbers());
        field->setRule(quantityRule(wanted, this->place().pitchUm()));
        field->setBound(boundOf(wanted, this->place()));
        field->setClearable(!wanted.required);
        field->setPlaceholderText(tr("none"));
        field->setMinimumWidth(40);
        line->addWidget(field, 1);
        connect(field, &QuantityField::entered, this,
                [this, field](const Length&, bool stepping) { enter(field, stepping ? gesture_ : 0); });
        connect(field, &QuantityField::cleared, this, [this] { emit edited({}, 0); });
        connect(field, &QuantityField::problemChanged, this, &ValueEditor::problemChanged);
        connect(field, &QuantityField::focusChanged, this, [this](bool focused) {
            if (focused) gesture_ = document().newGesture();
        });
    }
    setFirst(x_);
    if (wanted.type == ParameterType::pixelSize) {
        sides_ = new SideLock(theme(), this);
        sides_->setObjectName("lock." + name);
        line->setSpacing(4);
        line->addWidget(sides_);
        connect(sides_, &SideLock::clicked, this, [this] { lockChosen_ = true; });
    }
    if (wanted.type != ParameterType::scale) return;
    lock_ = new QToolButton(this);
    lock_->setObjectName("lock." + name);
    lock_->setCheckable(true);
    lock_->setChecked(true);
    lock_->setToolTip(tr("The same along x and y"));
    lock_->setIconSize({16, 16});
    lock_->setIcon(theme().icon("lock", Role::secondary));
    lock_->setFixedSize(buttonSide, buttonSide);
    line->addWidget(lock_);
    connect(lock_, &QToolButton::clicked, this, &PairEditor::setLocked);
    y_->setEnabled(false);
}

void PairEditor::setLocked(bool locked) {
    y_->setEnabled(!locked);
    if (x_->quantity()) enter(x_, 0);
}

void PairEditor::setValue(const YamlValue* value) {
    const QuantityRule rule = quantityRule(wanted_, place().pitchUm());
    x_->setRule(rule);
    y_->setRule(rule);
    const auto fallback = fallbackOf(wanted_);
    if (value == nullptr && fallback) value = &*fallback;
    const bool pair = value != nullptr && value->items.size() == 2;
    const bool single = value != nullptr && value->type == YamlValue::Type::scalar;
    showQuantity(*x_, pair ? &value->items[0] : single ? value : nullptr);
    showQuantity(*y_, pair ? &value->items[1] : single ? value : nullptr);
    if (sides_ != nullptr) showProportions();
    if (lock_ == nullptr || value == nullptr) return;
    lock_->setChecked(!pair);
    y_->setEnabled(pair);
}

/// Width / height of what is scaled, where it is known.
std::optional<double> PairEditor::proportionsOfChild() const {
    const DesignNode* node = document().node(place().node);
    if (node == nullptr || !wanted_.scalesChild) return {};
    const auto link = std::find_if(node->links.begin(), node->links.end(),
                                   [](const DesignLink& each) { return each.trait == Trait::data; });
    if (link == node->links.end() || !link->child) return {};
    const Fitting fitting(*document().design());
    const Extent& extent = fitting.extent(*link->child);
    if (!extent.bounded() || extent.empty()) return {};
    return static_cast<double>(extent.rect().width) / static_cast<double>(extent.rect().height);
}

/// Until someone says otherwise, sides in the child's proportions are locked.
void PairEditor::showProportions() {
    const std::optional<double> natural = proportionsOfChild();
    const double pitch = place().pitchUm();
    bool locked = natural.has_value();
    if (x_->quantity() && y_->quantity()) {
        sides_->setSides({*x_->quantity(), *y_->quantity()}, pitch);
        const double width = x_->quantity()->pixels(pitch);
        const double height = y_->quantity()->pixels(pitch);
        locked =
            natural && (std::abs(width - height * *natural) <= 1 || std::abs(width / *natural - height) <= 1);
    } else if (natural) {
        sides_->setProportions(*natural, pitch);
    }
    if (!lockChosen_) sides_->setChecked(locked);
}

void PairEditor::enter(QuantityField* changed, int gesture) {
    // Where only one of both is known, it counts for both.
    Length x = x_->quantity().value_or(*changed->quantity());
    Length y = y_->quantity().value_or(*changed->quantity());
    if (sides_ != nullptr) {
        const Sides sides = sides_->follow({x, y}, changed == x_);
        x = sides.width;
        y = sides.height;
    }
    const std::string first = fileText(x, x_->rule()).toStdString();
    if (lock_ != nullptr && lock_->isChecked()) return emit edited(yamlScalar(first), gesture);
    emit edited(yamlList(std::vector<std::string>{first, fileText(y, y_->rule()).toStdString()}), gesture);
}

}  // namespace burin::ui

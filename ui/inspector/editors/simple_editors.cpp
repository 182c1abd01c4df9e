// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/simple_editors.hpp"

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "ui/graph/items/fitting.hpp"
#include "ui/inspector/editors/choose_file.hpp"
#include "ui/inspector/editors/formula_space.hpp"
#include "ui/inspector/editors/number_editor.hpp"
#include "ui/inspector/editors/result_label.hpp"
#include "ui/inspector/editors/value_menu.hpp"
#include "ui/inspector/editors/value_words.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/inspector/fields/side_lock.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/pasted_text.hpp"
#include "ui/words/text_start.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QRegularExpression>
#include <QResizeEvent>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>

namespace burin::ui {

namespace {

/// The largest width of a switch in its row.
constexpr int mostSwitchWidth = 208;
constexpr int leastField = 40;
/// The width of a field beside a slider with two knobs.
constexpr int narrowField = 54;

/// Whether a parameter takes a list, or a text that commas divide into one.
bool isList(const ParameterDescription& wanted) {
    return wanted.type == ParameterType::lengths || wanted.type == ParameterType::texts;
}

/// A list as a user types it. \return nothing if an item is not a text, or contains a comma, which would
/// divide it
std::optional<QString> typedList(const YamlValue& list) {
    QStringList items;
    for (const YamlValue& item : list.items) {
        if (!item.isScalar() || item.scalar.find(',') != std::string::npos) return {};
        items << scalarText(&item);
    }
    return items.join(", ");
}

/// A typed list. A text with a comma between two digits stays whole: its reader asks whether the comma is
/// decimal.
YamlValue listOf(const QString& text) {
    static const QRegularExpression close("[0-9],[0-9]");
    if (!text.contains(',') || text.contains(close)) return yamlScalar(text.toStdString());
    std::vector<std::string> items;
    for (const QString& item : text.split(','))
        items.push_back(item.trimmed().toStdString());
    return yamlList(items);
}

QHBoxLayout* lineOf(QWidget* widget) {
    auto* line = new QHBoxLayout(widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    return line;
}

}  // namespace

BooleanEditor::BooleanEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : ValueEditor(std::move(place), parent), wanted_(wanted), box_(new QCheckBox(this)) {
    box_->setObjectName("field." + kindText(wanted.key));
    box_->setToolTip(kindText(wanted.help));
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
    if (!this->place().compact && switch_->sizeHint().width() <= mostSwitchWidth) {
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
    field_->setContextMenuPolicy(Qt::NoContextMenu);  // the menu is that of the value
    field_->installEventFilter(this);
    takeWholeTexts(*field_);
    connect(field_, &QLineEdit::editingFinished, this, &TextEditor::apply);
    // The end of a path names the file.
    if (wanted.type != ParameterType::file) {
        new TextStart(*field_);
        return;
    }
    field_->setFont(theme().numbers());
    field_->setPlaceholderText(tr("Choose a file"));
    line->setSpacing(4);
    auto* button = new QToolButton(this);
    button->setObjectName("choose." + name);
    button->setToolTip(tr("Choose a file"));
    button->setIconSize({16, 16});
    button->setIcon(theme().icon("folder", Role::secondary));
    button->setProperty("beside", true);
    line->addWidget(button);
    connect(button, &QToolButton::clicked, this, &TextEditor::choose);
}

void TextEditor::setValue(const YamlValue* value) {
    const bool list = isList(wanted_) && value != nullptr && value->isSequence();
    const std::optional<QString> typed = list ? typedList(*value) : scalarText(value);
    const QString text = typed ? *typed : valueWords(wanted_, value);
    if (field_->isModified() && text == shown_) return;
    shown_ = text;
    const bool whole = showText(*field_, text);
    if (!typed) field_->setReadOnly(true);
    field_->setToolTip(!typed  ? tr("A part of this list has a comma; edit it in the design's file.")
                       : whole ? text
                               : tr("The text is too long for this field; edit it in the design's file."));
}

void TextEditor::apply() {
    if (!field_->isModified() || field_->text() == shown_) return;
    shown_ = field_->text();
    field_->setModified(false);
    if (shown_.isEmpty() && !wanted_.required) return emit edited({}, 0);
    emit edited(isList(wanted_) ? listOf(shown_) : yamlScalar(shown_.toStdString(), shown_.isEmpty()), 0);
}

bool TextEditor::eventFilter(QObject* watched, QEvent* event) {
    const auto take = [this](const QString& file) { emit edited(yamlScalar(file.toStdString()), 0); };
    if (wanted_.type == ParameterType::file && takeDroppedFile(this, *event, document(), take)) return true;
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
        field_->isModified()) {
        field_->setText(shown_);
        return true;
    }
    return ValueEditor::eventFilter(watched, event);
}

void TextEditor::choose() {
    chooseFile(this, place(), shown_,
               [this](const QString& file) { emit edited(yamlScalar(file.toStdString()), 0); });
}

PairEditor::PairEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : ValueEditor(std::move(place), parent),
      wanted_(wanted),
      x_(new QuantityField(this)),
      y_(new QuantityField(this)),
      grid_(new QGridLayout(this)),
      resultX_(new ResultLabel(theme(), this)),
      resultY_(new ResultLabel(theme(), this)) {
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(8);
    grid_->setVerticalSpacing(0);
    const QString name = kindText(wanted.key);
    x_->setObjectName("field." + name + ".x");
    y_->setObjectName("field." + name + ".y");
    for (QuantityField* field : {x_, y_}) {
        field->setFont(theme().numbers());
        field->setRule(quantityRule(wanted, this->place().pitchUm()));
        field->setBound(boundOf(wanted, this->place()));
        field->setClearable(!wanted.required);
        field->setPlaceholderText(tr("none"));
        field->setMinimumWidth(leastField);
        if (this->place().formulas != nullptr) field->setFormulas(*this->place().formulas);
        const int column = field == x_ ? 1 : 2;
        grid_->addWidget(field, 0, column);
        grid_->addWidget(field == x_ ? resultX_ : resultY_, 1, column);
        grid_->setColumnStretch(column, 1);
        connect(field, &QuantityField::formulaEntered, this, [this, field] { enter(field, 0); });
        connect(field, &QuantityField::entered, this,
                [this, field](const Length&, bool stepping) { enter(field, stepping ? gesture_ : 0); });
        connect(field, &QuantityField::cleared, this, [this] { emit edited({}, 0); });
        connect(field, &QuantityField::problemChanged, this, &ValueEditor::problemChanged);
        connect(field, &QuantityField::focusChanged, this, [this](bool focused) {
            if (focused) gesture_ = document().newGesture();
        });
    }
    setFirst(x_);
    const bool locks = wanted.type == ParameterType::pixelSize || wanted.type == ParameterType::scale;
    if (locks) grid_->setHorizontalSpacing(4);
    if (wanted.type == ParameterType::pixelSize) {
        sides_ = new SideLock(theme(), this);
        sides_->setObjectName("lock." + name);
        grid_->addWidget(sides_, 0, 3);
        connect(sides_, &SideLock::clicked, this, [this] { lockChosen_ = true; });
    }
    if (wanted.type != ParameterType::scale) return;
    lock_ = new QToolButton(this);
    lock_->setObjectName("lock." + name);
    lock_->setCheckable(true);
    lock_->setChecked(true);
    lock_->setToolTip(tr("Same value for x and y"));
    lock_->setIconSize({16, 16});
    lock_->setIcon(theme().icon("lock", Role::secondary));
    lock_->setProperty("beside", true);
    grid_->addWidget(lock_, 0, 3);
    connect(lock_, &QToolButton::clicked, this, &PairEditor::setLocked);
    y_->setEnabled(false);
}

void PairEditor::setLocked(bool locked) {
    y_->setEnabled(!locked);
    if (!x_->written().isEmpty()) enter(x_, 0);
}

void PairEditor::putBefore(QWidget* widget) {
    before_ = widget;
    grid_->addWidget(widget, 0, 0);
    for (QuantityField* field : {x_, y_})
        field->setProperty("narrow", true);
    shareRoom();
}

/// Divides the room between the fields. A formula that is longer than half of it takes what the other field
/// does not need.
void PairEditor::shareRoom() {
    const auto tooLong = [](const QuantityField* field) {
        return meansFormula(field->written()) && field->neededWidth() > narrowField;
    };
    const bool narrow = before_ != nullptr && !tooLong(x_) && !tooLong(y_);
    if (before_ != nullptr) {
        before_->setVisible(narrow);
        for (QuantityField* field : {x_, y_}) {
            field->setMinimumWidth(narrow ? narrowField : leastField);
            field->setMaximumWidth(narrow ? narrowField : QWIDGETSIZE_MAX);
        }
    }
    if (narrow) return setStretches(1, 0, 0);
    const bool formulas = meansFormula(x_->written()) || meansFormula(y_->written());
    const int all = std::max(2 * leastField, width() - grid_->horizontalSpacing());
    const int half = all / 2;
    const int x = x_->neededWidth() + 1;
    const int y = y_->neededWidth() + 1;
    if (!formulas || (x <= half && y <= half)) return setStretches(0, 1, 1);
    const int longer = std::max(half, std::min(std::max(x, y), all - std::min(x, y)));
    if (x > y) return setStretches(0, longer, all - longer);
    setStretches(0, all - longer, longer);
}

void PairEditor::setStretches(int before, int x, int y) {
    const std::array stretches = {before, x, y};
    bool changed = false;
    for (int column = 0; column < 3; ++column) {
        const int stretch = stretches[static_cast<std::size_t>(column)];
        changed = changed || grid_->columnStretch(column) != stretch;
        grid_->setColumnStretch(column, stretch);
    }
    if (changed) grid_->invalidate();
}

void PairEditor::resizeEvent(QResizeEvent* event) {
    ValueEditor::resizeEvent(event);
    shareRoom();
}

void PairEditor::showResults() {
    resultX_->showResultOf(x_->written(), wanted_, place().formulas);
    resultY_->showResultOf(y_->written(), wanted_, place().formulas);
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
    showResults();
    shareRoom();
    const bool parts = lock_ == nullptr || pair;
    x_->setProperty(partProperty, parts ? "0" : "");
    y_->setProperty(partProperty, parts ? "1" : "");
    if (sides_ != nullptr) showProportions();
    if (lock_ == nullptr || value == nullptr) return;
    lock_->setChecked(!pair);
    y_->setEnabled(pair);
}

/// Width / height of the child to be scaled, if known.
std::optional<double> PairEditor::proportionsOfChild() const {
    const DesignNode* node = document().node(place().node);
    if (node == nullptr || !wanted_.scalesChild) return {};
    const auto link = std::find_if(node->links.begin(), node->links.end(),
                                   [](const DesignLink& each) { return each.trait == Trait::data; });
    if (link == node->links.end() || !link->child) return {};
    const Fitting fitting(*document().scope().nodes());
    const Extent& extent = fitting.extent(*link->child);
    if (!extent.bounded() || extent.empty()) return {};
    return static_cast<double>(extent.rect().width) / static_cast<double>(extent.rect().height);
}

/// Locks the sides if they have the child's proportions, until the user sets the lock.
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
    // If only one value is known, it is used for both.
    if (sides_ != nullptr && changed->quantity()) {
        const Sides sides = sides_->follow(
            {x_->quantity().value_or(*changed->quantity()), y_->quantity().value_or(*changed->quantity())},
            changed == x_);
        if (!meansFormula(x_->written())) x_->setQuantity(sides.width);
        if (!meansFormula(y_->written())) y_->setQuantity(sides.height);
    }
    for (QuantityField* field : {x_, y_}) {
        if (field->written().isEmpty()) field->setQuantity(changed->quantity());
    }
    enterBoth(gesture);
}

void PairEditor::enterBoth(int gesture) {
    const std::string first = x_->written().toStdString();
    if (lock_ != nullptr && lock_->isChecked()) return emit edited(yamlScalar(first), gesture);
    emit edited(yamlList(std::vector<std::string>{first, y_->written().toStdString()}), gesture);
}

}  // namespace burin::ui

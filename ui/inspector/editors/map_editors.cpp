// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/map_editors.hpp"

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/expression/expression.hpp"
#include "ui/inspector/editors/number_editor.hpp"
#include "ui/inspector/editors/parameter_row.hpp"
#include "ui/inspector/editors/value_menu.hpp"
#include "ui/inspector/fields/checked_field.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace burin::ui {

namespace {

constexpr int nameWidth = 80;
constexpr int mostTries = 100;
constexpr std::size_t mostNumberRows = 100;  // a file may have a hundred thousand numbers

YamlValue emptyMap() {
    YamlValue map;
    map.type = YamlValue::Type::map;
    map.flow = true;
    return map;
}

/// The editor of one key's value, beside the key's label unless it takes the full width.
ValueEditor* makePart(const ParameterDescription& wanted, EditorPlace place, QWidget* part) {
    auto* line = new QHBoxLayout(part);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    if (!isWide(wanted)) {
        auto* label = new QLabel(titleOf(wanted), part);
        label->setFixedWidth(96);
        label->setProperty("secondary", true);
        label->setToolTip(kindText(wanted.help));
        line->addWidget(label, 0, Qt::AlignTop);
    }
    ValueEditor* editor = makeEditor(wanted, std::move(place), part);
    line->addWidget(editor, 1);
    return editor;
}

/// Removes a part with its texts at once, but deletes it later, because one of its signals may have led to
/// this call.
void discard(QWidget* part) {
    part->hide();
    part->setParent(nullptr);
    part->deleteLater();
}

/// A text that is not valid moves from a field to the one that replaces it.
void keepTyped(const TypedField& from, TypedField& to) {
    if (!from.problem().isEmpty()) to.setTyped(from.text());
}

}  // namespace

NumbersEditor::NumbersEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : ValueEditor(std::move(place), parent), wanted_(wanted), number_(wanted), map_(emptyMap()) {
    number_.type = ParameterType::number;
    number_.required = true;
    number_.fallback = {};
    number_.help = {};
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(4);
    column_ = new QVBoxLayout;
    column_->setSpacing(8);
    all->addLayout(column_);
    more_ = new QLabel(this);
    more_->setObjectName("more." + kindText(wanted.key));
    more_->setProperty("quiet", true);
    more_->hide();
    all->addWidget(more_);
    add_ = new QPushButton(tr("Add a number"), this);
    add_->setObjectName("add." + kindText(wanted.key));
    add_->setProperty("link", true);
    all->addWidget(add_, 0, Qt::AlignLeft);
    setFirst(add_);
    connect(add_, &QPushButton::clicked, this, &NumbersEditor::add);
}

void NumbersEditor::setValue(const YamlValue* value) {
    map_ = value != nullptr && value->type == YamlValue::Type::map ? *value : emptyMap();
    const std::size_t count = std::min(map_.entries.size(), mostNumberRows);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i)
        names.push_back(map_.entries[i].key.scalar);
    if (names != names_) rebuild(names);
    const auto left = static_cast<std::int64_t>(map_.entries.size() - count);
    more_->setText(tr("And %1 more").arg(groupedText(left)));
    more_->setVisible(left > 0);
    const bool room = map_.entries.size() < mostNumberRows;
    add_->setEnabled(room);
    add_->setToolTip(room ? QString()
                          : tr("The form has no room for another number. Add it in the design's file."));
    for (std::size_t i = 0; i < rows_.size(); ++i)
        rows_[i].number->setValue(&map_.entries[i].value);
}

/// Builds the rows again. A row keeps its typed texts, even if its number was renamed.
void NumbersEditor::rebuild(const std::vector<std::string>& names) {
    const std::vector<std::string> namesBefore = std::exchange(names_, names);
    const std::vector<Row> rowsBefore = std::exchange(rows_, {});
    for (const Row& row : rowsBefore) {
        // The index in its signals may now mean another number.
        row.name->disconnect(this);
        row.number->disconnect(this);
        discard(row.whole);
    }
    const auto has = [](const std::vector<std::string>& all, const std::string& name) {
        return std::find(all.begin(), all.end(), name) != all.end();
    };
    for (std::size_t i = 0; i < names_.size(); ++i) {
        rows_.push_back(makeRow(i));
        column_->addWidget(rows_.back().whole);
        rows_.back().number->setValue(&map_.entries[i].value);
        const bool renamed = names_.size() == namesBefore.size() && !has(names_, namesBefore[i]);
        for (std::size_t k = 0; k < namesBefore.size(); ++k) {
            if (namesBefore[k] != names_[i] && !(renamed && k == i && !has(namesBefore, names_[i]))) continue;
            keepTyped(*rowsBefore[k].name, *rows_.back().name);
            keepTyped(rowsBefore[k].number->field(), rows_.back().number->field());
        }
    }
}

NumbersEditor::Row NumbersEditor::makeRow(std::size_t index) {
    auto* row = new QWidget(this);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(6);
    const QString key = kindText(wanted_.key) + '.' + QString::number(index);
    auto* name = new CheckedField(QString::fromStdString(names_[index]),
                                  checkOf(this, &NumbersEditor::problemOf), row);
    name->setObjectName("name." + key);
    name->setFont(theme().numbers());
    name->setFixedWidth(nameWidth);
    connect(name, &CheckedField::entered, this, [this, index](const QString& text) { rename(index, text); });
    connect(name, &CheckedField::problemChanged, this, &ValueEditor::problemChanged);
    auto* editor = new NumberEditor(number_, place(), row);
    editor->setObjectName("number." + key);
    editor->field().setObjectName("field." + key);
    editor->setProperty(partProperty, QString::fromStdString(names_[index]));
    connect(editor, &ValueEditor::edited, this,
            [this, index](const std::optional<YamlValue>& value, int gesture) {
                if (value) setNumber(index, *value, gesture);
            });
    connect(editor, &ValueEditor::problemChanged, this, &ValueEditor::problemChanged);
    auto* away = new QToolButton(row);
    away->setObjectName("remove." + key);
    away->setToolTip(tr("Remove %1").arg(QString::fromStdString(names_[index])));
    away->setIconSize({16, 16});
    away->setIcon(theme().icon("close", Role::secondary));
    away->setProperty("beside", true);
    connect(away, &QToolButton::clicked, this, [this, index] { remove(index); });
    line->addWidget(name, 0, Qt::AlignTop);
    line->addWidget(editor, 1, Qt::AlignTop);
    line->addWidget(away, 0, Qt::AlignTop);
    return {row, name, editor};
}

void NumbersEditor::add() {
    YamlValue map;
    // Uses the first letter that has no other meaning, as far as the kind's description shows.
    for (int i = 0; i < mostTries; ++i) {
        const std::string name =
            i < 26 ? std::string(1, static_cast<char>('a' + i)) : "p" + std::to_string(i);
        if (map_.find(name) != nullptr || Expression::reserved(name)) continue;
        map = map_;
        map.entries.push_back({yamlScalar(name), yamlScalar("1")});
        if (place().problemsWith(map).size() <= place().problemsWith(map_).size()) break;
    }
    emit edited(map, 0);
}

/// Why a number cannot have a name; empty if it can.
QString NumbersEditor::problemOf(const QString& name) const {
    if (name.isEmpty()) return tr("A number needs a name.");
    if (map_.find(name.toStdString()) != nullptr) return tr("A number named %1 already exists.").arg(name);
    return {};
}

void NumbersEditor::rename(std::size_t index, const QString& name) {
    YamlValue map = map_;
    renameKeyIn(map, std::string(map.entries[index].key.scalar), name.toStdString());
    emit edited(map, 0);
}

void NumbersEditor::remove(std::size_t index) {
    YamlValue map = map_;
    map.entries.erase(map.entries.begin() + static_cast<std::ptrdiff_t>(index));
    emit edited(map.entries.empty() && !wanted_.required ? std::nullopt : std::optional(map), 0);
}

void NumbersEditor::setNumber(std::size_t index, const YamlValue& number, int gesture) {
    YamlValue map = map_;
    map.entries[index].value = number;
    emit edited(map, gesture);
}

OneOfEditor::OneOfEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : ValueEditor(std::move(place), parent),
      wanted_(wanted),
      keys_(new QComboBox(this)),
      column_(new QVBoxLayout(this)),
      before_(wanted.alternatives.size()) {
    for (const ParameterDescription& alternative : wanted.alternatives) {
        keys_->addItem(titleOf(alternative));
        keys_->setItemData(keys_->count() - 1, kindText(alternative.help), Qt::ToolTipRole);
    }
    keys_->setObjectName("key." + kindText(wanted.key));
    keys_->setPlaceholderText(tr("Choose"));
    keys_->setCurrentIndex(-1);
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(4);
    column_->addWidget(keys_);
    setFirst(keys_);
    connect(keys_, &QComboBox::activated, this, &OneOfEditor::pick);
}

QWidget* OneOfEditor::makeHead() {
    column_->removeWidget(keys_);
    keys_->setMinimumWidth(112);
    return keys_;
}

YamlValue OneOfEditor::under(int index, YamlValue value) const {
    YamlValue map = emptyMap();
    const ParameterDescription& alternative = wanted_.alternatives[static_cast<std::size_t>(index)];
    map.entries.push_back({yamlScalar(alternative.key), std::move(value)});
    return map;
}

void OneOfEditor::pick(int index) {
    if (index < 0 || index == open_) return;
    const auto at = static_cast<std::size_t>(index);
    emit edited(
        under(index, before_[at] ? *before_[at] : startValue(wanted_.alternatives[at]).value_or(YamlValue())),
        0);
}

void OneOfEditor::open(int index) {
    open_ = index;
    if (part_ != nullptr) {
        editor_->disconnect(this);
        discard(std::exchange(part_, nullptr));
    }
    editor_ = nullptr;
    if (index < 0) return;
    const ParameterDescription& alternative = wanted_.alternatives[static_cast<std::size_t>(index)];
    EditorPlace inner = place();
    inner.whole = [this, index](YamlValue value) {
        YamlValue whole = under(index, std::move(value));
        return place().whole ? place().whole(std::move(whole)) : whole;
    };
    part_ = new QWidget(this);
    editor_ = makePart(alternative, inner, part_);
    column_->addWidget(part_);
    connect(editor_, &ValueEditor::problemChanged, this, &ValueEditor::problemChanged);
    connect(editor_, &ValueEditor::edited, this,
            [this, index, &alternative](const std::optional<YamlValue>& value, int gesture) {
                emit edited(under(index, value ? *value : startValue(alternative).value_or(YamlValue())),
                            gesture);
            });
}

void OneOfEditor::setValue(const YamlValue* value) {
    const auto fallback = fallbackOf(wanted_);
    if (value == nullptr && fallback) value = &*fallback;
    int index = -1;
    if (value != nullptr && value->entries.size() == 1) {
        for (std::size_t i = 0; i < wanted_.alternatives.size(); ++i) {
            if (value->entries[0].key.scalar == wanted_.alternatives[i].key) index = static_cast<int>(i);
        }
    }
    keys_->setCurrentIndex(index);
    if (index != open_) open(index);
    if (index < 0) return;
    before_[static_cast<std::size_t>(index)] = value->entries[0].value;
    editor_->setValue(&value->entries[0].value);
}

MapEditor::MapEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : ValueEditor(std::move(place), parent), wanted_(wanted), map_(emptyMap()) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (const ParameterDescription& entry : wanted.alternatives) {
        EditorPlace inner = this->place();
        inner.path.emplace_back(entry.key);
        inner.whole = [this, &entry](YamlValue value) {
            YamlValue whole = with(entry.key, std::move(value));
            return this->place().whole ? this->place().whole(std::move(whole)) : whole;
        };
        auto* row = new ParameterRow(entry, std::move(inner), this);
        column->addWidget(row);
        rows_.push_back(row);
        if (first() == nullptr) setFirst(row->editor()->first());
        connect(row, &ParameterRow::edited, this,
                [this, &entry](const std::optional<YamlValue>& value, int gesture) {
                    const YamlValue map = with(entry.key, value);
                    const bool unused = map.entries.empty() && !wanted_.required;
                    emit edited(unused ? std::nullopt : std::optional(map), gesture);
                });
    }
}

QWidget* MapEditor::makeHead() {
    reset_ = new QToolButton;
    reset_->setObjectName("reset." + kindText(wanted_.key));
    reset_->setToolTip(tr("Back to the defaults (Ctrl+0)"));
    reset_->setIconSize({16, 16});
    reset_->setIcon(theme().icon("reset", Role::secondary));
    reset_->setProperty("beside", true);
    reset_->setEnabled(!map_.entries.empty());
    connect(reset_, &QToolButton::clicked, this, [this] { emit edited({}, 0); });
    return reset_;
}

YamlValue MapEditor::with(std::string_view key, const std::optional<YamlValue>& value) const {
    YamlValue map = map_;
    setIn(map, key, value);
    return map;
}

void MapEditor::setValue(const YamlValue* value) {
    map_ = value != nullptr && value->type == YamlValue::Type::map ? *value : emptyMap();
    for (ParameterRow* row : rows_)
        row->setValue(map_.find(row->wanted().key));
    if (reset_ != nullptr) reset_->setEnabled(!map_.entries.empty());
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/matrix_editor.hpp"

#include "core/base/text.hpp"
#include "core/design/design_edit.hpp"
#include "core/geometry/length.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/inspector/fields/typed_cells.hpp"
#include "ui/inspector/fields/typed_texts.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/theme.hpp"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr int cellHeight = 24;
constexpr int mostCellRows = 9;
constexpr int leastColumnWidth = 40;
constexpr int mostColumnsShown = 7;
constexpr int sideWidth = 56;
constexpr int mostSide = 1024;  ///< limit if the description has none
/// Rows and columns of the table. In a file, one long row and many short ones would be as many cells as their
/// product, which may fill the memory.
constexpr int mostTableSide = 256;

}  // namespace

MatrixEditor::MatrixEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : ValueEditor(std::move(place), parent),
      wanted_(wanted),
      body_(new QWidget(this)),
      begin_(new QPushButton(tr("Add a matrix"), this)),
      rows_(makeSide("rows")),
      columns_(makeSide("columns")),
      table_(new QTableWidget(body_)),
      cells_(new TypedCells(theme(), table_)) {
    const QString name = kindText(wanted.key);
    begin_->setObjectName("begin." + name);
    table_->setObjectName("table." + name);
    table_->setFont(theme().numbers());
    table_->horizontalHeader()->hide();
    table_->horizontalHeader()->setMinimumSectionSize(leastColumnWidth);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setMinimumSectionSize(cellHeight);
    table_->verticalHeader()->setDefaultSectionSize(cellHeight);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);

    auto* size = new QHBoxLayout;
    size->setSpacing(8);
    size->addWidget(rows_);
    size->addWidget(new QLabel(QStringLiteral("\u00D7"), body_));
    size->addWidget(columns_);
    size->addStretch(1);
    auto* column = new QVBoxLayout(body_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addLayout(size);
    column->addWidget(table_);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(begin_, 0, Qt::AlignLeft);
    all->addWidget(body_);
    setFirst(table_);

    connect(begin_, &QPushButton::clicked, this, [this] { emit edited(startValue(wanted_), 0); });
    connect(table_, &QTableWidget::cellChanged, this, &MatrixEditor::takeCell);
    connect(cells_, &TypedCells::givenUp, this, &MatrixEditor::fillTable);
    connect(cells_, &TypedCells::changed, this, [this] { emit problemChanged(cells_->problem()); });
}

QuantityField* MatrixEditor::makeSide(const QString& name) {
    auto* field = new QuantityField(body_);
    field->setObjectName(name + '.' + kindText(wanted_.key));
    field->setTip(name == "rows" ? tr("Rows") : tr("Columns"));
    field->setFixedWidth(sideWidth);
    field->setFont(theme().numbers());
    field->setBound([this](const Length& next, const Length& before) -> std::optional<Length> {
        const int step = wanted_.oddOnly ? 2 : 1;
        const double most = wanted_.maximumCount > 0 ? wanted_.maximumCount : mostSide;
        const double wantedSide = wanted_.oddOnly && std::fmod(next.value, 2) == 0
                                      ? next.value + (next.value > before.value ? step - 1 : 1 - step)
                                      : next.value;
        return Length{std::clamp(wantedSide, static_cast<double>(std::max(1, wanted_.minimumCount)), most),
                      LengthUnit::pixel};
    });
    connect(field, &QuantityField::entered, this, [this](const Length&, bool stepping) {
        if (!stepping) gesture_ = 0;
        const auto side = [](const QuantityField* of) {
            return static_cast<int>(std::clamp(of->quantity()->value, 1.0, double{mostSide}));
        };
        if (rows_->quantity() && columns_->quantity()) resizeTo(side(rows_), side(columns_));
    });
    connect(field, &QuantityField::problemChanged, this, &ValueEditor::problemChanged);
    connect(field, &QuantityField::focusChanged, this, [this](bool focused) {
        if (focused) gesture_ = document().newGesture();
    });
    return field;
}

void MatrixEditor::setValue(const YamlValue* value) {
    const auto fallback = fallbackOf(wanted_);
    if (value == nullptr && fallback) value = &*fallback;
    const bool list = value != nullptr && value->type == YamlValue::Type::sequence && !value->items.empty();
    begin_->setVisible(!list);
    body_->setVisible(list);
    if (!list) return forgetTypedIn(*this);
    Rows rows;
    std::size_t columns = 1;
    for (const YamlValue& row : value->items) {
        rows.emplace_back();
        for (const YamlValue& item : row.items)
            rows.back().push_back(item.scalar);
        columns = std::max(columns, rows.back().size());
    }
    rows_->setQuantity(Length{static_cast<double>(rows.size()), LengthUnit::pixel});
    columns_->setQuantity(Length{static_cast<double>(columns), LengthUnit::pixel});
    if (rows == shown_) return;
    shown_ = std::move(rows);
    fillTable();
}

/// The text of a value as the file has it; empty if its row is too short.
QString MatrixEditor::valueAt(int row, int column) const {
    const std::vector<std::string>& numbers = shown_[static_cast<std::size_t>(row)];
    const auto at = static_cast<std::size_t>(column);
    return at < numbers.size() ? QString::fromStdString(numbers[at]) : QString();
}

void MatrixEditor::fillTable() {
    const QSignalBlocker quiet(table_);
    const auto rows = static_cast<int>(std::min<std::size_t>(shown_.size(), mostTableSide));
    const int columns = std::min(static_cast<int>(columns_->quantity()->value), mostTableSide);
    table_->setRowCount(rows);
    table_->setColumnCount(columns);
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            auto* item = new QTableWidgetItem(valueAt(row, column));
            item->setTextAlignment(Qt::AlignCenter);
            table_->setItem(row, column, item);
        }
    }
    cells_->show();
    const bool fits = columns <= mostColumnsShown;
    table_->horizontalHeader()->setSectionResizeMode(fits ? QHeaderView::Stretch : QHeaderView::Fixed);
    table_->horizontalHeader()->setDefaultSectionSize(leastColumnWidth);
    table_->setFixedHeight(cellHeight * std::clamp(rows, 1, mostCellRows) + (fits ? 2 : 14));
}

void MatrixEditor::resizeTo(int rows, int columns) {
    Rows numbers = shown_;
    numbers.resize(static_cast<std::size_t>(rows));
    for (auto& row : numbers)
        row.resize(static_cast<std::size_t>(columns), "0");
    write(numbers, gesture_);
}

void MatrixEditor::takeCell(int row, int column) {
    Rows numbers = shown_;
    auto& line = numbers[static_cast<std::size_t>(row)];
    line.resize(std::max(line.size(), static_cast<std::size_t>(column) + 1), "0");
    std::string& number = line[static_cast<std::size_t>(column)];
    std::optional<Length> now;
    if (const auto value = parseNumber(number)) now = Length{*value, LengthUnit::pixel};
    const TypedQuantity read = readQuantity(table_->item(row, column)->text(), now, {});
    cells_->refuse(row, column, read.problem, valueAt(row, column));
    if (!read.value) return;
    number = numberText(read.value->value);
    write(numbers, 0);
}

void MatrixEditor::write(const Rows& rows, int gesture) {
    YamlValue list = yamlList({});
    for (const auto& row : rows)
        list.items.push_back(yamlList(row));
    emit edited(list, gesture);
}

}  // namespace burin::ui

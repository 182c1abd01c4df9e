// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/typed_cells.hpp"

#include "ui/theme/theme.hpp"
#include "ui/words/problem_text.hpp"

#include <QKeyEvent>
#include <QSignalBlocker>
#include <QTableWidget>

namespace burin::ui {

TypedCells::TypedCells(const Theme& theme, QTableWidget* table)
    : QObject(table), theme_(theme), table_(table) {
    table_->installEventFilter(this);
    connect(&theme, &Theme::changed, this, [this] {
        for (auto at = refused_.cbegin(); at != refused_.cend(); ++at)
            mark(at.key().first, at.key().second, at->why);
    });
}

void TypedCells::refuse(int row, int column, const QString& why, const QString& value) {
    const QPair<int, int> at(row, column);
    if (why.isEmpty() && !refused_.contains(at)) return;
    if (why.isEmpty()) {
        refused_.remove(at);
    } else {
        refused_.insert(at, {value, table_->item(row, column)->text(), why});
    }
    mark(row, column, why);
    emit changed();
}

/// Makes a cell red, or takes the red away.
void TypedCells::mark(int row, int column, const QString& why) {
    const QSignalBlocker quiet(table_);
    QTableWidgetItem* const item = table_->item(row, column);
    const bool valid = why.isEmpty();
    item->setToolTip(valid ? QString() : sentence(why));
    item->setData(Qt::ForegroundRole, valid ? QVariant() : theme_.color(Role::error));
    item->setData(Qt::BackgroundRole, valid ? QVariant() : theme_.color(Role::errorGround));
    marked_ = marked_ || !valid;
}

void TypedCells::show() {
    if (refused_.isEmpty() && !marked_) return;
    const auto gone = refused_.removeIf([this](const auto& at) {
        const QTableWidgetItem* item = table_->item(at.key().first, at.key().second);
        return item == nullptr || item->text() != at->value;
    });
    for (int row = 0; row < table_->rowCount(); ++row) {
        for (int column = 0; column < table_->columnCount(); ++column) {
            if (table_->item(row, column) != nullptr && !refused_.contains({row, column}))
                mark(row, column, {});
        }
    }
    marked_ = false;
    for (auto at = refused_.cbegin(); at != refused_.cend(); ++at) {
        const QSignalBlocker quiet(table_);
        table_->item(at.key().first, at.key().second)->setText(at->text);
        mark(at.key().first, at.key().second, at->why);
    }
    if (gone > 0) emit changed();
}

QString TypedCells::placeOf(const QPair<int, int>& at) const {
    return QString("%1.%2.%3").arg(table_->objectName()).arg(at.first).arg(at.second);
}

QList<TypedCells::Cell> TypedCells::all() const {
    QList<Cell> cells;
    for (auto at = refused_.cbegin(); at != refused_.cend(); ++at)
        cells << Cell{placeOf(at.key()), at->value, at->text, at->why};
    return cells;
}

QString TypedCells::problem() const {
    return refused_.isEmpty() ? QString() : refused_.first().why;
}

std::optional<QPair<int, int>> TypedCells::cellAt(const QString& place) const {
    for (int row = 0; row < table_->rowCount(); ++row) {
        for (int column = 0; column < table_->columnCount(); ++column) {
            if (placeOf({row, column}) == place) return QPair<int, int>(row, column);
        }
    }
    return {};
}

void TypedCells::setTyped(const Cell& cell) {
    const QPair<int, int> at = *cellAt(cell.place);
    QTableWidgetItem* const item = table_->item(at.first, at.second);
    if (item == nullptr || item->text() != cell.value) return;
    {
        const QSignalBlocker quiet(table_);
        item->setText(cell.text);
    }
    refuse(at.first, at.second, cell.problem, cell.value);
}

void TypedCells::forgetTyped() {
    if (refused_.isEmpty()) return;
    refused_.clear();
    emit givenUp();
    emit changed();
}

bool TypedCells::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return QObject::eventFilter(watched, event);
    const QPair<int, int> current(table_->currentRow(), table_->currentColumn());
    if (refused_.remove(current) == 0) return false;
    emit givenUp();
    emit changed();
    return true;
}

}  // namespace burin::ui

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
}

void TypedCells::refuse(int row, int column, const QString& why) {
    const QPair<int, int> at(row, column);
    if (why.isEmpty() && !refused_.contains(at)) return;
    if (why.isEmpty()) {
        refused_.remove(at);
    } else {
        refused_.insert(at, {table_->item(row, column)->text(), why});
    }
    show();
    emit changed();
}

void TypedCells::show() {
    const QSignalBlocker quiet(table_);
    // A text goes with its cell.
    const auto gone = refused_.removeIf([this](const auto& at) {
        return at.key().first >= table_->rowCount() || at.key().second >= table_->columnCount();
    });
    for (int row = 0; row < table_->rowCount(); ++row) {
        for (int column = 0; column < table_->columnCount(); ++column) {
            QTableWidgetItem* item = table_->item(row, column);
            if (item == nullptr) continue;
            const auto refused = refused_.constFind({row, column});
            const bool valid = refused == refused_.constEnd();
            if (!valid) item->setText(refused->text);
            item->setToolTip(valid ? QString() : sentence(refused->why));
            item->setData(Qt::ForegroundRole, valid ? QVariant() : theme_.color(Role::error));
            item->setData(Qt::BackgroundRole, valid ? QVariant() : theme_.color(Role::errorGround));
        }
    }
    if (gone > 0) emit changed();
}

QString TypedCells::placeOf(const QPair<int, int>& at) const {
    return QString("%1.%2.%3").arg(table_->objectName()).arg(at.first).arg(at.second);
}

QList<TypedCells::Cell> TypedCells::all() const {
    QList<Cell> cells;
    for (auto at = refused_.cbegin(); at != refused_.cend(); ++at)
        cells << Cell{placeOf(at.key()), at->text, at->why};
    return cells;
}

QString TypedCells::problem() const {
    return refused_.isEmpty() ? QString() : refused_.first().why;
}

std::optional<QPair<int, int>> TypedCells::cellAt(const QString& place) const {
    for (int row = 0; row < table_->rowCount(); ++row) {
        for (int column = 0; column < table_->columnCount(); ++column) {
            if (placeOf({row, column}) == place) return QPair(row, column);
        }
    }
    return {};
}

void TypedCells::setTyped(const Cell& cell) {
    refused_.insert(*cellAt(cell.place), {cell.text, cell.problem});
    show();
    emit changed();
}

void TypedCells::forgetTyped() {
    if (refused_.isEmpty()) return;
    refused_.clear();
    emit givenUp();
    show();
    emit changed();
}

bool TypedCells::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return QObject::eventFilter(watched, event);
    const QPair<int, int> current(table_->currentRow(), table_->currentColumn());
    if (refused_.remove(current) == 0) return false;
    emit givenUp();
    show();
    emit changed();
    return true;
}

}  // namespace burin::ui

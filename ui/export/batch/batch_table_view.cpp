// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/batch_table_view.hpp"

#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>
#include <numeric>

namespace burin::ui {

namespace {

constexpr int cellHeight = 28;
constexpr int cellPadding = 8;
constexpr int stateWidth = 88;
constexpr int narrowestCell = 56;
constexpr int widestCell = 240;
constexpr int rowsSeen = 40;  ///< rows whose texts decide how wide a column is

RowState stateAt(const QModelIndex& index) {
    return static_cast<RowState>(index.data(BatchModel::stateRole).toInt());
}

class CellPainter : public QStyledItemDelegate {
  public:
    CellPainter(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        painter->fillRect(option.rect, theme_.color(selected ? Role::selectedGround : Role::panel));
        painter->setPen(theme_.color(Role::line));
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        if (index.data(BatchModel::wrongRole).toBool()) paintFault(*painter, option.rect);
        if (index.column() == BatchModel::stateColumn) {
            paintState(*painter, option.rect, stateAt(index));
        } else {
            paintText(*painter, option.rect, index);
        }
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(QPen(theme_.color(Role::accent), 2));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(option.rect.adjusted(1, 1, -1, -2));
        }
    }

  private:
    void paintFault(QPainter& painter, const QRect& cell) const {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(theme_.color(Role::error));
        painter.setBrush(theme_.color(Role::errorGround));
        painter.drawRoundedRect(QRectF(cell).adjusted(1.5, 2.5, -1.5, -3.5), 3, 3);
        painter.restore();
    }

    void paintState(QPainter& painter, const QRect& cell, RowState state) const {
        const StateLook look = lookOf(state);
        painter.drawPixmap(cell.left() + cellPadding, cell.top() + (cellHeight - 16) / 2,
                           theme_.pixmap(look.icon, 16, look.role, painter.device()->devicePixelRatioF()));
        painter.setFont(theme_.font(12));
        painter.setPen(theme_.color(look.role));
        const QRect space = cell.adjusted(cellPadding + 22, 0, 0, -1);
        painter.drawText(space, Qt::AlignVCenter, cutText(look.word, painter.fontMetrics(), space.width()));
    }

    void paintText(QPainter& painter, const QRect& cell, const QModelIndex& index) const {
        const bool line = index.column() == BatchModel::lineColumn;
        const QRect space = cell.adjusted(cellPadding, 0, -cellPadding, -1);
        painter.setFont(theme_.numbers(12));
        painter.setPen(theme_.color(roleOf(index)));
        const auto end = line ? Qt::AlignRight : Qt::AlignLeft;
        painter.drawText(space,
                         static_cast<int>(Qt::AlignVCenter | Qt::TextSingleLine) | static_cast<int>(end),
                         cutText(index.data().toString(), painter.fontMetrics(), space.width()));
    }

    [[nodiscard]] static Role roleOf(const QModelIndex& index) {
        if (index.data(BatchModel::wrongRole).toBool()) return Role::error;
        if (stateAt(index) == RowState::skipped) return Role::quiet;
        const bool inFile =
            index.column() >= BatchModel::firstCell && index.column() + 1 < index.model()->columnCount();
        return inFile ? Role::text : Role::secondary;
    }

    const Theme& theme_;
};

/// The common part of both views of the rows.
void prepare(QTableView& view) {
    view.setShowGrid(false);
    view.setFrameShape(QFrame::NoFrame);
    view.setProperty("rows", true);
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setSelectionMode(QAbstractItemView::SingleSelection);
    view.setTabKeyNavigation(false);
    view.setWordWrap(false);
    view.verticalHeader()->hide();
    view.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view.verticalHeader()->setDefaultSectionSize(cellHeight);
    view.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    view.horizontalHeader()->setHighlightSections(false);
}

}  // namespace

BatchTableView::BatchTableView(const Theme& theme, BatchModel& model, QWidget* parent)
    : QTableView(parent), theme_(theme), model_(model), fixed_(new QTableView(this)) {
    setObjectName("batch.rows");
    setAccessibleName(tr("Rows of the table"));
    auto* const painter = new CellPainter(theme, this);
    for (QTableView* const view : {static_cast<QTableView*>(this), fixed_}) {
        view->setModel(&model);
        view->setItemDelegate(painter);
        prepare(*view);
    }
    horizontalHeader()->setStretchLastSection(true);
    setHorizontalScrollMode(ScrollPerPixel);
    makeFixed();
    connect(&model, &QAbstractItemModel::modelReset, this, &BatchTableView::fitColumns);
    connect(&model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first) {
        if (first.row() < rowsSeen) fitTargets();
    });
    connect(&theme, &Theme::changed, this, [this] {
        viewport()->update();
        fixed_->viewport()->update();
    });
}

void BatchTableView::makeFixed() {
    fixed_->setObjectName("batch.fixedColumns");
    fixed_->setSelectionModel(selectionModel());
    fixed_->setFocusPolicy(Qt::NoFocus);
    fixed_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    fixed_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    fixed_->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, fixed_->verticalScrollBar(),
            &QScrollBar::setValue);
    // The wheel above the fixed columns scrolls all of them.
    connect(fixed_->verticalScrollBar(), &QScrollBar::actionTriggered, this,
            [this] { verticalScrollBar()->setValue(fixed_->verticalScrollBar()->sliderPosition()); });
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, this, &BatchTableView::placeFixed);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, &BatchTableView::placeFixed);
    fixed_->hide();
}

/// Shows the fixed columns if those of the table are scrolled away.
void BatchTableView::placeFixed() {
    const bool scrolled = horizontalScrollBar()->value() > 0 && model_.columnCount() > 0;
    fixed_->setVisible(scrolled);
    if (!scrolled) return;
    for (const int column : {BatchModel::lineColumn, BatchModel::stateColumn})
        fixed_->setColumnWidth(column, columnWidth(column));
    fixed_->setGeometry(0, 0, columnWidth(BatchModel::lineColumn) + columnWidth(BatchModel::stateColumn),
                        viewport()->geometry().bottom() + 1);
    fixed_->doItemsLayout();  // how far it can be scrolled depends on its height
    fixed_->verticalScrollBar()->setValue(verticalScrollBar()->value());
}

/// The fixed columns are always seen, and the others are not scrolled below them.
void BatchTableView::scrollTo(const QModelIndex& index, ScrollHint hint) {
    const int before = horizontalScrollBar()->value();
    QTableView::scrollTo(index, hint);
    if (index.column() < BatchModel::firstCell) return horizontalScrollBar()->setValue(before);
    const int fixed = columnWidth(BatchModel::lineColumn) + columnWidth(BatchModel::stateColumn);
    const int below = fixed - columnViewportPosition(index.column());
    if (below > 0) horizontalScrollBar()->setValue(horizontalScrollBar()->value() - below);
}

void BatchTableView::goTo(int row, int column) {
    const QModelIndex cell = model_.index(row, column);
    setCurrentIndex(cell);
    scrollTo(cell, PositionAtCenter);
    setFocus();
}

void BatchTableView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTableView::currentChanged(current, previous);
    if (current.row() != previous.row()) emit rowSelected(current.row());
}

void BatchTableView::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    placeTargets();
    placeFixed();
}

/// The column of targets comes last. If the columns do not fit, it follows the state, so that it stays
/// visible.
void BatchTableView::placeTargets() {
    if (wanted_.isEmpty()) return;
    const int made = static_cast<int>(wanted_.size()) - 1;
    const bool fits = std::accumulate(wanted_.begin(), wanted_.end(), 0) <= viewport()->width();
    QHeaderView& header = *horizontalHeader();
    header.moveSection(header.visualIndex(made), fits ? made : BatchModel::firstCell);
    for (int column = 0; column <= made; ++column)
        setColumnWidth(column, wanted_[column]);
}

/// The width of the texts of a column: of its title and of the first rows.
int BatchTableView::wantedWidth(int column) const {
    const QFontMetrics figures(theme_.numbers(12));
    const QFontMetrics titles(theme_.font(12));
    int width =
        titles.horizontalAdvance(model_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    for (int row = 0; row < std::min(rowsSeen, model_.rowCount()); ++row)
        width = std::max(width, figures.horizontalAdvance(model_.index(row, column).data().toString()));
    if (column == BatchModel::stateColumn) width = stateWidth;
    if (column == BatchModel::lineColumn) width += cellPadding;
    return std::clamp(width + 3 * cellPadding, narrowestCell, widestCell);
}

void BatchTableView::fitColumns() {
    wanted_.clear();
    for (int column = 0; column < model_.columnCount(); ++column)
        wanted_ << wantedWidth(column);
    for (int column = BatchModel::firstCell; column < model_.columnCount(); ++column)
        fixed_->hideColumn(column);
    placeTargets();
    placeFixed();
}

/// The targets are known only when their rows are checked.
void BatchTableView::fitTargets() {
    if (wanted_.isEmpty()) return;
    const int width = wantedWidth(static_cast<int>(wanted_.size()) - 1);
    if (width == wanted_.last()) return;
    wanted_.last() = width;
    placeTargets();
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/problem_rows.hpp"

#include "ui/export/batch/batch_words.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"
#include "ui/words/text.hpp"

#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr int problemHeight = 28;
constexpr int problemPadding = 16;
constexpr int placeWidth = 128;
constexpr int titleWidth = 112;
constexpr int twoLines = 46;         ///< height of a row whose words have a line of their own
constexpr int roomForOneLine = 900;  ///< width of the list

bool isNarrow(const QWidget* list) {
    return list != nullptr && list->width() < roomForOneLine;
}

class ProblemPainter : public QStyledItemDelegate {
  public:
    ProblemPainter(const Theme& theme, const ProblemRows& rows, QObject* parent)
        : QStyledItemDelegate(parent), theme_(theme), rows_(rows) {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {placeWidth, isNarrow(option.widget) ? twoLines : problemHeight};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const bool focused = option.state.testFlag(QStyle::State_HasFocus);
        if (selected) painter->fillRect(option.rect, theme_.color(Role::selectedGround));
        if (focused) {
            painter->setPen(QPen(theme_.color(Role::accent), 2));
            painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
        }
        const TableProblem& problem = rows_.problem(index.row());
        const bool narrow = isNarrow(option.widget);
        QRect space = option.rect.adjusted(problemPadding, 0, -problemPadding, 0);
        if (narrow) space.setHeight(problemHeight - 4);
        const int height = space.height();
        painter->drawPixmap(space.left(), space.top() + (height - 16) / 2,
                            theme_.pixmap("error", 16, Role::error, painter->device()->devicePixelRatioF()));
        space.setLeft(space.left() + 24);
        QRect below = space.translated(0, height - 2);
        const auto write = [&](const QString& text, const QFont& font, Role role, int width) {
            painter->setFont(font);
            painter->setPen(theme_.color(role));
            const QRect cell(space.left(), space.top(), width - 8, space.height());
            painter->drawText(cell, Qt::AlignVCenter | Qt::TextSingleLine,
                              cutText(text, painter->fontMetrics(), cell.width()));
            space.setLeft(space.left() + width);
        };
        const QString link = rows_.row(index.row()) > 0 ? ProblemRowsView::tr("Go to cell") : QString();
        const int linkWidth = QFontMetrics(theme_.font(12)).horizontalAdvance(link) + 8;
        write(placeWords(problem), theme_.numbers(12), Role::secondary, placeWidth);
        if (!problem.title.empty())
            write(textOf(problem.title), theme_.font(12, 600), Role::text, titleWidth);
        const auto writeWords = [&](int width) {
            const QString words =
                problemWordsIn(problem, QFontMetricsF(theme_.font(12), painter->device()), width - 8);
            write(words, theme_.font(12), Role::text, width);
        };
        if (narrow) {
            space.setLeft(space.right() - linkWidth);
        } else {
            writeWords(space.width() - linkWidth);
        }
        write(link, theme_.font(12), Role::accent, linkWidth + 8);
        if (!narrow) return;
        space = below;
        writeWords(space.width() + 8);
    }

  private:
    const Theme& theme_;
    const ProblemRows& rows_;
};

}  // namespace

void ProblemRows::clear() {
    beginResetModel();
    entries_.clear();
    endResetModel();
}

void ProblemRows::add(std::size_t row, const TableProblems& problems) {
    if (problems.empty()) return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(problems.size()) - 1);
    for (const TableProblem& problem : problems)
        entries_.push_back({row, problem});
    endInsertRows();
}

void ProblemRows::add(const std::vector<CheckedRow>& rows) {
    for (const CheckedRow& row : rows)
        add(row.row, row.problems);
}

QString ProblemRows::text() const {
    QString text;
    for (const Entry& entry : entries_)
        text += lineWords(entry.problem) + '\n';
    return text;
}

int ProblemRows::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(entries_.size());
}

QVariant ProblemRows::data(const QModelIndex& index, int role) const {
    const bool text = role == Qt::DisplayRole || role == Qt::ToolTipRole || role == Qt::AccessibleTextRole;
    return index.isValid() && text ? lineWords(problem(index.row())) : QVariant();
}

ProblemRowsView::ProblemRowsView(const Theme& theme, ProblemRows& rows, QWidget* parent)
    : QListView(parent), rows_(rows) {
    setObjectName("batch.problems");
    setModel(&rows);
    setItemDelegate(new ProblemPainter(theme, rows, this));
    setUniformItemSizes(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QListView::clicked, this, [this](const QModelIndex& at) { emit cellWanted(at.row()); });
    connect(&theme, &Theme::changed, this, [this] { viewport()->update(); });
    connect(&rows, &QAbstractItemModel::modelReset, this, &ProblemRowsView::fit);
    connect(&rows, &QAbstractItemModel::rowsInserted, this, &ProblemRowsView::fit);
    fit();
}

void ProblemRowsView::fit() {
    constexpr int seen = 3;
    const int row = isNarrow(this) ? twoLines : problemHeight;
    setFixedHeight(std::clamp(rows_.rowCount(), 1, seen) * row + 2);
}

void ProblemRowsView::resizeEvent(QResizeEvent* event) {
    QListView::resizeEvent(event);
    scheduleDelayedItemsLayout();  // the rows have one line or two
    fit();
}

void ProblemRowsView::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!enter || !currentIndex().isValid()) return QListView::keyPressEvent(event);
    emit cellWanted(currentIndex().row());
}

}  // namespace burin::ui

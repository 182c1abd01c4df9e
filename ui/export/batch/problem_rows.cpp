// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/problem_rows.hpp"

#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"
#include "ui/words/table_text.hpp"
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

    /// The row is high enough for all words of the problem.
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override {
        const auto* const list = qobject_cast<const QListView*>(option.widget);
        if (list == nullptr) return {placeWidth, problemHeight};
        const QRect row(0, 0, list->viewport()->width(), problemHeight);
        const int further = wordsPlace(row, isNarrow(list), index.row()).height() - metrics().lineSpacing();
        return {placeWidth, (isNarrow(list) ? twoLines : problemHeight) + std::max(0, further)};
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
        space.setHeight(narrow ? problemHeight - 4 : problemHeight);
        const int height = space.height();
        painter->drawPixmap(space.left(), space.top() + (height - 16) / 2,
                            theme_.pixmap("error", 16, Role::error, painter->device()->devicePixelRatioF()));
        space.setLeft(space.left() + 24);
        const auto write = [&](const QString& text, const QFont& font, Role role, int width) {
            painter->setFont(font);
            painter->setPen(theme_.color(role));
            const QRect cell(space.left(), space.top(), width - 8, space.height());
            painter->drawText(cell, Qt::AlignVCenter | Qt::TextSingleLine,
                              cutText(text, painter->fontMetrics(), cell.width()));
            space.setLeft(space.left() + width);
        };
        const QString link = linkOf(index.row());
        const int linkWidth = metrics().horizontalAdvance(link);
        write(placeWords(problem), theme_.numbers(12), Role::secondary, placeWidth);
        if (!problem.title.empty())
            write(textOf(problem.title), theme_.font(12, 600), Role::text, titleWidth);
        space.setLeft(space.right() - linkWidth);
        write(link, theme_.font(12), Role::accent, linkWidth + 8);
        painter->setFont(theme_.font(12));
        painter->setPen(theme_.color(Role::text));
        painter->drawText(wordsPlace(option.rect, narrow, index.row()), Qt::TextWordWrap,
                          problemWords(problem));
    }

  private:
    [[nodiscard]] QFontMetrics metrics() const { return QFontMetrics(theme_.font(12)); }
    [[nodiscard]] QString linkOf(int index) const {
        return rows_.row(index) > 0 ? ProblemRowsView::tr("Go to cell") : QString();
    }

    /// The place of the words of a problem, in as many lines as they need: below the place and the title
    /// in a narrow list, otherwise beside them.
    [[nodiscard]] QRect wordsPlace(const QRect& row, bool narrow, int index) const {
        const TableProblem& problem = rows_.problem(index);
        const QFontMetrics letters = metrics();
        QRect place = row.adjusted(problemPadding + 24, narrow ? problemHeight - 2 : 0, -problemPadding, 0);
        if (!narrow) {
            place.setLeft(place.left() + placeWidth + (problem.title.empty() ? 0 : titleWidth));
            place.setRight(place.right() - letters.horizontalAdvance(linkOf(index)) - 16);
            place.setTop(place.top() + (problemHeight - letters.lineSpacing()) / 2);
        }
        const QString words = problemWords(problem);
        constexpr int spare = 2;  // px; a scaled screen may draw letters a little wider
        const QRect needed =
            letters.boundingRect(QRect(0, 0, place.width() - spare, 0), Qt::TextWordWrap, words);
        place.setHeight(std::max(needed.height(), letters.lineSpacing()));
        return place;
    }

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
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QListView::clicked, this, [this](const QModelIndex& at) { emit cellWanted(at.row()); });
    connect(&theme, &Theme::changed, this, [this] { viewport()->update(); });
    connect(&rows, &QAbstractItemModel::modelReset, this, &ProblemRowsView::fit);
    connect(&rows, &QAbstractItemModel::rowsInserted, this, &ProblemRowsView::fit);
    fit();
}

void ProblemRowsView::fit() {
    constexpr int seen = 3;
    constexpr int highest = 190;  // px; the table needs room too
    int height = rows_.rowCount() > 0 ? 0 : problemHeight;
    for (int row = 0; row < std::min(rows_.rowCount(), seen); ++row)
        height += sizeHintForRow(row);
    setFixedHeight(std::min(height, highest) + 2);
}

void ProblemRowsView::resizeEvent(QResizeEvent* event) {
    QListView::resizeEvent(event);
    scheduleDelayedItemsLayout();  // the number of lines depends on the width
    fit();
}

void ProblemRowsView::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!enter || !currentIndex().isValid()) return QListView::keyPressEvent(event);
    emit cellWanted(currentIndex().row());
}

}  // namespace burin::ui

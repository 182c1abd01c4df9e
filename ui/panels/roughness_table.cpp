// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/roughness_table.hpp"

#include "ui/theme/focus_ring.hpp"
#include "ui/theme/side_letter.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"
#include "ui/words/parameter_text.hpp"

#include <QPainter>
#include <QScrollBar>
#include <QStringList>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr int leastRow = 17;
constexpr int mostRow = 24;
constexpr int pairHeadHeight = 18;
constexpr int footHeight = 18;
constexpr int groupGap = 16;
constexpr int ringRoom = 4;  ///< beside the letters, for the ring of the focus
constexpr int leastGroup = 140;
constexpr int leastPairGroup = 164;  ///< the least width of a group with two numbers
constexpr int wideGroup = 168;       ///< the width of a group with room for a standard error
constexpr int namesWidth = 52;       ///< the width of a name and its unit before two numbers

/// The parameters whose names are shown: those of the first measured surface.
std::vector<MeasuredValue> parametersOf(const RoughnessColumns& columns) {
    for (const RoughnessColumn& column : columns) {
        if (column.measured) return column.measured->measured.values;
    }
    return {};
}

/// The value of the parameter in a column; a dash if it is not defined or not measured.
QString valueIn(const RoughnessColumn& column, const MeasuredValue& parameter) {
    if (column.measured) {
        for (const MeasuredValue& value : column.measured->measured.values) {
            if (value.name == parameter.name) return parameterText(value);
        }
    }
    return QString::fromUtf8("–");
}

/// The part of a row for a number of A or B.
QRect placeOfSide(const QRect& row, bool first) {
    const int wide = (row.width() - namesWidth) / 2;
    const int left = row.right() + 1 - (first ? 2 * wide : wide);
    return {left, row.top(), wide, row.height()};
}

}  // namespace

QString clipboardText(const RoughnessColumns& columns) {
    QStringList lines;
    if (columns.size() == 2) lines << QStringLiteral("\tA\tB\t");
    for (const MeasuredValue& parameter : parametersOf(columns)) {
        QStringList cells{QString::fromStdString(parameter.name)};
        for (const RoughnessColumn& column : columns)
            cells << valueIn(column, parameter);
        lines << (cells << unitText(parameter.unit)).join('\t');
    }
    return lines.join('\n') + '\n';
}

RoughnessTable::RoughnessTable(const Theme& theme, QWidget* parent)
    : QAbstractScrollArea(parent), theme_(theme) {
    setObjectName("roughness.table");
    setAccessibleName(tr("Surface parameters"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setViewportMargins(ringRoom, 0, ringRoom, 0);
    new FocusRing(theme_, this);
    connect(&theme_, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void RoughnessTable::setRoughness(const RoughnessColumns& columns) {
    columns_ = columns;
    const std::vector<MeasuredValue> parameters = parametersOf(columns_);
    spreads_ = std::any_of(parameters.begin(), parameters.end(),
                           [](const MeasuredValue& parameter) { return parameter.spread.has_value(); });
    setAccessibleDescription(rows() > 0 ? clipboardText(columns_) : QString());
    fit();
    viewport()->update();
}

int RoughnessTable::groups() const {
    return viewport()->width() >= 2 * (compares() ? leastPairGroup : leastGroup) + groupGap ? 2 : 1;
}

int RoughnessTable::rows() const {
    const auto count = static_cast<int>(parametersOf(columns_).size());
    return (count + groups() - 1) / groups();
}

int RoughnessTable::headHeight() const {
    return compares() ? pairHeadHeight : 0;
}

/// The height for the rows and the line of the remarks.
int RoughnessTable::room() const {
    return viewport()->height() - headHeight();
}

bool RoughnessTable::scrolls() const {
    return room() < rows() * leastRow + footHeight;
}

int RoughnessTable::rowHeight() const {
    if (rows() == 0) return leastRow;
    if (!scrolls()) return std::clamp((room() - footHeight) / rows(), leastRow, mostRow);
    return std::max(leastRow, room() / std::max(1, room() / leastRow));
}

int RoughnessTable::linesSeen() const {
    return scrolls() ? std::max(1, room() / rowHeight()) : rows() + 1;
}

/// The scroll bar counts rows.
void RoughnessTable::fit() {
    verticalScrollBar()->setRange(0, rows() == 0 ? 0 : rows() + 1 - linesSeen());
    verticalScrollBar()->setPageStep(linesSeen());
}

void RoughnessTable::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    fit();
}

void RoughnessTable::scrollContentsBy(int, int) {
    viewport()->update();
}

/// Why a value is missing; empty if all are there.
QString RoughnessTable::reason() const {
    for (std::size_t k = 0; k < columns_.size(); ++k) {
        const RoughnessColumn& column = columns_[k];
        const QString why = column.measured ? reasonOfNull(column.measured->measured) : column.problem;
        if (why.isEmpty()) continue;
        return !compares() ? why : k == 0 ? tr("A: %1").arg(why) : tr("B: %1").arg(why);
    }
    return {};
}

void RoughnessTable::paintEvent(QPaintEvent*) {
    const int lines = rows();
    if (lines == 0) return;
    QPainter painter(viewport());
    const int head = headHeight();
    const int high = rowHeight();
    const int first = verticalScrollBar()->value();
    const int past = first + linesSeen();
    const int wide = (viewport()->width() - (groups() - 1) * groupGap) / groups();
    for (int group = 0; compares() && group < groups(); ++group)
        paintHead(painter, {group * (wide + groupGap), 0, wide, head});
    const std::vector<MeasuredValue> parameters = parametersOf(columns_);
    for (int i = 0; i < static_cast<int>(parameters.size()); ++i) {
        const int line = i % lines;
        if (line < first || line >= past) continue;
        paintRow(painter, parameters[static_cast<std::size_t>(i)],
                 {i / lines * (wide + groupGap), head + (line - first) * high, wide, high});
    }
    if (past <= lines) return;
    painter.setFont(theme_.font(11));
    painter.setPen(theme_.color(Role::quiet));
    const QRect foot(0, head + (lines - first) * high, viewport()->width(), std::min(high, footHeight));
    const QString norm = tr("as ISO 25178-2:2021 defines");
    const QString why = reason();
    const QFontMetrics metrics = painter.fontMetrics();
    const bool both =
        metrics.horizontalAdvance(norm) + groupGap + metrics.horizontalAdvance(why) <= foot.width();
    if (both) painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter, norm);
    painter.drawText(foot, (both ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                     cutText(why, metrics, foot.width()));
}

/// The letters of A and B over their numbers.
void RoughnessTable::paintHead(QPainter& painter, const QRect& head) const {
    constexpr int side = 14;
    painter.save();
    for (const bool first : {true, false}) {
        const QRect place = placeOfSide(head, first);
        paintSideLetter(painter, theme_, first,
                        QRectF(place.right() + 1 - side, place.top() + 1, side, side));
    }
    painter.restore();
}

bool RoughnessTable::outdated() const {
    return std::all_of(columns_.begin(), columns_.end(),
                       [](const RoughnessColumn& column) { return column.outdated; });
}

/// Name, unit and values, with a line below.
void RoughnessTable::paintRow(QPainter& painter, const MeasuredValue& parameter, const QRect& row) const {
    const QColor quiet = theme_.color(Role::quiet);
    painter.setPen(theme_.color(Role::line));
    painter.drawLine(row.bottomLeft(), row.bottomRight());
    painter.setFont(theme_.font(12, 600));
    painter.setPen(outdated() ? quiet : theme_.color(Role::text));
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, QString::fromStdString(parameter.name));
    painter.setFont(theme_.numbers(11));
    painter.setPen(quiet);
    painter.drawText(row.adjusted(compares() ? 36 : 40, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     unitText(parameter.unit));
    compares() ? paintPair(painter, parameter, row) : paintValue(painter, parameter, row);
}

/// The value, and its standard error if there is room. All values are in one column, also those without an
/// error.
void RoughnessTable::paintValue(QPainter& painter, const MeasuredValue& parameter, const QRect& row) const {
    QRect number = row;
    if (spreads_ && row.width() >= wideGroup) {
        if (parameter.spread) painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, spreadText(parameter));
        number.setRight(row.right() - 62);
    }
    painter.setFont(theme_.numbers(12));
    painter.setPen(theme_.color(outdated() ? Role::quiet : Role::text));
    painter.drawText(number, Qt::AlignRight | Qt::AlignVCenter, parameterText(parameter));
}

void RoughnessTable::paintPair(QPainter& painter, const MeasuredValue& parameter, const QRect& row) const {
    painter.setFont(theme_.numbers(12));
    for (std::size_t k = 0; k < columns_.size(); ++k) {
        painter.setPen(theme_.color(columns_[k].outdated ? Role::quiet : Role::text));
        painter.drawText(placeOfSide(row, k == 0), Qt::AlignRight | Qt::AlignVCenter,
                         valueIn(columns_[k], parameter));
    }
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/roughness_table.hpp"

#include "ui/theme/theme.hpp"
#include "ui/words/parameter_text.hpp"

#include <QPainter>
#include <QStringList>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr int leastRow = 17;
constexpr int mostRow = 24;
constexpr int footHeight = 18;
constexpr int columnGap = 16;
constexpr int wideColumn = 168;  ///< with room for a standard error

}  // namespace

QString clipboardText(const ViewRoughness& roughness) {
    QStringList lines;
    for (const MeasuredValue& value : roughness.measured.values)
        lines << QString::fromStdString(value.name) + '\t' + parameterText(value) + '\t' +
                     unitText(value.unit);
    return lines.join('\n') + '\n';
}

RoughnessTable::RoughnessTable(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName("roughness.table");
    setAccessibleName(tr("Surface parameters"));
    connect(&theme_, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void RoughnessTable::setRoughness(const ViewRoughnessPtr& roughness, bool outdated) {
    roughness_ = roughness;
    outdated_ = outdated;
    setAccessibleDescription(roughness_ ? clipboardText(*roughness_) : QString());
    fit();
    update();
}

int RoughnessTable::columns() const {
    return width() >= 2 * 140 + columnGap ? 2 : 1;
}

int RoughnessTable::rows() const {
    const auto count = roughness_ ? static_cast<int>(roughness_->measured.values.size()) : 0;
    return (count + columns() - 1) / columns();
}

void RoughnessTable::fit() {
    setMinimumHeight(rows() * leastRow + footHeight);
}

void RoughnessTable::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void RoughnessTable::paintEvent(QPaintEvent*) {
    if (rows() == 0) return;
    QPainter painter(this);
    const int high = std::clamp((height() - footHeight) / rows(), leastRow, mostRow);
    const int wide = (width() - (columns() - 1) * columnGap) / columns();
    const auto& values = roughness_->measured.values;
    for (int i = 0; i < static_cast<int>(values.size()); ++i)
        paintRow(painter, values[static_cast<std::size_t>(i)],
                 {i / rows() * (wide + columnGap), i % rows() * high, wide, high});
    painter.setFont(theme_.font(11));
    painter.setPen(theme_.color(Role::quiet));
    const QRect foot(0, rows() * high, width(), footHeight);
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter, tr("as ISO 25178-2:2021 defines"));
    const QString reason = reasonOfNull(roughness_->measured);
    painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter, reason);
}

/// Name, unit, value and standard error, with a line below.
void RoughnessTable::paintRow(QPainter& painter, const MeasuredValue& value, const QRect& row) const {
    const QColor quiet = theme_.color(Role::quiet);
    painter.setPen(theme_.color(Role::line));
    painter.drawLine(row.bottomLeft(), row.bottomRight());
    painter.setFont(theme_.font(12, 600));
    painter.setPen(outdated_ ? quiet : theme_.color(Role::text));
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, QString::fromStdString(value.name));
    painter.setFont(theme_.numbers(11));
    painter.setPen(quiet);
    painter.drawText(row.adjusted(40, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, unitText(value.unit));
    QRect number = row;
    if (value.spread && row.width() >= wideColumn) {
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, spreadText(value));
        number.setRight(row.right() - 62);
    }
    painter.setFont(theme_.numbers(12));
    painter.setPen(outdated_ ? quiet : theme_.color(Role::text));
    painter.drawText(number, Qt::AlignRight | Qt::AlignVCenter, parameterText(value));
}

}  // namespace burin::ui

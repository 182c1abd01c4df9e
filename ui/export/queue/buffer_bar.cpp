// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/buffer_bar.hpp"

#include "ui/theme/theme.hpp"
#include "ui/words/quantities.hpp"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace burin::ui {

BufferBar::BufferBar(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName("export.buffer");
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] { update(); });
}

void BufferBar::setStatus(const TransferStatus& status) {
    status_ = status;
    setAccessibleName(tr("Machine buffer") + ' ' + text());
    update();
}

QString BufferBar::text() const {
    return bytesText(static_cast<double>(status_.bufferedBytes())) + " / " +
           bytesText(static_cast<double>(status_.bufferBytes));
}

void BufferBar::paintEvent(QPaintEvent*) {
    constexpr int gap = 16;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme_.font(12));
    painter.setPen(theme_.color(Role::secondary));
    const int name = painter.fontMetrics().horizontalAdvance(tr("Machine buffer"));
    painter.drawText(rect(), Qt::AlignVCenter, tr("Machine buffer"));
    // The text has a fixed width, so that the bar keeps its length.
    painter.setFont(theme_.numbers(12));
    const int figures = painter.fontMetrics().horizontalAdvance("99.9 MB / 99.9 MB");
    painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignRight, text());
    const QRectF bar(name + gap, height() / 2.0 - 3.5, width() - name - figures - 2 * gap, 7);
    const auto size = static_cast<double>(std::max<std::uint64_t>(1, status_.bufferBytes));
    const double level = std::min(1.0, static_cast<double>(status_.bufferedBytes()) / size);
    QPainterPath shape;
    shape.addRoundedRect(bar, 3, 3);
    painter.fillPath(shape, theme_.color(Role::strongLine));
    painter.setClipPath(shape);
    QRectF filled = bar;
    filled.setWidth(bar.width() * level);
    const bool starved = status_.state == TransferStatus::State::starved;
    painter.fillRect(filled, theme_.color(starved ? Role::warning : Role::good));
    painter.setClipping(false);
    if (status_.prefillBytes == 0 || status_.prefillBytes >= status_.bufferBytes) return;
    const double start = bar.left() + bar.width() * static_cast<double>(status_.prefillBytes) / size;
    painter.setPen(QPen(theme_.color(Role::text), 1));
    painter.drawLine(QPointF(start, bar.top() - 3), QPointF(start, bar.bottom() + 3));
}

}  // namespace burin::ui

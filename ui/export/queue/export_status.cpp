// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/export_status.hpp"

#include "ui/export/queue/job_words.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/quantities.hpp"

#include <QPainter>
#include <QPainterPath>

namespace burin::ui {

namespace {

constexpr int barWidth = 96;
constexpr int statusGap = 8;

QString wordOf(const ExportJob& job) {
    const StateLook look = lookOf(job);
    const bool well = job.state() == ExportJob::State::running && look.role != Role::warning;
    return well ? ExportStatus::tr("Export") : look.word;
}

Role barRole(const ExportJob& job) {
    const Role role = lookOf(job).role;
    return role == Role::warning || role == Role::error ? role : Role::accent;
}

}  // namespace

ExportStatus::ExportStatus(const Theme& theme, ExportQueue& queue, QWidget* parent)
    : QAbstractButton(parent), theme_(theme), queue_(queue) {
    setObjectName("export.status");
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setToolTip(tr("Show the export"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    connect(&queue, &ExportQueue::jobChanged, this, &ExportStatus::refresh);
    connect(&queue, &ExportQueue::activeChanged, this, &ExportStatus::refresh);
    connect(&queue, &ExportQueue::failed, this, [this](ExportJob* job) {
        failed_ = job;
        refresh();
    });
    connect(&queue, &ExportQueue::removed, this, &ExportStatus::refresh, Qt::QueuedConnection);
    connect(&theme, &Theme::changed, this, [this] { update(); });
    refresh();
}

ExportJob* ExportStatus::job() const {
    ExportJob* const active = queue_.active();
    return active != nullptr ? active : failed_.data();
}

void ExportStatus::forgetFailure() {
    failed_ = nullptr;
    refresh();
}

void ExportStatus::refresh() {
    if (failed_ != nullptr && failed_->state() != ExportJob::State::failed) failed_ = nullptr;
    const ExportJob* const job = this->job();
    setVisible(job != nullptr);
    if (job == nullptr) return;
    setText(QStringList{wordOf(*job), percentText(job->share()), timeWords(*job)}.join(' ').trimmed());
    updateGeometry();
    update();
}

QSize ExportStatus::sizeHint() const {
    const ExportJob* const job = this->job();
    if (job == nullptr) return {0, 20};
    const int words = QFontMetrics(theme_.font(12, 500)).horizontalAdvance(wordOf(*job));
    // The width is fixed during an export, so that neighbouring items do not move.
    const int figures = QFontMetrics(theme_.numbers(12)).horizontalAdvance("100.0 % 99 d 23 h 59 min left");
    return {statusGap + words + statusGap + barWidth + statusGap + figures + statusGap, 20};
}

void ExportStatus::paintEvent(QPaintEvent*) {
    const ExportJob* const job = this->job();
    if (job == nullptr) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme_.color(Role::text));
    painter.setFont(theme_.font(12, 500));
    const int words = painter.fontMetrics().horizontalAdvance(wordOf(*job));
    painter.drawText(QRect(statusGap, 0, words, height()), Qt::AlignVCenter, wordOf(*job));
    const QRectF bar(statusGap + words + statusGap, (height() - 6) / 2.0, barWidth, 6);
    QPainterPath shape;
    shape.addRoundedRect(bar, 3, 3);
    painter.fillPath(shape, theme_.color(Role::strongLine));
    painter.setClipPath(shape);
    QRectF done = bar;
    done.setWidth(bar.width() * job->share());
    painter.fillRect(done, theme_.color(barRole(*job)));
    painter.setClipping(false);
    painter.setFont(theme_.numbers(12));
    const int left = static_cast<int>(bar.right()) + statusGap;
    const QString share = percentText(job->share());
    const QString all = (share + ' ' + timeWords(*job)).trimmed();
    // A narrow status bar has no room for the time; a part of its words would mislead.
    const bool fits = left + painter.fontMetrics().horizontalAdvance(all) <= width();
    painter.drawText(QRect(left, 0, width() - left, height()), Qt::AlignVCenter, fits ? all : share);
    if (hasFocus()) {
        painter.setPen(QPen(theme_.color(Role::accent), 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

}  // namespace burin::ui

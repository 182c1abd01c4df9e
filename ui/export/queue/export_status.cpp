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

/// The texts for a job, or for the batch whose row it is.
struct StatusParts {
    QString word;
    double share = 0;
    QString time;
};

/// \param batch  nullptr: the job is alone
StatusParts partsOf(const ExportJob& job, const BatchEntry* batch) {
    const StateLook look = lookOf(job);
    const bool well = job.state() == ExportJob::State::running && look.role != Role::warning;
    if (batch == nullptr) return {well ? ExportStatus::tr("Export") : look.word, job.share(), timeWords(job)};
    return {well ? ExportStatus::tr("Batch") : look.word, batch->share, batch->time};
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
    connect(&queue, &ExportQueue::batchesChanged, this, &ExportStatus::refresh);
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
    const auto [word, share, time] = partsOf(*job, queue_.batchOf(job));
    const QString before = text();
    setText(QStringList{word, percentText(share), time}.join(' ').trimmed());
    updateGeometry();
    update();
    // The dialog is another window. If each were drawn when its turn comes, they would show different shares
    // for as long as the slower one takes.
    if (text() != before) repaint();
}

QSize ExportStatus::sizeHint() const {
    const ExportJob* const job = this->job();
    if (job == nullptr) return {0, 20};
    const QString word = partsOf(*job, queue_.batchOf(job)).word;
    const int words = QFontMetrics(theme_.font(12, 500)).horizontalAdvance(word);
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
    const auto [word, share, time] = partsOf(*job, queue_.batchOf(job));
    const int words = painter.fontMetrics().horizontalAdvance(word);
    painter.drawText(QRect(statusGap, 0, words, height()), Qt::AlignVCenter, word);
    const QRectF bar(statusGap + words + statusGap, (height() - 6) / 2.0, barWidth, 6);
    QPainterPath shape;
    shape.addRoundedRect(bar, 3, 3);
    painter.fillPath(shape, theme_.color(Role::strongLine));
    painter.setClipPath(shape);
    QRectF done = bar;
    done.setWidth(bar.width() * share);
    painter.fillRect(done, theme_.color(barRole(*job)));
    painter.setClipping(false);
    painter.setFont(theme_.numbers(12));
    const int left = static_cast<int>(bar.right()) + statusGap;
    const QString percent = percentText(share);
    const QString all = (percent + ' ' + time).trimmed();
    // A narrow status bar has no room for the time; a part of its words would mislead.
    const bool fits = left + painter.fontMetrics().horizontalAdvance(all) <= width();
    painter.drawText(QRect(left, 0, width() - left, height()), Qt::AlignVCenter, fits ? all : percent);
    if (hasFocus()) {
        painter.setPen(QPen(theme_.color(Role::accent), 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

}  // namespace burin::ui

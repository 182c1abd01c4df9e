// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/job_view.hpp"

#include "core/surface/scan.hpp"
#include "ui/export/card.hpp"
#include "ui/export/rate_plot.hpp"
#include "ui/export/state_chip.hpp"
#include "ui/export/surface_map.hpp"
#include "ui/export/words.hpp"
#include "ui/theme/theme.hpp"

#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace burin::ui {

namespace {

QPushButton* button(const QString& name, const QString& text, QWidget* parent) {
    auto* const made = new QPushButton(text, parent);
    made->setObjectName(name);
    made->setAutoDefault(false);
    return made;
}

QLabel* named(const QString& name, const QFont& font, QWidget* parent) {
    auto* const made = new QLabel(parent);
    made->setObjectName(name);
    made->setFont(font);
    return made;
}

/// `Name value` pairs, the values in the fixed font.
QString factsText(const Theme& theme, const QList<std::pair<QString, QString>>& facts) {
    QString text;
    for (const auto& [name, value] : facts) {
        if (value.isEmpty()) continue;
        if (!text.isEmpty()) text += QStringLiteral("&nbsp;&nbsp;&nbsp;&nbsp; ");
        text += QString("<span style='color:%1'>%2</span>&nbsp;&nbsp;%3")
                    .arg(theme.color(Role::quiet).name(), name.toHtmlEscaped(), value.toHtmlEscaped());
    }
    return text;
}

}  // namespace

JobView::JobView(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    auto* const box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    auto* const inner = new QVBoxLayout;
    inner->setContentsMargins(16, 16, 16, 12);
    inner->setSpacing(12);
    inner->addWidget(makeHead());
    bar_ = new QProgressBar(this);
    bar_->setObjectName("export.progress");
    bar_->setRange(0, 10000);
    bar_->setTextVisible(false);
    bar_->setFixedHeight(8);
    inner->addWidget(bar_);
    message_ = named("export.message", theme.font(13), this);
    message_->setWordWrap(true);
    message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    inner->addWidget(message_);
    inner->addWidget(makeFigures(), 1);
    box->addLayout(inner, 1);
    box->addWidget(makeFacts());
    connect(&theme, &Theme::changed, this, &JobView::refresh);
}

QWidget* JobView::makeHead() {
    auto* const head = new QWidget(this);
    auto* const row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    chip_ = new StateChip(theme_, head);
    chip_->setObjectName("export.state");
    percent_ = named("export.percent", theme_.numbers(26), head);
    left_ = named("export.left", theme_.font(13), head);
    until_ = named("export.until", theme_.font(12), head);
    until_->setProperty("quiet", true);
    auto* const times = new QVBoxLayout;
    times->setSpacing(0);
    times->addWidget(left_);
    times->addWidget(until_);
    stop_ = button("export.stop", tr("Stop…"), head);
    pause_ = button("export.pauseButton", tr("Pause"), head);
    resume_ = button("export.resume", tr("Resume"), head);
    remove_ = button("export.remove", tr("Remove"), head);
    row->addWidget(chip_);
    row->addWidget(percent_);
    row->addLayout(times);
    row->addStretch(1);
    for (QWidget* const widget : {remove_, stop_, pause_, resume_})
        row->addWidget(widget);
    connect(stop_, &QPushButton::clicked, this, [this] { emit stopWanted(job_); });
    connect(resume_, &QPushButton::clicked, this, [this] { emit resumeWanted(job_); });
    connect(remove_, &QPushButton::clicked, this, [this] { emit removeWanted(job_); });
    connect(pause_, &QPushButton::clicked, this,
            [this] { job_->state() == ExportJob::State::paused ? job_->goOn() : job_->pause(); });
    return head;
}

QWidget* JobView::makeFigures() {
    auto* const figures = new QWidget(this);
    auto* const grid = new QGridLayout(figures);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(12);
    map_ = new SurfaceMap(theme_, figures);
    map_->setFixedWidth(292);
    grid->addWidget(map_, 0, 0, 3, 1);
    rate_ = new Card(theme_, tr("Rate"), figures);
    elapsed_ = new Card(theme_, tr("Elapsed"), figures);
    written_ = new Card(theme_, tr("Written"), figures);
    pixels_ = new Card(theme_, tr("Surface"), figures);
    auto* const cards = new QHBoxLayout;
    cards->setSpacing(8);
    for (Card* const card : {rate_, elapsed_, written_, pixels_})
        cards->addWidget(card, 1);
    grid->addLayout(cards, 0, 1);
    auto* const head = new QHBoxLayout;
    span_ = named("export.span", theme_.font(12), figures);
    span_->setProperty("secondary", true);
    auto* const unit = hintLabel(theme_, tr("written, MB/s"), figures);
    head->addWidget(span_);
    head->addStretch(1);
    head->addWidget(unit);
    grid->addLayout(head, 1, 1);
    plot_ = new RatePlot(theme_, figures);
    grid->addWidget(plot_, 2, 1);
    grid->setRowStretch(2, 1);
    grid->setColumnStretch(1, 1);
    return figures;
}

QWidget* JobView::makeFacts() {
    auto* const strip = new QFrame(this);
    strip->setProperty("strip", true);
    auto* const row = new QHBoxLayout(strip);
    row->setContentsMargins(16, 8, 16, 8);
    facts_ = named("export.facts", theme_.font(12), strip);
    facts_->setTextFormat(Qt::RichText);
    row->addWidget(facts_, 1);
    return strip;
}

void JobView::setJob(ExportJob* job) {
    if (job_ != nullptr) disconnect(job_, nullptr, this, nullptr);
    job_ = job;
    if (job != nullptr) connect(job, &ExportJob::changed, this, &JobView::refresh);
    map_->setJob(job);
    refresh();
}

void JobView::refresh() {
    if (job_ == nullptr) return;
    showHead();
    showCards();
    showFacts();
    map_->advance();
    plot_->setRates(job_->rates());
    span_->setText(tr("Last %1 minutes").arg(plot_->minutes()));
}

void JobView::showHead() {
    const ExportJob::State state = job_->state();
    const StateLook look = lookOf(*job_);
    const bool waits =
        job_->progress().state == Progress::State::waiting && state == ExportJob::State::running;
    chip_->setLook(waits ? StateLook{tr("Waits for the disk"), "clock", Role::warning} : look);
    percent_->setText(percentText(job_->share()));
    bar_->setValue(static_cast<int>(std::floor(job_->share() * 10000)));
    const double seconds = job_->secondsLeft();
    const bool running = state == ExportJob::State::running;
    left_->setText(running && seconds >= 0 ? tr("%1 left").arg(durationText(seconds)) : QString());
    QString until;
    if (running && seconds >= 0)
        until = tr("done %1").arg(
            momentText(QDateTime::currentDateTime().addMSecs(std::llround(seconds * 1000))));
    if (job_->ended().isValid()) until = momentText(job_->ended());
    until_->setText(until);
    left_->setVisible(!left_->text().isEmpty());

    QString message = job_->message();
    if (job_->resumable()) {
        message += (message.isEmpty() ? QString() : QString(' ')) +
                   tr("What is written is kept; Resume goes on from there.");
    }
    message_->setText(message);
    message_->setVisible(!message.isEmpty());
    message_->setStyleSheet(state == ExportJob::State::failed
                                ? QString("color: %1").arg(theme_.color(Role::error).name())
                                : QString());
    const bool ended = state == ExportJob::State::stopped || state == ExportJob::State::failed;
    stop_->setVisible(job_->active() || state == ExportJob::State::waiting);
    stop_->setEnabled(state != ExportJob::State::stopping);
    pause_->setVisible(running || state == ExportJob::State::paused);
    const bool paused = state == ExportJob::State::paused;
    pause_->setText(paused ? tr("Go on") : tr("Pause"));
    pause_->setIcon(theme_.icon(paused ? "play" : "pause"));
    stop_->setIcon(theme_.icon("stop"));
    resume_->setVisible(ended);
    resume_->setText(job_->resumable() ? tr("Resume") : tr("Start again"));
    remove_->setVisible(!job_->active() && state != ExportJob::State::waiting);
}

void JobView::showCards() {
    const Progress& progress = job_->progress();
    const RateHistory& rates = job_->rates();
    const double bytes = rates.bytesPerSecond() > 0 ? rates.bytesPerSecond() : progress.bytesPerSecond;
    const double samples =
        rates.samplesPerSecond() > 0 ? rates.samplesPerSecond() : progress.samplesPerSecond;
    rate_->set(rateText(bytes), pixelsText(samples) + "/s");
    elapsed_->set(durationText(progress.seconds),
                  job_->begun().isValid() ? tr("since %1").arg(momentText(job_->begun())) : QString());
    written_->set(bytesText(static_cast<double>(progress.bytes)), tr("by this run"));
    pixels_->set(pixelsText(static_cast<double>(progress.doneSamples)),
                 tr("of %1").arg(pixelsText(static_cast<double>(job_->order().region.area()))));
}

void JobView::showFacts() {
    const ExportOrder& order = job_->order();
    const bool tiff = order.compression != Compression::none;
    facts_->setText(factsText(
        theme_,
        {{tr("Design"), order.title},
         {tr("File"), QDir::toNativeSeparators(order.target)},
         {tr("Region"), regionWords(order)},
         {tr("Scan"), order.scan == Scan{} ? QString() : scanWords(order.scan)},
         {tr("Compression"), tiff ? QString::fromStdString(compressionText(order.compression)) : QString()},
         {tr("Computed on"), job_->backend()}}));
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/job_view.hpp"

#include "core/export/scan.hpp"
#include "ui/export/machines/machine_words.hpp"
#include "ui/export/queue/alert_strip.hpp"
#include "ui/export/queue/buffer_bar.hpp"
#include "ui/export/queue/job_words.hpp"
#include "ui/export/queue/rate_plot.hpp"
#include "ui/export/queue/show_in_folder.hpp"
#include "ui/export/queue/stage_steps.hpp"
#include "ui/export/queue/state_chip.hpp"
#include "ui/export/queue/surface_map.hpp"
#include "ui/theme/card.hpp"
#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/dialog_scroll.hpp"
#include "ui/theme/folding_row.hpp"
#include "ui/theme/style_property.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/machine_text.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/text.hpp"

#include <QDir>
#include <QFileInfo>
#include <QFontMetrics>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace burin::ui {

namespace {

QLabel* named(const QString& name, const QFont& font, QWidget* parent) {
    auto* const made = new QLabel(parent);
    made->setObjectName(name);
    made->setFont(font);
    return made;
}

/// The index of the job's stage in StageSteps.
int stageOf(const ExportJob& job) {
    using State = TransferStatus::State;
    constexpr int filling = 1;
    constexpr int ready = 2;
    constexpr int engraving = 3;
    constexpr int over = 5;
    if (job.state() == ExportJob::State::done) return over;
    const std::optional<TransferStatus>& status = job.status();
    if (!status) return 0;
    if (status->state == State::filling) return filling;
    if (status->state == State::ready) return ready;
    return status->executedLines > 0 || status->state == State::engraving ? engraving : 0;
}

/// `Name value` pairs as rich text, with the values in the font for numbers.
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
    alert_ = new AlertStrip(theme, this);
    box->addWidget(alert_);
    auto* const inner = new QVBoxLayout;
    inner->setContentsMargins(16, 16, 16, 12);
    inner->setSpacing(12);
    inner->addWidget(makeHead());
    steps_ = new StageSteps(
        theme, {tr("Connecting"), tr("Filling"), tr("Ready"), tr("Engraving"), tr("Done")}, this);
    steps_->setObjectName("export.steps");
    inner->addWidget(steps_);
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
    auto* const parts = new FoldingRow(head);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(16);
    auto* const figures = new QHBoxLayout;
    auto* const buttons = new QHBoxLayout;
    for (QHBoxLayout* const row : {figures, buttons})
        row->setSpacing(16);
    parts->addLayout(figures, 1);
    parts->addLayout(buttons);
    chip_ = new StateChip(theme_, head);
    chip_->setObjectName("export.state");
    percent_ = named("export.percent", theme_.numbers(26), head);
    // Reserves room for any share, so that the sign is not cut off when a digit is added.
    percent_->setMinimumWidth(QFontMetrics(percent_->font()).horizontalAdvance(percentText(1)));
    left_ = named("export.left", theme_.font(13), head);
    // Reserves room for any time below a day, so that nothing moves and no word is cut off while the time
    // changes.
    constexpr double longest = 59 * 60 + 59;
    left_->setMinimumWidth(
        QFontMetrics(left_->font()).horizontalAdvance(tr("%1 left").arg(durationText(longest))));
    until_ = named("export.until", theme_.font(12), head);
    until_->setProperty("quiet", true);
    auto* const times = new QVBoxLayout;
    times->setSpacing(0);
    times->addWidget(left_);
    times->addWidget(until_);
    stop_ = dialogButton("export.stop", tr("Stop…"), head);
    pause_ = dialogButton("export.pauseButton", tr("Pause"), head);
    resume_ = dialogButton("export.resume", tr("Resume"), head);
    remove_ = dialogButton("export.remove", tr("Remove from the queue"), head);
    show_ = dialogButton("export.show", tr("Show in folder"), head);
    figures->addWidget(chip_);
    figures->addWidget(percent_);
    figures->addLayout(times);
    figures->addStretch(1);
    buttons->addStretch(1);
    for (QWidget* const widget : {remove_, stop_, pause_, resume_, show_})
        buttons->addWidget(widget);
    connect(stop_, &QPushButton::clicked, this, [this] { emit stopWanted(job_); });
    connect(resume_, &QPushButton::clicked, this, [this] { emit resumeWanted(job_); });
    connect(remove_, &QPushButton::clicked, this, [this] { emit removeWanted(job_); });
    connect(show_, &QPushButton::clicked, this, [this] { showInFolder(job_->order().file()); });
    connect(pause_, &QPushButton::clicked, this,
            [this] { job_->state() == ExportJob::State::paused ? job_->goOn() : job_->pause(); });
    return head;
}

QWidget* JobView::makeFigures() {
    auto* const figures = new QWidget(this);
    auto* const parts = new FoldingRow(figures);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(24);
    map_ = new SurfaceMap(theme_, figures);
    map_->setFixedWidth(292);
    map_->setMinimumHeight(240);  // a column would make it very small
    parts->addWidget(map_);
    auto* const column = new QVBoxLayout;
    column->setSpacing(12);
    parts->addLayout(column, 1);
    rate_ = new Card(theme_, tr("Rate"), figures);
    elapsed_ = new Card(theme_, tr("Elapsed"), figures);
    written_ = new Card(theme_, tr("Written"), figures);
    pixels_ = new Card(theme_, tr("Surface"), figures);
    rate_->setObjectName("export.rate");
    pixels_->setObjectName("export.surface");
    auto* const cards = new QHBoxLayout;
    cards->setSpacing(8);
    for (Card* const card : {rate_, elapsed_, written_, pixels_})
        cards->addWidget(card, 1);
    column->addLayout(cards);
    auto* const head = new QHBoxLayout;
    span_ = named("export.span", theme_.font(12), figures);
    span_->setProperty("secondary", true);
    legend_ = hintLabel(theme_, {}, figures);
    legend_->setTextFormat(Qt::RichText);
    head->addWidget(span_);
    head->addStretch(1);
    head->addWidget(legend_);
    buffer_ = new BufferBar(theme_, figures);
    column->addWidget(buffer_);
    column->addLayout(head);
    plot_ = new RatePlot(theme_, figures);
    column->addWidget(plot_, 1);
    for (QWidget* const part : QList<QWidget*>{span_, legend_, plot_})
        keepRoom(*part);
    sent_ = named("export.sent", theme_.font(12), figures);
    sent_->setTextFormat(Qt::RichText);
    sent_->setWordWrap(true);
    column->addWidget(sent_);
    return figures;
}

QWidget* JobView::makeFacts() {
    auto* const strip = new QFrame(this);
    strip->setProperty("look", "strip");
    auto* const row = new QHBoxLayout(strip);
    row->setContentsMargins(16, 8, 16, 8);
    facts_ = named("export.facts", theme_.font(12), strip);
    facts_->setTextFormat(Qt::RichText);
    facts_->setWordWrap(true);
    row->addWidget(facts_, 1);
    return strip;
}

void JobView::setJob(ExportJob* job) {
    if (job_ != nullptr) disconnect(job_, nullptr, this, nullptr);
    job_ = job;
    if (job != nullptr) connect(job, &ExportJob::changed, this, &JobView::refresh);
    map_->setJob(job);
    running_ = false;
    const bool machine = job != nullptr && job->order().machine;
    for (QWidget* const widget : QList<QWidget*>{steps_, buffer_, sent_})
        widget->setVisible(machine);
    written_->setName(machine ? tr("Executed line") : tr("Written"));
    pixels_->setName(machine ? tr("Received line") : tr("Surface"));
    refresh();
}

void JobView::refresh() {
    if (job_ == nullptr) return;
    const QWidget* const focus = window()->focusWidget();
    const bool ran = std::exchange(running_, job_->active());
    const auto figures = [this] { return percent_->text() + left_->text(); };
    const QString before = figures();
    showHead();
    showButtons();
    showMessage();
    showCards();
    showTransfer();
    showAlert();
    showFacts();
    map_->advance();
    showRates();
    // The status bar is in another window. \see ExportStatus::refresh
    if (figures() != before) percent_->parentWidget()->repaint();
    if (ran && !running_) emit ended(focus);
}

/// The plot is hidden until there are two points to join.
void JobView::showRates() {
    plot_->setRates(job_->rates());
    const int minutes = plot_->minutes();
    span_->setText(minutes == 1 ? tr("Last minute") : tr("Last %1 minutes").arg(minutes));
    const bool drawn = job_->rates().points().size() >= 2;
    for (QWidget* const part : QList<QWidget*>{span_, legend_, plot_})
        part->setVisible(drawn);
}

QWidget* JobView::next() const {
    return show_->isHidden() ? nullptr : show_;
}

void JobView::showHead() {
    const ExportJob::State state = job_->state();
    const StateLook look = lookOf(*job_);
    const bool waits = job_->progress().state == Progress::State::waiting &&
                       state == ExportJob::State::running && !job_->order().machine;
    chip_->setLook(waits ? StateLook{tr("Waiting for the disk"), "clock", Role::warning} : look);
    percent_->setText(percentText(job_->share()));
    // Otherwise the bar would repaint before the percentage beside it, and the two would differ for a moment.
    bar_->setUpdatesEnabled(false);
    bar_->setValue(static_cast<int>(std::floor(job_->share() * 10000)));
    bar_->setUpdatesEnabled(true);
    const double seconds = job_->secondsLeft();
    const bool running = state == ExportJob::State::running;
    left_->setText(running ? timeWords(*job_) : QString());
    QString until;
    if (running && seconds >= 0)
        until = tr("done %1").arg(
            momentText(QDateTime::currentDateTime().addMSecs(std::llround(seconds * 1000))));
    if (job_->ended().isValid()) until = momentText(job_->ended());
    until_->setText(until);
    left_->setVisible(!left_->text().isEmpty());
}

/// Failures of a machine are shown in the alert above.
void JobView::showMessage() {
    const bool machine = job_->order().machine.has_value();
    QStringList message;
    if (!machine) message << job_->message();
    if (machine && job_->transfer()) {
        for (const Problem& note : job_->transfer()->notes)
            message << problemText(note) + '.';
    }
    message << job_->imageRemarks() << job_->remark();
    if (job_->resumable()) message << keptWords();
    message.removeAll({});
    message_->setText(message.join(' '));
    message_->setVisible(!message.isEmpty());
    setStyleProperty(message_, "error", job_->state() == ExportJob::State::failed && !machine);
}

/// Names the place at which a resumed export continues; empty if nothing is kept. A count of 0 lines has two
/// causes: no line is engraved, or the sender has not reached the machine since the job was resumed.
QString JobView::keptWords() const {
    if (!job_->order().machine || !job_->status())
        return job_->share() > 0 ? tr("The written part is kept; Resume continues from there.") : QString();
    const std::int64_t lines = job_->status()->executedLines;
    return lines > 0 ? tr("Line %1 is engraved; Resume continues from there.").arg(groupedText(lines))
                     : tr("The machine keeps the job; Resume continues it.");
}

void JobView::showButtons() {
    const ExportJob::State state = job_->state();
    const bool ended = state == ExportJob::State::stopped || state == ExportJob::State::failed;
    const bool paused = state == ExportJob::State::paused;
    stop_->setVisible(job_->active() || state == ExportJob::State::waiting);
    stop_->setEnabled(state != ExportJob::State::stopping);
    stop_->setIcon(theme_.icon("stop"));
    pause_->setVisible(paused || state == ExportJob::State::running);
    pause_->setText(paused ? tr("Continue") : tr("Pause"));
    pause_->setIcon(theme_.icon(paused ? "play" : "pause"));
    resume_->setVisible(ended);
    const bool streamed = job_->order().machine && job_->status() && job_->status()->executedLines > 0;
    resume_->setText(!job_->resumable() ? tr("Start again")
                     : streamed ? tr("Resume at line %1").arg(groupedText(job_->status()->executedLines))
                                : tr("Resume"));
    remove_->setVisible(!job_->active() && state != ExportJob::State::waiting);
    remove_->setToolTip(removalWords(*job_));
    show_->setVisible(state == ExportJob::State::done && !job_->order().machine);
}

/// Shows what only a machine reports.
void JobView::showTransfer() {
    const QString dot = QStringLiteral("<span style='color:%1'>━</span>&nbsp; %2");
    if (!job_->order().machine) return legend_->setText(tr("written, MB/s"));
    legend_->setText(dot.arg(theme_.color(Role::accent).name(), tr("sent")) + "&nbsp;&nbsp;&nbsp;" +
                     dot.arg(theme_.color(Role::good).name(), tr("executed, MB/s")));
    steps_->setStage(stageOf(*job_));
    const TransferStatus status = job_->status().value_or(TransferStatus());
    buffer_->setStatus(status);
    sent_->setText(
        factsText(theme_, {{tr("Received"), tr("%1 of %2")
                                                .arg(bytesText(static_cast<double>(status.receivedBytes)),
                                                     bytesText(static_cast<double>(status.totalBytes)))},
                           {tr("Starved"), timesWords(status.starvations)},
                           {tr("Slices sent again"), QString::number(status.resentSlices)},
                           {tr("Reconnected"), timesWords(status.reconnections)}}));
}

/// Shows a state that needs attention, in words and colour.
void JobView::showAlert() {
    using State = TransferStatus::State;
    using Kind = AlertStrip::Kind;
    alert_->clear();
    if (!job_->order().machine) return;
    const QString& name = job_->order().machine->name;
    const std::optional<TransferStatus>& status = job_->status();
    if (job_->state() == ExportJob::State::failed) {
        const StateLook look = lookOf(*job_);
        return alert_->say(look.role == Role::error ? Kind::error : Kind::warning, look.icon,
                           job_->message());
    }
    if (!job_->active() || job_->state() == ExportJob::State::stopping) return;
    if (!job_->message().isEmpty()) {
        alert_->say(Kind::warning, "connecting", tr("%1. Trying to reconnect.").arg(job_->message()));
    } else if (!status) {
        return;
    } else if (status->state == State::starved) {
        alert_->say(Kind::warning, "starved",
                    tr("The machine waits for data. It engraves faster than the surface arrives."));
    } else if (status->state == State::connecting && !status->message.empty()) {
        alert_->say(Kind::warning, "connecting",
                    tr("The connection is lost: %1. Trying to reconnect; %2 continues with the data it has.")
                        .arg(textOf(status->message), name));
    } else if (status->state == State::ready) {
        alert_->say(Kind::info, "info", tr("The buffer is full: %1 waits for its operator.").arg(name));
    }
}

void JobView::showCards() {
    const Progress& progress = job_->progress();
    rate_->set(rateText(job_->bytesPerSecond()), pixelsText(job_->samplesPerSecond()) + "/s");
    elapsed_->set(durationText(progress.seconds),
                  job_->begun().isValid() ? tr("since %1").arg(momentText(job_->begun())) : QString());
    if (job_->order().machine) return showLines();
    written_->set(bytesText(static_cast<double>(progress.bytes)), tr("in this run"));
    pixels_->set(pixelsText(static_cast<double>(job_->doneSamples())),
                 tr("of %1").arg(pixelsText(static_cast<double>(job_->samples()))));
}

/// Executed and received lines are shown as two numbers.
void JobView::showLines() {
    const TransferStatus status = job_->status().value_or(TransferStatus());
    rate_->set(rateText(job_->bytesPerSecond()),
               status.bytesPerSecond > 0 ? tr("the machine takes %1").arg(rateText(status.bytesPerSecond))
                                         : tr("as fast as data arrives"));
    const std::int64_t received =
        job_->transfer() ? job_->transfer()->layout.lineAt(status.receivedBytes) : 0;
    written_->set(groupedText(status.executedLines), tr("of %1").arg(groupedText(status.lines)));
    const std::int64_t buffered = std::max<std::int64_t>(0, received - status.executedLines);
    pixels_->set(groupedText(received),
                 buffered == 1 ? tr("1 line buffered") : tr("%1 lines buffered").arg(groupedText(buffered)));
}

void JobView::showFacts() {
    const ExportOrder& order = job_->order();
    const bool tiff = order.sink.compression != Compression::none;
    if (order.machine) return showMachineFacts();
    facts_->setText(factsText(
        theme_, {{tr("Design"), order.title},
                 {tr("File"), QDir::toNativeSeparators(order.shownFile())},
                 {tr("Region"), regionWords(order)},
                 {tr("Scan"), order.sink.scan == Scan{} ? QString() : scanWords(order.sink.scan)},
                 {tr("Layers"), order.layers > 0 ? QString::number(order.layers) : QString()},
                 {tr("Compression"),
                  tiff ? QString::fromStdString(compressionText(order.sink.compression)) : QString()},
                 {tr("Computed on"), job_->backend()}}));
}

void JobView::showMachineFacts() {
    const ExportOrder& order = job_->order();
    const auto& transfer = job_->transfer();
    facts_->setText(factsText(
        theme_, {{tr("Machine"), order.file()},
                 {tr("Region"), regionWords(order)},
                 {tr("Scan"), scanWords(order.sink.scan)},
                 {tr("Bits per sample"), transfer ? QString::number(transfer->layout.depth()) : QString()},
                 {tr("Slices"), order.slices == SliceCompression::lz4 ? tr("LZ4") : tr("not compressed")},
                 {tr("Link"), order.machine->linkWords()}}));
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/batch_desk.hpp"

#include "ui/words/number_text.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/table_text.hpp"

#include <QDateTime>
#include <QFileInfo>

#include <algorithm>

namespace burin::ui {

namespace {

/// `2 done, 1 failed`. \param model  the rows after the run; rows to skip do not count as left, even if the
/// run has not reached them
QString countsOf(const BatchEnd& end, const BatchModel& model) {
    const auto failed = static_cast<int>(end.failed);
    const int skipped = model.count(RowState::skipped);
    const int left = model.toMake() - failed;
    QStringList parts{BatchDesk::tr("%1 done").arg(groupedText(model.count(RowState::done)))};
    if (skipped > 0) parts << BatchDesk::tr("%1 skipped").arg(groupedText(skipped));
    if (failed > 0) parts << BatchDesk::tr("%1 failed").arg(groupedText(failed));
    if (left > 0) parts << BatchDesk::tr("%1 left").arg(groupedText(left));
    return parts.join(", ");
}

QString endWords(const BatchEnd& end, const BatchModel& model, const QString& problem) {
    if (!problem.isEmpty()) return BatchDesk::tr("The batch ended: %1.").arg(problem);
    return (end.stopped ? BatchDesk::tr("Stopped: %1.") : BatchDesk::tr("The batch has ended: %1."))
        .arg(countsOf(end, model));
}

/// The target of the rows: `out/{name}.tif` if that is beside the table, or the name of a machine.
QString targetWords(const BatchSetup& setup) {
    const QString target = setup.common.machine ? setup.common.targetName() : setup.common.file();
    const QString folder = QFileInfo(setup.table).path() + '/';
    return target.startsWith(folder) ? target.mid(folder.size()) : target;
}

}  // namespace

BatchDesk::BatchDesk(ExportQueue& queue, QObject* parent) : QObject(parent), queue_(queue), run_(queue) {
    constexpr int typingPause = 250;  // ms
    soon_.setSingleShot(true);
    soon_.setInterval(typingPause);
    connect(&soon_, &QTimer::timeout, this, &BatchDesk::checkAgain);
    connect(&check_, &TableCheck::tableRead, this, &BatchDesk::tableRead);
    connect(&check_, &TableCheck::rowsChecked, this, [this](const std::vector<CheckedRow>& rows) {
        model_.take(rows);
        problems_.add(rows);
        emit changed();
    });
    connect(&check_, &TableCheck::ended, this, &BatchDesk::checked);
    connect(&watcher_, &FileWatcher::changed, this, [this] {
        tableChanged_ = run_.running();
        run_.running() ? emit changed() : checkAgain();
    });
    connect(&run_, &BatchRun::changed, this, [this] {
        if (run_.job() != nullptr) rowShare_ = run_.job()->share();
        emit changed();
    });
    connect(&run_, &BatchRun::rowChanged, this, &BatchDesk::rowChanged);
    connect(&run_, &BatchRun::ended, this, &BatchDesk::runEnded);
    connect(this, &BatchDesk::changed, this, [this] { queue_.setBatch(this, entry()); });
    connect(&queue_, &ExportQueue::batchDismissed, this, [this](const QObject* owner) {
        if (owner != this) return;
        ended_.reset();
        emit changed();
    });
}

void BatchDesk::setState(State state) {
    state_ = state;
    emit changed();
}

void BatchDesk::describe(const std::optional<BatchSetup>& setup, const QString& problem) {
    setup_ = setup;
    why_ = problem;
    if (run_.running()) return;
    said_.clear();
    soon_.start();
    if (state_ != State::checking) check_.stop();
    setState(State::checking);
}

void BatchDesk::checkAgain() {
    if (run_.running()) return;
    soon_.stop();
    check_.stop();
    watcher_.watch(setup_ ? QStringList{setup_->table} : QStringList());
    if (!setup_) {
        model_.setTask(nullptr);
        problems_.clear();
        return setState(State::unclear);
    }
    read_ = false;
    check_.start(*setup_, queue_.engine().backend.name());
    setState(State::checking);
}

void BatchDesk::stopCheck() {
    soon_.stop();
    check_.stop();
    setState(State::halted);
}

void BatchDesk::tableRead(const BatchTaskPtr& task) {
    read_ = true;
    problems_.clear();
    model_.setTask(task);
    emit changed();
}

void BatchDesk::checked(const TableProblems& problems) {
    if (!read_) {
        model_.setTask(nullptr);
        problems_.clear();
    }
    problems_.add(0, problems);
    why_ = problems.empty() ? QString() : lineWords(problems.front());
    if (!problems.empty()) return setState(State::unclear);
    setState(problems_.rowCount() > 0 ? State::wrong : State::ready);
}

void BatchDesk::start() {
    Q_ASSERT(mayStart());
    said_.clear();
    ended_.reset();
    tableChanged_ = false;
    samplesToRun_ = model_.samplesToMake();
    samplesRun_ = 0;
    rowShare_ = 0;
    madeSamples_ = 0;
    madeSeconds_ = 0;
    state_ = State::running;
    run_.start(model_.task());
}

void BatchDesk::rowChanged(const RowChange& change) {
    const int row = static_cast<int>(change.row) - 1;
    const bool ended = change.state == RowState::done || change.state == RowState::failed ||
                       change.state == RowState::stopped;
    if (ended) {
        samplesRun_ += samplesOf(row);
        rowShare_ = 0;
    }
    if (change.state == RowState::done) {
        madeSamples_ += samplesOf(row);
        madeSeconds_ += change.seconds;
    }
    model_.setState(row, change.state, change.error, change.bytes);
}

double BatchDesk::samplesOf(int row) const {
    const Size size = model_.size(row);
    return static_cast<double>(size.width) * static_cast<double>(size.height);
}

/// The samples of this run that are made, including those of the row that is exported.
double BatchDesk::samplesMade() const {
    const double under = run_.row() == 0 ? 0 : rowShare_ * samplesOf(static_cast<int>(run_.row()) - 1);
    return samplesRun_ + under;
}

/// The time for each sample: as measured on the rows that this run has made, or else on the row that is being
/// exported, or else as estimated before the run. Negative if it is not known.
double BatchDesk::secondsPerSample() const {
    if (!run_.running()) return secondsEach_;
    if (madeSamples_ > 0) return madeSeconds_ / madeSamples_;
    const ExportJob* const job = run_.job();
    if (job == nullptr || job->secondsLeft() < 0 || !(job->share() < 1)) return secondsEach_;
    return job->secondsLeft() / ((1 - job->share()) * samplesOf(static_cast<int>(run_.row()) - 1));
}

void BatchDesk::runEnded(const BatchEnd& end, const QString& problem) {
    said_ = endWords(end, model_, problem);
    ended_ = entryOf(end, problem);
    checkAgain();
}

void BatchDesk::setOffered(bool offered) {
    offered_ = offered;
    emit changed();
}

void BatchDesk::setSecondsEach(double seconds) {
    if (seconds == secondsEach_) return;
    secondsEach_ = seconds;
    emit changed();
}

double BatchDesk::secondsLeft() const {
    const double each = secondsPerSample();
    if (each < 0 || (!run_.running() && model_.toMake() == 0)) return -1;
    const double samples = run_.running() ? samplesToRun_ - samplesMade() : model_.samplesToMake();
    return std::max(0.0, samples) * each;
}

/// The batch as a line of the queue: its present or next run, or else its last run. Empty if it has never run
/// and has no rows to make.
std::optional<BatchEntry> BatchDesk::entry() const {
    const BatchTaskPtr& task = model_.task();
    const bool waits =
        offered_ && state_ != State::unclear && (model_.toMake() > 0 || model_.count(RowState::problem) > 0);
    if (!task || !(run_.running() || waits)) return ended_;
    const double seconds = secondsLeft();
    const bool days = seconds >= secondsADay;
    QString time;
    if (days) {
        time = doneWords(seconds);
    } else if (seconds >= 0) {
        time = run_.running() ? tr("%1 left").arg(durationText(seconds)) : estimateText(seconds);
    }
    return BatchEntry{.title = QFileInfo(task->setup.table).fileName(),
                      .target = targetWords(task->setup),
                      .size = sizeWords(model_.toMake() + model_.count(RowState::unchecked)),
                      .look = look(),
                      .time = time,
                      .share = run_.running() ? share() : -1,
                      .job = run_.job()};
}

/// The line of a run that has just ended: the rows of the table without those to skip, and what became of
/// them.
BatchEntry BatchDesk::entryOf(const BatchEnd& end, const QString& problem) const {
    const BatchSetup& setup = model_.task()->setup;
    const bool failed = end.failed > 0 || !problem.isEmpty();
    StateLook shown = lookOf(failed ? RowState::failed : end.stopped ? RowState::stopped : RowState::done);
    if (problem.isEmpty()) shown.word = countsOf(end, model_);
    return {.title = QFileInfo(setup.table).fileName(),
            .target = targetWords(setup),
            .size = sizeWords(model_.rowCount() - model_.count(RowState::skipped)),
            .look = shown,
            .time = momentText(QDateTime::currentDateTime()),
            .ended = true};
}

StateLook BatchDesk::look() const {
    const int problems = problems_.rowCount();
    switch (state_) {
        case State::wrong:
            return {problems == 1 ? tr("waits for 1 problem")
                                  : tr("waits for %1 problems").arg(groupedText(problems)),
                    QStringLiteral("warning"), Role::warning};
        case State::running:
            if (run_.asking()) return {tr("waits for you"), QStringLiteral("info"), Role::accent};
            if (run_.paused()) return {tr("paused"), QStringLiteral("pause"), Role::warning};
            if (run_.stopping()) return {tr("stopping"), QStringLiteral("stop"), Role::warning};
            return {percentText(share()), QStringLiteral("play"), Role::accent};
        case State::ready:
            return lookOf(RowState::ready);
        case State::checking:
            return {tr("is checked"), QStringLiteral("clock"), Role::quiet};
        case State::unclear:
        case State::halted:
            break;
    }
    return lookOf(RowState::unchecked);
}

/// `233 × 100 mm × 47 mm`, or only the number of rows if they differ.
QString BatchDesk::sizeWords(int rows) const {
    const auto columns = model_.task()->plan.table().columns();
    const bool pitches = std::any_of(columns.begin(), columns.end(),
                                     [](const BatchColumn& column) { return column.title == "pixel"; });
    const std::optional<Size> size = model_.commonSize();
    if (!size || pitches) return rows == 1 ? tr("1 row") : tr("%1 rows").arg(groupedText(rows));
    return tr("%1 × %2").arg(groupedText(rows), sizeText({0, 0, size->width, size->height},
                                                         model_.task()->setup.common.design->pixelUm));
}

double BatchDesk::share() const {
    const auto part = [](double done, double all) { return all > 0 ? done / all : 0; };
    if (state_ == State::checking) return part(model_.checkedRows(), model_.rowCount());
    if (state_ != State::running) return -1;
    return part(samplesMade(), samplesToRun_);
}

QString BatchDesk::rowsLeftWords() const {
    const int left = model_.toMake() - 1;
    if (left <= 0) return tr("This is the last row.");
    return left == 1 ? tr("1 more row is left.") : tr("%1 more rows are left.").arg(groupedText(left));
}

QString BatchDesk::words() const {
    switch (state_) {
        case State::unclear:
            return why_;
        case State::checking:
            if (!read_) return tr("Reading the table.");
            return tr("Checking row %1 of %2.")
                .arg(groupedText(std::min(model_.checkedRows() + 1, model_.rowCount())),
                     groupedText(model_.rowCount()));
        case State::halted:
            return tr("The check was stopped. Nothing runs until all rows are checked.");
        case State::wrong:
            return tr(
                "Nothing runs until every cell is correct. A row that is done with the same hash is not run "
                "again.");
        case State::running:
            return runWords();
        case State::ready:
            break;
    }
    return said_.isEmpty() ? readyWords() : said_;
}

QString BatchDesk::readyWords() const {
    if (model_.rowCount() == 0) return tr("The table has no rows. Add rows to it, or choose another table.");
    if (!setup_->leaveDone) return tr("All rows run again and overwrite their files.");
    if (model_.toMake() == 0) return tr("All rows are done or skipped.");
    return tr("Rows run one after another. The batch continues when this dialog is closed.");
}

QString BatchDesk::runWords() const {
    if (tableChanged_) return tr("The table has changed on disk. It is read again when the batch has ended.");
    if (run_.row() == 0 || run_.asking()) return tr("The batch is running.");
    const int row = static_cast<int>(run_.row());
    const double share = run_.job() == nullptr ? 0 : run_.job()->share();
    return tr("Row %1 of %2, %3: %4")
        .arg(groupedText(row), groupedText(model_.rowCount()), model_.name(row - 1), percentText(share));
}

}  // namespace burin::ui

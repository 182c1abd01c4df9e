// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/batch/batch_model.hpp"
#include "ui/export/batch/batch_run.hpp"
#include "ui/export/batch/problem_rows.hpp"
#include "ui/export/batch/table_check.hpp"
#include "ui/model/document/file_watcher.hpp"

#include <QObject>
#include <QTimer>

#include <optional>

namespace burin::ui {

/// A batch without its widgets: checks what the fields describe, checks it again if the table changes on
/// disk, and runs it. Interface thread only.
class BatchDesk : public QObject {
    Q_OBJECT

  public:
    enum class State {
        unclear,   ///< the fields describe nothing, or the table cannot be read
        checking,  ///< or about to
        halted,    ///< the check was stopped
        wrong,     ///< rows have problems
        ready,
        running
    };

    explicit BatchDesk(ExportQueue& queue, QObject* parent = nullptr);

    [[nodiscard]] BatchModel& model() { return model_; }
    [[nodiscard]] ProblemRows& problems() { return problems_; }
    [[nodiscard]] BatchRun& run() { return run_; }
    [[nodiscard]] State state() const { return state_; }
    [[nodiscard]] bool mayStart() const { return state_ == State::ready && model_.toMake() > 0; }
    /// The state as a sentence.
    [[nodiscard]] QString words() const;
    /// How many rows come after the one that is exported, as a sentence. \pre a row is exported
    [[nodiscard]] QString rowsLeftWords() const;
    /// The share of the check or of the run that is done, from 0 to 1; negative if neither is under way. Only
    /// the rows to make count, by their samples.
    [[nodiscard]] double share() const;

    /// The fields have changed. While rows run, the change takes effect when they have ended.
    /// \param setup  nothing if the fields do not describe a batch, for the reason `problem`
    void describe(const std::optional<BatchSetup>& setup, const QString& problem);
    /// Checks all rows at once.
    void checkAgain();
    void stopCheck();
    /// \pre mayStart()
    void start();
    /// Whether the queue shows the batch before it runs.
    void setOffered(bool offered);
    /// How long a sample takes, as far as that is known.
    void setSecondsEach(double seconds);
    /// The time that the rows to export will take, or the remaining time; negative if it is not known or
    /// there is no such row.
    [[nodiscard]] double secondsLeft() const;

  signals:
    /// The state or its words have changed.
    void changed();

  private:
    void setState(State state);
    void tableRead(const BatchTaskPtr& task);
    void checked(const TableProblems& problems);
    void rowChanged(const RowChange& change);
    void runEnded(const BatchEnd& end, const QString& problem);
    [[nodiscard]] double samplesOf(int row) const;
    [[nodiscard]] double samplesMade() const;
    [[nodiscard]] double secondsPerSample() const;
    [[nodiscard]] QString readyWords() const;
    [[nodiscard]] QString runWords() const;
    [[nodiscard]] std::optional<BatchEntry> entry() const;
    [[nodiscard]] BatchEntry entryOf(const BatchEnd& end, const QString& problem) const;
    [[nodiscard]] StateLook look() const;
    [[nodiscard]] QString sizeWords(int rows) const;

    ExportQueue& queue_;
    BatchModel model_;
    ProblemRows problems_;
    TableCheck check_;
    FileWatcher watcher_;
    QTimer soon_;
    BatchRun run_;
    std::optional<BatchSetup> setup_;
    State state_ = State::unclear;
    bool offered_ = false;
    double secondsEach_ = -1;    ///< as setSecondsEach() was told
    double samplesToRun_ = 0;    ///< of the rows that this run makes
    double samplesRun_ = 0;      ///< of those that have ended
    double rowShare_ = 0;        ///< the share of the row that is exported
    double madeSamples_ = 0;     ///< of the rows that are done
    double madeSeconds_ = 0;     ///< how long they took
    QString why_;                ///< why nothing can be checked
    QString said_;               ///< how the last run ended
    bool read_ = false;          ///< the check that is under way has read the table
    bool tableChanged_ = false;  ///< while rows ran

    /// the line of the last run, until the user removes it or starts another run
    std::optional<BatchEntry> ended_;
};

}  // namespace burin::ui

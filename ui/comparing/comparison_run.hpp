// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/comparing/comparison.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>

namespace burin::ui {

/// A user's choices for a comparison. The program chooses everything else.
struct ComparisonWish {
    QString file;               ///< the file of measured heights
    std::optional<double> atX;  ///< the expected place of the measured middle, in samples of the surface
    std::optional<double> atY;
    std::optional<double> reachUm;
    double mostTurn = 3;  ///< degrees
    bool plane = true;
    double toleranceUm = 0;  ///< 0: none
};

/// The result of a comparison. Immutable.
struct PartFindings {
    ComparisonWish wish;
    std::shared_ptr<const Design> design;
    ComparisonOptions options;
    Comparison found;
};
using PartFindingsPtr = std::shared_ptr<const PartFindings>;

/// Compares a measured part with the surface of a design in the background, as `burin compare` does.
/// Interface thread only.
class ComparisonRun : public QObject {
    Q_OBJECT

  public:
    enum class State { idle, running, stopped, failed, done };

    explicit ComparisonRun(const Engine& engine, QObject* parent = nullptr);

    /// Starts a comparison and forgets the findings of earlier ones.
    void start(std::shared_ptr<const Design> design, const ComparisonWish& wish);
    void stop();

    [[nodiscard]] State state() const { return state_; }
    /// Progress from 0 to 1.
    [[nodiscard]] double share() const { return share_; }
    /// Null until a comparison is done.
    [[nodiscard]] const PartFindingsPtr& findings() const { return findings_; }
    /// Why the comparison failed.
    [[nodiscard]] const QString& problem() const { return problem_; }

  signals:
    void changed();

  private:
    void compare(const std::shared_ptr<const Design>& design, const ComparisonWish& wish,
                 const std::stop_token& stop);
    void post(const std::stop_token& stop, std::function<void()> function);

    const Engine engine_;
    State state_ = State::idle;
    double share_ = 0;
    PartFindingsPtr findings_;
    QString problem_;
    Inbox inbox_;
    LatestTask task_;  ///< last member: its thread uses all of the above
};

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/engraving/predicted_difference.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace burin::ui {

/// A measurement of the spot at a node.
struct SpotFact {
    /// Sentences on the effect of a compensation or on a prediction, or why it is not measured. Empty if
    /// the node is muted or has an error.
    QString words = {};
    std::optional<PredictedDifference> difference = {};  ///< the difference of the predicted surface
    double fullDepthUm = 0;                              ///< 0: not given
};

/// Measures in the background how much of the spot's error remains after a node `compensate`, as `burin
/// check` does, or how the surface that the spot engraves differs from the designed one. Interface thread
/// only.
class SpotRun : public QObject {
    Q_OBJECT

  public:
    explicit SpotRun(const Engine& engine, QObject* parent = nullptr);

    /// Measures a node, unless it was the last one that was measured and its design is the same. \param node
    /// its flat name
    void follow(const std::shared_ptr<const Design>& design, const std::string& node);
    /// Ends the measurement, and forgets the node.
    void stop();

    /// Empty before the first measurement of the node.
    [[nodiscard]] const SpotFact& fact() const { return fact_; }
    /// Whether a measurement is under way. In that case the fact describes an earlier state.
    [[nodiscard]] bool running() const { return running_; }

  signals:
    void changed();

  private:
    void measure(const Design& design, const std::string& node, const std::stop_token& stop);
    [[nodiscard]] SpotFact measured(const Design& design, const std::string& name,
                                    const std::stop_token& stop);

    const Engine engine_;
    std::shared_ptr<const Design> design_;
    std::string node_;
    SpotFact fact_;
    bool running_ = false;
    std::string knownKey_;  ///< the key of the last computation that was measured; only for the task
    SpotFact known_;        ///< the result of that computation; used only by the task
    Inbox inbox_;
    LatestTask task_;  ///< last member: its thread uses all of the above
};

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"

#include <QObject>
#include <QString>

#include <memory>
#include <stop_token>
#include <string>

namespace burin::ui {

/// Measures in the background how much of the spot's error a node `compensate` leaves, as `burin check` does.
/// Interface thread only.
class SpotRun : public QObject {
    Q_OBJECT

  public:
    explicit SpotRun(const Engine& engine, QObject* parent = nullptr);

    /// Measures a node, unless it is the last one in the same design. \param node  its flat name
    void follow(const std::shared_ptr<const Design>& design, const std::string& node);
    /// Ends the measurement, and forgets the node.
    void stop();

    /// What the node reaches, or why that is not known, as a sentence. Empty before the first measurement,
    /// and if the node is muted or has an error.
    [[nodiscard]] const QString& words() const { return words_; }
    /// Whether a measurement is under way. The words then are those of an earlier state.
    [[nodiscard]] bool running() const { return running_; }

  signals:
    void changed();

  private:
    void measure(const Design& design, const std::string& node, const std::stop_token& stop);
    [[nodiscard]] QString measuredWords(const Design& design, const std::string& name,
                                        const std::stop_token& stop);

    const Engine engine_;
    std::shared_ptr<const Design> design_;
    std::string node_;
    QString words_;
    bool running_ = false;
    std::string knownKey_;  ///< of the last computation that was measured; only for the task
    QString known_;         ///< its words; only for the task
    Inbox inbox_;
    LatestTask task_;  ///< last member: its thread uses all of the above
};

}  // namespace burin::ui

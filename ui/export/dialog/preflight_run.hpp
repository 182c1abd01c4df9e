// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/preflight.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>

namespace burin::ui {

/// The engine's preflight of a design, in the background. Interface thread only.
class PreflightRun : public QObject {
    Q_OBJECT

  public:
    enum class State { idle, running, stopped, failed, done };

    explicit PreflightRun(const Engine& engine, QObject* parent = nullptr);

    /// Checks `design` and forgets the findings of earlier runs.
    /// \param roller  whether the surface goes around a roller, so that repeats must close
    void start(std::shared_ptr<const Design> design, bool roller = false);
    void stop();

    [[nodiscard]] State state() const { return state_; }
    /// The design that is being or was checked last, or nullptr.
    [[nodiscard]] const std::shared_ptr<const Design>& design() const { return design_; }
    /// Whether the surface was checked as that of a roller.
    [[nodiscard]] bool roller() const { return roller_; }
    /// Progress from 0 to 1.
    [[nodiscard]] double share() const { return share_; }
    /// \pre done
    [[nodiscard]] const PreflightReport& report() const { return report_; }
    /// Why the run failed.
    [[nodiscard]] const QString& problem() const { return problem_; }

  signals:
    void changed();

  private:
    void look(const std::shared_ptr<const Design>& design, bool roller, const std::stop_token& stop);
    void post(const std::stop_token& stop, std::function<void()> function);

    const Engine engine_;
    State state_ = State::idle;
    std::shared_ptr<const Design> design_;
    bool roller_ = false;
    double share_ = 0;
    PreflightReport report_;
    QString problem_;
    Inbox inbox_;
    LatestTask task_;  ///< last member: its thread uses all of the above
};

}  // namespace burin::ui

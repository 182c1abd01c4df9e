// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/preflight.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/latest_task.hpp"

#include <QObject>
#include <QString>

#include <memory>

namespace burin::ui {

/// The engine's preflight of a design, in the background. Interface thread only.
class PreflightRun : public QObject {
    Q_OBJECT

  public:
    enum class State { idle, running, stopped, failed, done };

    explicit PreflightRun(const Engine& engine, QObject* parent = nullptr);

    /// Looks at `design`; what an earlier run has found is forgotten.
    /// \param roller  whether the surface goes around a roller, where repeats have to close
    void start(std::shared_ptr<const Design> design, bool roller = false);
    void stop();

    [[nodiscard]] State state() const { return state_; }
    /// What is or was looked at, or nullptr.
    [[nodiscard]] const std::shared_ptr<const Design>& design() const { return design_; }
    /// Whether it was looked at as the surface of a roller.
    [[nodiscard]] bool roller() const { return roller_; }
    /// From 0 to 1.
    [[nodiscard]] double share() const { return share_; }
    /// \pre done
    [[nodiscard]] const PreflightReport& report() const { return report_; }
    /// Why it failed.
    [[nodiscard]] const QString& problem() const { return problem_; }

  signals:
    void changed();

  private:
    void look(const std::shared_ptr<const Design>& design, bool roller, const std::stop_token& stop);
    template <class Function>
    void post(const std::stop_token& stop, Function function);

    const Engine engine_;
    State state_ = State::idle;
    std::shared_ptr<const Design> design_;
    bool roller_ = false;
    double share_ = 0;
    PreflightReport report_;
    QString problem_;
    LatestTask task_;  ///< last: its thread uses all of the above
};

}  // namespace burin::ui

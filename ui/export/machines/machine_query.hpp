// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/machine_description.hpp"
#include "ui/model/latest_task.hpp"
#include "ui/model/machine_entry.hpp"

#include <QObject>

namespace burin::ui {

/// Asks one machine what it can take and what it is doing, and waits in a thread of its own. Interface thread
/// only.
class MachineQuery : public QObject {
    Q_OBJECT

  public:
    enum class State { idle, asking, answered, failed };

    using QObject::QObject;

    /// Outdates what was asked before. Where the same machine has answered before, that answer stays until
    /// there is another.
    void ask(const MachineEntry& machine);
    void forget();

    [[nodiscard]] State state() const { return state_; }
    [[nodiscard]] const MachineEntry& machine() const { return machine_; }
    /// \pre answered
    [[nodiscard]] const MachineDescription& answer() const { return answer_; }
    /// Why it failed, and what would be right.
    [[nodiscard]] const QString& problem() const { return problem_; }

  signals:
    void changed();

  private:
    void become(State state, const QString& problem);

    State state_ = State::idle;
    MachineEntry machine_;
    MachineDescription answer_;
    QString problem_;
    LatestTask task_;  ///< last: its thread uses all of the above
};

}  // namespace burin::ui

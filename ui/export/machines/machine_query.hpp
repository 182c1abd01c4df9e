// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/machine_description.hpp"
#include "ui/model/machine_entry.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"

#include <QObject>

namespace burin::ui {

/// Asks one machine for its capabilities and its state; a separate thread waits for the answer. Interface
/// thread only.
class MachineQuery : public QObject {
    Q_OBJECT

  public:
    enum class State { idle, asking, answered, failed };

    using QObject::QObject;

    /// Replaces earlier questions. The last answer of the same machine stays valid until a new one arrives.
    void ask(const MachineEntry& machine);
    void forget();

    [[nodiscard]] State state() const { return state_; }
    [[nodiscard]] const MachineEntry& machine() const { return machine_; }
    /// \pre answered
    [[nodiscard]] const MachineDescription& answer() const { return answer_; }
    /// Why the query failed, and what to do about it.
    [[nodiscard]] const QString& problem() const { return problem_; }

  signals:
    void changed();

  private:
    void become(State state, const QString& problem);

    State state_ = State::idle;
    MachineEntry machine_;
    MachineDescription answer_;
    QString problem_;
    Inbox inbox_;
    LatestTask task_;  ///< last member: its thread uses all of the above
};

}  // namespace burin::ui

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

/// Whether a code reads back.
struct CodeFact {
    QString words = {};  ///< sentences; empty if the node draws no code, is muted or has an error
    bool wrong = false;  ///< a reader may refuse the code
};

/// Reads the code of a node back in the background, from the samples of the surface. Interface thread only.
class CodeRun : public QObject {
    Q_OBJECT

  public:
    explicit CodeRun(const Engine& engine, QObject* parent = nullptr);

    /// Reads a node, unless it was the last one that was read and its design is the same. \param node  its
    /// flat name
    void follow(const std::shared_ptr<const Design>& design, const std::string& node);
    /// Ends the reading, and forgets the node.
    void stop();

    /// Empty before the first reading of the node.
    [[nodiscard]] const CodeFact& fact() const { return fact_; }
    /// Whether a reading is under way. In that case the fact describes an earlier state.
    [[nodiscard]] bool running() const { return running_; }

  signals:
    void changed();

  private:
    void read(const Design& design, const std::string& node, const std::stop_token& stop);
    [[nodiscard]] CodeFact found(const Design& design, const std::string& name, const std::stop_token& stop);

    const Engine engine_;
    std::shared_ptr<const Design> design_;
    std::string node_;
    CodeFact fact_;
    bool running_ = false;
    std::string knownKey_;  ///< the key of the last computation that was read; only for the task
    CodeFact known_;        ///< the result of that computation; used only by the task
    Inbox inbox_;
    LatestTask task_;  ///< last member: its thread uses all of the above
};

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/cancelled.hpp"
#include "core/design/design.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/previews/preview_jobs.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"

#include <QObject>

#include <exception>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>

namespace burin::ui {

/// Finds a fact about a node in the background. Interface thread only.
/// \tparam Finder  has the type Fact, find(), which runs on another thread, and failed(), which words an
/// error
template <class Finder>
class FactRun : public QObject {
  public:
    using Fact = typename Finder::Fact;

    /// \param changed  called when fact() or running() has changed
    FactRun(const Engine& engine, QObject* parent, std::function<void()> changed)
        : QObject(parent), changed_(std::move(changed)), finder_(engine) {}

    /// Finds the fact of a node, unless it was the last one and its design is the same. \param node  its flat
    /// name
    void follow(const std::shared_ptr<const Design>& design, const std::string& node) {
        if (design == design_ && node == node_) return;
        if (node != node_) fact_ = {};
        design_ = design;
        node_ = node;
        running_ = true;
        task_.start([this, design, node](const std::stop_token& stop) { find(*design, node, stop); });
        changed_();
    }
    /// Ends the search, and forgets the node.
    void stop() {
        task_.stop();
        design_.reset();
        node_.clear();
        fact_ = {};
        running_ = false;
    }

    /// Empty before the first fact of the node is found.
    [[nodiscard]] const Fact& fact() const { return fact_; }
    /// Whether a search is under way. In that case the fact describes an earlier state.
    [[nodiscard]] bool running() const { return running_; }

  private:
    void find(const Design& design, const std::string& node, const std::stop_token& stop) {
        Fact fact;
        try {
            fact = finder_.find(design, node, stop);
        } catch (const Cancelled&) {
            return;
        } catch (...) {
            fact = {.words = Finder::failed(problemText(std::current_exception()))};
        }
        inbox_.postUnless(stop, [this, fact] {
            fact_ = fact;
            running_ = false;
            changed_();
        });
    }

    const std::function<void()> changed_;
    std::shared_ptr<const Design> design_;
    std::string node_;
    Fact fact_;
    bool running_ = false;
    Finder finder_;  ///< used only by the task
    Inbox inbox_;
    LatestTask task_;  ///< last member: its thread uses all of the above
};

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/export_time.hpp"
#include "tests/ui/support/passing_backend.hpp"

#include <mutex>
#include <utility>
#include <vector>

namespace burin::ui {

/// Passes a number of requests on to another backend and holds the rest until it is opened, so that a test
/// can stop an export at a chosen point. Estimates of the time pass freely: they come whenever a machine
/// answers.
class GatedBackend final : public PassingBackend {
  public:
    using PassingBackend::PassingBackend;

    /// Lets `requests` more pass.
    void pass(int requests) {
        const std::lock_guard lock(mutex_);
        passing_ = requests;
    }
    /// Whether a request waits.
    [[nodiscard]] bool holds() {
        const std::lock_guard lock(mutex_);
        return !held_.empty();
    }
    void open() {
        std::vector<Held> held;
        {
            const std::lock_guard lock(mutex_);
            passing_ = everything;
            held.swap(held_);
        }
        for (Held& one : held)
            PassingBackend::start(std::move(one.first), std::move(one.second));
    }

    void start(RenderRequest request, std::function<void(std::exception_ptr)> done) override {
        {
            const std::lock_guard lock(mutex_);
            const bool free = passing_ == everything || request.priority == estimatePriority;
            if (!free && passing_ == 0) {
                held_.emplace_back(std::move(request), std::move(done));
                return;
            }
            if (!free) --passing_;
        }
        PassingBackend::start(std::move(request), std::move(done));
    }

  private:
    using Held = std::pair<RenderRequest, std::function<void(std::exception_ptr)>>;
    static constexpr int everything = -1;

    std::mutex mutex_;
    int passing_ = everything;
    std::vector<Held> held_;
};

}  // namespace burin::ui

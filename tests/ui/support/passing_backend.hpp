// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"

#include <atomic>
#include <exception>
#include <stdexcept>
#include <utility>

namespace burin::ui {

/// Passes everything on to another backend. A test changes what happens to requests.
class PassingBackend : public Backend {
  public:
    explicit PassingBackend(Backend& behind) : behind_(behind) {}

    void start(RenderRequest request, std::function<void(std::exception_ptr)> done) override {
        behind_.start(std::move(request), std::move(done));
    }
    /// The name must not be "cpu", so that exports share this backend.
    [[nodiscard]] std::string name() const override { return "passing"; }
    [[nodiscard]] std::string description() const override { return "passes requests on"; }
    [[nodiscard]] int concurrency() const override { return behind_.concurrency(); }
    void countNodes(const Graph& graph) override { behind_.countNodes(graph); }
    [[nodiscard]] const std::vector<NodeCounters>& counters() const override { return behind_.counters(); }
    [[nodiscard]] std::size_t peakBytes(const GraphNode& node) const override {
        return behind_.peakBytes(node);
    }
    [[nodiscard]] std::string memoryText() const override { return behind_.memoryText(); }

  private:
    Backend& behind_;
};

/// Fails every request once a test says so.
class FailingBackend final : public PassingBackend {
  public:
    using PassingBackend::PassingBackend;

    void fail() { fails_ = true; }

    void start(RenderRequest request, std::function<void(std::exception_ptr)> done) override {
        if (fails_) return done(std::make_exception_ptr(std::runtime_error("the backend fails")));
        PassingBackend::start(std::move(request), std::move(done));
    }

  private:
    std::atomic<bool> fails_ = false;
};

}  // namespace burin::ui

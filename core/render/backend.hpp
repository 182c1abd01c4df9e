// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/graph.hpp"

#include <exception>
#include <functional>
#include <memory>
#include <stop_token>

namespace burin {

/// Asks for the samples of one rectangle of a graph's top node.
struct RenderRequest {
    std::shared_ptr<const Graph> graph;
    Rect area;  ///< in the top node's frame
    int priority = 0;
    /// Called for each part of `area` once its samples are there, from any thread, several at a time; the
    /// parts are disjoint and cover the area. `samples` may be overwritten; they live until it returns.
    std::function<void(const Rect& part, const SamplesView& samples)> consume;
    std::stop_token stop;
    /// Parts begin at multiples of this many samples from area.x, so that packed bits fill whole bytes.
    std::int64_t columnStep = 8;
};

/// Computes requests: the processor's cores here, graphics cards behind the same interface.
///
/// Thread-safe. What it computes depends on the request alone.
class Backend {
  public:
    virtual ~Backend() = default;

    /// Starts a request; returns at once unless the memory budget makes it wait for earlier ones.
    ///
    /// `done` is called exactly once, from any thread or before start returns: with null, or with Cancelled,
    /// OutOfMemory or what a source threw. It must not block.
    virtual void start(RenderRequest request, std::function<void(std::exception_ptr)> done) = 0;

    /// How many requests of the usual size keep it busy.
    [[nodiscard]] virtual int concurrency() const = 0;
};

/// Starts a request and waits for it. \throws what the request ended with
void renderAndWait(Backend& backend, RenderRequest request);

}  // namespace burin

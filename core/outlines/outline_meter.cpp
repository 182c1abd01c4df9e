// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/outline_meter.hpp"

#include "core/base/cancelled.hpp"

namespace burin {

OutlineError tooManyEdges() {
    return OutlineError(Problem{.reason = "the outline has more than 10,000,000 edges",
                                .advice = "use at most 10,000,000 edges"});
}

void OutlineMeter::keep(std::size_t edges) {
    edges_ += edges;
    if (edges_ > limits_.edges) throw tooManyEdges();
    askStop(edges);
}

void OutlineMeter::step(std::uint64_t steps) {
    steps_ += steps;
    if (steps_ > limits_.steps) {
        throw OutlineError(Problem{.reason = "the drawing repeats its parts too often",
                                   .advice = "use a drawing that repeats fewer or smaller parts"});
    }
    askStop(steps);
}

void OutlineMeter::askStop(std::uint64_t steps) {
    sinceAsked_ += steps;
    if (sinceAsked_ < stepsBetween) return;
    sinceAsked_ = 0;
    if (stop_.stop_requested()) throw Cancelled();
}

}  // namespace burin

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/kinds/form/reduction.hpp"
#include "core/render/parallel_rows.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>

namespace burin::test {

/// A slope whose scattered samples take long, however fast or busy the computer is.
struct Sleepy : KindBase {
    /// \param every  time between two samples if all threads take some
    explicit Sleepy(std::chrono::milliseconds every) : each(every * rowsAtOnce()) {}

    void beginAt(std::span<const LinkShape>, const Point* places, std::int64_t count, float* value) const {
        for (std::int64_t k = 0; k < count; ++k)
            value[k] = static_cast<float>(places[k].x) / 4000.0F;
        std::this_thread::sleep_for(each * count);
    }
    [[nodiscard]] std::string fingerprint() const { return "sleepy"; }

    std::chrono::milliseconds each;
};

/// The design with a slow slope in the place of the node `part`.
inline std::shared_ptr<const Design> withSleepyPart(Design design, std::chrono::milliseconds every) {
    design.nodes[*design.find("part")].operation = std::make_shared<const OperationOf<Sleepy>>(Sleepy(every));
    return std::make_shared<const Design>(std::move(design));
}

}  // namespace burin::test
